# SPDX-License-Identifier: GPL-3.0-or-later
"""A model put together part by part: bodies where they stand, joints by their place in the world.  Machines lie in
planes y = const; seen from -y (x right, z up) turning about +y is clockwise."""
import json
import math
import os

ROOT = math.sqrt(0.5)
AXLE = (ROOT, -ROOT, 0, 0)  # turns z to y: hinges and wheels
BRASS, STEEL, IRON, WOOD, RED, TEAL, IVORY = ("#c8a05a", "#98a3ad", "#4d565f", "#a87c52", "#b4503f", "#4f8f8a", "#e8ddc4")
ROPE, LEATHER = "#c9b58c", "#7d5a44"
LINES = {ROPE: "rope", LEATHER: "band"}  # how they look


def q_mul(a, b):
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


def q_conj(q):
    return (q[0], -q[1], -q[2], -q[3])


def q_rotate(q, v):
    return q_mul(q_mul(q, (0, *v)), q_conj(q))[1:]


def about_y(angle):
    return (math.cos(angle / 2), 0, math.sin(angle / 2), 0)


def tidy(value):
    """Rounds to nanometres and the like, whole numbers without a point."""
    if isinstance(value, float):
        value = round(value, 9)
        return int(value) if value == int(value) else value
    if isinstance(value, (list, tuple)):
        return [tidy(v) for v in value]
    if isinstance(value, dict):
        return {k: tidy(v) for k, v in value.items()}
    return value


