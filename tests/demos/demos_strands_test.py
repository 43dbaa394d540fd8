#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the demos with strands must do, and those of Sueda 2010: demos_strands_test.py SINEW.  TAP."""
import json
import math
import os
import sys

import lumbrical
from runs import at, demo_file, error, run, spread

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402


STATIC = ("--set", "/model:solver.integrator=static_equilibrium")


def strands():
    """Against strands.md 7: catenary 7.3, bead 7.4, flail 7.5."""
    rest, _ = run("hanging", 0.2, *STATIC)
    sag = -rest["middle"][-1][3]
    tap(abs(sag - 0.292380610) < 2e-9, f"hanging: 64 segments sag {sag:.9f} m (0.292380610)")
    tap(abs(rest["tension"][-1][2] / 1.15155059 - 1) < 1e-4, f"hanging: lowest tension {rest['tension'][-1][2]:.7f} N")
    swing, _ = run("hanging", 4)
    worst = max(abs(row[3] - 1.2) for row in swing["tension"])
    tap(worst < 1e-4, f"hanging: its length stays within {worst:.1e} m while it swings")
    for lumped, wanted in (("false", (0.30451308, -0.25936805, 0.5, -0.30161569)),
                           ("true", (0.30000193, -0.26457295, 0.5, -0.26545060))):
        row = run("bead", 0.2, *STATIC, "--set", f"strands/rope:lumped={lumped}")[0]["bead"][-1]
        found = [row[k] for k in (1, 3, 4, 6)]
        tap(error(found, wanted) < 2e-5, f"bead, lumped {lumped}: within {error(found, wanted):.1e} m of the equilibrium")
    for lumped, wanted in (("false", (-0.37364085, -0.11093842, 0.67512549, -1.19505798, 1.85786060)),
                           ("true", (-0.14471386, -0.51877877, 0.63254124, -0.15654833, -0.48340365))):
        path = run("flail", 2.5, "--set", f"strands/rope:lumped={lumped}")[0]["end"]
        angles = [math.atan2(row[4] - row[1], row[3] - row[6]) for row in (at(path, 0.5 * (k + 1)) for k in range(5))]
        tap(error(angles, wanted) < 5e-5, f"flail, lumped {lumped}: within {error(angles, wanted):.1e} rad of its equation")
    tube, _ = run("strand-in-strand", 3)
    for k, name in ((1, "light"), (4, "heavy")):
        fall = tube["tube"][0][k + 2] - tube["tube"][-1][k + 2]
        away = max(abs(row[k + 1] - tube["tube"][0][k + 1]) for row in tube["tube"])
        tap(fall > 0.02 and away < 1e-9, f"strand-in-strand: the {name} tube slides {1e3 * fall:.1f} mm down")


def pulleys():
    series, _ = run("pulleys-series", 0.4)
    found = series["tension"][-1][1:]
    tap(error(found, (10.6275, 10.70925, 10.791)) < 1e-6, f"pulleys-series: tensions {found} N")
    tap(abs(series["motion"][-1][3] - 0.8175 * 0.4) < 1e-6, f"pulleys-series: {series['motion'][-1][3]:.9f} m/s after 0.4 s")
    double, _ = run("double-pulley", 0.4)
    found = double["tension"][-1][1:]
    tap(error(found, [10.1165625] * 3) < 1e-6, f"double-pulley: tensions {found} N")
    tap(abs(double["motion"][-1][6] + 0.613125 * 0.4) < 1e-6, "double-pulley: the weight sinks as it must")
    for n in (1, 2, 4, 8, 16, 32, 64):
        machine, _ = run("pulleys-8", 0.5, "--set", f"/model/strands/rope:repeat={n}", "--set", f"bodies/box:inertia.mass={500 / n}")
        tension, moved = machine["tension"][-1][1], error(machine["motion"][-1][1:], machine["motion"][0][1:])
        tap(abs(tension - 500 * 9.81 / n) < 1e-8 * tension and moved < 1e-9,
            f"pulleys-8 with {n} turns: {tension / 9.81:.6f} kg hold 1000 kg; it moves by {moved:.1e}")
    heavy, _ = run("pulleys-8", 0.5, "--set", "/model/strands/rope:repeat=64", "--set", f"bodies/box:inertia.mass={1.1 * 500 / 64}")
    wanted = -0.5 * 9.81 * (1.1 - 1) / (1.1 + 1 / 128)
    found = heavy["motion"][-1][6]
    tap(abs(found / wanted - 1) < 1e-5, f"pulleys-8 with 64 turns and a tenth more: {found:.6f} m/s after 0.5 s ({wanted:.6f})")


