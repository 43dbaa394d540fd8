#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Motions and forces of imported OpenSim models against OpenSim's own results (../shared/data/osim2, rows of its README).

    osim_motions_test.py SINEW        with SN_PUBLISHED naming the data folder; skips itself without it

Each line has the largest or mean difference beside OpenSim's own tolerance.  Row 14: a pendulum by its weight, and by an
external load in its place, against the form for small angles and the equation of motion solved here; a double pendulum with
two motors against OpenSim's states.  Row 10: reaction of a pin.  Row 3: moment arms against differences of lengths.
Row 16: fibre lengths of an arm led along OpenSim's motion with OpenSim's activations.  Row 8: fibre lengths; row 9: equilibrium of a muscle.  Rows 4 and 5: inverse dynamics of
walking, by drives that lead every coordinate while the floor's measured reactions act.
"""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

SLIGHT, RATE = math.pi / 20, 4.428690551393267  # amplitude and rate of the pendulum's small angles


def table(path):
    """Names of the columns, rows of numbers."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    begin = lines.index("endheader") + 1
    while not lines[begin]:
        begin += 1
    return lines[begin].split(), [[float(x) for x in line.split()] for line in lines[begin + 1:] if line]


def at_time(rows, time, column):
    """By a straight line between the rows."""
    low, high = 0, len(rows) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rows[middle][0] <= time else (low, middle)
    a, b = rows[low], rows[high]
    part = (time - a[0]) / (b[0] - a[0])
    return a[column] + part * (b[column] - a[column])


