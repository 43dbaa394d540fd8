#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the other demos must do, and that all start and run: demos_test.py SINEW.  TAP."""
import functools
import json
import math
import os
import subprocess
import sys

from runs import SINEW, at, demo_file, run, spread

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402


def shoulder():
    """Muscles lift the arm in the plane of the scapula, which turns under it; the girdle is a closed loop."""
    probes, _ = run("shoulder", 2.8)
    first, last = probes["places"][0], probes["places"][-1]
    (start, end) = ([row[1 + k] - row[4 + k] for k in range(3)] for row in (first, last))
    raised = [math.degrees(math.acos(-way[2] / math.hypot(*way))) for way in (start, end)]
    plane = math.degrees(math.atan2(end[0], -end[1]))
    tap(raised[0] < 15 and raised[1] > 85, f"shoulder: the arm rises from {raised[0]:.1f} to {raised[1]:.1f} deg")
    tap(10 < plane < 50, f"shoulder: {plane:.1f} deg before the frontal plane (30 is that of the scapula)")
    turned = math.degrees(probes["scapula"][-1][3] - probes["scapula"][0][3])
    tap(8 < turned < 40, f"shoulder: the scapula turns up by {turned:.1f} deg")
    closed = max(math.dist(row[1:4], row[4:]) for row in probes["loop"])
    tap(closed < 1e-6, f"shoulder: clavicle and scapula stay together within {closed:.1e} m")


def lamp():
    """Below its limit friction of joints is what they hold: nothing moves, before, between and after three pulls."""
    probes, _ = run("desk-lamp", 6)
    rests = [max(math.dist(a[1:], b[1:]) for a, b in zip(rows, rows[1:]))
             for rows in ([row for row in probes["rim"] if since <= row[0] <= until] for since, until in ((0, 0.6), (1.6, 2), (3.2, 3.6), (5, 6)))]
    tap(max(rests) < 1e-8, f"desk-lamp: rests before, between and after the pulls ({max(rests):.1e} m in 20 ms)")
    ways = [math.dist(at(probes["rim"], a)[1:], at(probes["rim"], b)[1:]) for a, b in ((0.5, 1.8), (1.8, 3.4), (3.4, 6))]
    tap(min(ways) > 0.1, f"desk-lamp: each pull moves the shade by {', '.join(f'{way:.2f}' for way in ways)} m")
    limits = (1.5, 1.5, 1.7, 0.25)
    most = [max(abs(row[i + 1]) for row in probes["friction"]) for i in range(3)] + [max(math.hypot(*row[4:]) for row in probes["friction"])]
    tap(all(abs(x / limit - 1) < 1e-6 for x, limit in zip(most, limits)),
        f"desk-lamp: friction of its joints reaches {', '.join(f'{x:.4f}' for x in most)} N m and no more")
    weight = 9.81 * (0.2 * 0.06 * math.sin(math.radians(150)))
    held = math.hypot(*at(probes["friction"], 0.5)[4:])
    tap(abs(held / weight - 1) < 1e-6, f"desk-lamp: the ball joint holds {held:.6f} N m, the shade's weight has {weight:.6f}")


def others():
    chain, _ = run("chain", 1)
    length = max(math.dist(row[1:], (0, 0, 0)) for row in chain["tip"])
    tap(length < 1.2 + 1e-3, f"chain: tip never further than its length ({length:.5f} m of 1.2)")
    bar, _ = run("four-bar", 2)
    tap(len(bar["coupler_point"]) == 201, "four-bar: runs on for 2 s")
    gallery, _ = run("joints", 4)
    rows = gallery["angles"]
    gear = max(abs((row[8] - rows[0][8]) + 2 * (row[7] - rows[0][7])) for row in rows)
    lift = max(abs(row[4] - 0.015 * row[3] ** 2) for row in rows)
    bends, swings = spread([row[2] for row in rows]), spread([row[1] for row in rows])
    tap(gear < 1e-6 and lift < 1e-6 and bends > 0.2 and swings > 1,
        f"joints: gear within {gear:.1e} rad, coupler within {lift:.1e} m, the custom joint bends by {bends:.2f} rad")
    net, _ = run("spring-mesh", 4)
    sag = 0.3 - net["middle"][-1][3]
    tap(0.01 < sag < 0.3 and abs(net["middle"][-1][3] - net["middle"][-20][3]) < 1e-3, f"spring-mesh: hangs {sag * 1e3:.1f} mm")
    arm, _ = run("arm", 2.5)
    peak = math.degrees(max(row[1] for row in arm["elbow"]))
    tap(30 < peak <= 130.5, f"arm: elbow flexes to {peak:.1f} degrees")
    held, _ = run("held-arm", 6)
    worst = max(abs(math.degrees(row[1] - row[2])) for row in held["elbow"] if row[0] > 0.8)
    tap(worst < 5, f"held-arm: the elbow is at most {worst:.1f} degrees from where it is wanted")
    tugs = [max(row[1] for row in held["brachialis"] if a < row[0] < b) for a, b in ((1.8, 2.2), (4.2, 5))]
    tap(min(tugs) > 80, f"held-arm: against the tugs brachialis pulls {tugs[0]:.0f} N and {tugs[1]:.0f} N")
    tap(held["brachialis"][-1][2] >= max(row[1] for row in held["brachialis"]), "held-arm: the monitor saw the largest force")


