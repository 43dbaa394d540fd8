#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Killed at random moments in mid-run, mid-save, mid-export: what has a final name is whole, and what was saved before
is there.  kill_test.py SINEW SAVE_HELPER.  TAP.  12 times each, 4 with a sanitizer, 2500 with SN_LONG=1 (./dev test --long),
or SINEW_KILL_TIMES."""
import glob
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

from tap import done, skip, tap

SINEW, SAVE_HELPER = sys.argv[1:3]
MODEL = os.path.join(os.environ["SINEW_SOURCE_ROOT"], "tests", "run", "everything.sinew")
TIMES = int(os.environ.get("SINEW_KILL_TIMES") or ("2500" if os.environ.get("SN_LONG") == "1" else
                                                 "4" if "SN_SANITIZE" in os.environ else "12"))
SEED = int(os.environ.get("SINEW_KILL_SEED", "1"))
WEBM = shutil.which("gst-inspect-1.0") is not None and all(
    subprocess.run(["gst-inspect-1.0", "--exists", name], check=False).returncode == 0
    for name in ("rawvideoparse", "videoconvert", "vp8enc", "webmmux"))


def start(*words):
    return subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""})


def finish(*words):
    """Wall time [s]."""
    begun = time.monotonic()
    with start(*words) as child:
        child.communicate()
    assert child.returncode == 0, words
    return time.monotonic() - begun


def kill_after(seconds, *words):
    """What it printed; whether it was still at work."""
    with start(*words) as child:
        time.sleep(seconds)
        working = child.poll() is None
        child.send_signal(signal.SIGKILL)
        text = child.communicate()[0].decode()
    return text, working


def read(path):
    with open(path, "rb") as file:
        return file.read()


def content(folder):
    return {name: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}


# --- what a whole file is ---

def is_states(data):
    return data[:8] == b"SINEWWPT" and hashlib.sha256(data[:-32]).digest() == data[-32:]


def is_png(data):
    """Every chunk with its checksum, to the end."""
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        body = data[at + 4:at + 8 + length]
        if int.from_bytes(data[at + 8 + length:at + 12 + length], "big") != zlib.crc32(body):
            return False
        at += 12 + length
        if body[:4] == b"IEND":
            return data[:8] == b"\x89PNG\r\n\x1a\n" and at == len(data)
    return False


def is_webm(data):
    """The segment's size is known and right: that is written last."""
    def number(at):
        width = 9 - data[at].bit_length()
        value = int.from_bytes(data[at:at + width], "big") & ((1 << 7 * width) - 1)
        return (None if value == (1 << 7 * width) - 1 else value), at + width
    if data[:4] != b"\x1a\x45\xdf\xa3":
        return False
    size, at = number(4)
    at += size
    if data[at:at + 4] != b"\x18\x53\x80\x67":
        return False
    size, at = number(at + 4)
    return size is not None and at + size == len(data)


# --- the four ---

def mid_run(folder, dice):
    """Probes of two runs that differ: each file is of the one or of the other."""
    out, states = os.path.join(folder, "probes"), os.path.join(folder, "states.waypoints")
    model = os.path.join(folder, "run.sinew")
    with open(MODEL, encoding="utf-8") as file:
        text = json.load(file)
    text["model"]["waypoints"] = [{"time": 0.02 * i} for i in range(10)]
    with open(model, "w", encoding="utf-8") as file:
        json.dump(text, file)
    words = [[SINEW, "run", model, "--time", "0.2", "--quiet", "--probes", out, "--waypoints", states,
              "--set", f"muscles/slow:excitation={value}"] for value in (0.1, 0.9)]
    whole, lasts = [], []
    for each in words:
        lasts.append(finish(*each))
        whole.append({**content(out), "states": read(states)})
    bad, working, mixed = 0, 0, 0
    for i in range(TIMES):
        _, alive = kill_after(dice.uniform(0.2, 1.1) * max(lasts), *words[i % 2])
        now = {**content(out), "states": read(states)}
        finals = {name: data for name, data in now.items() if name in whole[0]}
        bad += set(finals) != set(whole[0]) or any(data not in (whole[0][name], whole[1][name])
                                                    for name, data in finals.items())
        bad += not is_states(now["states"])
        mixed += finals not in whole
        working += alive
    tap(bad == 0, f"mid-run: {TIMES} times killed, {working} at work ({mixed} between two files), {bad} with damage")


