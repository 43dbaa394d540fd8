#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""New bodies from the menu under the pointer stand at round numbers beside those that are there, whatever their shape:
new_body_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
HALF = {"cylinder": (0.0125, 0.0125, 0.05), "ball": (0.025,) * 3, "ellipsoid": (0.025, 0.025, 0.05),
        "capsule": (0.0125, 0.0125, 0.0625), "rigid_body": (0.025,) * 3}


def add(window, *items):
    before = window.selection()
    window.over_viewer()
    window.key("shift+a")
    for item in items:
        window.click_widget("item:" + item)
    window.wait(lambda: window.selection() not in ([], before))
    return window.selection()[0]


def apart(one, other):
    """Whether two boxes, each its middle and half its edges, have something between them."""
    return any(abs(p - q) > a + b for p, q, a, b in zip(one[0], other[0], one[1], other[1]))


def story():
    window = SCRIPT.open()
    window.click_widget("start-new")
    window.settle()
    long = add(window, "Ball,-Cylinder,-Ground", "Cylinder")
    box = window.steady(lambda: window.widgets().get("property-geometry.length"))
    window.click(box[0] + box[2] // 2 - 70, box[1])
    window.key(*"400", "Tab")
    tap(window.wait(lambda: window.numbers(f"model {long}:geometry.length") == [0.4]), "a bone of 400 mm")
    window.over_viewer()
    window.key("KP_1", "Home")  # from in front, as far as it takes
    window.settle()
    taken = [(window.numbers(f"model {long}:position"), (0.0125, 0.0125, 0.2))]
    for items in (("Ball,-Cylinder,-Ground", "Cylinder"), ("Ball,-Cylinder,-Ground", "Ball"), ("Rigid-Body",),
                  ("Ball,-Cylinder,-Ground", "Ellipsoid"), ("Ball,-Cylinder,-Ground", "Capsule"), ("Rigid-Body",)):
        body = add(window, *items)
        place = window.numbers(f"model {body}:position")
        kind = next(kind for kind in HALF if body.split("/")[-1].startswith(kind))
        tap(all(abs(100 * p - round(100 * p)) < 1e-9 for p in place), f"{body} at round numbers {place}")
        tap(all(apart((place, HALF[kind]), other) for other in taken), "and in none that is there")
        tap(max(abs(p) for p in place) < 0.3, "but near")
        taken.append((place, HALF[kind]))
    picture(window, "new-bodies")
    SCRIPT.close(window)


SCRIPT.run(story)
