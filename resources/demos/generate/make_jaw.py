#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the jaw demos from the landmarks and muscle points of the geometry generator.

    make_jaw.py GEOMETRY_FOLDER OUT_FOLDER

File frame of the generated bones: x anterior, y left, z up, metres, teeth closed (intercuspal).
Sources of the numbers that are not geometry: forces, tendon ratios and passive lengths Peck et al. 2000 and
van Eijden et al. 1997 as in the ArtiSynth jaw model; joint curve, bite planes, damping and hyoid spring Stavness,
Lloyd, Payan, Fels, Int. J. Numer. Meth. Biomed. Engng 27:367-390, 2011; tasks from Table I of that paper.
"""
import csv
import json
import math
import os
import sys

MM = 1e-3
CONDYLE_Y = 48.8 * MM        # condyle points, half distance
CONDYLE = (-1.30 * MM, 0.98 * MM)  # their x, z with the teeth closed
BITE = (53.1 * MM, 23.9 * MM, -26.46 * MM)
BITE_CANT = math.radians(8)
WALL_ANGLE = math.radians(40)      # of the posterior wall of the fossa
SIDES = (("l", "left", 1), ("r", "right", -1))

# Poses near rest, (x, z) and angle about y: the models settle from here, and look right before they have.
REST = {"jaw": (2.5566e-05, -2.136128e-04, 2 * math.asin(0.050007447)),
        "hyoid": (-4.046249e-04, -1.393104e-04, 2 * math.asin(-0.002749264))}

NOTES = """Jaw and hyoid under a fixed skull. Bones by Sinew's own generator, measured on the published model of
Stavness, Lloyd, Payan and Fels (2011, Int. J. Numer. Meth. Biomed. Engng 27:367-390; jaw model of Peck et al. 2000 and
Hannam et al. 2008) and Buchaillard, Perrier and Payan (2009, JASA 126:2033-2051). Muscle forces and tendon ratios as
published there; optimal length is this model's own length with the teeth closed. Each condyle slides on a curved
articular surface with a wall behind and beside it; the molars bite on one-sided planes. Each digastric runs from the
mastoid through a loop at the hyoid, where its tendon slides, to the chin: both bellies share one tension, as with the
pulley of 2011. The start is settled: at rest under gravity, before anything is excited."""

# Both bellies of the digastric and the tendon between them are one muscle: name, full name, bellies.
SLING = ("dg", "Digastric, both bellies", ("pd", "ad"))
BELLY = 43 * MM  # fibre length of each belly, about that of van Eijden et al. 1997 (not looked up); the rest is tendon

TASKS = [
    ("jaw-open", "Jaw: open", "Digastric and lateral pterygoids at 15 % open the jaw: the condyles slide forward.",
     [("dg", 0.15), ("ip", 0.15), ("sp", 0.15)], "lr"),
    ("jaw-hinge-open", "Jaw: hinge open", "The digastrics alone, at 15 %: the condyles turn more than they slide.",
     [("dg", 0.15)], "lr"),
    ("jaw-clench", "Jaw: clench", "All closing muscles at 10 %: the teeth meet and bite.",
     [("at", 0.1), ("mt", 0.1), ("pt", 0.1), ("sm", 0.1), ("dm", 0.1), ("mp", 0.1)], "lr"),
    ("jaw-protrude", "Jaw: protrude", "Both lateral pterygoids at 15 % pull the jaw forward.",
     [("ip", 0.15), ("sp", 0.15)], "lr"),
    ("jaw-right-lateral", "Jaw: right lateral",
     "The left lateral pterygoids alone, at 15 %, swing the jaw to the right.",
     [("ip", 0.15), ("sp", 0.15)], "l"),
]
# from where what a task does is seen best; opening, with room for the chin
OPENING = {"view.center": [-0.01, 0, 0.006], "view.size": 0.265, "view.direction": [-0.72, -1, -0.05]}
VIEWS = {"jaw-open": OPENING, "jaw-hinge-open": OPENING, "jaw-protrude": {"view.direction": [-0.3, -1, -0.1]},
         "jaw-right-lateral": {"view.direction": [-1, -0.8, -0.1]}}
PULSE = (0, 0.1, 0.2, 0.4, 0.5, 0.6)
PULSE_SHAPE = (0, 0, 1, 1, 0, 0)


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


def line(value):
    return json.dumps(tidy(value), ensure_ascii=False)


def write(path, head, lists):
    """One component a line: easy to read and to compare."""
    parts = [f"    {json.dumps(k)}: {line(v)}" for k, v in head.items()]
    for name, items in lists.items():
        if isinstance(items, dict):
            rows = ",\n".join("        " + line(i) for i in items["items"])
            parts.append(f'    {json.dumps(name)}: {{\n      "render": {line(items["render"])},\n'
                         f'      "items": [\n{rows}\n      ]\n    }}')
        else:
            rows = ",\n".join("      " + line(i) for i in items)
            parts.append(f"    {json.dumps(name)}: [\n{rows}\n    ]")
    with open(path, "w", encoding="utf-8") as out:
        out.write('{\n  "sinew": 1,\n  "model": {\n' + ",\n".join(parts) + "\n  }\n}\n")


def write_task(path, base, changes, drives):
    """What differs from the base: properties, no panel to drive it by hand, and the probes that drive it instead."""
    values = ",\n".join(f"    {json.dumps(k)}: {line(v)}" for k, v in changes.items())
    added = ",\n".join("      " + line({**probe, "before": "incisor"}) for probe in drives)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'{{\n  "sinew": 1,\n  "base": {json.dumps(base)},\n'
                  f'  "remove": ["/model/panels/Excitations"],\n  "set": {{\n{values}\n  }},\n'
                  f'  "add": {{\n    "/model/probes": [\n{added}\n    ]\n  }}\n}}\n')


def write_changes(path, base, removed, changes, lists):
    """What differs from the base: what is taken away, properties, and what is added to lists."""
    added = ",\n".join(f'    "/model/{name}": [\n' + ",\n".join("      " + line(i) for i in items) + "\n    ]"
                       for name, items in lists.items())
    values = ",\n".join(f"    {line(k)}: {line(v)}" for k, v in changes.items())
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{{\n  "sinew": 1,\n  "base": {line(base)},\n  "remove": {line(removed)},\n'
                   f'  "set": {{\n{values}\n  }},\n  "add": {{\n{added}\n  }}\n}}\n')


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(l for l in file if not l.startswith("#")))


def point(row, prefix=""):
    return [float(row[prefix + axis]) for axis in "xyz"]


def about_y(angle):
    return [math.cos(angle / 2), 0, math.sin(angle / 2), 0]


def normal_frame(normal):
    """Quaternion that takes z to the normal."""
    x, y, z = normal
    if z < -0.999999:
        return [0, 1, 0, 0]
    q = [1 + z, -y, x, 0]
    size = math.sqrt(sum(c * c for c in q))
    return [c / size for c in q]


def bodies():
    rest = {name: {"position": [x, 0, z], "orientation": about_y(angle)} for name, (x, z, angle) in REST.items()}
    return [
        {"name": "skull", "dynamic": False, "geometry": {"shape": "mesh", "mesh": "meshes/maxilla.obj"}},
        {"name": "jaw", **rest["jaw"], "geometry": {"shape": "mesh", "mesh": "meshes/mandible.obj"},
         "inertia": {"method": "density", "density": 3600}, "damping": 20, "rotary_damping": 2e-4},
        {"name": "hyoid", **rest["hyoid"], "geometry": {"shape": "mesh", "mesh": "meshes/hyoid.obj"},
         "inertia": {"method": "density", "density": 2000}, "damping": 10, "rotary_damping": 1e-4},
    ]


def visuals():
    teeth = {"color": "#f5f1e6", "specular": 0.5}
    return [
        {"name": "cranium", "frame": "bodies/skull", "mesh": "meshes/cranium.obj",
         "render": {"color": "#e8ddc4"}},
        {"name": "upper_teeth", "frame": "bodies/skull", "mesh": "meshes/upper_teeth.obj", "render": teeth},
        {"name": "lower_teeth", "frame": "bodies/jaw", "mesh": "meshes/lower_teeth.obj", "render": teeth},
    ]


def teeth():
    """Both arches as bodies that touch, and what fixes the lower one to the jaw; their mass is not counted."""
    looks = {"color": "#f5f1e6", "specular": 0.5}
    jaw = next(body for body in bodies() if body["name"] == "jaw")
    shape = lambda which: {"geometry": {"shape": "mesh", "mesh": f"meshes/{which}_teeth.obj"}}
    return [{"name": "upper_teeth", "dynamic": False, **shape("upper"), "render": {**looks, "alpha": 0.15}},
            {"name": "lower_teeth", "position": jaw["position"], "orientation": jaw["orientation"], **shape("lower"),
             "inertia": {"method": "mass", "mass": 1e-6}, "render": looks}], \
        [{"class": "body_attachment", "name": "teeth", "body": "bodies/lower_teeth", "to": "bodies/jaw"}]


def pressures(name):
    return {"class": "output_probe", "name": name, "interval": 0.005,
            "targets": [f"collisions/{name}:{what}" for what in
                        ("normal_force", "area", "mean_pressure", "max_pressure", "contacts")]}


BITE_NOTES = """The closing muscles at 10 % press the dental arches on each other as they are shaped: springs on the faces of
the lower teeth (an elastic foundation, 10 MPa over 1 mm: enamel on its ligament) meet the upper ones where they touch
first. Colours are the pressure; probe bite: force, area, mean and largest pressure. """


def bite(out, notes):
    bodies_of_teeth, attachments = teeth()
    removed = ["/model/panels/Excitations", "/model/probes/bite_force"] + \
        [f"/model/visuals/{which}_teeth" for which in ("upper", "lower")] + \
        [f"/model/joints/{word}_bite" for _, word, _ in SIDES]
    collision = {"name": "bite", "bodies_a": ["bodies/lower_teeth"], "bodies_b": ["bodies/upper_teeth"], "joined": True, "show_force": True,
                 "method": "elastic_foundation", "modulus": 1e7, "thickness": 0.001, "poisson": 0.3, "layer": "a",
                 "dissipation": 2, "friction": 0.1,
                 "field": {"visible": True, "automatic": False, "maximum": 3e6, "color_map": "heat"}}
    clench = next(task for task in TASKS if task[0] == "jaw-clench")
    write_changes(os.path.join(out, "jaw-bite.sinew"), "jaw.sinew", removed, {
        "/model:title": "Jaw: bite", "/model:notes": " ".join((BITE_NOTES + notes).split()),
        "/model:duration": PULSE[-1], "/model/muscles:render.visible": False,
        "/model/bodies/skull:render.visible": False, "/model/visuals/cranium:render.visible": False,
        "/model/bodies/hyoid:render.visible": False,
        "/model:view.direction": [-0.85, -0.5, -0.3]}, {
        "bodies": bodies_of_teeth, "attachments": attachments, "collisions": [collision],
        "probes": [{**probe, "before": "incisor"} for probe in drives(clench)] + [pressures("bite")]})


CHEW_NOTES = """Right-sided chewing: each stroke opens the jaw and closes it on food between the right first molars, an
elastic ball 10 mm wide that collapses under 35 N (Stavness et al. 2011, 4.2.1; that of Hannam et al. 2008). It is a spring
of the law bolus between a point in a lower and one in an upper tooth, each 2 mm deep; a new one is there once there is
room. Excitations are strokes of our own, the closing ones stronger on the right. """
STROKE = 0.7
MORSEL, IN_TOOTH, COLLAPSE = 10 * MM, 2 * MM, 35
CHEWING = [  # name, muscles of both sides, knots of a stroke: time, left, right
    ("opening", ("dg",), ((0, 0, 0), (0.05, 0.2, 0.2), (0.2, 0.2, 0.2), (0.27, 0, 0))),
    ("forward", ("ip",), ((0, 0, 0), (0.05, 0.12, 0.12), (0.2, 0.12, 0.12), (0.27, 0, 0))),
    ("closing", ("at", "mt", "sm", "dm", "mp"),
     ((0, 0, 0), (0.25, 0, 0), (0.5, 0.07, 0.12), (0.58, 0.07, 0.12), (0.64, 0, 0)))]


def strokes(side, which):
    """Excitations of one side over two strokes."""
    return [{"class": "input_probe", "name": f"{side}_{name}", "before": "incisor",
             "targets": [f"muscles/{side}{muscle}:excitation" for muscle in muscles],
             "knots": [{"time": round(k * STROKE + knot[0], 3), "values": [knot[1 + which]]}
                       for k in range(2) for knot in knots]}
            for name, muscles, knots in CHEWING]


def food():
    """What is chewed and the points that hold it, by list."""
    markers = [{"name": f"food_{name}", "frame": f"bodies/{body}",
                "location": [round(BITE[0], 6), round(-BITE[1], 6), round(BITE[2] + sign * IN_TOOTH, 6)]}
               for name, body, sign in (("above", "skull", 1), ("below", "jaw", -1))]
    morsel = {"class": "axial_spring", "name": "food", "points": ["markers/food_below", "markers/food_above"],
              "law": {"type": "bolus", "stiffness": 7000, "damping": 5, "rest_is_start": False,
                      "rest_length": MORSEL + 2 * IN_TOOTH, "collapse_force": COLLAPSE, "renews": True},
              "render": {"line_style": "cylinder", "line_radius": MORSEL / 2, "color": "#c8793a"}}
    return {"markers": markers, "springs": [morsel],
            "probes": [{"class": "output_probe", "name": "food", "interval": 0.001,
                        "targets": [f"springs/food:{what}" for what in ("force", "length", "collapsed")]}]}


def chew(out, notes):
    parts = food()
    parts["probes"] = strokes("l", 0) + strokes("r", 1) + parts["probes"]
    write_changes(os.path.join(out, "jaw-chew.sinew"), "jaw.sinew", ["/model/panels/Excitations"], {
        "/model:title": "Jaw: chewing", "/model:notes": " ".join((CHEW_NOTES + notes).split()),
        "/model:duration": 2 * STROKE, "/model:view.direction": [-0.72, 1, -0.16]}, parts)


def joint_curve():
    """Published cubic of the condyle's path: s forward, z up, from 0 to 12 mm; 35 to 10 degrees down."""
    s = [0.6 * i for i in range(21)]
    return [{"position": [x * MM, 0, (-0.698132 * x + 0.0267330 * x * x - 2.73134e-4 * x ** 3) * MM]} for x in s]