class Work:
    """A folder with what is imported and run."""

    def __init__(self, sinew, data, folder):
        self.sinew, self.data, self.folder = sinew, data, folder
        self.count = 0

    def call(self, *words):
        done = subprocess.run([self.sinew, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
                              check=False)
        assert done.returncode == 0, " ".join(words) + ": " + done.stdout
        return done.stdout

    def take(self, path, *words):
        """The document of an imported model."""
        self.count += 1
        out = os.path.join(self.folder, f"{self.count}.sinew")
        self.call("import", path, *words, "--report", out + ".txt", "--out", out)
        with open(out, encoding="utf-8") as file:
            return json.load(file)

    def run(self, document, targets, time, step, *words, interval=0, integrator="runge_kutta_4"):
        """Rows of time and what the targets are."""
        self.count += 1
        model = document["model"]
        model["solver"] = {"integrator": integrator}
        model.setdefault("probes", []).append(
            {"class": "output_probe", "name": "seen", "targets": targets, "interval": interval})
        path, folder = (os.path.join(self.folder, f"{self.count}" + end) for end in (".sinew", "-probes"))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.call("run", path, "--time", repr(time), "--step", repr(step), "--probes", folder, "--quiet", *words)
        model["probes"].pop()
        with open(os.path.join(folder, "seen.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))
        return [[float(x) for x in row] for row in rows[1:]]


def pendulum_exact(times):
    """q'' = -k^2 sin q from -pi/20, by RK4 in steps of a ten-thousandth."""
    h, q, u, found = 1e-4, -SLIGHT, 0.0, []
    rate = -RATE * RATE
    n = 0
    for time in times:
        while n < round(time / h):
            a1, b1 = u, rate * math.sin(q)
            a2, b2 = u + h / 2 * b1, rate * math.sin(q + h / 2 * a1)
            a3, b3 = u + h / 2 * b2, rate * math.sin(q + h / 2 * a2)
            a4, b4 = u + h * b3, rate * math.sin(q + h * a3)
            q, u, n = q + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), u + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4), n + 1
        found.append(q)
    return found


def pendulums(work):
    folder = os.path.join(work.data, "tests", "forward")
    cases = [("its weight", "pendulum.osim", None), ("a load at a point of it", "pendulum_no_gravity.osim", "pendulum_external_load.xml"),
             ("a load at a point of the ground", "pendulum_no_gravity.osim", "pendulum_external_load_point_in_ground.xml")]
    for name, model, loads in cases:
        document = work.take(os.path.join(folder, model), *(["--loads", os.path.join(folder, loads)] if loads else []))
        rows = work.run(document, ["joints/GroundJoint:angle"], 1.0, 0.001, interval=0.01)
        slight = max(abs(row[1] + SLIGHT * math.cos(RATE * row[0])) for row in rows)
        exact = max(abs(row[1] - q) for row, q in zip(rows, pendulum_exact([row[0] for row in rows])))
        # the load's point in the ground is a table of OpenSim's own motion, a row every hundredth of a second
        most = 2e-4 if loads and "ground" in loads else 1e-6
        yield slight < 2e-3 and exact < most, f"row 14, a pendulum by {name}: {slight:.1e} rad of the form for small angles (OpenSim 1e-2), {exact:.1e} of its equation of motion"


def double_pendulum(work):
    folder = os.path.join(work.data, "tests", "analyze")
    document = work.take(os.path.join(folder, "double_pendulum.osim"))
    _, wanted = table(os.path.join(folder, "double_pendulum_states.sto"))
    rows = work.run(document, ["joints/pin1:angle", "joints/pin2:angle"], wanted[-1][0] + 0.001, 0.0005,
                    "--set", "/model/loads/Torq1:control=0.75", "--set", "/model/loads/Torq2:control=0.5")
    worst = max(abs(at_time(rows, row[0], k) - row[k]) for row in wanted for k in (1, 2))
    yield worst < 0.01, f"a double pendulum with two motors: {worst:.1e} rad of OpenSim's states over {wanted[-1][0]:.1f} s"


def pin_reaction(work):
    folder = os.path.join(work.data, "tests", "analyze")
    names, wanted = table(os.path.join(folder, "std_SinglePin_JointReaction_ReactionLoads.sto"))
    _, states = table(os.path.join(folder, "SinglePin_states.sto"))
    with open(os.path.join(folder, "SinglePin.osim"), encoding="utf-8") as file:
        text = file.read()
    total, n = 0.0, 0
    for i in range(0, len(states), 50):
        time, q, u = states[i]
        # the reaction is that of the third step: the model begins three steps before, as it fell
        path = os.path.join(work.folder, "pin.osim")
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"<default_speed_value>[^<]*", f"<default_speed_value>{u!r}",
                              re.sub(r"<default_value>[^<]*", f"<default_value>{q - 3e-8 * u!r}", text, count=1), count=1))
        force = work.run(work.take(path), ["joints/pin1:force"], 3e-8, 1e-8, integrator="backward_euler")[-1][1:]
        row = min(wanted, key=lambda r: abs(r[0] - time))
        for axis, ours in zip("xyz", (force[0], force[2], -force[1])):
            total, n = total + (ours - row[names.index("pin1_on_rod1_in_ground_f" + axis)]) ** 2, n + 1
    error = math.sqrt(total / n)
    yield error < 1e-5, f"row 10, reaction of a pin: {error:.1e} N of OpenSim's (OpenSim 1e-5)"