def laxity():
    """Joints that bones and ligaments alone hold, loaded to both sides (anatomy-joints.md 1.6, 2.3)."""
    probes, _ = run("knee", 2.81, "--step", "0.01")
    front, rest, back = (at(probes["laxity"], t) for t in (1.79, 1.0, 2.79))
    tap(all(abs(math.degrees(row[7]) + 30) < 1e-3 for row in (front, rest, back)), "knee: it is bent to 30 degrees")
    total = 1e3 * (front[4] - back[4])
    tap(4.5 < total < 7, f"knee: 100 N draw the tibia {total:.2f} mm in all (5.8 mm, Komzak 2013; 5.5 mm at 20 degrees, Markolf 1978)")
    pulls = [at(probes["ligaments"], t) for t in (1.79, 2.79)]
    acl, pcl = ([sum(row[i:i + 2]) for row in pulls] for i in (1, 3))
    tap(acl[0] > 60 > acl[1], f"knee: drawn forwards, the ACL bears {acl[0]:.0f} N, backwards {acl[1]:.0f} N")
    tap(pcl[1] > pcl[0], f"knee: drawn backwards, the PCL bears {pcl[1]:.0f} N, forwards {pcl[0]:.0f} N")
    probes, _ = run("elbow", 2.81, "--step", "0.01")
    rest, sides = at(probes["laxity"], 1.0), [at(probes["laxity"], t) for t in (1.79, 2.79)]
    found = sorted(abs(math.degrees(row[5] - rest[5])) for row in sides)
    tap(1.3 < found[0] and found[1] < 5.2, f"elbow: 100 N at 30 cm tilt it {found[0]:.2f} and {found[1]:.2f} degrees "
        "(1.3 to 5, joint-modeller 6)")
    tap((sides[0][5] - rest[5]) * (sides[1][5] - rest[5]) < 0, "elbow: to either side")


def agm(a, b):
    for _ in range(40):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


def rolling():
    """A coin in Routh's steady precession; balls on a turntable circle at 2/7 of its rate; nothing slips."""
    probes = run("rolling", 3)[0]
    coin, ball = probes["coin"], probes["ball"]
    lean = max(abs(2 * (math.hypot(row[4], row[7]) ** 2) - 1 - 0.5) for row in coin)
    high = max(abs(row[3] - 0.1 * math.sin(math.pi / 3)) for row in coin)
    tap(lean < 1e-4 and high < 1e-5, f"rolling: the coin keeps its lean within {lean:.1e} of its cosine, its height within {high:.1e} m")
    rate, orbit = 4 / 7, 0.1 / (4 / 7)
    off = max(math.hypot(row[1] - 0.1 + orbit * (1 - math.cos(rate * row[0])), row[2] - orbit * math.sin(rate * row[0])) for row in ball)
    slip = max(max(row[8] for row in coin[1:]), max(row[4] for row in ball[1:]))
    tap(off < 1e-5 and slip < 1e-10, f"rolling: the ball circles at 2/7 of the table's rate within {1e3 * off:.1e} mm, slip {slip:.1e} m/s")


