#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Actuators, forces over time, external loads and expressions of an OpenSim model against closed forms: actuators_test.py SINEW (TAP)

One model whose bodies do not know each other, run for a second, by runge_kutta_4 and by backward_euler.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

K, G, HEIGHT = 10.0, 9.8065, 0.5  # the vertical sliders of ../shared/data/osim2/FORCE_FACTS.txt


def body(name, place, mass=2.0):
    return (f'<Body name="{name}"><mass>{mass}</mass><mass_center>0 0 0</mass_center><inertia>0.5 0.5 0.5 0 0 0</inertia></Body>',
            f'<FreeJoint name="j_{name}"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/{name}'
            f'</socket_child_frame><coordinates>' + "".join(
                f'<Coordinate name="{name}_{c}"><default_value>{place.get(c, 0)}</default_value><default_speed_value>'
                f'{place.get("d" + c, 0)}</default_speed_value></Coordinate>' for c in ("rx", "ry", "rz", "tx", "ty", "tz")) +
            '</coordinates></FreeJoint>')


def slider(name, value):
    """Along x of the ground, so that the force alone moves it."""
    return (f'<Body name="{name}"><mass>1</mass><mass_center>0 0 0</mass_center><inertia>0.1 0.1 0.1 0 0 0</inertia></Body>',
            f'<SliderJoint name="j_{name}"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/{name}'
            f'</socket_child_frame><coordinates><Coordinate name="{name}_x"><default_value>{value}</default_value></Coordinate>'
            '</coordinates></SliderJoint>')


def function(kind, inner):
    return f"<{kind}>{inner}</{kind}>"


def constant(value):
    return function("Constant", f"<value>{value}</value>")


BODIES = [body("thrown", {"tx": 1}), body("turned", {"tx": 2}), body("other", {"tx": 3}), body("pushed", {"tx": 5}),
          body("wheel", {"ty": 4}), body("led", {"ty": 6}), body("loaded", {"ty": 8}), body("spinner", {"ty": 10, "drz": 2}),
          slider("sprung", HEIGHT), slider("held", HEIGHT), slider("bushed", HEIGHT), slider("lined", HEIGHT)]
FORCES = f"""
<PointActuator name="thrust"><body>thrown</body><direction>0 0 3</direction><force_is_global>true</force_is_global>
<optimal_force>4</optimal_force></PointActuator>
<TorqueActuator name="motor"><bodyA>turned</bodyA><bodyB>other</bodyB><axis>0 0 1</axis><optimal_force>3</optimal_force>
<max_control>0.5</max_control></TorqueActuator>
<PointToPointActuator name="piston"><bodyA>ground</bodyA><bodyB>pushed</bodyB><optimal_force>3</optimal_force>
</PointToPointActuator>
<PointActuator name="jet"><body>wheel</body><point>0.25 0 0</point><direction>0 1 0</direction><optimal_force>2</optimal_force>
</PointActuator>
<BodyActuator name="still"><socket_body>/bodyset/wheel</socket_body></BodyActuator>
<PrescribedForce name="ramp"><socket_frame>/bodyset/led</socket_frame><forceFunctions><objects>
{function("PiecewiseLinearFunction", "<x>0 2</x><y>0 2</y>")}{constant(0)}{constant(1)}</objects></forceFunctions>
<torqueFunctions><objects>{constant(0)}{constant(0)}{function("LinearFunction", "<coefficients>1 0</coefficients>")}</objects>
</torqueFunctions></PrescribedForce>
<ExpressionBasedCoordinateForce name="e1"><coordinate>sprung_x</coordinate><expression>-k*q-c*qdot; k={K}; c=0.5</expression>
</ExpressionBasedCoordinateForce>
<ExpressionBasedPointToPointForce name="e2"><body1>ground</body1><body2>held</body2><point1>-1 0 0</point1><point2>0 0 0</point2>
<expression>{K}*(d-1)+2*(d-1)^3</expression></ExpressionBasedPointToPointForce>
<ExpressionBasedBushingForce name="e3"><socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/bushed</socket_frame2>
<Fx_expression>{K}*delta_x - {G}</Fx_expression></ExpressionBasedBushingForce>
<FunctionBasedBushingForce name="e4"><socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/lined</socket_frame2>
<f_x_delta_x_function>{function("LinearFunction", f"<coefficients>{K} {-G}</coefficients>")}</f_x_delta_x_function>
</FunctionBasedBushingForce>
"""
CONTROLLER = """<PrescribedController name="lead"><actuator_list>thrust motor piston jet</actuator_list><ControlFunctions>
<objects>%s</objects></ControlFunctions></PrescribedController>""" % "".join(map(constant, (0.5, 2, 1, 1)))
LOADS = """<OpenSimDocument Version="40000"><ExternalLoads name="l"><objects>
<ExternalForce name="wind"><applied_to_body>loaded</applied_to_body><force_expressed_in_body>spinner</force_expressed_in_body>
<point_expressed_in_body>loaded</point_expressed_in_body><force_identifier>f_</force_identifier><point_identifier>p_
</point_identifier></ExternalForce></objects><datafile>sub/wind.sto</datafile></ExternalLoads></OpenSimDocument>"""
DATA = "wind\nversion=1\nnRows=2\nnColumns=7\ninDegrees=no\nendheader\ntime\tf_x\tf_y\tf_z\tp_x\tp_y\tp_z\n0\t3\t0\t0\t0\t0\t0\n2\t3\t0\t0\t0\t0\t0\n"


