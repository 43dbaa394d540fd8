#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Colour tags, groups and locks by mouse and keys: several at once from the context menu, chips of the navigator, clicks
that pass through what is locked, one step of undo each, kept in the file: groups_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""

from dialog import Dialog
from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
BODIES = "/model/bodies/"


def box(name, place, size, color):
    return {"name": name, "position": place, "dynamic": False, "geometry": {"shape": "box", "size": size},
            "render": {"color": color}}


def write_model(folder):
    """A shield before two boxes: what is clicked in the middle is the shield."""
    return written(folder, "groups", {
        "gravity": [0, 0, 0],
        "bodies": [box("shield", [0, -0.3, 0], [0.9, 0.02, 0.5], "#b7c4d2"),
                   box("left", [-0.25, 0, 0], [0.3, 0.3, 0.3], "#c9a27c"),
                   box("right", [0.25, 0, 0], [0.3, 0.3, 0.3], "#c9a27c")],
        "markers": [{"name": "tip", "frame": "bodies/left", "location": [0, 0, 0.2]}],
        "view": {"center": [0, 0, 0], "direction": [0, 1, 0], "size": 1}})


def rows(model, key):
    """Name -> value of a property, of the bodies and markers that have it."""
    return {item["name"]: item[key] for what in ("bodies", "markers") for item in model[what] if key in item}


def menu(window, *labels):
    """Lines of the open menu and its submenus."""
    for label in labels:
        window.click_widget("item:" + label.replace(" ", "-"))
        window.settle()


def in_front(window):
    """The middle of the viewer, where the shield is before the right box."""
    x, y, _, _ = window.widgets()["viewer"]
    return x + 60, y - 40


def by_context_menu(window, path, before):
    """All bodies red, at once."""
    x, y = in_front(window)
    window.ask("action win.select-path::" + BODIES + "left")
    window.wait(lambda: window.selection() == [BODIES + "left"])
    window.ask("action win.select-similar")
    window.wait(lambda: len(window.selection()) == 3)
    window.click(x, y, 3)
    tap(window.wait(lambda: "item:Tag-and-Lock" in window.widgets()), "the context menu has tags and locks")
    menu(window, "Tag and Lock", "Tag Red")
    model = saved(window, path)
    tap(rows(model, "tag") == {"left": "red", "right": "red", "shield": "red"}, "three at once: " + str(rows(model, "tag")))
    picture(window, "groups-tagged")
    tap("tag:red" in window.widgets(), "a chip for the colour")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")
    tap(window.wait(lambda: "tag:red" not in window.widgets()), "and its chip with it")
    window.key("ctrl+shift+z")
    window.wait(lambda: "tag:red" in window.widgets())


def by_chip(window, path):
    """What has the colour is selected by its chip, hidden and shown by the chip's menu."""
    window.ask("action win.select-path::" + BODIES + "shield")
    window.wait(lambda: window.selection() == [BODIES + "shield"])
    window.ask("action win.tag::none")
    window.ask("action win.select-none")
    window.wait(lambda: window.selection() == [])
    window.click_widget("tag:red")
    tap(window.wait(lambda: sorted(window.selection()) == [BODIES + "left", BODIES + "right"]),
        "a click on the chip selects both " + str(window.selection()))
    for line, hidden in (("Hide", True), ("Show", False)):
        at = window.widgets()["tag:red"]
        window.click(at[0], at[1], 3)
        window.settle()
        menu(window, line)
        shown = [(item.get("render") or {}).get("visible", True) for item in saved(window, path)["bodies"]]
        tap(shown == [True, not hidden, not hidden], f"{line}: both at once {shown}")
    window.key("ctrl+z", "ctrl+z")


def by_group(window, path):
    """Boxes and a marker get a name, typed once."""
    window.ask("action win.select-path::/model/markers/tip")
    window.wait(lambda: window.selection() == ["/model/markers/tip"])
    window.over_viewer(300)
    window.key("ctrl+alt+g")
    dialog = Dialog(window, "Put in Group")
    dialog.write("group-name", "left arm")
    picture(window, "groups-asked")
    dialog.click("group-accept")
    window.settle()
    tap(rows(saved(window, path), "group") == {"tip": "left arm"}, "a group in the file")
    window.ask("action win.select-path::" + BODIES + "left")
    window.wait(lambda: window.selection() == [BODIES + "left"])
    window.over_viewer(300)
    window.key("ctrl+alt+g")
    dialog = Dialog(window, "Put in Group")
    dialog.choose("group-known", 1)
    dialog.click("group-accept")
    window.settle()
    tap(rows(saved(window, path), "group") == {"left": "left arm", "tip": "left arm"}, "one that is there is chosen")
    window.ask("action win.select-none")
    window.click_widget("group:left arm")
    tap(window.wait(lambda: sorted(window.selection()) == [BODIES + "left", "/model/markers/tip"]),
        "its chip selects body and marker " + str(window.selection()))
    picture(window, "groups-group")
    window.ask("action win.theme::dark")
    picture(window, "groups-group-dark")
    window.ask("action win.theme::light")
    window.settle()


def through_the_lock(window, path):
    x, y = in_front(window)
    window.click(x, y)
    tap(window.wait(lambda: window.selection() == [BODIES + "shield"]), "the shield is before the box")
    window.ask("action win.lock")
    tap(rows(saved(window, path), "locked") == {"shield": True}, "locked in the file")
    window.ask("action win.select-none")
    window.wait(lambda: window.selection() == [])
    window.click(x, y)
    tap(window.wait(lambda: window.selection() == [BODIES + "right"]),
        "a click passes through to the box behind " + str(window.selection()))
    picture(window, "groups-locked")
    place = window.numbers(f"model {BODIES}shield:position")
    window.ask("action win.select-path::" + BODIES + "shield")
    window.wait(lambda: window.selection() == [BODIES + "shield"])
    window.move(x, y)
    window.key("g", "x")
    window.type("200")
    window.key("Return")
    window.frame()
    tap(window.numbers(f"model {BODIES}shield:position") == place, "it is not moved")
    window.key("Delete")
    window.settle()
    tap(window.numbers(f"model {BODIES}shield:position") == place, "nor deleted")
    picture(window, "groups-refused")
    before = saved(window, path)
    window.ask("action win.unlock-all")
    tap(rows(saved(window, path), "locked") == {}, "unlocked, and nothing is left in the file")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step as well")


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    by_context_menu(window, path, before)
    by_chip(window, path)
    by_group(window, path)
    through_the_lock(window, path)
    last = saved(window, path)
    SCRIPT.close(window)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    tap(saved(window, path) == last and "tag:red" in window.widgets() and "group:left arm" in window.widgets(),
        "opened again: all of it is there")
    SCRIPT.close(window)


SCRIPT.run(story)
