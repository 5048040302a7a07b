"""One writer for each standard; the standard's own spelling appears nowhere else."""