def cosserat():
    """The muscle shortens and bends the elbow, rests on the bone and lets go of it."""
    moved, _ = run("cosserat-muscle", 2)
    angle = [row[1] for row in moved["elbow"]]
    force = [row[5] for row in moved["muscle"]]
    tap(abs(angle[0]) < 0.05 and max(angle) > 1.5, f"cosserat-muscle: the elbow bends to {max(angle):.2f} rad")
    tap(max(row[4] for row in moved["muscle"]) > 0.05, "cosserat-muscle: it shortens by more than 5 cm")
    tap(force[20] > 0.3 and max(force) < 200, f"cosserat-muscle: it rests on the bone with {force[20]:.2f} N (at most {max(force):.1f})")


def spline_strand():
    probes, _ = run("spline-strand", 2.5)
    lowest, driven = min(row[1] for row in probes["wrist"] if row[0] < 0.4), at(probes["wrist"], 1.2)
    tap(lowest < -0.4 and driven[1] > 0.4, f"spline-strand: the hand falls to {lowest:.2f} rad and is lifted to {driven[1]:.2f}")
    slid = at(probes["sliding"], 1.2)[1] - at(probes["sliding"], 0.35)[1]
    tap(slid > 0.05, f"spline-strand: {slid:.3f} of it slides through the first ring")
    start, _, end = at(probes["tension"], 2.5)[1:]
    tap(abs(start / end - 1) < 0.05, f"spline-strand: tension {start:.2f} N before the rings, {end:.2f} N behind them")


def muscle_laws():
    """Columns: peck, hill, thelen, millard, schutte, de_groote_fregly."""
    probes, _ = run("muscle-laws", 1.6)
    full, slack, again, end = (at(probes["tension"], t)[1:] for t in (0.59, 0.612, 0.65, 1.59))
    tap(all(800 < f < 1010 for f in full), f"muscle-laws: isometric, {', '.join(f'{f:.0f}' for f in full)} N")
    tap(min(slack[:2]) > 850 and max(slack[2:]) < 300, "muscle-laws: a quick release slackens elastic tendons, to "
        f"{', '.join(f'{f:.0f}' for f in slack[2:])} N, not rigid ones: {slack[0]:.0f}, {slack[1]:.0f} N")
    tap(min(again[2:]) > 650, f"muscle-laws: within 40 ms they pull again, {', '.join(f'{f:.0f}' for f in again[2:])} N")
    tap(max(end) < 60, f"muscle-laws: at most {max(end):.0f} N without excitation")
    shorter = [a - b for a, b in zip(at(probes["fibre_length"], 0.09)[3:], at(probes["fibre_length"], 0.59)[3:])]
    tap(all(0.004 < x < 0.012 for x in shorter), "muscle-laws: the fibres shorten in an isometric contraction")
    hung, lifted = at(probes["weights"], 0.09)[1:], at(probes["weights"], 0.95)[1:]
    tap(max(hung) < 0 and min(lifted) > 0.01, f"muscle-laws: 10 kg are lifted by {1e3 * min(lifted):.0f} mm and more")
    coarse, _ = run("muscle-laws", 1.6, "--step", "0.01")
    worst = max(abs(a / b - 1) for a, b in zip(at(coarse["tension"], 0.59)[1:], full))
    tap(worst < 1e-3, f"muscle-laws: with steps of 10 ms the same tension within {worst:.1e}")


def groove():
    """Three methods of laying a tendon over one femur: arms are slopes of the lengths there are."""
    rows = run("groove", 3)[0]["compared"]
    hull, plane = ([row[4 + k] for row in rows] for k in (0, 1))
    least, most = min(a - b for a, b in zip(hull, plane)), max(hull + plane)
    tap(least > 0.001 and most < 0.05, f"groove: over the hull the arm is {1e3 * least:.1f} mm longer than in the groove, at least")
    bends = min(spread([row[k] for row in rows]) for k in (1, 2, 3))
    tap(bends > 0.7, f"groove: each knee goes through {bends:.2f} rad")
    for k, name, bound in ((0, "hull", 1e-5), (1, "plane", 1e-5), (2, "sector", 1e-3)):
        off, work = 0, 0
        for a, b in zip(rows, rows[1:]):
            work += 0.5 * (a[4 + k] + b[4 + k]) * (b[1 + k] - a[1 + k])
            off = max(off, abs(b[7 + k] - rows[0][7 + k] + work))
        tap(off < bound, f"groove: the arm over the {name}, summed over the angle, gives the length within {off:.1e} m")


