#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew script: what Lua reads, sets, builds and runs beside `sinew run` and closed forms; what it may not; what is refused
and where.  script_test.py SINEW.  TAP."""
import json
import math
import os
import subprocess
import sys
import tempfile
import time

from tap import done, sinew, tap

G, LENGTH = 9.81, 0.5


def write_pendulum(folder):
    """A point mass on a hinge about y, and a slider with a spring, both still at first."""
    model = {"solver": {"integrator": "trapezoidal", "max_step": 0.001}, "gravity": [0, 0, -G],
             "bodies": [{"name": "bob", "position": [0, 0, -LENGTH], "geometry": {"shape": "ellipsoid", "size": [0.001, 0.001, 0.001]},
                         "inertia": {"method": "explicit", "mass": 2, "center": [0, 0, 0], "tensor": [1e-9, 1e-9, 1e-9, 0, 0, 0]}}],
             "joints": [{"class": "hinge", "name": "pivot", "frame_b": "bodies/bob", "location_b": [0, 0, LENGTH],
                         "rotation_a": [0.7071067811865476, -0.7071067811865476, 0, 0],
                         "rotation_b": [0.7071067811865476, -0.7071067811865476, 0, 0], "coordinate_names": "swing"}],
             "markers": [{"name": "tip", "frame": "bodies/bob"}]}
    path = os.path.join(folder, "pendulum.sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def carry_out(folder, text, *words, **more):
    path = os.path.join(folder, "case.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return sinew("script", path, *words, **more)


def runs(folder, pendulum):
    end = carry_out(folder, """
        print(class("bodies/bob"), exists("bodies/none"), exists("bodies/bob:position"), #find("*/bob"))
        set("swing", tonumber(args[1]))
        print(get("joints/pivot:angle"), table.concat(get("markers/tip:position"), " "))
        play(0.25)
        print(time(), get("swing"))
        step(3) print(time())
        reset() print(time(), get("swing"))
        """, "--model", pendulum, "0.01")
    rows = [line.split() for line in end.stdout.splitlines()]
    tap(end.returncode == 0 and rows[0] == ["rigid_body", "false", "true", "1"], f"what there is {end.stderr}")
    tap(abs(float(rows[1][0]) - 0.01) < 1e-12 and abs(abs(float(rows[1][1])) - LENGTH * math.sin(0.01)) < 1e-12,
        "a coordinate by its name poses the start, results follow")
    swing = 0.01 * math.cos(math.sqrt(G / LENGTH) * 0.25)
    tap(float(rows[2][0]) == 0.25 and abs(float(rows[2][1]) - swing) < 2e-6, f"it swings as a pendulum does ({rows[2][1]}, {swing:.6f})")
    tap(abs(float(rows[3][0]) - 0.253) < 1e-12 and float(rows[4][0]) == 0 and abs(float(rows[4][1]) - 0.01) < 1e-12, "steps and begins again")


def same_as_run(folder, pendulum):
    """A parameter that is set while it runs does what a new run with it does from there; nothing set: the run itself."""
    end = carry_out(folder, 'set("swing", 0.4) play(0.3) print(string.format("%.17g", get("swing")))', "--model", pendulum)
    plain = carry_out(folder, 'play(0.3) print(string.format("%.17g", get("swing")))', "--model", pendulum, "--set", "swing=0.4")
    tap(end.returncode == plain.returncode == 0 and end.stdout == plain.stdout, f"--set and set are the same run {end.stderr}{plain.stderr}")
    end = carry_out(folder, """
        set("swing", 0.2)
        local most = 0
        for k = 1, 400 do
            -- a controller of one's own: gravity off while it goes up
            local before = get("swing")
            step()
            if k == 200 then set("/model:gravity", {0, 0, 0}) end
            if k > 200 then most = math.max(most, math.abs((get("swing") - before) - (w or get("swing") - before))) w = get("swing") - before end
        end
        print(most, w)
        """, "--model", pendulum)
    most, rate = (float(word) for word in end.stdout.split())
    tap(end.returncode == 0 and most < 1e-9 and abs(rate) > 1e-4, f"without gravity from the middle on it turns evenly ({most:.1e} of {rate:.4f} rad a step)")
    end = carry_out(folder, 'play(0.1) set("bodies/bob:velocity", {1, 0, 0}) local v = get("bodies/bob:velocity") print(v[1])', "--model", pendulum)
    tap(end.returncode == 0 and abs(float(end.stdout) - 1) < 1e-9, f"a velocity of the present state {end.stderr}")


def builds(folder):
    out = os.path.join(folder, "built.sinew")
    end = carry_out(folder, BUILD, out)
    rows = end.stdout.splitlines()
    tap(end.returncode == 0 and rows[:2] == ["/model/bodies/ball", "/model/bodies/ball-2"], f"components from tables, names that are taken get numbers {end.stderr}")
    momentum, weight, point = rows[5].split()
    tap(abs(float(momentum)) < 1e-12 and float(weight) == 15 and point == "/model/markers/m1", f"springs between them keep momentum ({momentum})")
    tap(rows[6].split() == ["4", "2"], "what cannot be without the ball went with it")
    end = sinew("run", out, "--time", "0.01")
    tap(end.returncode == 0, f"what was saved runs {end.stderr}")


def sandbox(folder, pendulum):
    hands = ["io", "os", "debug", "package", "require", "dofile", "loadfile", "load", "coroutine", "collectgarbage"]
    end = carry_out(folder, "".join(f"print({name})\n" for name in hands))
    tap(end.stdout.split() == ["nil"] * len(hands), "no files, programs, modules or machine code")
    cases = [('string.rep("x", 1e9)', "not enough memory"), ('local t = {} while true do t[#t + 1] = string.rep("x", 1e6) end', "not enough memory"),
             ("local function f() return f() + 1 end f()", "stack overflow"), ('("x"):rep(1e5):gsub(".", function() error("out") end)', "out"),
             ("setmetatable({}, {__gc = print})", "__gc is not available"), ("error()", "no text"), ("error({})", "no text"),
             ('local t = {} t.t = t add("bodies", t)', "without end"), ("x = = 1", "case.lua:1"), ("\x1bLua", "binary chunk")]
    for code, said in cases:
        end = carry_out(folder, code, "--model", pendulum)
        tap(end.returncode == 1 and said in end.stderr and "\n" not in end.stderr.strip(), f"{code[:50]!r}: {end.stderr.strip()[-110:]}")
    end = carry_out(folder, ANYTHING, "--model", pendulum)
    tap(end.returncode == 0 and int(end.stdout.split()[0]) > 15000, f"anything as arguments: {end.stdout.strip()} {end.stderr[-300:]}")
    path = os.path.join(folder, "for_ever.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write("while true do pcall(function() while true do end end) end")
    process = subprocess.Popen([sys.argv[1], "script", path], stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.terminate()
    try:
        said = process.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        said = "did not end"
    tap(process.returncode == 1 and "stopped" in said, f"a loop that catches all errors is ended by a signal: {said.strip()}")


def refused(folder, pendulum):
    cases = [('set("bodies/bob:mass", 1)', "case.lua:1: "), ('set("bodies/none:position", {0, 0, 0})', "none"),
             ('set("/model:gravity", {0, 0})', "gravity"), ('set("/model:gravity", print)', "is a function"),
             ('set("/model:solver.max_step", -1)', "max_step"), ('get("swign")', "swign"), ("play(-1)", "at least 0"), ("play(0/0)", "at least 0"),
             ("play(1) play(0.5)", "reset() begins again"), ("step(1.5)", "integer"), ("step(0)", "whole number"), ("go(0)", "not available"),
             ('command("Undo")', "without a window"), ('save("x.osim")', ".sinew"), ('picture("x.gif")', ".png"), ('open("nothing-of-the-kind")', "nothing-of-the-kind"),
             ('add("bodies", {1, 2})', "names as keys"), ('add("nowhere", {name = "a"})', "nowhere"), ('add("bodies", {name = "a", mass = 0/0})', "finite"),
             ('add("markers", {frame = "bodies/gone"})', "gone"), ('add("markers", {locatoin = {0, 0, 0}})', "locatoin"),
             ('add("bodies", {geometry = {shape = "mesh", mesh = "none.obj"}}) play(0.1)', "none.obj"), ("find()", "string expected"), ('remove("bodies/x")', "x")]
    for code, said in cases:
        end = carry_out(folder, code, "--model", pendulum)
        tap(end.returncode == 1 and said in end.stderr and "case.lua:1" in end.stderr, f"{code}: {end.stderr.strip()[-150:]}")
    end = carry_out(folder, 'local good, why = pcall(set, "bodies/none:x", 1) print(good, why) set("swing", 0.1) print(get("swing"))', "--model", pendulum)
    tap(end.returncode == 0 and end.stdout.startswith("false") and "0.1" in end.stdout, "pcall takes an error and goes on")
    end = carry_out(folder, "play(1)")
    tap(end.returncode == 1 and "no model is open" in end.stderr, end.stderr.strip())
    end = sinew("script", os.path.join(folder, "gone.lua"))
    tap(end.returncode == 1 and "gone.lua" in end.stderr, end.stderr.strip())
    tap(sinew("script").returncode == 2, "no script: wrong usage")


ANYTHING = r"""
local calls = {get, set, find, class, exists, properties, add, remove, play, step, go, command, open, save, picture, tostring}
local values = {"", ":", "/", "/model", "/model:", "/model/bodies", "bodies", "bodies/bob:position", "joints/pivot:angle", "swing", "bodies/bob:name",
                "*", "\xff\xfe", string.rep("a", 100000), 1e308, -1, 0, 0 / 0, 1 / 0, math.mininteger, {}, {1, 2}, {1, 2, 3}, {{}}, {a = {}}, {[1.5] = 1},
                {name = "\xff"}, {class = "none"}, {name = string.rep("b", 70000)}, {geometry = {shape = "mesh", mesh = "/"}}, print, true}
local n, refused = 0, 0
for _, call in ipairs(calls) do
    for _, first in ipairs(values) do
        if not (call == remove and first == "bodies") then
            for _, second in ipairs(values) do
                n = n + 1
                if not pcall(call, first, second) then refused = refused + 1 end
            end
        end
    end
    pcall(call) pcall(call, nil, nil)
end
for _, path in ipairs(find("bodies/*")) do
    if path ~= "bodies/bob" then remove(path) end
end
reset() play(0.01)
print(n, refused, get("bodies/bob:position")[3])
"""

BUILD = """
open("chain")
for _, list in ipairs {"joints", "bodies", "markers", "visuals", "springs", "probes", "plots", "panels"} do
    while #find(list .. "/*") > 0 do remove(find(list .. "/*")[1]) end
end
set("/model:gravity", {0, 0, 0})
local n = 5
for i = 1, n do
    local path = add("bodies", {name = "ball", position = {0.1 * i, 0, 0}, geometry = {shape = "ellipsoid", size = {0.01, 0.01, 0.01}},
                                inertia = {method = "mass", mass = i}})
    print(path)
    add("markers", {name = "m" .. i, frame = path})
end
for i = 2, n do
    add("springs", {class = "axial_spring", name = "s" .. i, points = {"markers/m" .. i - 1, "markers/m" .. i},
                    law = {stiffness = 100, rest_is_start = false, rest_length = 0.05}})
end
play(0.2)
local momentum, weight = 0, 0
for _, path in ipairs(find("bodies/*")) do
    momentum = momentum + get(path .. ":inertia.mass") * get(path .. ":velocity")[1]
    weight = weight + get(path .. ":inertia.mass")
end
print(momentum, weight, get("springs/s2:points")[1])
remove("bodies/ball-3")
print(#find("bodies/*"), #find("springs/*"))
save(args[1])
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        pendulum = write_pendulum(folder)
        runs(folder, pendulum)
        same_as_run(folder, pendulum)
        builds(folder)
        sandbox(folder, pendulum)
        refused(folder, pendulum)
    done()


if __name__ == "__main__":
    main()