def kill_while_saving(dice, path, first):
    """Waits for some saves and a moment drawn from the time that the last took, so that a busy machine is as far then as an
    idle one; one in five is killed before its first, which takes about `first` [s].  What it printed; whether it was still
    at work; when the first was done."""
    last = time.monotonic()
    with start(SAVE_HELPER, MODEL, path) as child:
        text, took = b"", first
        for _ in range(dice.randint(1, 8) if first == 0 or dice.random() > 0.2 else 0):
            text += child.stdout.readline()
            took, last = time.monotonic() - last, time.monotonic()
            first = first or took
        time.sleep(dice.uniform(0, 1) * took)
        working = child.poll() is None
        child.send_signal(signal.SIGKILL)
        text += child.communicate()[0]
    return text.decode(), working, first


def mid_save(folder, dice):
    """The number that was saved last is there, or the one after it."""
    path = os.path.join(folder, "saved.sinew")
    states = os.path.join(folder, "saved.waypoints")
    bad, working, saves, most, first = 0, 0, 0, 0, 0.0
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": {"notes": "0"}}, file)
    os.chmod(path, 0o600)
    for _ in range(TIMES):
        text, alive, first = kill_while_saving(dice, path, first)
        done = len(text.split("\n")) - 1
        saves += done
        working += alive
        with open(path, encoding="utf-8") as file:
            number = int(json.load(file)["model"]["notes"].split()[0])
        bad += done > 0 and number not in (done, done + 1)
        bad += os.path.exists(states) and not is_states(read(states))
        bad += done > 0 and not os.path.exists(states)
        bad += os.stat(path).st_mode & 0o777 != 0o600
        most = max(most, len(glob.glob(os.path.join(folder, ".sinew-*.partial"))))
    bad += most > 2  # each save sweeps away what the one before left
    tap(bad == 0 and saves > TIMES, f"mid-save: {TIMES} times killed, {working} at work, {saves} saves, {bad} with damage; "
        f"at most {most} hidden files")


def films(folder, dice, name, is_whole):
    out = os.path.join(folder, name)
    words = [[SINEW, "movie", "chain", "--time", "0.2", "--fps", fps, "--size", "160x100", "--quiet", "--out", out]
             for fps in ("50", "80")]
    lasts = [finish(*each) for each in words]
    bad, working, kept = 0, 0, 0
    before = film(out)
    for i in range(TIMES):
        _, alive = kill_after(dice.uniform(0.1, 1.1) * max(lasts), *words[i % 2])
        now = film(out)
        bad += not is_whole(now) or (alive and now != before and len(now) == len(before) and name == "film")
        kept += now == before
        working += alive
        before = now
    left = len(glob.glob(os.path.join(folder, ".sinew-*.partial")))
    finish(*words[0])
    end = time.monotonic() + 10  # the programs that those killed have left behind end by themselves
    while glob.glob(os.path.join(folder, ".sinew-*.partial")) and time.monotonic() < end:
        time.sleep(0.02)
    bad += not is_whole(film(out)) or glob.glob(os.path.join(folder, ".sinew-*.partial")) != []
    tap(bad == 0 and working > 0, f"mid-export, {name}: {TIMES} times killed, {working} at work, {kept} kept the film before, "
        f"{left} left a hidden file, which is gone; {bad} with damage")


def film(out):
    return content(out) if os.path.isdir(out) else read(out)


def is_whole_sequence(now):
    return len(now) in (11, 17) and all(is_png(data) for data in now.values()) and \
        list(now) == [f"frame-{k + 1:05}.png" for k in range(len(now))]


def main():
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        mid_run(folder, dice)
        mid_save(folder, dice)
        films(folder, dice, "film", is_whole_sequence)
        if WEBM:
            films(folder, dice, "film.webm", is_webm)
        else:
            skip("mid-export of WebM", "GStreamer is not installed")
    done()


main()