def constraints():
    joints, markers = [], []
    for side, word, sign in SIDES:
        condyle = [CONDYLE[0], sign * CONDYLE_Y, CONDYLE[1]]
        bite = [BITE[0], sign * BITE[1], BITE[2]]
        markers += [{"name": f"{side}tmj", "frame": "bodies/jaw", "location": condyle},
                    {"name": f"{side}bite", "frame": "bodies/jaw", "location": bite}]
        surface = {"frame": "bodies/skull", "location": condyle}
        joints.append({"class": "point_on_polyline", "name": f"{word}_tmj", "point": f"markers/{side}tmj", **surface,
                       "points": joint_curve(), "smoothing": 0.0005, "half_length": 0.006, "half_width": 0.009})
        back = [math.cos(WALL_ANGLE), 0, -math.sin(WALL_ANGLE)]
        joints.append({"class": "point_on_plane", "name": f"{word}_posterior_wall", "point": f"markers/{side}tmj",
                       **surface, "rotation": normal_frame(back), "one_sided": True, "half_length": 0.004,
                       "half_width": 0.006})
        joints.append({"class": "point_on_plane", "name": f"{word}_lateral_wall", "point": f"markers/{side}tmj",
                       **surface, "rotation": normal_frame([0, -sign, 0]), "one_sided": True,
                       "half_length": 0.006, "half_width": 0.006})
        cant = [0, sign * math.sin(BITE_CANT), -math.cos(BITE_CANT)]
        joints.append({"class": "point_on_plane", "name": f"{word}_bite", "point": f"markers/{side}bite",
                       "frame": "bodies/skull", "location": bite, "rotation": normal_frame(cant),
                       "one_sided": True, "half_length": 0.01, "half_width": 0.006, "show_force": True})
    return joints, markers


