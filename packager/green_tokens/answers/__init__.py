"""What programs may ask of a release: index and words in, typed answers out."""
