"""`python -m packager`."""

from packager.cli import main

raise SystemExit(main())
