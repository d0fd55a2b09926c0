"""See the package's docstring."""

import os
import sys

from tests.cases import collected, known, lost, moves

present, root = collected(), not hasattr(os, "geteuid") or os.geteuid() == 0
missing = list(lost(known(), present, moves(), root=root))
for case in missing:
    print(case)
print(f"{len(known())} cases were known, {len(present)} are there, {len(missing)} are lost.")
sys.exit(1 if missing else 0)
