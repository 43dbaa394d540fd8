#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Films of the command line: pictures, WebM, what is left when it ends early.  movie_test.py SINEW.  TAP."""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tap import done, skip, tap

SINEW = sys.argv[1]
MODEL = os.path.join(os.environ["SINEW_SOURCE_ROOT"], "tests", "run", "everything.sinew")
WEBM = shutil.which("gst-inspect-1.0") is not None and all(
    subprocess.run(["gst-inspect-1.0", "--exists", name], check=False).returncode == 0
    for name in ("rawvideoparse", "videoconvert", "vp8enc", "vp8dec", "matroskademux", "webmmux", "pngenc"))


def environment(**more):
    return {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", **more}


def sinew(*words, **more):
    return subprocess.run([SINEW, *map(str, words)], capture_output=True, text=True, env=environment(**more), check=False)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def picture(path):
    """Without how large a pixel is: pictures of `render` say it, those of a film do not."""
    data = read(path)
    at = data.find(b"pHYs")
    return data if at < 0 else data[:at - 4] + data[at + 17:]


def options():
    for words, text in ((["--fps", "0"], "--fps"), (["--speed", "0"], "--speed"), (["--from-time", "-1"], "--from-time"),
                        (["--from-time", "2", "--time", "1"], "--from-time"), (["--size", "9"], "--size"),
                        (["--view", "inside"], "--view")):
        done = sinew("movie", MODEL, "--out", "/tmp/no", *words)
        tap(done.returncode == 2 and text in done.stderr, f"exit 2: {' '.join(words)}")
    tap(sinew("movie", MODEL).returncode == 2, "exit 2: no --out")
    done = sinew("movie", MODEL, "--time", "1e9", "--out", "/tmp/no")
    tap(done.returncode == 1 and "million frames" in done.stderr, f"exit 1: {done.stderr.strip()}")


def tracked(folder):
    """What a model tracks leaves its path, from the start on, in films and in pictures."""
    out, still = os.path.join(folder, "four-bar"), os.path.join(folder, "four-bar.png")
    frame = ["--size", "200x120", "--set", "/model:view.size=0.6"]
    sinew("movie", "four-bar", "--from-time", "0.25", "--time", "0.5", "--fps", "4", *frame, "--out", out)
    sinew("render", "four-bar", "--time", "0.5", *frame, "--out", still)
    with_path = picture(still)
    tap(with_path == picture(os.path.join(out, "frame-00002.png")), "the path of the coupler's point, from t = 0, in film and picture")
    sinew("render", "four-bar", "--time", "0.5", *frame, "--set", "markers/coupler_point:tracked=false", "--out", still)
    tap(with_path != picture(still), "and none where it is not tracked")


def pictures(folder):
    out = os.path.join(folder, "film")
    frame = ["--size", "200x120", "--set", "/model:view.size=0.2"]  # not fitted to what is there at the moment
    done = sinew("movie", "jaw-open", "--time", "0.2", "--fps", "20", "--speed", "0.8", *frame, "--out", out)
    names = [f"frame-{k + 1:05}.png" for k in range(6)]
    tap(done.returncode == 0 and sorted(os.listdir(out)) == names, f"6 pictures: {done.stdout.strip()}{done.stderr}")
    still = os.path.join(folder, "still.png")
    for k in (0, 3, 5):  # moments are 0.8 / 20 s apart
        sinew("render", "jaw-open", "--time", str(k * 0.04), *frame, "--out", still)
        tap(picture(still) == picture(os.path.join(out, names[k])), f"{names[k]} is the picture of t = {k * 0.04:g} s")
    tap(read(os.path.join(out, names[0])) != read(os.path.join(out, names[5])), "the jaw has moved")
    sinew("movie", "jaw-open", "--time", "0", "--size", "200x120", "--time-stamp", "--out", out)
    tap(os.listdir(out) == names[:1], "a film replaces the one before, all of it")
    sinew("render", "jaw-open", "--size", "200x120", "--out", still)
    tap(picture(still) != picture(os.path.join(out, names[0])), "with the time in a corner")
    tracked(folder)
    with open(os.path.join(out, "thesis.tex"), "w", encoding="utf-8") as file:
        file.write("years of work")
    done = sinew("movie", "jaw-open", "--time", "0", "--size", "20x20", "--out", out)
    tap(done.returncode == 1 and "thesis.tex" in done.stderr and sorted(os.listdir(out)) == [names[0], "thesis.tex"],
        f"other files are left alone: {done.stderr.strip()}")
    done = sinew("movie", "jaw-open", "--time", "0", "--size", "20x20", "--out", os.path.join(folder, "no", "film"))
    tap(done.returncode == 1 and done.stderr.count("\n") == 1, f"a folder that is not there: {done.stderr.strip()}")
    tap(glob.glob(os.path.join(folder, ".sinew*")) == [], "nothing else is left")


def ends_early(folder):
    out = os.path.join(folder, "early")
    words = [SINEW, "movie", "jaw-open", "--time", "1", "--fps", "500", "--size", "640x400", "--out", out]
    for number, left in ((signal.SIGTERM, 0), (signal.SIGKILL, 1)):
        with subprocess.Popen(words, env=environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as child:
            waited = time.monotonic()
            while not glob.glob(os.path.join(folder, ".sinew*", "frame-00002.png")) and time.monotonic() - waited < 60:
                time.sleep(0.02)
            child.send_signal(number)
            child.wait()
        tap(not os.path.exists(out) and len(glob.glob(os.path.join(folder, ".sinew*"))) == left,
            f"{number.name} in the middle leaves no film" + (", only a hidden folder" if left else ""))
    sinew("movie", "jaw-open", "--time", "0", "--size", "20x20", "--out", out)
    tap(glob.glob(os.path.join(folder, ".sinew*")) == [] and os.listdir(out) == ["frame-00001.png"],
        "which the next film removes")
    done = sinew("movie", MODEL, "--time", "0", "--out", os.path.join(folder, "a.webm"), PATH=folder)
    tap(done.returncode == 1 and "gstreamer1.0-plugins-good" in done.stderr and "PNG" in done.stderr
        and not os.path.exists(os.path.join(folder, "a.webm")), f"without GStreamer: {done.stderr.strip()}")


def webm(folder):
    if not WEBM:
        skip("WebM", "GStreamer is not installed")
        return
    out = os.path.join(folder, "a film, 'my' \"best\" ! x.webm")
    done = sinew("movie", "jaw-open", "--time", "0.2", "--fps", "12.5", "--speed", "0.25", "--size", "201x121", "--out", out)
    tap(done.returncode == 0 and read(out)[:4] == b"\x1a\x45\xdf\xa3" and b"webm" in read(out)[:64],
        f"WebM: {done.stdout.strip()}{done.stderr}")
    shutil.copy(out, os.path.join(folder, "film.webm"))
    subprocess.run(["gst-launch-1.0", "-q", "filesrc", "location=film.webm", "!", "matroskademux", "!", "vp8dec", "!",
                    "videoconvert", "!", "pngenc", "!", "multifilesink", "location=seen-%03d.png"], cwd=folder, check=False)
    seen = glob.glob(os.path.join(folder, "seen-*.png"))
    tap(len(seen) == 11 and all(read(path)[16:24] == bytes((0, 0, 0, 201, 0, 0, 0, 121)) for path in seen),
        f"a player sees {len(seen)} pictures of its size")
    tap(glob.glob(os.path.join(folder, ".sinew*")) == [], "nothing else is left")
    done = sinew("movie", "chain", "--time", "1", "--set", "bodies/link5:velocity=0,0,1e9", "--size", "64x64", "--out", out)
    tap(done.returncode == 1 and len(read(out)) > 0 and glob.glob(os.path.join(folder, ".sinew*")) == [],
        f"a film that fails leaves the one before: {done.stderr.strip()}")


def main():
    options()
    with tempfile.TemporaryDirectory() as folder:
        pictures(folder)
        ends_early(folder)
        webm(folder)
    done()


main()