def tops():
    """A gyroscope goes round with m g l / (I w); a free body turns over with Euler's elliptic period."""
    wheel = run("gyroscope", 4)[0]["wheel"]
    azimuth, turned = 0, 0
    for row in wheel:
        turned += math.remainder(math.atan2(row[2], row[1]) - azimuth, 2 * math.pi)
        azimuth = math.atan2(row[2], row[1])
    rate = 0.5 * 9.81 * 0.1 / (0.00125 * 100)
    nods = max(abs(row[3] - 0.3) for row in wheel)
    tap(abs(turned / 4 / rate - 1) < 2e-4, f"gyroscope: precesses with {turned / 4:.5f} rad/s, {rate:.5f} by m g l / (I w)")
    tap(nods < 2e-4, f"gyroscope: the axle stays level within {1e3 * nods:.3f} mm")
    rolling()
    spin = run("dzhanibekov", 13)[0]["spin"]
    moment, w = (1e-3, 2e-3, 3e-3), (0, 8, 0.05)  # in rising order: x, z, y
    square = sum((i * v) ** 2 for i, v in zip(moment, w))
    twice = sum(i * v * v for i, v in zip(moment, w))
    pace = math.sqrt((moment[2] - moment[1]) * (square - twice * moment[0]) / math.prod(moment))
    m = (moment[1] - moment[0]) * (twice * moment[2] - square) / ((moment[2] - moment[1]) * (square - twice * moment[0]))
    half = math.pi / agm(1, math.sqrt(1 - m)) / pace  # 2 K / rate
    about = [along_nut(row) for row in spin]
    over = [spin[i][0] + (spin[i + 1][0] - spin[i][0]) * about[i] / (about[i] - about[i + 1])
            for i in range(len(spin) - 1) if about[i] * about[i + 1] < 0]
    worst = max(abs(t - (k + 0.5) * half) for k, t in enumerate(over))
    tap(len(over) == int(13 / half + 0.5) and worst < 2e-3, f"dzhanibekov: turns over {len(over)} times, every {half:.4f} s within {1e3 * worst:.2f} ms")
    drift = spread([row[8] for row in spin]) / spin[0][8]
    tap(drift < 1e-9, f"dzhanibekov: keeps its energy within {drift:.1e}")


def along_nut(row):
    """Angular velocity, world axes, along the nut's own z."""
    w, (q0, q1, q2, q3) = row[1:4], row[4:8]
    z = (2 * (q1 * q3 + q0 * q2), 2 * (q2 * q3 - q0 * q1), 1 - 2 * (q1 * q1 + q2 * q2))
    return sum(a * b for a, b in zip(w, z))


def names():
    return [line.split()[0] for line in subprocess.run([SINEW, "demos"], check=True, capture_output=True, text=True).stdout.strip().split("\n")]


@functools.cache
def info_of(demo):
    return json.loads(subprocess.run([SINEW, "info", demo, "--json"], check=True, capture_output=True, text=True).stdout)


def all_of_them(time, twice=True):
    for demo in names():
        seconds = time / 2 if demo.startswith("jaw-tongue-hyoid-") else time  # tongues() runs them for longer
        info = info_of(demo)
        # parts of one surface that touch (teeth of an arch) are said, and are meant
        errors = [c for c in info["checks"] if c["severity"] != "note" and
                  not (demo == "jaw-bite" and "cut or touch each other" in c["message"])]
        tap(not errors and info["dofs"] > 0, f"{demo}: {info['dofs']} dofs, {info['constraints']} constraints, "
            f"{info['mass']:.4g} kg, {len(errors)} warnings")
        first = run(demo, seconds)[1]
        if twice:
            tap(first == run(demo, seconds)[1], f"{demo}: the same hash twice ({first.split()[-1]})")