def wrapping():
    probes, _ = run("wrapping", 3)
    arms = probes["arms_of_muscles"]
    deltoid, lengths = [-row[2] for row in arms], [[row[3] for row in arms], [row[4] for row in arms]]
    tap(abs(min(deltoid) - 0.042) < 1e-12, f"wrapping: the deltoid's arm is never less than the humeral head, {min(deltoid):.15g} m")
    tap(max(deltoid) > 0.045, f"wrapping: it lifts off with the arm raised, {max(deltoid):.3g} m")
    flexed = [row[1] for row in arms if 1.9 < row[0] < 2.3]
    tap(max(abs(arm - 0.03) for arm in flexed) < 1e-12, "wrapping: bent, the triceps has the trochlea's radius as its arm")
    jump = max(abs(b - a) for length in lengths for a, b in zip(length, length[1:]))
    tap(jump < 0.003, f"wrapping: in 10 ms a length changes by {1e3 * jump:.2g} mm at most")


def machines():
    """Sueda 2010, chapter 6: ratios of wheels, lengths of cables, everything stops where one is jammed."""
    oval, _ = run("eccentric-pulley", 10)
    drift, swing = spread([row[3] for row in oval["wheel"]]), spread([row[1] for row in oval["wheel"]])
    tap(drift < 1e-5 and swing > 1, f"eccentric-pulley: length of the strand within {drift * 1e6:.2f} um, the wheel swings {swing:.2f} rad")
    lift, _ = run("elevator", 10)
    worst = max(abs(row[1] - 0.04 * row[2]) for row in lift["travel"])
    tap(worst < 1e-3, f"elevator: rises by half of what the crank takes in, within {worst * 1e3:.3f} mm")
    tap(abs(at(lift["travel"], 4.5)[1] - 0.38) < 2e-3, f'elevator: at {at(lift["travel"], 4.5)[1]:.4f} m where 0.38 is the goal')
    gears, _ = run("gears", 10)
    worst = max(abs(row[1] - 4 * row[3]) for row in gears["gears"])
    top = max(row[1] for row in gears["gears"])
    tap(worst < 1e-9 and top > 25 and gears["gears"][-1][1] < 5, f"gears: 4:1 within {worst:.1e} rad, {top:.1f} rad and back")
    worst = max(abs(row[4] - 0.06 * row[3]) for row in gears["gears"])
    tap(worst < 0.02, f"gears: the platform is where the drum puts it, within the cable's {worst * 1e3:.2f} mm")
    arm, _ = run("robot-arm", 10)
    turning = [row for row in arm["arm"] if 2.8 < row[0] < 5.8]
    tap(spread([row[2] for row in turning]) > 1.5 and spread([row[5] for row in turning]) < 1e-4,
        f"robot-arm: turns by {spread([row[2] for row in turning]):.2f} rad, the cable's length stays within "
        f"{spread([row[5] for row in turning]) * 1e6:.1f} um")
    about = max(abs(row[2]) for row in arm["moment_arms"])
    tap(about < 1e-9, f"robot-arm: the cable's moment arm about the turning axis is {about:.1e} m")
    belt = max(abs(row[4] - 3 * row[2]) for row in arm["arm"])
    tap(belt < 0.05, f"robot-arm: belt 3:1 within {belt:.3f} rad")
    shaft, _ = run("line-shaft", 10)
    angle = shaft["shaft"][-1][1]
    worst = max(abs(wheel * radius / (0.06 * angle) - 1)
                for wheel, radius in zip(shaft["wheels"][-1][1:], (0.1, 0.08, 0.12, 0.1, 0.09)))
    tap(55 < angle < 65 and worst < 2e-3, f"line-shaft: {angle:.2f} rad, belts within {worst:.1e} of their ratios")
    drift = max(spread([row[k] for row in shaft["cables"]]) for k in range(1, 5))
    tap(drift < 1e-3, f"line-shaft: cables within {drift * 1e3:.3f} mm")
    moves = [spread([row[k] for row in shaft["machines"]]) for k in (1, 3, 4, 5)]
    tap(min(moves) > 0.05, "line-shaft: machines move by " + " ".join(f"{m:.3f}" for m in moves))
    jammed, _ = run("line-shaft", 5, "--set", "joints/piston_way:damping=1e6")
    turned = [row[1] for row in jammed["shaft"]][-1]
    stand = [spread([row[k] for row in jammed["machines"] if row[0] > 2]) / free for k, free in zip((1, 3, 4, 5), moves)]
    tap(turned < 2 and max(stand) < 0.05, f"line-shaft, jammed: the shaft has turned {turned:.3f} rad, the machines stand "
        f"within {100 * max(stand):.2f} % of their way")