def document(gravity="0 0 0"):
    return (f'<OpenSimDocument Version="40000"><Model name="m"><gravity>{gravity}</gravity><BodySet><objects>' +
            "".join(b for b, _ in BODIES) + "</objects></BodySet><JointSet><objects>" + "".join(j for _, j in BODIES) +
            f"</objects></JointSet><ForceSet><objects>{FORCES}</objects></ForceSet><ControllerSet><objects>{CONTROLLER}"
            "</objects></ControllerSet></Model></OpenSimDocument>")


def rk4(rates, state, time=1.0, n=4000):
    h = time / n
    for i in range(n):
        t = i * h
        k1 = rates(t, state)
        k2 = rates(t + h / 2, [x + h / 2 * k for x, k in zip(state, k1)])
        k3 = rates(t + h / 2, [x + h / 2 * k for x, k in zip(state, k2)])
        k4 = rates(t + h, [x + h * k for x, k in zip(state, k3)])
        state = [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(state, k1, k2, k3, k4)]
    return state


def expected():
    """Places in OpenSim's ground and turns about its z after a second."""
    alpha = 0.25 * 2 / 0.5  # of the wheel with its jet, which turns with it
    wheel = rk4(lambda t, s: [s[2], s[3], -math.sin(alpha * t * t / 2), math.cos(alpha * t * t / 2)], [0, 4, 0, 0])
    decay, w = 0.25, math.sqrt(K - 0.25 ** 2)
    sprung = math.exp(-decay) * HEIGHT * (math.cos(w) + decay / w * math.sin(w))
    held = rk4(lambda t, s: [s[1], -K * s[0] - 2 * s[0] ** 3], [HEIGHT, 0])[0]
    rest = G / K
    bushed = ((HEIGHT - rest) * math.cos(math.sqrt(K)) + rest, 0, 0)
    return {"thrown": (1, 0, 0.5), "pushed": (5 + 0.75, 0, 0), "wheel": (wheel[0], wheel[1], 0),
            "led": (1 / 12, 6, 0.25), "loaded": (1.5 * (1 - math.cos(2)) / 4, 8 + 1.5 * (2 - math.sin(2)) / 4, 0),
            "sprung": (sprung, 0, 0), "held": (held, 0, 0), "bushed": bushed, "lined": bushed}, {
                "turned": 1.5, "other": -1.5, "wheel": alpha / 2, "led": 1 / 6 / 0.5, "spinner": 2}


