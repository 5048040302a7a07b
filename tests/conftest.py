import os

# As `dev.py` starts the tests: no child of theirs imports from its working directory.
os.environ["PYTHONSAFEPATH"] = "1"
