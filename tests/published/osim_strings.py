# SPDX-License-Identifier: GPL-3.0-or-later
"""Taut strings over the wrapping cylinders of a .osim file, apart from the program's: closed form over one, alternating over two.

Alternating: each cylinder is laid between its neighbours on the string as they are, until nothing moves; the length falls
with every move, so that it ends in a shortest string (Newton's method is what the program uses)."""
import math

import osim_kinematics as kinematics


class Cylinder:
    """A WrapCylinder without ends in space; side: (0 for x or 1 for y, its sign), None: all."""

    def __init__(self, pose, node):
        own = kinematics.pose(kinematics.numbers(node, "xyz_body_rotation"), kinematics.numbers(node, "translation"))
        self.pose, self.radius = kinematics.chain(pose, own), float(node.findtext("radius"))
        self.back = kinematics.inverse(self.pose)
        quadrant = (node.findtext("quadrant") or "all").strip()
        self.side = None if quadrant == "all" else ("xy".index(quadrant[-1]), -1 if quadrant[0] == "-" else 1)

    def inward(self, x):
        return kinematics.chain(self.back, kinematics.pose([0] * 3, x))[1]

    def outward(self, x):
        return kinematics.chain(self.pose, kinematics.pose([0] * 3, x))[1]

    def about(self, a, b):
        """Angle from a to b round the side, else the smaller one; positive counter-clockwise."""
        def turned(x, to):
            return (math.atan2(x[1], x[0]) - to + math.pi) % (2 * math.pi) - math.pi
        if not self.side:
            return turned(b, math.atan2(a[1], a[0]))
        middle = math.atan2(self.side[1], 0) if self.side[0] else math.atan2(0, self.side[1])
        return turned(b, middle) - turned(a, middle)

    def wrap(self, x, y):
        """Where the string from x to y comes on and leaves, and its length between; None: it passes by."""
        a, b = self.inward(x), self.inward(y)
        far = math.hypot(*a[:2]), math.hypot(*b[:2])
        if min(far) <= self.radius:
            return None
        whole = self.about(a, b)
        off = [math.acos(self.radius / distance) for distance in far]
        angle = abs(whole) - sum(off)
        if angle <= 0:
            return None
        sign = math.copysign(1, whole)
        straight = [math.sqrt(distance ** 2 - self.radius ** 2) for distance in far]
        slope = (b[2] - a[2]) / (sum(straight) + self.radius * angle)
        ends = []
        for at, turn, z in ((a, sign * off[0], a[2] + slope * straight[0]), (b, -sign * off[1], b[2] - slope * straight[1])):
            angle_there = math.atan2(at[1], at[0]) + turn
            ends.append(self.outward([self.radius * math.cos(angle_there), self.radius * math.sin(angle_there), z]))
        return ends[0], ends[1], self.radius * angle * math.hypot(1, slope)

    def arc(self, one, two):
        """Shortest way on it between two places of it, along less than half a turn."""
        a, b = self.inward(one), self.inward(two)
        turn = abs((math.atan2(b[1], b[0]) - math.atan2(a[1], a[0]) + math.pi) % (2 * math.pi) - math.pi)
        return math.hypot(self.radius * turn, b[2] - a[2])

    def moved(self, place, turn, along):
        """A place of it turned about its axis and moved along that."""
        x = self.inward(place)
        c, s = math.cos(turn), math.sin(turn)
        return self.outward([c * x[0] - s * x[1], s * x[0] + c * x[1], x[2] + along])


def taut(x, y, cylinders, rounds=4000):
    """Length of the string from x to y over cylinders in this order, and what it touches of them."""
    arcs = [None] * len(cylinders)
    length = math.inf
    for _ in range(rounds):
        for i, cylinder in enumerate(cylinders):
            before = next((arcs[k][1] for k in reversed(range(i)) if arcs[k]), x)
            after = next((arcs[k][0] for k in range(i + 1, len(cylinders)) if arcs[k]), y)
            arcs[i] = cylinder.wrap(before, after)
        last, length, at = length, 0.0, x
        for arc in arcs:
            if arc:
                length, at = length + math.dist(at, arc[0]) + arc[2], arc[1]
        length += math.dist(at, y)
        if abs(length - last) < 1e-15:
            break
    return length, arcs