def arm(work):
    folder = os.path.join(work.data, "tests", "cmc")
    names, states = table(os.path.join(folder, "std_arm26_states.sto"))
    document = work.take(os.path.join(folder, "arm26.osim"))
    model, start = document["model"], states[0][0]
    probes = model.setdefault("probes", [])

    def lead(target, column, interpolation):
        k = names.index(column)
        probes.append({"class": "input_probe", "targets": [target], "interpolation": interpolation,
                       "knots": [{"time": row[0] - start, "values": [row[k]]} for row in states]})
        return states[0][k]
    for joint, coordinate in (("r_shoulder", "r_shoulder_elev"), ("r_elbow", "r_elbow_flex")):
        model["joints"].append({"class": "drive", "name": coordinate, "joint": "joints/" + joint, "coordinate": "angle_1",
                                "value": lead(f"joints/{coordinate}:value", coordinate, "cubic")})
    muscles = [muscle["name"] for muscle in model["muscles"]]
    for muscle in model["muscles"]:
        muscle.pop("activation", None)
        muscle["dynamics"] = {"enabled": False}
        muscle["excitation"] = lead(f"muscles/{muscle['name']}:excitation", muscle["name"] + ".activation", "linear")
    rows = work.run(document, [f"muscles/{muscle}:fibre_length" for muscle in muscles], states[-1][0] - start, 0.001,
                    integrator="backward_euler")
    for k, muscle in enumerate(muscles):
        column = names.index(muscle + ".fiber_length")
        error = math.sqrt(sum((at_time(rows, row[0] - start, k + 1) - row[column]) ** 2 for row in states) / len(states))
        yield error < 1e-5, f"row 16, fibre of {muscle} along OpenSim's motion: {error:.1e} m of OpenSim's (OpenSim 1e-2)"


def low_pass(values, step, cutoff):
    """OpenSim's: Butterworth of third order there and back, the signal mirrored at its ends for half its length."""
    half = len(values) // 2
    padded = [2 * values[0] - values[half - i] for i in range(half)] + values + [2 * values[-1] - values[-2 - i] for i in range(half)]
    w = math.tan(math.pi * cutoff * step)
    d = w ** 3 + 2 * w ** 2 + 2 * w + 1
    a = [w ** 3 / d, 3 * w ** 3 / d, 3 * w ** 3 / d, w ** 3 / d]
    b = [(3 * w ** 3 + 2 * w ** 2 - 2 * w - 3) / d, (3 * w ** 3 - 2 * w ** 2 - 2 * w + 3) / d, (w ** 3 - 2 * w ** 2 + 2 * w - 1) / d]
    for _ in range(2):
        y = padded[:3]
        for i in range(3, len(padded)):
            y.append(sum(a[k] * padded[i - k] for k in range(4)) - sum(b[k] * y[i - 1 - k] for k in range(3)))
        padded = y[::-1]
    return padded[half:half + len(values)]


def coordinates_of(model):
    """Joint and slot of each coordinate."""
    found = {}
    for joint in model["joints"]:
        names = [name for name in joint.get("coordinate_names", "").split(",") if name]
        turning = ["none", "one", "two", "three"].index(joint.get("angles", "one")) if joint["class"] == "custom" else 1
        for i, name in enumerate(names):
            found[name] = joint["name"], f"angle_{i + 1}" if i < turning else f"translation_{i - turning + 1}"
    return found


def inverse_dynamics(work, label, model_path, folder, motion, loads, reference, times, most):
    """Drives lead every coordinate; what they exert, at the times of OpenSim's rows."""
    document = work.take(model_path, "--loads", os.path.join(folder, loads))
    model, start = document["model"], times[0] - 0.1
    names, rows = table(os.path.join(folder, motion))
    step = rows[1][0] - rows[0][0]
    slots = coordinates_of(model)
    model["muscles"] = []
    for probe in model.get("probes", []):
        for knot in probe["knots"]:
            knot["time"] -= start
    driven = [name for name in names[1:] if name in slots]
    model["joints"] = [joint for joint in model["joints"] if joint["class"] != "drive"]
    for name in driven:
        unit = 1 if name.endswith(("_tx", "_ty", "_tz")) else math.pi / 180
        values = low_pass([unit * row[names.index(name)] for row in rows], step, 6)
        joint, slot = slots[name]
        model["joints"].append({"class": "drive", "name": "lead_" + name, "joint": "joints/" + joint, "coordinate": slot})
        model["probes"].append({"class": "input_probe", "targets": [f"joints/lead_{name}:value"], "interpolation": "cubic",
                                "knots": [{"time": row[0] - start, "values": [value]} for row, value in zip(rows, values)]})
    found = work.run(document, [f"joints/lead_{name}:torque" for name in driven], times[1] - start, 1 / 2400,
                     integrator="backward_euler")
    columns, wanted = table(reference)
    wanted = [row for row in wanted if times[0] <= row[0] <= times[1]]
    errors = {}
    for k, name in enumerate(driven):
        column = next((columns.index(name + end) for end in ("_moment", "_force", "") if name + end in columns), None)
        if column is not None:
            errors[name] = math.sqrt(sum((at_time(found, row[0] - start, k + 1) - row[column]) ** 2 for row in wanted) / len(wanted))
    name = max(errors, key=errors.get)
    forces = max((value for key, value in errors.items() if key.endswith(("_tx", "_ty", "_tz"))), default=0)
    moments = max(value for key, value in errors.items() if not key.endswith(("_tx", "_ty", "_tz")))
    yield (len(errors) > 20 and max(forces, moments) < most), (
        f"{label}: RMS of {len(errors)} forces over {len(wanted)} rows at most {moments:.2g} N m and {forces:.2g} N ({name})")