def body_of(row, end):
    body = row[end + "_body"]
    return "bodies/" + {"maxilla": "skull", "cranium": "skull", "mandible": "jaw"}.get(body, body)


def peck(row, length):
    ratio = round(float(row["max_length_m"]) / float(row["opt_length_m"]), 6) if "max_length_m" in row else \
        float(row["max_ratio"])
    return {"type": "peck", "max_force": float(row["max_force_N"]), "optimal_length": length, "max_ratio": ratio,
            "tendon_ratio": float(row["tendon_ratio"]), "passive_fraction": float(row["passive_fraction"]), "damping": 1}


def sling(side, back, front):
    """The digastric over its loop at the hyoid: origin of the hind belly, loop, origin of the front one."""
    name = side + SLING[0]
    places = [(f"{name}_mastoid", body_of(back, "origin"), point(back, "o")),
              (f"{name}_loop", body_of(front, "insertion"), point(front, "i")),
              (f"{name}_chin", body_of(front, "origin"), point(front, "o"))]
    length = sum(math.dist(a[2], b[2]) for a, b in zip(places, places[1:]))
    markers = [{"name": n, "frame": frame, "location": location} for n, frame, location in places]
    return {"name": name, "notes": f'{SLING[1]}, {front["side"]}', "points": [f"markers/{m['name']}" for m in markers],
            "law": {**peck(front, length), "tendon_ratio": round(1 - 2 * BELLY / length, 4)}}, markers


