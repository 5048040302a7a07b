"""InvenioRDM in miniature: drafts, files, versions, with its surprises."""
