#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracks of the timeline by mouse and keyboard: tracks_smoke_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

PROBE = "/model/probes/drive"


def write_model(path):
    """A ball on a muscle: the muscle is excited, the ball's position recorded."""
    model = {"sinew": 1,
             "model": {"gravity": [0, 0, 0], "duration": 2,
                       "particles": [{"name": "anchor", "mass": 1, "dynamic": False},
                                     {"name": "ball", "mass": 1, "position": [0.1, 0, 0]}],
                       "muscles": [{"name": "pull", "points": ["particles/anchor", "particles/ball"],
                                    "law": {"type": "peck", "max_force": 1}}],
                       "probes": [
                           {"class": "input_probe", "name": "drive", "targets": ["muscles/pull:excitation"],
                            "group": "experiment",
                            "knots": [{"time": t, "values": [v]} for t, v in
                                      ((0, 0), (0.4, 0.5), (0.8, 0.25), (1.2, 0.75), (1.6, 0.0))]},
                           {"class": "output_probe", "name": "position", "targets": ["particles/ball:position"],
                            "group": "experiment"}]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def knots(window):
    numbers = window.numbers("knots " + PROBE)
    return [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]


def spot(window, when, value):
    place = window.numbers(f"spot {PROBE} {when} {value}")
    assert place is not None, f"{when} s is not in view"
    return place


def drag_to(window, start, end, steps=8):
    window.drag(start[0], start[1], end[0] - start[0], end[1] - start[1], steps)


def near(a, b, reach):
    return abs(a - b) <= reach


def test_drag(window):
    before = knots(window)
    drag_to(window, spot(window, 0.8, 0.25), spot(window, 0.9, 0.5))
    after = knots(window)
    tap(len(after) == 5 and near(after[2][0], 0.9, 0.03) and near(after[2][1], 0.5, 0.04),
        f"dragging a knot moves it to {after[2]}")
    tap(after[:2] + after[3:] == before[:2] + before[3:], "and leaves the others")
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "one undo takes the drag back")
    window.key("ctrl+shift+z")
    tap(window.wait(lambda: knots(window) == after, 5), "redo brings it back")
    window.key("ctrl+z")
    window.wait(lambda: knots(window) == before, 5)


def test_add_delete(window):
    before = knots(window)
    x, y = spot(window, 0.2, 0.6)
    window.move(x, y)
    window.repeated_click(2)
    tap(window.wait(lambda: len(knots(window)) == 6, 5), "a double click adds a knot")
    added = [knot for knot in knots(window) if knot not in before]
    tap(len(added) == 1 and near(added[0][0], 0.2, 0.03) and near(added[0][1], 0.6, 0.05),
        f"where it was: {added}")
    window.key("Delete")
    tap(window.wait(lambda: knots(window) == before, 5), "Delete takes it away again")
    window.key("ctrl+z")
    window.wait(lambda: len(knots(window)) == 6, 5)
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "two undos: as before")


def test_box(window):
    before = knots(window)
    drag_to(window, spot(window, 0.3, 0.9), spot(window, 1.3, 0.1))
    picture(window, "tracks-box")
    drag_to(window, spot(window, 0.8, 0.25), spot(window, 0.8, 0.4))
    after = knots(window)
    moved = [b[1] - a[1] for a, b in zip(before, after)]
    tap(moved[0] == 0 and moved[4] == 0 and all(near(m, moved[2], 1e-9) for m in moved[1:4]) and
        near(moved[2], 0.15, 0.04), f"what a box took moves together: {moved}")
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "as one step")
    window.key("Escape")


def test_pencil(window):
    before = knots(window)
    window.key("shift+p")
    start = spot(window, 0.1, 0.1)
    window.move(*start)
    window.press()
    for i in range(1, 31):
        t = 0.1 + 1.0 * i / 30
        value = 0.1 + 0.8 * (1 - abs(2 * i / 30 - 1))
        window.glide(window.pointer, spot(window, t, value), 1)
    window.release()
    window.wait(lambda: knots(window) != before)
    picture(window, "tracks-pencil")
    after = knots(window)
    inside = [knot for knot in after if 0.09 <= knot[0] <= 1.11]
    tap(3 <= len(inside) <= 12, f"a line drawn by hand becomes {len(inside)} knots")
    top = max(inside, key=lambda knot: knot[1])
    tap(near(top[0], 0.6, 0.05) and near(top[1], 0.9, 0.05), f"with its top at {top}")
    window.key("shift+p")
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "one undo takes the line back")


def lane(window, when):
    """Place in the lane of blocks at the top of the track."""
    _, y, _, height = window.widgets()["track:drive"]
    return spot(window, when, 0)[0], y - height / 2 + 7


def segment_times(window, n):
    return [window.numbers(f"model {PROBE}/segments/{i}:time")[0] for i in range(n)]


def test_curve(window):
    before = knots(window)
    drag_to(window, lane(window, 0.7), lane(window, 0.9))
    start = window.numbers(f"model {PROBE}:start")[0]
    tap(near(start, 0.2, 0.03) and knots(window) == before, f"the block of the curve moves it as a whole: {start}")
    drag_to(window, lane(window, 1.6 + start), lane(window, 1.0 + start))
    scale = window.numbers(f"model {PROBE}:time_scale")[0]
    tap(near(scale, 1.0 / 1.6, 0.03), f"its end stretches it: {scale}")
    window.key("ctrl+z", "ctrl+z")
    tap(window.wait(lambda: window.numbers(f"model {PROBE}:time_scale") == [1.0] and
                    window.numbers(f"model {PROBE}:start") == [0.0], 5), "a step each")


