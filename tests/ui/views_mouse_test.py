#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where one looks from: back and forth among views, from a corner, two viewers that look from the same place:
views_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
from script import Script, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
PLACES = ["/model/bodies/" + name for name in ("middle", "x", "y", "z")]


def write_model(folder):
    places = ((0, 0, 0), (0.3, 0, 0), (0, 0.3, 0), (0, 0, 0.3))
    return written(folder, "views", {
        "gravity": [0, 0, 0], "bodies": [
            {"name": path.rsplit("/", 1)[1], "position": place, "dynamic": False,
             "geometry": {"shape": "box", "size": [0.1, 0.06, 0.03]}} for path, place in zip(PLACES, places)]})


def seen(window, viewer="viewer"):
    """Where the bodies are, from the middle of the viewer that has the keys [px]."""
    x, y, _, _ = window.widgets()[viewer]
    return [(at[0] - x, at[1] - y) for at in (window.numbers("where " + path) for path in PLACES)]


def near(one, other, most=1.5):
    return all(abs(a - b) <= most for p, q in zip(one, other) for a, b in zip(p, q))


def at_rest(window, viewer="viewer"):
    return window.steady(lambda: seen(window, viewer))


def back_and_forth(window):
    x, y, _, _ = window.widgets()["viewer"]
    views = [at_rest(window)]
    window.drag(x, y + 150, 160, -60)
    views.append(at_rest(window))
    window.move(x + 20, y)
    window.scroll(3)
    window.wait(lambda: not near(seen(window), views[1]))
    views.append(at_rest(window))
    window.key("ctrl+3")
    window.wait(lambda: not near(seen(window), views[2]))
    views.append(at_rest(window))
    tap(not any(near(a, b) for a, b in zip(views, views[1:])), "turned, zoomed, from the right: four views")
    for i in (2, 1, 0, 0):
        window.key("alt+Left")
        tap(window.wait(lambda i=i: near(seen(window), views[i])), f"back to view {i} {seen(window)[1]} {views[i][1]}")
        at_rest(window)
    for i in (1, 2, 3, 3):
        window.key("alt+Right")
        tap(window.wait(lambda i=i: near(seen(window), views[i])), f"forth to view {i}")
        at_rest(window)
    window.key("alt+Left", "alt+Left")
    window.wait(lambda: near(seen(window), views[1]))
    window.key("ctrl+1")
    window.wait(lambda: not near(seen(window), views[1]))
    front = at_rest(window)
    window.key("alt+Right")
    tap(near(at_rest(window), front), "what lay ahead is forgotten where another way is taken")
    window.key("alt+Left")
    tap(window.wait(lambda: near(seen(window), views[1])), "and the view before it is the one it was taken from")


def corner(window):
    window.key("KP_5")
    window.key("ctrl+9")
    window.frame()
    middle, *ends = at_rest(window)
    lengths = [((a[0] - middle[0]) ** 2 + (a[1] - middle[1]) ** 2) ** 0.5 for a in ends]
    tap(min(lengths) > 20 and max(lengths) - min(lengths) < 2, f"from a corner the axes are equally long {lengths}")
    tap(ends[2][1] < middle[1] and abs(ends[2][0] - middle[0]) < 2, f"z is up {middle, ends}")
    x, y = ends[0], ends[1]
    tap(abs(x[0] - y[0]) < 2 and x[0] > middle[0] + 20 and x[1] > middle[1] + 5 and y[1] < middle[1] - 5,
        f"x comes to the right in front, y goes to the right behind {middle, x, y}")
    window.key("KP_5")


def both(window):
    """What is seen in either viewer; the keys are the second one's then."""
    views = []
    for viewer in ("viewer", "viewer-2"):
        x, y, _, height = window.widgets()[viewer]
        window.click(x, y + height // 2 - 40)
        views.append(at_rest(window, viewer))
    return views


def linked(window):
    window.key("ctrl+2")
    window.wait(lambda: "viewer-2" in window.widgets())
    window.settle()
    x, y, _, height = window.widgets()["viewer"]
    window.drag(x, y + 120, 90, 40)
    tap(not near(*both(window), most=5), "two viewers look from where each was turned to")
    window.ask("action win.link-viewers")
    window.frame()
    first, second = both(window)
    tap(near(first, second), f"linked, they look from the same place {first[1]} {second[1]}")
    before = second
    window.drag(x, y + 120, -70, 30)
    first, second = both(window)
    tap(not near(before, first, most=5) and near(first, second), "one is turned, the other follows")
    picture(window, "views-linked")
    x2 = window.widgets()["viewer-2"][0]
    window.move(x2, y)
    window.scroll(2)
    first, second = both(window)
    tap(near(first, second), "also the first follows the second")
    window.key("ctrl+1")
    first, second = both(window)
    tap(near(first, second), "and where a command takes it")
    window.ask("action win.link-viewers")
    window.drag(x, y + 120, 90, 40)
    tap(not near(*both(window), most=5), "no more linked, each is turned alone")


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.resize(1440, 900)
    window.wait(lambda: window.ask("picture") == "whole")
    window.over_viewer()
    x, y, _, height = window.widgets()["viewer"]
    window.click(x + 200, y + height // 2 - 40)
    back_and_forth(window)
    corner(window)
    linked(window)
    SCRIPT.close(window)


SCRIPT.run(story)