ARMS = [("simulation/testMomentArmsConstraintB", "hip_flexion_r", "rect_fem_r", -60, 60),
        ("simulation/testMomentArmsConstraintB", "knee_angle_r", "rect_fem_r", -120, 10),
        ("simulation/testMomentArmsConstraintB", "knee_angle_r", "vas_int_r", -120, 10),
        ("simulation/testMomentArmsConstraintA", "knee_angle_r", "vas_int_r", -120, 10),
        ("simulation/MovingPathPointMomentArmTest", "knee_angle_r", "vas_int_r", -120, 10),
        ("tools/gait2354_simbody", "knee_angle_r", "vas_int_r", -119, 9),
        ("simulation/P2PBallJointMomentArmTest", "knee_q", "muscle1", -90, 0),
        ("simulation/P2PBallCustomJointMomentArmTest", "knee_angle_r", "muscle1", -90, 0),
        ("simulation/P2PCustomJointMomentArmTest", "knee_angle_r", "muscle1", -90, 0),
        ("simulation/MovingPointCustomJointMomentArmTest", "knee_angle_r", "vas_int_r", -90, 0),
        ("simulation/PathOnConstrainedBodyMomentArmTest", "knee_angle_r", "vas_int_r", -90, 0),
        ("simulation/MultipleMPPsMomentArmTest", "knee_angle_1", "vas_int_r", -119.4, 10),
        ("simulation/CoupledCoordinatesMPPsMomentArmTest", "foot_angle", "vas_int_r", -120, 10),
        ("analyze/BothLegs", "r_knee_angle", "VASINT", -120, 10)]


def moment_arms(work):
    """Against differences of lengths over the coordinate, of fourth order."""
    worst, where, models, beside = 0.0, "", {}, 0
    for model, coordinate, muscle, low, high in ARMS:
        if model not in models:
            models[model] = work.take(os.path.join(work.data, "tests", model + ".osim")), os.path.join(work.folder, f"{work.count}.sinew")
        document, path = models[model]
        joint, slot = coordinates_of(document["model"])[coordinate]
        hinge = any(j["name"] == joint and j["class"] == "hinge" for j in document["model"]["joints"])
        out = os.path.join(work.folder, "sweep.csv")
        work.call("sweep", path, "--coordinate", f"joints/{joint}:" + ("angle" if hinge else slot + ".angle"), "--from",
                  repr(math.radians(low)), "--to", repr(math.radians(high)), "--samples", "501", "--path", "muscles/" + muscle,
                  "--out", out)
        with open(out, newline="", encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(line for line in file if not line.startswith("#")))[1:]]
        step = rows[1][0] - rows[0][0]
        for i in range(50, 451, 40):
            near, far = ((rows[i - k][2] - rows[i + k][2]) / (2 * k * step) for k in (1, 2))
            if abs(near - far) > 1e-4:
                beside += 1  # a conditional point begins or ends to count there: the length jumps
                continue
            error = abs((4 * near - far) / 3 - rows[i][1])
            if error > worst:
                worst, where = error, f"{muscle} over {coordinate} of {model}"
    yield worst < 1e-6 and beside < 3, (
        f"row 3, moment arms of {len(models)} models: {worst:.1e} m of -dl/dq (OpenSim 1e-3; {where}); {beside} poses at a jump of a path")