# The line on the skull's left that a broad muscle springs from [mm], laid on the bone, from the front to the back: parts of
# the temporal muscle, which are drawn as fans from there, and of the masseter, from the lower border of the zygomatic arch.
FANS = {
    "at": [[44.541, 49.365, 69.23], [35.884, 52.024, 73.164], [27.595, 55.423, 76.657], [17.205, 59.203, 79.242]],
    "mt": [[17.205, 59.203, 79.242], [0.872, 64.254, 78.661], [-11.224, 67.549, 72.498], [-21.165, 70.038, 59.496]],
    "pt": [[-21.165, 70.038, 59.496], [-22.986, 69.202, 47.884], [-22.765, 67.26, 39.451], [-22.303, 64.501, 31.983]],
    "sm": [[45, 49.8, 1.8], [40, 53, 3.6], [34.6, 55.4, 5.7], [28, 57.4, 7.8]],
    "dm": [[25, 57.6, 8.6], [19.2, 57.4, 9.6], [12, 57.2, 9.6]],
}
# And where the masseter ends on the ramus: along its angle, and above.
SHEETS = {
    "sm": [[28, 41.4, -50], [20.3, 44.8, -52], [13, 47, -51], [6.5, 48.2, -46.5]],
    "dm": [[20, 46, -27], [13, 47.8, -26], [7, 49.3, -25]],
}


