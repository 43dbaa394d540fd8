#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the demos must do, from the command line: demos_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

import lumbrical

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402

SINEW = sys.argv[1]


def run(demo, time, *more):
    """Probes of a run as {name: [[time, values...]...]}, and its last line."""
    with tempfile.TemporaryDirectory() as out:
        last = subprocess.run([SINEW, "run", demo, "--time", str(time), "--probes", out, "--quiet", *more],
                              check=True, capture_output=True, text=True).stdout.strip().split("\n")[-1]
        probes = {}
        for name in os.listdir(out):
            with open(os.path.join(out, name), newline="", encoding="utf-8") as file:
                probes[name[:-4]] = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        return probes, last


def demo_file(name):
    return os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos", name + ".sinew")


def upper_incisor():
    """The skull stands at the origin: the marker's location is its position."""
    with open(demo_file("jaw"), encoding="utf-8") as file:
        markers = json.load(file)["model"]["markers"]["items"]
    return next(m["location"] for m in markers if m["name"] == "upper_incisor")


def extreme(path, axis, sign):
    """Largest signed excursion from the first sample along an axis [mm]."""
    return max(sign * (row[axis] - path[0][axis]) for row in path) * 1e3


def contact():
    slope, _ = run("incline", 1)
    first, last = slope["places"][0], slope["places"][-1]
    ways = [math.dist(first[1 + 3 * i:4 + 3 * i], last[1 + 3 * i:4 + 3 * i]) for i in range(5)]
    sine, cosine = 1 / math.sqrt(5), 2 / math.sqrt(5)
    tap(ways[0] < 1e-6, f"incline: friction 0.55 holds ({ways[0]:.1e} m in 1 s)")
    for i, mu in ((1, 0.49), (2, 0.3)):
        expected = 9.81 * (sine - mu * cosine) / 2
        tap(abs(ways[i] / expected - 1) < 3e-3, f"incline: friction {mu}: {ways[i]:.5f} m, {expected:.5f} by Coulomb")
    settled = next(row for row in slope["places"] if row[0] > 0.6)
    creep = math.dist(settled[10:13], last[10:13])
    tap(creep < 1e-6, f"incline: springs along the foot hold, too ({creep:.1e} m in 0.4 s)")
    tap(abs(ways[4] / ways[2] - 1) < 0.02, f"incline: the soft one slides as far ({ways[4]:.5f} m)")
    stack, _ = run("box-stack", 2)
    speed = math.hypot(*stack["top"][-1][4:7])
    tap(speed < 1e-6, f"stack of boxes: the top one rests ({speed:.1e} m/s)")
    tap(abs(stack["foot"][-1][3] - 98.1) < 0.01, f"stack of boxes: {stack['foot'][-1][3]:.4f} N on the ground's box (98.1)")
    swing, _ = run("cradle", 0.8)
    lift = [max(abs(row[i]) for row in swing["angles"] if row[0] > 0.45) for i in range(1, 6)]
    tap(lift[4] > math.radians(38) and max(lift[:4]) < math.radians(6),
        f"cradle: the last ball rises to {math.degrees(lift[4]):.1f} deg, the others to {math.degrees(max(lift[:4])):.1f} at most")
    arches, _ = run("arch", 0.6)
    (first, last) = arches["keystones"][0], arches["keystones"][-1]
    tap(abs(first[3] - last[3]) < 1e-4 and math.hypot(*last[7:10]) < 1e-6,  # its stones settle by 13 um
        f"arch: a tenth thicker than the limit it stands ({math.hypot(*last[7:10]):.1e} m/s)")
    tap(last[6] < first[6] - 0.3, f"arch: a tenth thinner its keystone falls ({first[6] - last[6]:.2f} m in 0.6 s)")
    heap, _ = run("pile", 1)
    tap(heap["contact"][-1][2] > 8, f"pile: {heap['contact'][-1][2]:.0f} contacts")
    tap(heap["contact"][-1][3] < 1e-3, f"pile: overlap of {1e3 * heap['contact'][-1][3]:.3f} mm at most")
    concave()
    drop, _ = run("soft-drop", 0.5)
    tap(max(row[3] for row in drop["contact"]) > 3, f"soft-drop: {max(row[3] for row in drop['contact']):.0f} contacts at most")
    total = [row[1] + row[2] for row in drop["energy"]]
    rise = max(b - a for a, b in zip(total, total[1:])) / max(row[1] for row in drop["energy"])
    tap(rise < 1e-3, f"soft-drop: energy never grows (by {rise:.1e} of the kinetic energy at most)")