# Demos that do not start at rest, and why: what falls, swings or is driven from where it is put.
MOVES = {
    "arm": "its muscles lift the forearm from a posture", "held-arm": "a controller takes the forearm from a posture",
    "chain": "falls from the horizontal", "gyroscope": "goes round", "rolling": "rolls", "four-bar": "swings", "joints": "swing", "spring-mesh": "falls and hangs",
    "beam": "falls under its weight (paper 3.8)", "cube": "sinks under its load (paper 3.8)",
    "hanging-ellipsoid": "the bone falls until the tissue holds it", "hanging": "swings", "bead": "falls", "flail": "swings",
    "strand-in-strand": "tubes slide down", "pulleys-series": "its weights fall", "double-pulley": "its weights fall",
    "cosserat-muscle": "the muscle takes the elbow from a posture", "eccentric-pulley": "turns", "elevator": "is driven",
    "gears": "are driven", "robot-arm": "is driven", "line-shaft": "its cables take up their load", "limb": "its strands take up their load",
    "finger": "falls in, then is drawn", "finger-lumbrical": "its weights fall until the tendons hold them",
    "spline-strand": "the hand falls, then is lifted", "wrapping": "arms and a load fall, then are lifted",
    "groove": "the shanks are let go and kicked"}

TOUCH = ["desk-lamp", "arch", "box-stack", "cradle", "incline", "pile", "rings-and-bowl", "bollard", "soft-drop", "ellipsoids", "elbow", "knee",
         "jaw-bite", "jaw-discs", "hip", "cartilage"] + [f"jaw-tongue-hyoid-{task}" for task in (
             "rest", "open", "hinge-open", "protrude", "right-lateral", "clench", "retract", "palate", "contact", "chew", "discs")]

HELD = ["gait"]  # drives hold each of its coordinates where it starts, however it walks later

AT_REST = 5e-5  # m


def starts():
    for demo in names():
        info = info_of(demo)
        far, note = info["start"]["from_rest"], [c for c in info["checks"] if "from rest" in c["message"]]
        if demo in TOUCH:
            tap(far is None and note, f"{demo}: info says that its distance from rest is not known")
        elif demo in HELD:
            tap(info["start"]["settle"] == "none" and far < AT_REST and not note,
                f"{demo}: drives hold its start, within {1e3 * far:.1e} mm")
        elif demo in MOVES:
            tap(info["start"]["settle"] == "none" and far > AT_REST and note,
                f"{demo}: {1e3 * far:.3g} mm from rest, which info says: {MOVES[demo]}")
        else:
            tap(info["start"]["accepted"] and far < AT_REST, f"{demo}: starts at rest, within {1e3 * far:.1e} mm")


def gait():
    """The walk is the recording, and the floor's measured forces carry the walker: what the pelvis' drive adds is small."""
    probes, _ = run("gait", 1.02)
    with open(demo_file("gait"), encoding="utf-8") as file:
        recorded = next(p for p in json.load(file)["model"]["probes"] if p["name"] == "walk")
    knee, rows = recorded["targets"].index("joints/knee_angle_r:value"), probes["walker"]
    off = max(abs(at(rows, knot["time"])[1] - knot["values"][knee]) for knot in recorded["knots"])
    tap(len(recorded["knots"]) > 50 and off < 1e-8, f"gait: the right knee is within {off:.1e} rad of the recording")
    added = math.sqrt(sum(row[2] ** 2 for row in rows[1:]) / (len(rows) - 1))
    floor = sum(row[6] + row[9] for row in rows) / len(rows)
    tap(added < 20 and abs(floor / (72.6 * 9.80665) - 1) < 0.05,
        f"gait: the floor presses with {floor:.0f} N, beside which a drive holds the pelvis up with {added:.1f} N")
    moment, soleus = max(abs(row[3]) for row in rows), [row[10] for row in rows]
    tap(moment < 30, f"gait: muscles with the activations found for them leave {moment:.1f} N m at most to the knee's drive")
    tap(max(soleus) > 1500 and max(soleus) == max(row[10] for row in rows if 0.2 < row[0] < 0.4), f"gait: the soleus pushes off with {max(soleus):.0f} N")