def fibres(work):
    """Row 8: Schutte's muscles with the curves of their file, in equilibrium over the knee, the hip straight and bent."""
    folder = os.path.join(work.data, "tests", "analyze")
    work.take(os.path.join(folder, "BothLegs.osim"))
    model, motion, out = (os.path.join(work.folder, name) for name in (f"{work.count}.sinew", "knee.csv", "fibres"))
    for states, reference in (("plotterGeneratedStates", "std_BothLegs_fiberLength"),
                              ("plotterGeneratedStatesHip45", "std_BothLegsHip45__FiberLength")):
        names, rows = table(os.path.join(folder, states + ".sto"))
        muscles, wanted = table(os.path.join(folder, reference + ".sto"))
        led = [i for i, name in enumerate(names) if i and not name.endswith("_u") and "." not in name]
        with open(motion, "w", encoding="utf-8") as file:
            file.write("\n".join(",".join(words) for words in [["time"] + [names[i] for i in led]] + [
                [repr(row[i]) for i in [0] + led] for row in rows]) + "\n")
        full = [word for name in muscles[1:] for what in ("activation", "excitation") for word in ("--set", f"muscles/{name}:{what}=1")]
        work.call("analyze", model, "--motion", motion, "--results", ",".join(f"muscles/{name}:fibre_length" for name in muscles[1:]),
                  "--out", out, "--quiet", *full)
        with open(os.path.join(out, "results.csv"), newline="", encoding="utf-8") as file:
            found = [[float(x) for x in row] for row in list(csv.reader(line for line in file if not line.startswith("#")))[1:]]
        worst = max(abs(a - b) for ours, theirs in zip(found, wanted) for a, b in zip(ours[1:], theirs[1:]))
        yield len(found) == len(wanted) == 100 and worst < 2e-5, (
            f"row 8, fibres of {' and '.join(muscles[1:])} over the knee ({states[20:] or 'hip straight'}): {worst:.1e} m of OpenSim's (OpenSim 1e-4)")


def tug_of_war(work):
    """Row 9: along a motion, slack to taut, the tendon pulls as its fibre does, and the force does not jump."""
    folder, most = os.path.join(work.data, "tests", "analyze"), 1000
    work.take(os.path.join(folder, "Tug_of_War_Millard_Iso.osim"))
    model, out = os.path.join(work.folder, f"{work.count}.sinew"), os.path.join(work.folder, "tug")
    apart = jump = 0
    for activation in ("0.01", "0.3", "1"):
        work.call("analyze", model, "--motion", os.path.join(folder, "Tug_of_War_ConstantVelocity.sto"), "--results",
                  ",".join(f"muscles/LeftMuscle:{what}" for what in ("force", "active_force", "passive_force")), "--out", out, "--quiet",
                  "--set", f"muscles/LeftMuscle:activation={activation}", "--set", f"muscles/LeftMuscle:excitation={activation}")
        with open(os.path.join(out, "results.csv"), newline="", encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(line for line in file if not line.startswith("#")))[1:]]
        apart = max(apart, max(abs(row[1] - row[2] - row[3]) for row in rows) / most)
        jump = max(jump, max(abs(a[1] - b[1]) for a, b in zip(rows, rows[1:])) / most)
    yield len(rows) == 101 and apart < 1.5e-8 and jump < 0.1, (
        f"row 9, tendon and fibre over a motion: apart by {apart:.1e} of the largest force (OpenSim 1.5e-8), steps of {jump:.3f} at most (0.1)")