def concave():
    """A ball that rolls in a bowl swings as a pendulum of their radii's difference with 7/5 of its inertia."""
    ropes = at(run("bollard", 0.6)[0]["ropes"], 0.6)
    tap(ropes[5] < -0.3, f"bollard: 3.2 kg sink against 1 kg over half a turn ({ropes[5]:.3f} m)")
    for name, k, light, heavy in (("half a turn", 6, 1, 2), ("one and a half", 11, 0.3, 4)):
        tap(abs(ropes[k] / (9.81 * light) - 1) < 0.05 and abs(ropes[k + 1] / (9.81 * heavy) - 1) < 0.02 and ropes[k + 4] > -0.2,
            f"bollard: {name} holds {ropes[k + 1]:.2f} N by {ropes[k]:.2f} N")
    hung, _ = run("rings-and-bowl", 1.2)
    way = [(row[0], row[1] - 0.13) for row in hung["ball"]]
    zeros = [a[0] + (b[0] - a[0]) * a[1] / (a[1] - b[1]) for a, b in zip(way, way[1:]) if a[1] * b[1] < 0]
    wide = [max(abs(x) for t, x in way if a <= t <= b) / 0.1 for a, b in zip(zeros, zeros[1:])]
    wanted = 2 * math.pi * math.sqrt(7 * 0.1 / (5 * 9.81)) * (1 + sum(math.asin(s) ** 2 for s in wide[:2]) / 32)
    found = zeros[2] - zeros[0]
    tap(abs(found / wanted - 1) < 0.02, f"rings-and-bowl: the ball swings in {found:.4f} s, {wanted:.4f} if it rolls")
    rings = hung["rings"]
    tap(all(row[3] > row[6] + 0.05 > row[9] + 0.1 and row[3] > 0.34 for row in rings), "rings-and-bowl: no ring comes off")
    tap(spread([row[5] for row in rings]) > 0.01, "rings-and-bowl: and they swing")
    most = max(row[4] for row in hung["hung"])
    tap(most < 1e-5, f"rings-and-bowl: overlap of {1e3 * most:.4f} mm at most")
    force = sum(row[3] for row in hung["hung"]) / len(hung["hung"])
    weight = 3 * 8500 * 2 * math.pi ** 2 * 0.05 * 0.007 ** 2 * 9.81
    tap(abs(force / weight - 1) < 0.1, f"rings-and-bowl: the hook bears {force:.2f} N, the rings weigh {weight:.2f}")


