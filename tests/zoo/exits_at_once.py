"""Ends before it is asked anything."""

import sys

import sinner  # as short a life as any

sys.exit(0)