def ball(work):
    """FORCE_FACTS: a meshed ball of 1 kg, let go at 0.5 m, after 2 s presses with its weight, within 2e-3 N."""
    document = work.take(os.path.join(work.data, "tests", "simulation", "BouncingBallModelEF.osim"))
    for body in document["model"]["bodies"]:
        if body.get("dynamic", True):
            body["position"] = [0, 0, 0.5]
    last = work.run(document, ["collisions/contact:force"], 2.0, 1e-3, interval=2.0)[-1]
    error, across = abs(last[3] + 9.8065), max(abs(last[1]), abs(last[2]))
    yield error < 2e-3 and across < 1e-4, (
        f"a ball on an elastic foundation presses with its weight within {error:.1e} N (OpenSim 2e-3), across {across:.1e} (1e-4)")


def walks(work):
    folder = os.path.join(work.data, "tests", "id")
    yield from inverse_dynamics(
        work, "row 4, inverse dynamics of walking (OpenSim 2.0)", os.path.join(folder, "subject01.osim"), folder,
        "subject01_walk1_ik.mot", "subject01_walk1_grf.xml", os.path.join(folder, "std_subject01_InverseDynamics.sto"),
        (0.5, 1.6), 1.0)
    for name, output in (("gait2354", "ResultsInverseDynamics/inverse_dynamics.sto"), ("gait2392", "InverseDynamicsOutput.sto")):
        folder, reference = (os.path.join(work.data, name, part) for part in ("pipeline", "reference"))
        # each reference is of another of the two files of the walk
        motion = os.path.join(reference if name == "gait2354" else folder, "subject01_walk1_ik.mot")
        yield from inverse_dynamics(
            work, f"row 5, the same of {name} (none stated)", os.path.join(reference, "subject01_simbody.osim"), folder,
            motion, "subject01_walk1_grf.xml", os.path.join(reference, output), (0.5, 1.5), 1.0)


def inverse_kinematics(work):
    """Coordinates by the markers of a walk, all of one weight."""
    folder = os.path.join(work.data, "tests", "ik")
    model, out = os.path.join(work.folder, "ik.sinew"), os.path.join(work.folder, "ik.csv")
    work.call("import", os.path.join(folder, "subject01_simbody.osim"), "--out", model)
    work.call("fit", model, "--markers", os.path.join(folder, "subject01_synthetic_marker_data.trc"), "--time", "0.39,1.61", "--out", out)
    with open(out, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    ours = {round(float(row[0]), 4): dict(zip(rows[0], map(float, row))) for row in rows[1:]}
    names, theirs = table(os.path.join(folder, "std_subject01_walk1_ik.mot"))
    worst, which = 0, None
    for column, name in enumerate(names):
        unit = 1 if name[-3:] in ("_tx", "_ty", "_tz") else 180 / math.pi
        squares = [(unit * ours[round(row[0], 4)][name] - row[column]) ** 2 for row in theirs if name in rows[0] and round(row[0], 4) in ours]
        if column and squares and math.sqrt(sum(squares) / len(squares)) >= worst:
            worst, which = math.sqrt(sum(squares) / len(squares)), name
    yield len(ours) > 70 and which and worst < 0.02, (
        f"row 12, inverse kinematics of a walk: RMS at most {worst:.2g} degrees ({which}) of OpenSim's over {len(ours)} rows (OpenSim 0.2)")


def main():
    if not os.environ.get("SN_PUBLISHED"):
        print("1..0 # SKIP SN_PUBLISHED does not name the data folder")
        return 0
    number, good = 0, True
    with tempfile.TemporaryDirectory() as folder:
        work = Work(sys.argv[1], os.path.join(os.environ["SN_PUBLISHED"], "osim2"), folder)
        for case in (pendulums, double_pendulum, pin_reaction, moment_arms, arm, fibres, tug_of_war, ball, inverse_kinematics, walks):
            for fine, text in case(work):
                number, good = number + 1, good and fine
                print(("ok" if fine else "not ok"), number, "-", text, flush=True)
    print(f"1..{number}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