def jaw():
    top = upper_incisor()
    rest, _ = run("jaw", 2)
    gap = [1e3 * (top[2] - row[3]) for row in rest["incisor"]]
    tap(3 <= gap[-1] <= 7, f"jaw at rest: gap {gap[-1]:.2f} mm (3 to 7)")
    tap(abs(gap[-1] - gap[len(gap) // 2]) < 0.05, f"jaw at rest: settled to {abs(gap[-1] - gap[len(gap) // 2]):.4f} mm")
    tap(abs(gap[0] - gap[-1]) < 1e-6, f"the demo starts at rest: {abs(gap[0] - gap[-1]):.1e} mm from it")
    opened, _ = run("jaw-open", 0.6)
    down = extreme(opened["incisor"], 3, -1)
    forward = [extreme(opened["condyles"], k, 1) for k in (1, 4)]
    tap(down > 5 and min(forward) > 1, f"open: incisor {down:.2f} mm down (> 5), condyles {forward[0]:.2f} {forward[1]:.2f} forward")
    hinge, _ = run("jaw-hinge-open", 0.6)
    less = [extreme(hinge["condyles"], k, 1) for k in (1, 4)]
    tap(max(less) < 0.5 * min(forward), f"hinge-open: condyles {less[0]:.2f} {less[1]:.2f} mm forward, less than half of that; "
        f"incisor {extreme(hinge['incisor'], 3, -1):.2f} down")
    protrude, _ = run("jaw-protrude", 0.6)
    tap(extreme(protrude["incisor"], 1, 1) > 2, f"protrude: incisor {extreme(protrude['incisor'], 1, 1):.2f} mm forward (> 2)")
    lateral, _ = run("jaw-right-lateral", 0.6)
    tap(extreme(lateral["incisor"], 2, -1) > 2, f"right-lateral: incisor {extreme(lateral['incisor'], 2, -1):.2f} mm to the right (> 2)")
    clench, _ = run("jaw-clench", 0.6)
    closed = min(1e3 * (top[2] - row[3]) for row in clench["incisor"])
    force = max(row[1] + row[2] for row in clench["bite_force"])
    tap(closed < 1 and force > 10, f"clench: gap closes to {closed:.2f} mm, bite force {force:.1f} N")
    bite, _ = run("jaw-bite", 0.4)
    pressed, area, mean, most, _ = at(bite["bite"], 0.35)[1:]
    tap(30 < pressed < 120 and abs(mean * area - pressed) < 1e-9 * pressed and most > mean,
        f"bite: {pressed:.1f} N on {1e6 * area:.0f} mm2 of teeth, {1e-6 * mean:.2f} MPa, {1e-6 * most:.2f} at most")
    tap(abs(at(bite["bite"], 0.38)[1] - pressed) < 1e-3 * pressed, "bite: the force holds still")
    chew, _ = run("jaw-chew", 1.4)
    for stroke in range(2):
        bite = [row for row in chew["food"] if 0.25 < row[0] - 0.7 * stroke < 0.64]
        most, closed = max(-row[1] for row in bite), min(row[2] for row in bite)
        tap(34 < most < 37 and bite[0][3] == 0 and bite[-1][3] == 1 and closed < 5e-3,
            f"chew, stroke {stroke + 1}: food bears {most:.1f} N, collapses, and the teeth meet")
    discs, _ = run("jaw-discs", 0.7)
    left, right = discs["left_joint"], discs["right_joint"]
    wide, shut, start = at(left, 0.4), left[-1], left[0]
    went = [1e3 * (wide[i] - start[i]) for i in (1, 4)]
    tap(2 < went[0] < 6 and 0.25 < went[1] / went[0] < 0.75 and wide[3] < start[3] - 5e-4,
        f"discs: the condyle slides {went[0]:.2f} mm forward and down, the disc {went[1]:.2f} mm")
    tap(1e3 * math.dist(shut[1:7], start[1:7]) < 0.05 and top[2] - at(discs["incisor"], 0.4)[3] > 0.02, "discs: all come back from wide open")
    tap(all(abs(a / b - 1) < 1e-3 for a, b in zip(at(right, 0.4)[7:], wide[7:])), "discs: left and right are alike")
    for above, k in (("fossa", 7), ("condyle", 11)):
        force, area, mean, most = wide[k:k + 4]
        tap(5 < force < 40 and abs(mean * area / force - 1) < 1e-9 and mean < most < 3e6,
            f"discs: {force:.1f} N between disc and {above} on {1e6 * area:.0f} mm2, {1e-6 * mean:.2f} MPa, {1e-6 * most:.2f} at most")


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


def at(path, time):
    return min(path, key=lambda row: abs(row[0] - time))


def soft():
    """Beam: z of the tip as ArtiSynth's trapezoidal rule with the same elements gives it (verification.md V1), but for
    the damping: ArtiSynth's is beta times the present stiffness, with pressures and geometric part."""
    beam, _ = run("beam", 0.4)
    worst = max(abs(at(beam["tip"], t)[3] - 0.01 - z) for t, z in
                ((0.05, -0.011313), (0.1, -0.030007), (0.2, -0.046960), (0.4, -0.045383)))
    tap(worst < 0.004 * 0.047, f"beam: within {worst * 1e6:.1f} um of ArtiSynth's tip")
    cube, _ = run("cube", 0.4)
    sunk = 1e3 * (0.1 - cube["top"][-1][3])
    tap(18 < sunk < 22 and abs(cube["top"][-1][6]) < 1e-3, f"cube: the middle of the top sinks {sunk:.3f} mm and rests")
    twist, _ = run("twist", 2)
    angle = [row[1] for row in twist["disc"]]
    tap(max(angle) > 2 and abs(angle[-1]) < 0.5 * max(angle), f"twist: {math.degrees(max(angle)):.0f} degrees and back to "
        f"{math.degrees(angle[-1]):.0f}")
    junction, _ = run("t-junction", 1.2)
    left, right = extreme(junction["tip"], 1, -1), extreme(junction["tip"], 1, 1)
    tap(min(left, right) > 10 and extreme(junction["tip"], 2, 1) < 0.1, f"t-junction: the post swings {left:.1f} and "
        f"{right:.1f} mm, none sideways")
    hanging, _ = run("hanging-ellipsoid", 2)
    drop = 1e3 * (hanging["bone"][0][3] - hanging["bone"][-1][3])
    tap(5 < drop < 20 and abs(hanging["bone"][-1][1]) < 1e-6, f"hanging-ellipsoid: the bone hangs {drop:.2f} mm lower, straight")
    arm, _ = run("tentacle", 2.4)
    bends = [extreme(arm["tip"], k, sign) for k, sign in ((1, 1), (2, 1), (1, -1), (2, -1))]
    lengths = [1e3 * at(arm["tip"], t)[3] for t in (0, 1.5, 2.1)]
    tap(min(bends) > 20, "tentacle: bends to all sides: " + " ".join(f"{b:.1f}" for b in bends) + " mm")
    tap(lengths[1] < lengths[0] < lengths[2], "tentacle: length " + " ".join(f"{z:.1f}" for z in lengths) + " mm")
    volume = [row[1] for row in arm["volume"]]
    tap(max(volume) / min(volume) - 1 < 1e-6, f"tentacle: volume within {max(volume) / min(volume) - 1:.1e}")


def tongues():
    """Against the jaw demos: what the paper found (5.6 and 6.6 mm gape; less opening and protrusion)."""
    tongue, _ = run("tongue", 1.5)
    forward, back, up = extreme(tongue["tip"], 1, 1), extreme(tongue["tip"], 1, -1), extreme(tongue["tip"], 3, 1)
    volume = [row[1] for row in tongue["volume"]]
    tap(forward > 3 and back > 3 and up > 5, f"tongue: tip {forward:.1f} mm forward, {back:.1f} back, {up:.1f} up")
    tap(max(volume) / min(volume) - 1 < 1e-5, f"tongue: volume within {max(volume) / min(volume) - 1:.1e}")
    top, gape, moves = upper_incisor(), [], {}
    for family, time in (("jaw", 0.6), ("jaw-tongue-hyoid", 0.45)):
        rest, _ = run(family, 2)
        gape.append(1e3 * (top[2] - rest["incisor"][-1][3]))
        for task, way in (("open", (3, -1)), ("hinge-open", (3, -1)), ("protrude", (1, 1)), ("right-lateral", (2, -1))):
            probes = run(f"{family}-{task}", time)[0]
            moves.setdefault(task, []).append(extreme(probes["incisor"], *way))
            if family != "jaw":
                touches_teeth(f"{family}-{task}", probes)
    tap(gape[0] < gape[1] < gape[0] + 4, f"resting gape {gape[0]:.2f} mm without, {gape[1]:.2f} mm with tongue")
    for task, (alone, both) in moves.items():
        tap(0.3 * alone < both < alone, f"jaw-tongue-hyoid-{task}: {alone:.2f} mm without, {both:.2f} mm with tongue")
    coupled_discs(moves["open"][1])
    rest, _ = run("jaw-tongue-hyoid-rest", 0.1)
    drift = max(1e3 * math.dist(row[1:], rest["tip"][0][1:]) for row in rest["tip"])
    tap(drift < 1e-3 and min(row[2] for row in rest["teeth"]) > 0.01, f"rest: the tongue rests on the teeth with {rest['teeth'][-1][2]:.3f} N, "
        f"its tip moves {drift:.1e} mm")
    sharp, last = run("jaw-tongue-hyoid-rest", 0.01, "--set", "/model/collisions/lower_teeth:gap=0.0001")
    tap(" cut=" not in last and math.dist(sharp["tip"][0][1:], sharp["tip"][-1][1:]) < 1e-4,
        "rest: found on the bare edges of teeth too, where contacts come and go in a circle")
    chew, _ = run("jaw-tongue-hyoid-chew", 0.65)
    touches_teeth("jaw-tongue-hyoid-chew", chew)
    most, closed = max(-row[1] for row in chew["food"] if row[0] > 0.25), min(row[2] for row in chew["food"])
    tap(34 < most < 37 and chew["food"][-1][3] == 1 and closed < 5e-3,
        f"jaw-tongue-hyoid-chew: food bears {most:.1f} N, collapses, and the teeth meet")
    retraction()
    palate, _ = run("jaw-tongue-hyoid-palate", 0.4)
    up, down = extreme(palate["tip"], 3, 1), extreme(palate["incisor"], 3, -1)
    met = next(row[0] for row in palate["palate"] if row[5] > 0)
    before = 1e3 * (palate["incisor"][0][3] - next(row[3] for row in palate["incisor"] if row[0] >= met))
    tap(up > 3 and down > 2 and extreme(palate["incisor"], 3, 1) < 0.2 and 0.1 < before < down,
        f"palate: tip {up:.2f} mm up, touches at {1e3 * met:.0f} ms; the jaw goes down by {before:.2f} mm before and {down:.2f} mm in "
        "all, as in the paper")
    clench, _ = run("jaw-tongue-hyoid-clench", 0.45)
    touches_teeth("jaw-tongue-hyoid-clench", clench)
    force = max(row[1] + row[2] for row in clench["bite_force"])
    tap(force > 10, f"jaw-tongue-hyoid-clench: bite force {force:.1f} N")
    contact_of_tongue()


def retraction():
    """Styloglossus, with teeth and without: on the teeth the tongue rests further back than where it sinks through them, so it has less
    of the way to go, but they let it go at once and it comes to the same place."""
    teeth, _ = run("jaw-tongue-hyoid-retract", 0.3)
    bare, _ = run("jaw-tongue-hyoid-retract", 0.2, "--set", "/model/collisions/lower_teeth:enabled=false")
    speeds = [[(b[0], 1e3 * (a[1] - b[1]) / (b[0] - a[0])) for a, b in zip(probes["back"], probes["back"][1:])] for probes in (teeth, bare)]
    (fastest, speed), (_, free) = (max(way, key=lambda step: step[1]) for way in speeds)
    going = [t for t, v in speeds[0] if v > 0.02 * speed]
    tap(extreme(teeth["tip"], 1, -1) > 8 and 145 < speed < 165 and 0.1 < going[-1] - going[0] < 0.2,
        f"retract: tip {extreme(teeth['tip'], 1, -1):.2f} mm back, the back of the tongue at {speed:.0f} mm/s (paper 220), over 2 % of that for "
        f"{1e3 * (going[-1] - going[0]):.0f} ms (paper 150)")
    start, end = (1e3 * (bare["back"][k][1] - at(teeth["back"], bare["back"][k][0])[1]) for k in (0, -1))
    held = max(row[2] for row in teeth["teeth"] if row[0] > 0.088)
    tap(195 < free < 230 and 1.5 < start < 2.2 and abs(end) < 0.05 and held == 0,
        f"retract: {free:.0f} mm/s without lower teeth, from {start:.2f} mm further forward to within {abs(end):.3f} mm of the same place; the "
        f"teeth bear {held:.2g} N from 90 ms on, fastest at {1e3 * fastest:.0f}")


def coupled_discs(led):
    """Condyles on discs, against the same jaw led along lines: opens about as far, bites as hard, bears on its joints what is missing."""
    probes, last = run("jaw-tongue-hyoid-discs", 0.54)
    touches_teeth("jaw-tongue-hyoid-discs", probes)
    left, right, start = probes["left_joint"], probes["right_joint"], probes["left_joint"][0]
    wide, down = at(left, 0.27), extreme(probes["incisor"], 3, -1)
    went = [1e3 * (wide[i] - start[i]) for i in (1, 3, 4)]
    tap(" cut=" not in last and 0.7 * led < down < led and 1.5 < went[0] < 4 and 10 < math.degrees(math.atan2(-went[1], went[0])) < 35
        and 0.25 < went[2] / went[0] < 0.75,
        f"jaw-tongue-hyoid-discs: opens {down:.2f} mm (led by lines {led:.2f}); the condyle slides {went[0]:.2f} mm forward, {-went[1]:.2f} down, "
        f"the disc {went[2]:.2f} forward")
    shut = left[-1]
    bite, above, below = sum(probes["bite_force"][-1][1:]), shut[7] + right[-1][7], shut[11] + right[-1][11]
    tap(60 < bite < 72 and all(0.9 < force / 80 < 1.1 for force in (above, below)),
        f"jaw-tongue-hyoid-discs: bites with {bite:.1f} N (led by lines 66.0); discs bear {above:.1f} N above and {below:.1f} below")
    # to rounding, but for the steps in which the jaw still settles
    tap(all(abs(a / b - 1) < 0.01 for row in (wide, shut) for a, b in zip(at(right, row[0])[7:], row[7:])) and
        max(shut[10], shut[14]) < 3e6, f"jaw-tongue-hyoid-discs: left and right bear the same, at most {1e-6 * max(shut[10], shut[14]):.2f} MPa")


def touches_teeth(name, probes):
    """Tongue on teeth: pressed together, and overlapping by less than a tenth of what is kept between them."""
    force, deep = max(row[2] for row in probes["teeth"]), 1e3 * max(max(row[3:5]) for row in probes["teeth"])
    tap(force > 0.05 and max(probes["teeth"][0][3:5]) < 1e-9 and deep < 0.08,
        f"{name}: the lower teeth bear {force:.2f} N of the tongue, which gets {deep:.3f} mm too near at most, at the start nothing")


def contact_of_tongue():
    """Task max-palate of the paper: 38.2 kPa there (force over area), 40.4 +- 9.8 kPa measured."""
    touch, _ = run("jaw-tongue-hyoid-contact", 0.2)
    held = [row for row in touch["palate"] if row[0] > 0.12]
    mean, most = (max(row[k] for row in touch["palate"]) for k in (3, 4))
    tap(min(row[1] for row in held) > 1 and 5e3 < mean < most < 60e3,
        f"max-palate: {held[-1][1]:.2f} N on {1e6 * held[-1][2]:.0f} mm2, mean pressure {1e-3 * mean:.1f} kPa at most, largest "
        f"{1e-3 * most:.1f} (paper 38.2, measured 40.4 +- 9.8)")
    tap(all(abs(row[1] - row[2] * row[3]) <= 1e-9 * row[1] for row in touch["palate"]),
        "max-palate: pressure times area is the force")
    volume = [row[1] for row in touch["volume"]]
    tap(max(volume) / min(volume) - 1 < 1e-4, f"max-palate: volume within {max(volume) / min(volume) - 1:.1e}")


STATIC = ("--set", "/model:solver.integrator=static_equilibrium")


def error(found, wanted):
    return max(abs(a - b) for a, b in zip(found, wanted))


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


def all_of_them(time):
    demos = [line.split()[0] for line in subprocess.run([SINEW, "demos"], check=True, capture_output=True,
                                                        text=True).stdout.strip().split("\n")]
    for demo in demos:
        seconds = time / 4 if demo.startswith("jaw-tongue-hyoid-") else time  # tongues() runs them for longer
        info = json.loads(subprocess.run([SINEW, "info", demo, "--json"], check=True, capture_output=True,
                                         text=True).stdout)
        # parts of one surface that touch (teeth of an arch, ulna and its shaft) are said, and are meant
        errors = [c for c in info["checks"] if c["severity"] != "note" and
                  not (demo in ("elbow", "jaw-bite") and "cut or touch each other" in c["message"])]
        tap(not errors and info["dofs"] > 0, f"{demo}: {info['dofs']} dofs, {info['constraints']} constraints, "
            f"{info['mass']:.4g} kg, {len(errors)} warnings")
        first = run(demo, seconds)[1]
        tap(first == run(demo, seconds)[1], f"{demo}: the same hash twice ({first.split()[-1]})")


# Demos that do not start at rest, and why: what falls, swings or is driven from where it is put.
MOVES = {
    "arm": "its muscles lift the forearm from a posture", "held-arm": "a controller takes the forearm from a posture",
    "chain": "falls from the horizontal", "gyroscope": "goes round", "rolling": "rolls", "four-bar": "swings", "joints": "swing", "spring-mesh": "falls and hangs",
    "beam": "falls under its weight (paper 3.8)", "cube": "sinks under its load (paper 3.8)",
    "hanging-ellipsoid": "the bone falls until the tissue holds it", "hanging": "swings", "bead": "falls", "flail": "swings",
    "strand-in-strand": "tubes slide down", "pulleys-series": "its weights fall", "double-pulley": "its weights fall",
    "cosserat-muscle": "the muscle takes the elbow from a posture", "eccentric-pulley": "turns", "elevator": "is driven",
    "gait": "walks", "gears": "are driven", "robot-arm": "is driven", "line-shaft": "its cables take up their load", "limb": "its strands take up their load",
    "finger": "falls in, then is drawn", "finger-lumbrical": "its weights fall until the tendons hold them",
    "spline-strand": "the hand falls, then is lifted", "wrapping": "arms and a load fall, then are lifted"}
TOUCH = ["desk-lamp", "arch", "box-stack", "cradle", "incline", "pile", "rings-and-bowl", "bollard", "soft-drop", "ellipsoids", "elbow", "knee",
         "jaw-bite", "jaw-discs"] + [f"jaw-tongue-hyoid-{task}" for task in (
             "rest", "open", "hinge-open", "protrude", "right-lateral", "clench", "retract", "palate", "contact", "chew", "discs")]
AT_REST = 5e-5  # m


def starts():
    for demo in [line.split()[0] for line in subprocess.run([SINEW, "demos"], check=True, capture_output=True,
                                                            text=True).stdout.strip().split("\n")]:
        info = json.loads(subprocess.run([SINEW, "info", demo, "--json"], check=True, capture_output=True, text=True).stdout)
        far, note = info["start"]["from_rest"], [c for c in info["checks"] if "from rest" in c["message"]]
        if demo in TOUCH:
            tap(far is None and note, f"{demo}: info says that its distance from rest is not known")
        elif demo in MOVES:
            tap(info["start"]["settle"] == "none" and far > AT_REST and note,
                f"{demo}: {1e3 * far:.3g} mm from rest, which info says: {MOVES[demo]}")
        else:
            tap(info["start"]["accepted"] and far < AT_REST, f"{demo}: starts at rest, within {1e3 * far:.1e} mm")


def spread(values):
    return max(values) - min(values)


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
    if os.environ.get("SN_SANITIZE"):  # steps of each; what comes of many of them takes an hour
        all_of_them(0.02)
        done()
        return
    jaw()
    others()
    lamp()
    shoulder()
    soft()
    tongues()
    strands()
    pulleys()
    machines()
    body()
    cosserat()
    spline_strand()
    muscle_laws()
    gait()
    wrapping()
    laxity()
    tops()
    contact()
    starts()
    all_of_them(0.3)
    done()


if __name__ == "__main__":
    sys.exit(main())
