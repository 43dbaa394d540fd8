# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports of MuJoCo models that tests write."""
import json
import os

from tap import sinew, tap


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def take(folder, text, *words, name="m.xml"):
    """The model's file and its JSON, and what was said of it."""
    out = os.path.join(folder, "m.sinew")
    run = sinew("import", write(folder, name, text), *words, "--out", out)
    if run.returncode != 0:
        tap(False, f"import: {run.stderr.strip()} {text}")
        raise SystemExit(1)
    with open(out, encoding="utf-8") as file:
        return out, json.load(file), run.stdout
