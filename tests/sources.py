#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The project's C files, with git or without."""
import os
import subprocess


def c_files(root):
    """Names relative to root, of tracked files and new ones that are not ignored."""
    try:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h"], cwd=root, check=True,
                                capture_output=True, text=True).stdout.split()
        return sorted(name for name in listed if os.path.exists(os.path.join(root, name)))
    except (OSError, subprocess.CalledProcessError):
        return sorted(walk(root))


def walk(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".", "build")) and f != "out"]
        for name in files:
            if name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(folder, name), root)
