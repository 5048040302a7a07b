import os

import hypothesis

# As `dev.py` starts the tests: no child of theirs imports from its working directory.
os.environ["PYTHONSAFEPATH"] = "1"

# The gate tries the same examples of each property every time; everywhere else they are new ones.
hypothesis.settings.register_profile("gate", derandomize=True, deadline=None)
if os.environ.get("CI") == "true":
    hypothesis.settings.load_profile("gate")
