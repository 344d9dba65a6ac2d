"""Recomputes checks of the audit from the raw bodies and headers of a .crawl file, and compares them with
`crawlscope issues`. Run in the project's folder: python3 scripts/proofs/audit-recompute/recompute.py F.crawl [--only resp.]
Needs html5lib, zstandard and regex (Debian: python3-html5lib python3-zstandard python3-regex; for pixel widths
python3-pil and fonts-liberation)."""

import sys

import checks_pages
import checks_references
import checks_responses
from compare import main

CHECKS = {**checks_responses.CHECKS, **checks_pages.CHECKS, **checks_references.CHECKS}

if __name__ == "__main__":
    sys.exit(main(CHECKS))