def edge(name, places, body, what):
    side = -1 if name[0] == "r" else 1
    return [{"name": f"{name}_{what}_{i + 1}", "frame": "bodies/" + body,
             "location": [round(c * MM, 6) for c in (x, side * y, z)]} for i, (x, y, z) in enumerate(places)]


def fan(name):
    """Markers along its broad origin and insertion, and the properties that name them."""
    edges = {"origin": edge(name, FANS.get(name[1:], []), "skull", "edge"),
             "insertion": edge(name, SHEETS.get(name[1:], []), "jaw", "rim")}
    return (edges["origin"] + edges["insertion"],
            {key: [f"markers/{m['name']}" for m in markers] for key, markers in edges.items() if markers})


def muscles(table):
    items, markers, edges = [], [], []
    named = {row["name"]: row for row in table}
    for row in table:
        name = row["name"]
        if name[1:] == SLING[2][0]:
            continue
        if name[1:] == SLING[2][1]:
            item, places = sling(name[0], named[name[0] + SLING[2][0]], row)
            items.append(item)
            markers += places
            continue
        for end in ("origin", "insertion"):
            markers.append({"name": f"{name}_{end}", "frame": body_of(row, end), "location": point(row, end[0])})
        places, origin = fan(name)
        edges += places
        items.append({"name": name, "notes": f'{row["full_name"]}, {row["side"]}',
                      "points": [f"markers/{name}_origin", f"markers/{name}_insertion"], **origin,
                      "law": peck(row, math.dist(point(row, "o"), point(row, "i")))})
    return items, markers + edges


