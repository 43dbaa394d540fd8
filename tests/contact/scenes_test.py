#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scenes of ../shared/data/contact (IPC's benchmark): to the end or a stop with a reason, and nothing that cuts,
turns inside out or gains energy on the way, by exact tests after each step.

    scenes_test.py AUDIT [--step S] [--clock SECONDS] [--jobs N] [SCENE]...
                                 with SN_PUBLISHED naming the data folder; skipped without it

TAP lines hold the table: steps, ms a step (median, worst), how it ended.  Without names those are run that take
seconds; `all` runs every scene.  --step: of the steps, in place of the scene's own.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ipc_scene  # noqa: E402

QUICK = ["cubeCliffCO", "spikeCrackCO", "spikePlaneCO", "spikeSpikeCO", "spikeWedgeCO", "wedgeCrackCO", "wedgePlaneCO",
         "01_pointTriangleCO", "06_tetTet", "07_cubePlaneCO", "08_cubeCubeCO", "10_alignedTetCube", "11_cubes",
         "12_alignedCubes", "14_fiveCubeStack", "15_cubesCornerCO", "16_tetsCornerCO", "2tets",
         "slopeTest_highSchoolPhysics_0.49", "slopeTest_highSchoolPhysics_0.5", "10_cubeStack", "2cubesFall_full",
         "2cubesFall_heavyTop", "2cubesFall_smallerDt", "SQPMemoryIssue1", "SQPMemoryIssue2", "SQPMemoryIssue4", "27_chain",
         "pointTriangleCO", "2cubesFall_DBC_timeRange", "2cubesFall_NBC", "2cubesFall_NBC_timeRange", "20_pencilStickSlip"]
GAIN = 0.01  # of the largest kinetic energy: what overlap pushed out may lift


def look(audit, data, path, step, clock):
    name = os.path.basename(path)[:-4]
    with tempfile.TemporaryDirectory() as out:
        try:
            scene = ipc_scene.Scene(path, data)
            scene.write(out, step)
        except ipc_scene.Unknown as unknown:
            return name, None, f"{name}: not converted: {unknown}"
        done = subprocess.run([audit, os.path.join(out, "model.sinew"), repr(scene.time), repr(clock)],
                              capture_output=True, text=True, check=False)
    line = done.stdout.strip().split("\n")[-1] if done.returncode == 0 else f"end=crash {done.returncode} {done.stderr[-200:]}"
    fields = dict(word.split("=", 1) for word in line.split(" end=")[0].split() if "=" in word)
    end = line.split("end=", 1)[-1]
    good = done.returncode == 0 and fields.get("meet") == "0" and fields.get("inverted") == "0"
    good = good and (scene.driven or float(fields["gain"]) < GAIN)
    kind = "ok" if end == "ok" else "clock" if end == "clock" else "stopped"
    return name, good, f"{name}: {'FAILED' if not good else kind}; {line}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("audit")
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--step", type=float)
    parser.add_argument("--clock", type=float, default=60, help="processor seconds for each scene")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_intermixed_args()
    published = os.environ.get("SN_PUBLISHED")
    if not published:
        print("1..0 # SKIP: SN_PUBLISHED names no folder")
        return
    data = os.path.join(published, "contact")
    names = given.scenes or QUICK
    paths = [p for p in sorted(glob.glob(os.path.join(data, "scenes", "*", "*.txt")))
             if names == ["all"] or os.path.basename(p)[:-4] in names]
    with ThreadPoolExecutor(given.jobs) as pool:
        count = 0
        for _, good, text in pool.map(lambda p: look(given.audit, data, p, given.step, given.clock), paths):
            count += 1
            skip = " # SKIP" if good is None else ""
            print(f"{'not ok' if good is False else 'ok'} {count} - {text}{skip}", flush=True)
    print(f"1..{count}")


if __name__ == "__main__":
    main()
