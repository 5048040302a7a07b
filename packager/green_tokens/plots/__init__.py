"""Pictures of the card: what is drawn, from the same exact values as the tables."""