def drives(task):
    return [{"class": "input_probe", "name": muscle,
             "targets": [f"muscles/{side}{muscle}:excitation" for side in task[4]],
             "knots": [{"time": t, "values": [amplitude * v]} for t, v in zip(PULSE, PULSE_SHAPE)]}
            for muscle, amplitude in task[3]]


def panel(name, properties, labelled=()):
    """A control panel: a row for each property, and for each (property, label)."""
    return {"name": name, "controls": [{"property": [p]} for p in properties] +
            [{"property": [p], "label": label} for p, label in labelled]}


def outputs(items):
    return [
        {"class": "output_probe", "name": "incisor", "targets": ["markers/lower_incisor:position"], "interval": 0.005},
        {"class": "output_probe", "name": "condyles", "targets": ["markers/ltmj:position", "markers/rtmj:position"],
         "interval": 0.005},
        {"class": "output_probe", "name": "bite_force",
         "targets": ["joints/left_bite:normal_force", "joints/right_bite:normal_force"], "interval": 0.005},
        {"class": "output_probe", "name": "muscle_forces",
         "targets": [f'muscles/{m["name"]}:force' for m in items], "interval": 0.005},
    ]


def main():
    geometry, out = sys.argv[1:3]
    landmarks = {row["name"]: row for row in rows(os.path.join(geometry, "landmarks.csv"))}
    items, muscle_markers = muscles(rows(os.path.join(geometry, "jaw_muscles.csv")))
    joints, joint_markers = constraints()
    gold = {"visible": True, "color": "#f08c00", "point_radius": 0.0016}
    markers = [{"name": "lower_incisor", "frame": "bodies/jaw", "location": point(landmarks["lower_incisor"]),
                "render": gold},
               {"name": "upper_incisor", "frame": "bodies/skull", "location": point(landmarks["upper_incisor"]),
                "render": gold}] + joint_markers + muscle_markers
    hyoid = point(landmarks["hyoid_body"])
    spring = {"class": "frame_spring", "name": "thyrohyoid", "frame_a": None, "frame_b": "bodies/hyoid",
              "location_a": hyoid, "location_b": hyoid, "stiffness": [1760] * 3,
              "rotary_stiffness": [0.041232] * 3, "render": {"visible": False}}
    notes = " ".join(NOTES.split())
    head = {"title": "Jaw and hyoid", "notes": notes, "gravity": [0, 0, -9.81], "duration": 2,
            "solver": {"integrator": "trapezoidal", "max_step": 0.001}, "settle": {"method": "static"},
            "view": {"direction": [-0.72, -1, -0.16], "angle": 0.3491, "ground": -0.115}}
    write(os.path.join(out, "jaw.sinew"), head, {
        "bodies": bodies(),
        "markers": {"render": {"visible": False, "color": "#7a4a44", "point_radius": 0.0009}, "items": markers},
        "visuals": visuals(),
        "springs": [spring],
        "muscles": {"render": {"line_style": "spindle"}, "items": items},
        "joints": {"render": {"visible": False}, "items": joints},
        "probes": outputs(items),
        "panels": [panel("Excitations", [f'muscles/{m["name"]}:excitation' for m in items], [
            ("markers/lower_incisor:position", "Lower incisor"), ("joints/left_bite:normal_force", "Bite, left"),
            ("joints/right_bite:normal_force", "Bite, right")])],
    })
    bite(out, notes)
    chew(out, notes)
    for task in TASKS:
        write_task(os.path.join(out, task[0] + ".sinew"), "jaw.sinew", {
            "/model:title": task[1], "/model:notes": task[2] + " " + notes, "/model:duration": PULSE[-1],
            **{"/model:" + name: value for name, value in VIEWS.get(task[0], {}).items()}}, drives(task))


if __name__ == "__main__":
    main()