def test_clip(window):
    drag_to(window, spot(window, 0.3, 0.9), spot(window, 0.9, 0.1))
    window.ask("action win.track-make-clip")
    tap(window.wait(lambda: segment_times(window, 1) == [0.4], 5), "chosen knots become a clip")
    window.ask("action win.segment-duplicate(0)")
    tap(window.wait(lambda: near(segment_times(window, 2)[1], 0.8, 1e-9), 5), "which follows itself")
    drag_to(window, lane(window, 1.0), lane(window, 1.5))
    moved = segment_times(window, 2)
    tap(near(moved[1], 1.3, 0.03), f"and is dragged: {moved}")
    drag_to(window, lane(window, 1.5), lane(window, 0.99))
    tap(near(segment_times(window, 2)[1], 0.8, 1e-9), "back to where it meets the other, to which it snaps")
    picture(window, "tracks-clips")
    for _ in range(4):
        window.key("ctrl+z")
    tap(window.wait(lambda: window.ask(f"model {PROBE}/segments/0:time") == "none", 5), "all of it undone")


def test_order(window):
    window.ask("action win.tracks-fold")
    window.wait(lambda: window.widgets()["track:drive"][3] < 40, 5)
    x, y, width, _ = window.widgets()["track:drive"]
    left = x - width / 2 + 60
    _, below, _, _ = window.widgets()["track:position"]
    drag_to(window, (left, y), (left, below + 10))
    tap(window.wait(lambda: window.widgets()["track:drive"][1] > window.widgets()["track:position"][1], 5),
        "a header dragged below another takes its place there")
    picture(window, "tracks-order")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.widgets()["track:drive"][1] < window.widgets()["track:position"][1], 5),
        "and comes back")
    window.ask("action win.track-open")
    window.wait(lambda: window.widgets()["track:drive"][3] > 90, 5)


def test_copy(window):
    before = knots(window)
    drag_to(window, spot(window, 0.3, 0.9), spot(window, 0.9, 0.1))
    window.key("ctrl+c")
    window.move(*spot(window, 1.7, 0.5))
    window.key("ctrl+v")
    tap(window.wait(lambda: len(knots(window)) == 7, 5), "two knots copied to where the pointer is")
    after = knots(window)[5:]
    tap([k[1] for k in after] == [0.5, 0.25] and near(after[1][0] - after[0][0], 0.4, 1e-9),
        f"with their distance and values: {after}")
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "and undone")


def test_header(window):
    x, y, width, height = window.widgets()["track:drive"]
    drag_to(window, (x, y + height / 2 - 1), (x, y + height / 2 - 31))
    shorter = window.widgets()["track:drive"][3]
    tap(near(shorter, height - 30, 4), f"its lower edge is pulled: {height} to {shorter} px")
    window.ask("action win.track-mute")
    tap(window.wait(lambda: window.ask(f"model {PROBE}:enabled") == "0", 5), "it is muted")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.ask(f"model {PROBE}:enabled") == "1", 5), "and heard again")
    x, y, _, height = window.widgets()["track:drive"]
    drag_to(window, (x, y + height / 2 - 1), (x, y + height / 2 + 29))


def test_type(window):
    before = knots(window)
    window.click(*spot(window, 0.4, 0.5), button=3)
    tap(window.wait(lambda: "knot-value" in window.widgets(), 5), "a right click on a knot asks for numbers")
    window.settle()
    window.key("ctrl+a")
    window.type("0.125")
    picture(window, "tracks-type")
    window.key("Return")
    tap(window.wait(lambda: near(knots(window)[1][1], 0.125, 1e-12), 5), "which are typed")
    window.key("ctrl+z")
    tap(window.wait(lambda: knots(window) == before, 5), "and undone")


def test_follow(window):
    excitation = "/model/muscles/pull:excitation"
    window.ask("watch " + excitation)
    window.key("space")
    window.wait(lambda: window.time() > 0)
    seen = []

    def look():
        window.wait(lambda: window.time() > 1.7)  # behind the last knot, whose value holds
        window.wait(lambda: near(window.numbers("value " + excitation)[0], knots(window)[-1][1], 1e-12), 5)
        seen.append((window.numbers("value " + excitation)[0], knots(window)[-1][1]))
    start, end = spot(window, 1.6, 0.0), spot(window, 1.6, 0.8)
    window.drag(start[0], start[1], end[0] - start[0], end[1] - start[1], 8, look)
    tap(seen[0][0] == seen[0][1] and seen[0][0] > 0.7, f"the running simulation follows while it is held: {seen[0]}")
    window.key("space")
    tap(window.wait(lambda: window.state() == "paused", 5), "it pauses")
    picture(window, "tracks-run")
    window.key("ctrl+z")


def open_track(window):
    window.wait(lambda: window.widgets().get("track:drive", (0, 0))[1] > 100)
    window.settle()
    x, y, width, _ = window.widgets()["track:drive"]
    print("#", x, y, width)
    window.click(x - width / 2 + 60, y)
    tap(window.wait(lambda: window.selection() == [PROBE], 5), "a click on a header selects the probe")
    window.ask("action win.track-open")
    opened = window.wait(lambda: window.widgets()["track:drive"][3] > 90, 5)
    tap(opened, "which opens")
    picture(window, "tracks-open")


def story():
    path = os.path.join(SCRIPT.folder, "tracks.sinew")
    write_model(path)
    window = SCRIPT.open(path)
    open_track(window)
    test_drag(window)
    test_add_delete(window)
    test_box(window)
    test_pencil(window)
    test_curve(window)
    test_clip(window)
    test_copy(window)
    test_header(window)
    test_order(window)
    test_type(window)
    test_follow(window)
    SCRIPT.close(window)


SCRIPT.run(story)
