"""Where words become bytes: documents, package, tree and seal."""
