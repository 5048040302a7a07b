"""Where words meet numbers: templates and figures become text."""
