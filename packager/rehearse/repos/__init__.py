"""The Hub in miniature: accounts, git objects, branches, LFS."""
