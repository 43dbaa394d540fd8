#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Demos and their meshes are what resources/demos/generate writes: generators_test.py DEMOS MESHES.  TAP.

DEMOS: resources/demos of the sources; MESHES: where the geometry generator wrote bones and landmarks.
"""
import filecmp
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402

DEMOS, MESHES = (os.path.abspath(path) for path in sys.argv[1:3])
TAKES_MESHES = ("make_jaw.py", "make_tongue.py")


def files(folder):
    return sorted(glob.glob(os.path.join(folder, "*.sinew")) + glob.glob(os.path.join(folder, "meshes", "*.obj")))


def main():
    with tempfile.TemporaryDirectory() as out:
        os.mkdir(os.path.join(out, "meshes"))
        for path in files(DEMOS):  # some generators change what is there
            shutil.copyfile(path, os.path.join(out, os.path.relpath(path, DEMOS)))
            os.utime(os.path.join(out, os.path.relpath(path, DEMOS)), (0, 0))
        written = 0
        for generator in sorted(glob.glob(os.path.join(DEMOS, "generate", "make_*.py"))):
            name = os.path.basename(generator)
            subprocess.run([sys.executable, "-B", generator, *([MESHES] if name in TAKES_MESHES else []), out], check=True,
                           stdout=subprocess.DEVNULL)
            new = [path for path in files(out) if os.path.getmtime(path) > 0]
            wrong = [os.path.relpath(path, out) for path in new
                     if not filecmp.cmp(path, os.path.join(DEMOS, os.path.relpath(path, out)), shallow=False)]
            tap(new and not wrong, f"{name}: {len(new)} files" + (", other than in resources/demos: " + ", ".join(wrong) if wrong else ""))
            for path in new:
                os.utime(path, (0, 0))
            written += len(new)
        tap(written > 70, f"{written} files are written by a generator")
    done()


main()