class Machine:
    LISTS = ("bodies", "particles", "markers", "visuals", "joints", "loads", "guides", "wraps", "strands", "moment_arms",
             "probes", "controllers", "panels", "plots")

    def __init__(self):
        self.lists = {name: [] for name in self.LISTS}
        self.pose = {None: ((0, 0, 0), (1, 0, 0, 0))}

    def add(self, where, **entry):
        self.lists[where].append(entry)
        return f'{where}/{entry["name"]}'

    # --- bodies ---

    def body(self, name, geometry, position, orientation=(1, 0, 0, 0), mass=None, color=STEEL, dynamic=True, **more):
        entry = {"name": name, "position": position, "orientation": orientation, "geometry": geometry}
        if not dynamic:
            entry["dynamic"] = False
        elif mass:
            entry["inertia"] = mass if isinstance(mass, dict) else {"method": "mass", "mass": mass}
        entry["render"] = {"color": color, **more.pop("render", {})}
        entry.update(more)
        self.pose[name] = (position, orientation)
        return self.add("bodies", **entry)

    def box(self, name, size, position, **more):
        return self.body(name, {"shape": "box", "size": size}, position, **more)

    def cylinder(self, name, radius, length, position, **more):
        return self.body(name, {"shape": "cylinder", "radius": radius, "length": length}, position, **more)

    def wheel(self, name, mesh, radius, width, position, mass, angle=0.0, color=BRASS, **more):
        """A wheel about y; mass of a disc half of which is at the rim."""
        inertia = {"method": "explicit", "mass": mass, "center": [0, 0, 0],
                   "tensor": [0.4 * mass * radius ** 2, 0.4 * mass * radius ** 2, 0.7 * mass * radius ** 2, 0, 0, 0]}
        geometry = {"shape": "mesh", "mesh": f"meshes/{mesh}.obj", "scale": [radius, radius, width]}
        return self.body(name, geometry, position, q_mul(about_y(angle), AXLE), inertia, color,
                         render={"specular": 0.45}, **more)

    def bar(self, name, start, end, mass, thickness=0.012, depth=0.012, color=STEEL, beyond=0.012):
        """From pin to pin."""
        dx, dz = end[0] - start[0], end[2] - start[2]
        length = math.hypot(dx, dz) + 2 * beyond
        center = tuple((a + b) / 2 for a, b in zip(start, end))
        return self.box(name, [length, depth, thickness], center, orientation=about_y(math.atan2(-dz, dx)), mass=mass,
                        color=color)

    def visual(self, name, body, mesh, scale, point, turn=(1, 0, 0, 0), color=STEEL, **render):
        """Something to see, where it stands in the world."""
        location, rotation = self.local(body, point, turn)
        entry = {"name": name, "mesh": f"meshes/{mesh}.obj", "scale": scale, "location": location, "rotation": rotation}
        if body:
            entry["frame"] = f"bodies/{body}"
        return self.add("visuals", **entry, render={"color": color, "specular": 0.3, **render})

    def axle(self, name, body, point, radius, length, color=IRON):
        return self.visual(name, body, "axle", [radius, radius, length], point, AXLE, color)

    def strut(self, name, body, start, end, thickness, depth, color=STEEL, beyond=0.012):
        """A bar to see, from place to place in a plane y = const."""
        dx, dz = end[0] - start[0], end[2] - start[2]
        center = tuple((a + b) / 2 for a, b in zip(start, end))
        return self.visual(name, body, "block", [math.hypot(dx, dz) + 2 * beyond, depth, thickness], center,
                           about_y(math.atan2(-dz, dx)), color)

    def local(self, body, point, turn=(1, 0, 0, 0)):
        position, orientation = self.pose[body]
        back = q_conj(orientation)
        return q_rotate(back, [a - b for a, b in zip(point, position)]), q_mul(back, turn)

    # --- joints, markers ---

    def joint(self, kind, name, a, b, point, turn=(1, 0, 0, 0), turn_b=None, **more):
        """Between two bodies (None: the world), both frames at a place in the world."""
        entry = {"class": kind, "name": name}
        for side, body, own in (("a", a, turn), ("b", b, turn_b or turn)):
            location, rotation = self.local(body, point, own)
            if body:
                entry[f"frame_{side}"] = f"bodies/{body}"
            entry[f"location_{side}"], entry[f"rotation_{side}"] = location, rotation
        return self.add("joints", **entry, **more)

    def hinge(self, name, a, b, point, **more):
        return self.joint("hinge", name, a, b, point, AXLE, **more)

    def rod(self, name, a, b, start, end, mass=0.05, color=STEEL):
        """A rod between pins on two bodies: universal joint and ball, so that nothing is held twice."""
        self.bar(name, start, end, mass, color=color)
        across = math.atan2(-(end[2] - start[2]), end[0] - start[0]) + math.pi / 2
        self.joint("universal", f"{name}_{a}", a, name, start, AXLE, about_y(across))
        self.joint("spherical", f"{name}_{b}", name, b, end)

    def marker(self, name, body, point, **more):
        entry = {"name": name, "location": self.local(body, point)[0]}
        if body:
            entry["frame"] = f"bodies/{body}"
        return self.add("markers", **entry, **more)

    # --- strands ---

    def pulley(self, name, center, radius, body=None, wheel=None, grip=False, radius_y=0, turn=AXLE):
        location, rotation = self.local(body, center, turn)
        entry = {"class": "pulley", "name": name, "location": location, "rotation": rotation, "radius": radius, "width": 0}
        if body:
            entry["body"] = f"bodies/{body}"
        if radius_y:
            entry["radius_y"] = radius_y
        if wheel:
            entry["wheel"] = f"bodies/{wheel}"
            entry["grip"] = grip
        return self.add("guides", **entry)

    def strand(self, name, nodes, radius=0.0025, color=ROPE, law=None, **more):
        return self.add("strands", **{"class": "strand"}, name=name, radius=radius, density=1100, law=law or {"type": "inextensible"},
                        nodes=nodes, render={"color": color, **({"line_style": LINES[color]} if color in LINES else {})}, **more)

    def cable(self, name, nodes, stiffness=2e4, damping=0.01, **more):
        """Elastic: EA in newtons."""
        radius = more.pop("radius", 0.0025)
        law = {"type": "tension_only", "youngs_modulus": stiffness / (math.pi * radius ** 2), "damping": damping}
        return self.strand(name, nodes, radius, law=law, **more)

    def belt(self, name, wheels, stiffness=6e3, tight=0.995, **more):
        """Around wheels that grip, all in one sense."""
        return self.cable(name, [over(pulley, "left") for pulley in wheels], stiffness, radius=0.004, color=LEATHER,
                          closed=True, rest_ratio=tight, **more)

    # --- drives and results ---

    def output(self, name, *targets, interval=0.02):
        return self.add("probes", **{"class": "output_probe"}, name=name, targets=list(targets), interval=interval)

    def drive(self, name, target, knots, **more):
        return self.add("probes", **{"class": "input_probe"}, name=name, targets=[target],
                        knots=[{"time": t, "values": [v]} for t, v in knots], **more)

    def motor(self, name, body, measured, goal, gains, limit, axis=(0, 1, 0)):
        """A moment about an axis so that a measured number reaches its goal."""
        load = self.add("loads", **{"class": "body_load"}, name=f"{name}_moment", body=f"bodies/{body}")
        proportional, integral, derivative = gains
        return self.add("controllers", **{"class": "feedback_controller"}, name=name, measured=[measured], goal=goal,
                        proportional=proportional, integral=integral, derivative=derivative, lower=-limit, upper=limit,
                        targets=[f"{load}:moment"], weights=list(axis))

    def panel(self, name, *rows):
        return self.add("panels", name=name, controls=[{"property": [r]} if isinstance(r, str) else
                                                       {"property": [r[0]], **r[1]} for r in rows])

    def plot(self, name, *properties):
        return self.add("plots", name=name, curves=[{"property": [p]} for p in properties])

    # --- the file ---

    def write(self, folder, name, title, notes, view, step=0.005, duration=10, integrator="backward_euler", hide_joints=True, hide_bodies=False,
              gravity=(0, 0, -9.81)):
        model = {"title": title, "notes": " ".join(notes.split()), "gravity": gravity, "duration": duration,
                 "solver": {"integrator": integrator, "max_step": step}, "view": view}
        lines = []
        for key, value in model.items():
            lines.append(f"    {json.dumps(key)}: {json.dumps(tidy(value), ensure_ascii=False)}")
        for key, items in self.lists.items():
            if not items:
                continue
            rows = ",\n".join("      " + json.dumps(tidy(item), ensure_ascii=False) for item in items)
            common = {"joints": {"visible": False} if hide_joints else None,
                      "bodies": {"visible": False} if hide_bodies else None,
                      "markers": {"visible": False}, "loads": {"visible": False}}.get(key)
            if key == "guides":
                common = {"visible": False}
            if common:
                lines.append(f'    "{key}": {{"render": {json.dumps(common)}, "items": [\n{rows}\n    ]}}')
            else:
                lines.append(f'    "{key}": [\n{rows}\n    ]')
        with open(os.path.join(folder, name + ".sinew"), "w", encoding="utf-8") as file:
            file.write('{\n  "sinew": 1,\n  "model": {\n' + ",\n".join(lines) + "\n  }\n}\n")


def over(pulley, side, **more):
    return {"kind": "pulley", "guide": pulley, "side": side, **more}


def on(marker, **more):
    return {"kind": "point", "point": marker, **more}


def through(marker):
    return on(marker, virtual=True)