def lumbrical_experiment():
    """Sueda 2010, 8.5: the demo against the thesis, and against the same finger at rest at each length of FDP."""
    weights, path = (50, 100, 150, 200), demo_file("finger-lumbrical")
    finger = lumbrical.Finger(path)
    for joint, (name, wanted) in enumerate((("MCP", 11.1), ("PIP", 7.9), ("DIP", 4.1))):
        pose = [0, 0, 0, finger.knot]
        pose[joint] = finger.limits[joint][1]
        arm = (finger.straight[0] - finger.lengths(pose)[0]) / pose[joint]
        tap(abs(arm - wanted) < 0.8, f"finger-lumbrical: mean lever arm of FDP at the {name} joint {arm:.2f} mm "
            f"(An et al. 1983: {wanted})")
    runs, _ = run("finger-lumbrical", 15)
    fdp = {grams: runs[f"fdp_{grams}g"] for grams in (0, *weights)}
    early = [at(fdp[grams], 5)[1] for grams in fdp]
    late = [at(fdp[grams], 14.5)[1] for grams in fdp]
    tap(early[0] > early[1] > early[2] > max(early[3:]),
        f"finger-lumbrical: a weight makes FDP slack first: {early} N at 5 s")
    tap(late == sorted(late), f"finger-lumbrical: later it makes it tighter: {late} N at 14.5 s")
    pose = [math.degrees(x) for x in at(runs["joints_200g"], 5)[1:3]]
    tap(abs(pose[0] - 90) < 0.5 and abs(pose[1] + 20) < 3,
        f"finger-lumbrical: 200 g hold MCP, PIP at {pose[0]:.1f}, {pose[1]:.1f} degrees (thesis about 90, -20)")
    times = [lumbrical.crossing(fdp[0], fdp[grams]) for grams in weights]
    tap(max(times) - min(times) < 2.6, "finger-lumbrical: the curves cross that of 0 g at "
        + " ".join(f"{t:.2f}" for t in times) + " s")
    gently = [f"joints/{joint}_{grams}g:damping={damping / 50}" for grams in fdp
              for joint, damping in (("mcp", 0.8e-3), ("pip", 2e-3), ("dip", 5e-3))]
    gently += [f"particles/hand_{grams}g:target_velocity=-0.001,0,0" for grams in fdp]
    runs, _ = run("finger-lumbrical", 28, *[part for value in gently for part in ("--set", value)])
    slow = {grams: [[time / 2, tension] for time, tension in runs[f"fdp_{grams}g"]] for grams in fdp}
    rest = {grams: lumbrical.at_rest(path, grams) for grams in fdp}
    pairs = [[lumbrical.crossing(of[0], of[grams]) for of in (slow, rest)] for grams in weights]
    tap(all(abs(a - b) < 0.1 for a, b in pairs), "finger-lumbrical, slow and hardly damped, and at rest at each length: "
        + ", ".join(f"{a:.2f} and {b:.2f}" for a, b in pairs) + " s")
    runs, _ = run("finger-lumbrical", 15, "--step", "0.05", *STATIC)  # limits of joints hold what without them would fall
    still = [lumbrical.crossing(runs["fdp_0g"], runs[f"fdp_{grams}g"]) for grams in weights]
    tap(all(abs(a - b) < 0.1 for a, (_, b) in zip(still, pairs)), "finger-lumbrical, static equilibrium: "
        + ", ".join(f"{t:.2f}" for t in still) + " s")


def rotation(probes, time):
    """Of the globe as an angle times an axis, in degrees: elevation, extorsion, adduction of a left eye."""
    front, top = ([x / math.hypot(*at(probes[name], time)[1:]) for x in at(probes[name], time)[1:]] for name in ("gaze", "top"))
    side = [front[1] * top[2] - front[2] * top[1], front[2] * top[0] - front[0] * top[2], front[0] * top[1] - front[1] * top[0]]
    axis = [front[2] - top[1], top[0] - side[2], side[1] - front[0]]
    angle = math.acos(max(-1, min(1, (side[0] + front[1] + top[2] - 1) / 2)))
    return [math.degrees(angle * x / math.hypot(*axis)) for x in axis]


