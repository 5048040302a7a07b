"""The words of the trade: frozen values and the rules that need nothing else."""
