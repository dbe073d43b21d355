"""`python -m ludotheque` is the command `ludotheque`."""

import sys

from ludotheque.cli.main import main

sys.exit(main())
