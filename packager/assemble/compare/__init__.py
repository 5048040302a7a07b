"""Two packages side by side: rows, schemas, descriptions, files and figures."""
