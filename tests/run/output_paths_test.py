#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every option that names an output, against what the path may be: a link, a device, a pipe, a folder, a private or a
read-only file, a full disk, a folder that is not there.  output_paths_test.py SINEW.  TAP."""
import ctypes
import json
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

from tap import done, tap

SINEW = os.path.abspath(sys.argv[1])
UMASK = os.umask(0)
os.umask(UMASK)

MODEL = {"sinew": 1, "model": {
    "bodies": [{"name": "a", "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}}],
    "probes": [{"class": "output_probe", "name": "p", "targets": ["bodies/a:position"]}],
    "waypoints": [{"time": 0.01}]}}

# name, ending, words: {} is the path
OUTPUTS = [
    ("run --waypoints", ".waypoints", ["run", "m.sinew", "--time", "0.02", "--quiet", "--waypoints", "{}"]),
    ("render --out", ".png", ["render", "m.sinew", "--size", "64x48", "--out", "{}"]),
    ("plot --out svg", ".svg", ["plot", "m.sinew", "--time", "0.02", "--curve", "bodies/a:position.z", "--out", "{}"]),
    ("plot --out png", ".png", ["plot", "m.sinew", "--time", "0.02", "--curve", "bodies/a:position.z", "--out", "{}"]),
    ("plot --out csv", ".csv", ["plot", "m.sinew", "--time", "0.02", "--curve", "bodies/a:position.z", "--out", "{}"]),
    ("import model --out", ".sinew", ["import", "m.sinew", "--out", "{}"]),
]
NO_STREAM = {"import model --out"}  # a model's other files lie beside it: refused for devices and pipes


def run(words, path, **more):
    done = subprocess.run([SINEW, *[path if word == "{}" else word for word in words]], capture_output=True,
                          check=False, env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}, **more)
    return done.returncode, done.stderr.decode("utf-8", "replace")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".sinew-")]


def new_and_private(ending, words):
    """A new file has the usual mode, one that was private stays private."""
    path = "fresh" + ending
    status, said = run(words, path)
    usual = 0o666 & ~UMASK
    good = status == 0 and stat.S_IMODE(os.stat(path).st_mode) == usual
    first = read(path)
    os.chmod(path, 0o600)
    status, more = run(words, path)
    good = good and status == 0 and stat.S_IMODE(os.stat(path).st_mode) == 0o600 and len(read(path)) == len(first)
    return good, said + more


def link(ending, words):
    """The link stays; its target is replaced with the mode that it had."""
    path, target = "link" + ending, "target" + ending
    status, said = run(words, target)
    os.chmod(target, 0o640)
    before = os.stat(target).st_ino
    os.symlink(target, path)
    again, more = run(words, path)
    now = os.stat(target)
    return (status == 0 and again == 0 and os.path.islink(path) and now.st_ino != before and
            stat.S_IMODE(now.st_mode) == 0o640), said + more


def hard_link(ending, words):
    """The other name keeps what it had, and a note says so."""
    path, other = "twice" + ending, "other" + ending
    run(words, path)
    os.link(path, other)
    before = read(other)
    number = os.stat(other).st_ino
    status, said = run(words, path)
    return (status == 0 and os.stat(path).st_ino != number and read(other) == before and
            "1 other name (hard links), which keeps the former contents" in said), said


def device(ending, words, streams):
    """/dev/null by a link with the right ending stays what it is."""
    path = "null" + ending
    os.symlink("/dev/null", path)
    status, said = run(words, path)
    there = os.lstat("/dev/null")
    return (status == 0) == streams and stat.S_ISCHR(there.st_mode) and os.path.islink(path), said


def full_device(ending, words):
    path = "full" + ending
    os.symlink("/dev/full", path)
    status, said = run(words, path)
    return status == 1 and stat.S_ISCHR(os.lstat("/dev/full").st_mode) and path in said, said


def pipe(ending, words, streams):
    path = "pipe" + ending
    os.mkfifo(path)
    got = []
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    ended = threading.Event()

    def drain():
        while True:
            finished = ended.is_set()
            try:
                data = os.read(reader, 65536)
            except BlockingIOError:
                data = b""
            if data:
                got.append(data)
            elif finished:
                return
            else:
                ended.wait(0.01)
    thread = threading.Thread(target=drain)
    thread.start()
    status, said = run(words, path)
    ended.set()
    thread.join()
    os.close(reader)
    whole = b"".join(got)
    return (status == 0 and len(whole) > 20 if streams else status == 1 and not whole) and \
        stat.S_ISFIFO(os.lstat(path).st_mode), said


def refused(ending, words):
    """A folder, a read-only file, a folder that is not there: said with the path, nothing changed."""
    folder, locked, lost = "folder" + ending, "locked" + ending, os.path.join("nowhere", "x" + ending)
    os.mkdir(folder)
    with open(locked, "wb") as file:
        file.write(b"mine")
    os.chmod(locked, 0o444)
    good, texts = True, ""
    for path, word in ((folder, "is a folder"), (locked, ""), (lost, "folder")):
        status, said = run(words, path)
        texts += said
        good = good and status == 1 and os.path.basename(path) in said and word in said
        good = good and said.count(path) == 1  # it is named once
    good = good and "read-only" in texts or "something else" in texts and good
    return good and read(locked) == b"mine" and not os.listdir(folder) and not os.path.exists("nowhere"), texts


def full_disk(ending, words):
    """A limit on the size of files stands for a full disk: the file before is whole, nothing is left."""
    path = "before" + ending
    run(words, path)
    before = read(path)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
    status, said = run(words, path, preexec_fn=limit)
    return status == 1 and path in said and read(path) == before, said


def real_full_disk():
    """A disk of 64 KiB in memory, for root."""
    libc = ctypes.CDLL(None, use_errno=True)
    os.mkdir("disk")
    if os.geteuid() != 0 or libc.mount(b"tmpfs", b"disk", b"tmpfs", 0, b"size=64k") != 0:
        tap(True, "a disk that is full # SKIP not root, or no tmpfs")
        return
    try:
        bad = ""
        for name, ending, words in OUTPUTS:
            path = os.path.join("disk", "out" + ending)
            status, said = run(words, path)
            before = read(path) if status == 0 else None
            filler = os.open("disk/filler", os.O_WRONLY | os.O_CREAT)
            try:
                while True:
                    os.write(filler, b"x" * 4096)
            except OSError:
                os.close(filler)
            status, said = run(words, path)
            if status != 1 or "the disk is full" not in said or (before is not None and read(path) != before) or \
                    hidden("disk"):
                bad += f"{name}: {status} {said}; "
            os.remove("disk/filler")
            if os.path.exists(path):
                os.remove(path)
        tap(not bad, "a disk that is full: what was there is whole, nothing half-written stays " + bad)
    finally:
        libc.umount(b"disk")


def probes():
    words = ["run", "m.sinew", "--time", "0.02", "--quiet", "--probes", "{}"]
    os.mkdir("out")
    os.mkdir("elsewhere")
    with open("elsewhere/p.csv", "w", encoding="utf-8"):
        pass
    os.chmod("elsewhere/p.csv", 0o600)
    os.symlink("../elsewhere/p.csv", "out/p.csv")
    status, said = run(words, "out")
    now = os.stat("elsewhere/p.csv")
    tap(status == 0 and os.path.islink("out/p.csv") and now.st_size > 50 and stat.S_IMODE(now.st_mode) == 0o600,
        "run --probes: a link is followed, the mode stays " + said)


def movies():
    words = ["movie", "m.sinew", "--time", "0.04", "--size", "64x48", "--quiet", "--out", "{}"]
    status, said = run(words, "film")
    tap(status == 0 and len(os.listdir("film")) == 2, "movie --out FOLDER " + said)
    os.chmod("film", 0o700)
    os.symlink("film", "link")
    status, said = run(words, "link")
    tap(status == 0 and os.path.islink("link") and len(os.listdir("film")) == 2 and
        stat.S_IMODE(os.stat("film").st_mode) == 0o700, "over a link, which stays; a private folder stays private " + said)
    with open("taken", "wb") as file:
        file.write(b"mine")
    status, said = run(words, "taken")
    tap(status == 1 and read("taken") == b"mine", "a film does not take the place of a file " + said)
    os.symlink("/dev/null", "null.webm")
    status, said = run(words, "null.webm")
    tap(status == 1 and stat.S_ISCHR(os.lstat("/dev/null").st_mode), "nor of a device " + said)


def hostile_names():
    """What reaches the terminal from names of files and what is in them."""
    forbidden = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
    evil = ["\x1b[31m", "\x9b2J", "\u202egnp", "two\nlines", "\x07", "\x7f", "\u2066x"]
    bad = ""
    cases = [(["run", "{}", "--time", "1"], name + ".sinew") for name in evil]
    cases += [(["info", "m.sinew", "--" + name], "") for name in evil]
    cases += [([name, "x"], "") for name in evil]
    cases += [(["import", "{}", "--out", "x.sinew"], name + ".stl") for name in evil]
    cases += [(["render", "m.sinew", "--size", "64x48", "--out", "{}"], "nowhere/" + name + ".png") for name in evil]
    cases += [(["run", "m.sinew", "--time", "0.1", "--set", name + "=1"], "") for name in evil]
    cases += [(["verify", name], "") for name in evil] + [(["bench", name], "") for name in evil]
    cases += [(["run", "m.sinew", "--time", "0.1", "--commands", "{}"], name) for name in evil]
    cases += [(["run", "m.sinew", "--time", "0.1", "--from", "{}"], name) for name in evil]
    for words, path in cases:
        if path.endswith(".stl"):
            with open(path, "w", encoding="utf-8") as file:
                file.write("solid \x1b[31m\nfacet")
        for keep in (False, True):
            status, said = run(words, path)
            if forbidden.search(said) or "\ufffd" in said or not said or status == 0:
                bad += f"{words} {path!r}: {status} {said!r}; "
            if not keep and path and not path.endswith((".stl", ".png")) and "/" not in path:
                with open(path, "wb") as file:  # and once with a file of that name that holds worse
                    file.write(b'{"sinew": 1, "model": {"bodies": [{"name": "\xe2\x80\xae\x9b", "\x1b[2J": 1}]}}')
    invalid = b"\xff\xfe\x9b.sinew"
    done = subprocess.run([SINEW, "info", invalid], capture_output=True, check=False)
    if b"\xff" in done.stderr or b"\\xff" not in done.stderr:
        bad += repr(done.stderr)
    tap(not bad, f"{2 * len(cases) + 1} messages about hostile names hold nothing that a terminal obeys {bad[:1500]}")


def titles():
    model = json.loads(json.dumps(MODEL))
    model["model"]["title"] = "jaw\u202e\u2066"
    model["model"]["bodies"][0]["name"] = "\u202eyob"
    del model["model"]["probes"]
    with open("title.sinew", "w", encoding="utf-8") as file:
        json.dump(model, file)
    out = b""
    for words in (["info", "title.sinew"], ["info", "title.sinew", "--json"]):
        out += subprocess.run([SINEW, *words], capture_output=True, check=False).stdout
    text = out.decode()
    tap("\u202e" not in text and "\u2066" not in text and "jaw" in text, "nor do titles and names on standard output")


def story(folder):
    os.chdir(folder)
    with open("m.sinew", "w", encoding="utf-8") as file:
        json.dump(MODEL, file)
    for name, ending, words in OUTPUTS:
        place = tempfile.mkdtemp(dir=folder)
        shutil.copy("m.sinew", place)
        os.chdir(place)
        streams = name not in NO_STREAM
        for what, (good, said) in (("modes", new_and_private(ending, words)), ("a link", link(ending, words)),
                                   ("a hard link", hard_link(ending, words)),
                                   ("/dev/null", device(ending, words, streams)), ("/dev/full", full_device(ending, words)),
                                   ("a pipe", pipe(ending, words, streams)), ("what is refused", refused(ending, words)),
                                   ("a limit on files", full_disk(ending, words))):
            tap(good and not hidden("."), f"{name}: {what}" + ("" if good else " " + said))
        os.chdir(folder)
    probes()
    movies()
    real_full_disk()
    hostile_names()
    titles()


with tempfile.TemporaryDirectory() as temporary:
    story(os.path.realpath(temporary))
    os.chdir("/")
done()
