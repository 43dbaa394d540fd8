#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Masses, centres and inertias of meshes that are scaled and moved by a reference, and of skins, against those that MuJoCo 3.3.8's
compiler gives the same file.  mjcf_masses_test.py SINEW.  TAP."""
import tempfile

from mjcf_taken import take
from tap import done, tap

TEXT = """<mujoco><asset><mesh name="p" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .4" scale="2 1 .5" refpos=".05 .02 0"/>
<mesh name="q" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .4" scale="2 1 .5" refpos=".05 .02 0" refquat=".9 .1 .2 .3"/>
<mesh name="r" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .4" scale="-1 1 1" refpos=".05 .02 0"/>
<mesh name="s" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .4" scale="-2 -2 -2" refpos=".05 .02 0" refquat=".9 .1 .2 .3" inertia="shell"/></asset><worldbody>
<body name="a"><joint/><geom type="mesh" mesh="p"/></body><body name="b"><joint/><geom type="mesh" mesh="q" pos=".1 0 0" euler="10 20 30"/></body>
<body name="c"><joint/><geom type="mesh" mesh="r" mass="2"/></body><body name="d"><joint/><geom type="mesh" mesh="s"/></body>
<body name="e"><joint/><geom size=".1" shellinertia="true" density="3"/></body><body name="f"><joint/><geom type="box" size=".1 .2 .05" shellinertia="true" density="3"/></body>
<body name="g"><joint/><geom type="cylinder" size=".05 .2" mass="2" shellinertia="true" pos=".1 0 0" euler="10 20 30"/></body>
<body name="h"><joint/><geom type="capsule" size=".05 .2" density="2" shellinertia="true" euler="10 20 30"/></body></worldbody></mujoco>"""
# mass, centre, tensor xx yy zz xy xz yz about it, in the body's axes
MUJOCO = {"a": (4.0000003, 1.4901161e-09, 0.055000003, 0.050000001, 0.019500003, 0.030000003, 0.037500004, 0.0060000007, 0.0040000004, 0.0030000004),
          "b": (4.0000003, 0.082723586, 0.056896763, 0.0628831, 0.036924957, 0.041108687, 0.054255569, -0.015363731, 0.016711824, 0.0084688882),
          "c": (2, -7.4505806e-10, 0.055000003, 0.1, 0.018750001, 0.015, 0.0097500006, -0.0015000001, -0.0020000001, 0.0030000002),
          "d": (832.41003, 0.0015676981, -0.17072622, -0.19426435, 42.822482, 41.458774, 34.826175, 0.15297282, 15.831125, -0.68656021),
          "e": (0.37699112, 0, 0, 0, 0.0025132741, 0.0025132741, 0.0025132741, 0, 0, 0),
          "f": (0.84, 0, 0, 0, 0.0159, 0.0059, 0.0188, 0, 0, 0),
          "g": (2, 0.1, 0, 0, 0.031417292, 0.034148749, 0.0090635886, 0.0016872023, -0.0095685998, 0.0045651258),
          "h": (0.31415927, 0, 0, 0, 0.0061887607, 0.0067469937, 0.0016202916, 0.00034481676, -0.001955553, 0.00093298347)}


def main():
    with tempfile.TemporaryDirectory() as folder:
        _, document, said = take(folder, TEXT.replace("<mujoco>", '<mujoco><option><flag contact="disable"/></option>'))
        bodies = {b["name"]: b["inertia"] for b in document["model"]["bodies"]}
        for name, wanted in MUJOCO.items():
            got = [bodies[name]["mass"], *bodies[name].get("center", [0, 0, 0]), *bodies[name]["tensor"]]
            sizes = [wanted[0]] + 3 * [.1] + 6 * [max(wanted[4:7])]
            worst = max(abs(x - y) / size for x, y, size in zip(got, wanted, sizes))
            tap(worst < 3e-7, f"mass and inertia of {name}: within {worst:.2g} of MuJoCo's")
        tap(", 0 approximated, 0 left out" in said, "all are exact")
        _, _, said = take(folder, '<mujoco><worldbody><body name="a"><joint/><geom type="ellipsoid" size=".1 .2 .3" shellinertia="true"/></body></worldbody></mujoco>')
        tap("that of a solid, not of a shell" in said and "1 approximated" in said, "an ellipsoid's shell is told")
    done()


main()