def run(sinew, folder, integrator, step):
    out = os.path.join(folder, "m.sinew")
    with open(out, encoding="utf-8") as file:
        whole = json.load(file)
    names = [body["name"] for body in whole["model"]["bodies"]]
    whole["model"]["solver"] = {"integrator": integrator}
    whole["model"]["probes"].append({"class": "output_probe", "name": "seen", "interval": 0.5, "targets": [
        f"bodies/{name}:{what}" for name in names for what in ("position", "orientation")]})
    changed = os.path.join(folder, "changed.sinew")
    with open(changed, "w", encoding="utf-8") as file:
        json.dump(whole, file)
    done = subprocess.run([sinew, "run", changed, "--time", "1", "--step", step, "--probes", folder, "--quiet"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, done.stdout
    with open(os.path.join(folder, "seen.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    values = dict(zip(rows[0], map(float, rows[-1])))
    places, turns = {}, {}
    for name in names:
        x, y, z = (values[f"/model/bodies/{name}:position.{c}"] for c in "xyz")
        w, qx, qy, qz = (values[f"/model/bodies/{name}:orientation.{c}"] for c in "wxyz")
        places[name] = x, z, -y
        # the turn about OpenSim's z: bodies stand upright at the start, by a quarter about x
        c = math.sqrt(0.5)
        a, b = w * c + qx * c, qz * c - qy * c  # q times the quarter back
        turns[name] = 2 * math.atan2(b, a)
    return places, turns


def main():
    sinew, good, number = sys.argv[1], True, 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "sub"))
        for name, text in (("m.osim", document()), ("loads.xml", LOADS), ("sub/wind.sto", DATA)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([sinew, "import", os.path.join(folder, "m.osim"), "--loads", os.path.join(folder, "loads.xml"),
                               "--out", os.path.join(folder, "m.sinew")], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        whole = done.returncode == 0 and "0 approximated, 0 left out" in done.stdout
        print("ok" if whole else "not ok", "1 - all is taken over exactly", "" if whole else "\n# " + done.stdout.replace("\n", "\n# "))
        if not whole:
            print("1..1")
            return 1
        number = 1
        for integrator, step, most in (("runge_kutta_4", "0.002", 2e-8), ("backward_euler", "0.001", 5e-3)):
            places, turns = run(sinew, folder, integrator, step)
            wanted, angles = expected()
            errors = {name: max(abs(a - b) for a, b in zip(places[name], wanted[name])) for name in wanted}
            errors.update({name + "'s turn": abs(turns[name] - angle) for name, angle in angles.items()})
            worst = max(errors, key=errors.get)
            number, fine = number + 1, errors[worst] < most
            good = good and fine
            print("ok" if fine else "not ok", number, f"- {integrator}: {len(errors)} places and turns within {errors[worst]:.1e} ({worst})")
            if not fine:
                print("#", {name: f"{error:.1e}" for name, error in errors.items()})
        bad = os.path.join(folder, "bad.xml")
        for words, change in (("3, x, y and z", ("<force_identifier>f_", "<force_identifier>")),
                              ("not in the model", ("<applied_to_body>loaded", "<applied_to_body>nobody")),
                              ("nowhere", ("expressed_in_body>spinner", "expressed_in_body>nowhere")),
                              ("none.sto", ("sub/wind.sto", "none.sto")), ("ExternalLoads", ("ExternalLoads", "Others"))):
            with open(bad, "w", encoding="utf-8") as file:
                file.write(LOADS.replace("f_</force", "q_</force").replace(*change) if "3," in words else LOADS.replace(*change))
            done = subprocess.run([sinew, "import", os.path.join(folder, "m.osim"), "--loads", bad, "--out",
                                   os.path.join(folder, "x.sinew")], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  check=False)
            lines = done.stderr.strip().split("\n")
            number, fine = number + 1, done.returncode == 1 and len(lines) == 1 and words in lines[0] and "bad.xml:" in lines[0]
            good = good and fine
            print("ok" if fine else "not ok", number, "- loads refused:", lines[0].replace(folder, "")[:140])
        with open(os.path.join(folder, "sub", "gaps.sto"), "w", encoding="utf-8") as file:
            file.write(DATA.replace("nRows=2", "nRows=4") + "2\t5\tnan\t0\t0\t0\t0\n3\t5\t0\t0\t0\t0\t0\n")
        with open(bad, "w", encoding="utf-8") as file:
            file.write(LOADS.replace("wind.sto", "gaps.sto"))
        done = subprocess.run([sinew, "import", os.path.join(folder, "m.osim"), "--loads", bad, "--out", os.path.join(folder, "x.sinew")],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        for said in ("1 of 24 values is missing", "counts as 0", "line 10 has the time of the row before, 2 s"):
            number, fine = number + 1, done.returncode == 0 and said in done.stdout
            good = good and fine
            print("ok" if fine else "not ok", number, "- the report says of data:", said)
    print(f"1..{number}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