def cap_pressed(force, stiffness, radius, clearance, pole, half, n=30):
    """Of a ball in a socket that presses by so much per depth: largest pressure, area and mean, from integrals over the socket's cap and
    Newton's iteration for the way of the ball."""
    side = [x / math.hypot(pole[0], pole[2]) for x in (pole[2], 0, -pole[0])]
    third = [pole[(k + 1) % 3] * side[(k + 2) % 3] - pole[(k + 2) % 3] * side[(k + 1) % 3] for k in range(3)]
    cap = []
    for angle in (half * (i + 0.5) / n for i in range(n)):
        share = (radius * half / n) * (radius * math.pi / n) * math.sin(angle)
        for turn in (math.pi * (j + 0.5) / n for j in range(2 * n)):
            across = [math.cos(turn) * s + math.sin(turn) * t for s, t in zip(side, third)]
            cap.append((share, [math.cos(angle) * p + math.sin(angle) * a for p, a in zip(pole, across)]))
    way = [5e-4 * f / math.hypot(*force) for f in force]
    for _ in range(200):  # a step along the force that is missing, over the stiffness of a ball pressed all around
        missing = list(force)
        for share, normal in cap:
            depth = sum(w * x for w, x in zip(way, normal)) - clearance
            if depth > 0:
                missing = [m - stiffness * depth * share * x for m, x in zip(missing, normal)]
        way = [w + m / (stiffness * math.pi * radius ** 2) for w, m in zip(way, missing)]
        if math.hypot(*missing) < 1e-6 * math.hypot(*force):
            break
    pressed = [(stiffness * (sum(w * x for w, x in zip(way, normal)) - clearance), share) for share, normal in cap]
    area = sum(share for p, share in pressed if p > 0)
    return max(p for p, _ in pressed), area, sum(p * share for p, share in pressed if p > 0) / area


def hip():
    """Cartilage of a ball in a socket against integrals, and what was published for a step."""
    probes, _ = run("hip", 0.9)
    rows = [row for row in probes["pressure"] if row[0] > 0.06]
    stiffness, radius, tilt, turn = 0.58 * 6e6 / (1.42 * 0.16 * 0.004), 0.0252, math.radians(45), math.radians(20)
    pole = (-math.sin(tilt) * math.sin(turn), math.sin(tilt) * math.cos(turn), math.cos(tilt))
    for time in (0.19, 0.52):
        row = at(rows, time)
        most, area, mean = cap_pressed(row[1:4], stiffness, radius, 5e-5, pole, math.radians(75))
        off = [abs(a / b - 1) for a, b in zip((row[6], row[4], row[5]), (most, area, mean))]
        tap(off[0] < 0.02 and off[1] < 0.03 and off[2] < 0.03,
            f"hip: under {math.hypot(*row[1:4]):.0f} N {row[6] / 1e6:.2f} MPa at most on {1e4 * row[4]:.1f} cm2 (integrals {most / 1e6:.2f} on "
            f"{1e4 * area:.1f})")
    peak, rest = max(row[6] for row in rows), min(row[6] for row in rows)
    tap(1.4e6 < peak < 2.6e6 and 0.15e6 < rest < 0.8e6,
        f"hip: the largest pressure is {peak / 1e6:.2f} MPa on the leg (published 0.8 to 2.6), {rest / 1e6:.2f} as it swings")


def cartilage():
    """Condyles that press on a flat field: the pressure k d of the depth lifts k times what they share with it, an ellipsoid's cap."""
    probes, _ = run("cartilage", 0.3)
    k, bend, deep = 0.55 * 5e6 / (1.45 * 0.1 * 0.004), 0.024, 0.0275  # of the layer; mean radius; of the cap's third order
    for time in (0.1, 0.2, 0.3):
        row, off, words = at(probes["pressure"], time), [], []
        for force, area, _, most, _ in (row[1:6], row[6:11]):
            depth = 1e-3
            for _ in range(50):
                depth = math.sqrt(force / (math.pi * k * bend * (1 - depth / (3 * deep))))
            off += [abs(most / (k * depth) - 1), abs(area / (2 * math.pi * bend * depth) - 1)]
            words.append(f"{force:.0f} N with {most / 1e6:.2f} MPa at most ({k * depth / 1e6:.2f})")
        tap(max(off) < 0.03, f"cartilage: {', '.join(words)}")
    both = at(probes["pressure"], 0.2)
    tap(abs(both[1] / (both[1] + both[6]) - 0.6) < 0.02, f"cartilage: {100 * both[1] / (both[1] + both[6]):.0f} % on the medial side")


def main():
    if os.environ.get("SN_SANITIZE"):  # steps of each; what comes of many of them takes an hour
        all_of_them(0.02, twice=False)
        done()
        return
    others()
    lamp()
    shoulder()
    gait()
    laxity()
    hip()
    cartilage()
    tops()
    starts()
    all_of_them(0.15)
    done()


if __name__ == "__main__":
    sys.exit(main())