def eye():
    """A saccade; each muscle alone against the actions that textbooks give it, in order of size."""
    gaze = run("eye", 0.9)[0]["gaze"]
    turned = [math.degrees(math.atan2(row[1], row[2])) for row in gaze]
    fastest = max(b - a for a, b in zip(turned, turned[1:])) / 0.002
    tap(abs(turned[99]) < 0.5 and abs(turned[-1] - 20) < 0.5 and max(turned) < 21,
        f"eye: rests within {abs(turned[99]):.2f} degrees, then looks {turned[-1]:.2f} aside, {max(turned):.2f} at most")
    tap(350 < fastest < 600, f"eye: at up to {fastest:.0f} degrees per second")
    still = ("--set", "probes/lateral_rectus:enabled=false", "--set", "probes/medial_rectus:enabled=false")
    rest = rotation(run("eye", 0.5, *still)[0], 0.5)
    with open(demo_file("eye"), encoding="utf-8") as file:
        tone = {s["name"]: s["excitation"] for s in json.load(file)["model"]["strands"]}
    words = (("elevation", "depression"), ("extorsion", "intorsion"), ("adduction", "abduction"))
    for muscle, wanted in (("lateral_rectus", ["abduction"]), ("medial_rectus", ["adduction"]),
                           ("superior_rectus", ["elevation", "intorsion", "adduction"]),
                           ("inferior_rectus", ["depression", "extorsion", "adduction"]),
                           ("superior_oblique", ["intorsion", "depression", "abduction"]),
                           ("inferior_oblique", ["extorsion", "elevation", "abduction"])):
        moved = rotation(run("eye", 0.5, *still, "--set", f"strands/{muscle}:excitation={tone[muscle] + 0.02}")[0], 0.5)
        by = sorted(((now - then, pair) for now, then, pair in zip(moved, rest, words)), key=lambda c: -abs(c[0]))
        found = [pair[0] if size > 0 else pair[1] for size, pair in by]
        alone = len(wanted) > 1 or abs(by[1][0]) < 0.1 * abs(by[0][0])
        tap(found[:len(wanted)] == wanted and alone, f"eye: the {muscle.replace('_', ' ')} alone turns it by "
            + ", ".join(f"{name} {abs(size):.2f}" for name, (size, _) in zip(found, by)))


def body():
    """Sueda 2010: limb against strands.md 7.7, saccade, lumbrical experiment (Fig. 8.16), index finger."""
    falls, _ = run("limb", 0.3)
    for side, wanted in (("spread", (-91.4590053, 92.9431502, -0.4187235)), ("lumped", (-90.9619159, 93.3592279, -0.4119530))):
        hip, knee = falls[f"angles_{side}"][-1][1:]
        found = (-45 - math.degrees(hip), 135 - math.degrees(knee), falls[f"foot_{side}"][-1][3])
        tap(error(found, wanted) < 1e-3, f"limb, {side}: within {error(found, wanted):.1e} of the reference (degrees, metres)")
    eye()
    lumbrical_experiment()
    finger, _ = run("finger", 7)
    flexed, extended, pulled = (at(finger["angles"], t) for t in (2.2, 4.4, 6.4))
    tap(min(flexed[1], flexed[3]) > 0.9 and flexed[4] > 0.3, f"finger: FDP and FDS flex all joints: {flexed[1:]}")
    tap(extended[1] < 0 and extended[3] < 0.05, f"finger: EDC extends: {extended[1:]}")
    tap(pulled[1] > 0.8 and pulled[3] < -0.1 and pulled[4] < -0.1,
        f"finger: the lumbrical flexes the MCP joint and extends the others: {pulled[1:]}")
    arms = finger["moment_arms"][0][1:]
    tap(error(arms, (0.0111, 0.0119, -0.0086, 0.0093)) < 2e-3, f"finger: lever arms at the MCP joint {arms} m (An et al. 1983)")


def main():
    if os.environ.get("SN_SANITIZE"):
        print("1..0 # SKIP too slow with a sanitizer: demos_test takes some steps of them")
        return
    strands()
    pulleys()
    machines()
    body()
    cosserat()
    spline_strand()
    muscle_laws()
    groove()
    wrapping()
    done()


if __name__ == "__main__":
    sys.exit(main())
