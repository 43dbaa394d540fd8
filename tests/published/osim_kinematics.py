# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenSim's kinematics by its own definitions, apart from the program's: bodies, joints, muscle paths of a .osim file.

Only what the files that are compared need: versions of bodies with joints inside (before 4.0) and of offset frames (4.0),
custom, pin, weld, slider, ball, universal, free, planar joints, functions of one coordinate."""
import math
import xml.etree.ElementTree as Tree


def numbers(node, name, count=None):
    text = node.findtext(name) if node is not None else None
    values = [float(word) for word in text.split()] if text and text.strip() else None
    return values if values is None or count is None or len(values) >= count else None


def times(a, b):
    """Product of matrices, or of a matrix and a vector."""
    if not isinstance(b[0], list):
        return [sum(x * y for x, y in zip(row, b)) for row in a]
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def about(axis, angle):
    """Rotation about a direction, as the exponential of its cross-product matrix k: 1 + sin k + (1 - cos) k k."""
    size = math.sqrt(sum(c * c for c in axis))
    x, y, z = (c / size for c in axis)
    k = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    kk = times(k, k)
    return [[(i == j) + math.sin(angle) * k[i][j] + (1 - math.cos(angle)) * kk[i][j] for j in range(3)] for i in range(3)]


# a pose is (rotation, place): x in B is rotation x + place in A
def pose(angles, place):
    r = times(times(about((1, 0, 0), angles[0]), about((0, 1, 0), angles[1])), about((0, 0, 1), angles[2]))
    return r, list(place)


def chain(a, b):
    return times(a[0], b[0]), [x + y for x, y in zip(times(a[0], b[1]), a[1])]


def inverse(a):
    back = [list(row) for row in zip(*a[0])]
    return back, [-x for x in times(back, a[1])]


def solve(a, r):
    """Gauss with pivots."""
    n = len(r)
    a = [row[:] + [value] for row, value in zip(a, r)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[best] = a[best], a[i]
        for k in range(i + 1, n):
            f = a[k][i] / a[i][i]
            if f:
                a[k] = [u - f * v for u, v in zip(a[k], a[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][k] * x[k] for k in range(i + 1, n))) / a[i][i]
    return x


def leading(x, y):
    """The coefficient of x^3 of the cubic through four points: their third divided difference."""
    d = list(y)
    for k in range(1, 4):
        d = [(d[i + 1] - d[i]) / (x[i + k] - x[i]) for i in range(4 - k)]
    return d[0]


def spline(x, y, at):
    """The cubic of SIMM: a tridiagonal system for the second derivatives whose end rows equate the third derivatives at the
    ends with those of the cubics through the four points there; straight beyond the ends."""
    n = len(x)
    h = [q - p for p, q in zip(x, x[1:])]
    slope = [(q - p) / w for p, q, w in zip(y, y[1:], h)]
    if n == 2:
        return y[0] + slope[0] * (at - x[0])
    a, r = [[0.0] * n for _ in range(n)], [0.0] * n
    for i in range(1, n - 1):
        a[i][i - 1:i + 2] = [h[i - 1], 2 * (h[i - 1] + h[i]), h[i]]
        r[i] = 6 * (slope[i] - slope[i - 1])
    third = (6 * leading(x[:4], y[:4]), 6 * leading(x[-4:], y[-4:])) if n > 3 else (0, 0)
    a[0][:2], r[0] = [-1.0, 1.0], third[0] * h[0]
    a[-1][-2:], r[-1] = [-1.0, 1.0], third[1] * h[-1]
    m = solve(a, r)

    def piece(i, s):
        b = slope[i] - h[i] * (2 * m[i] + m[i + 1]) / 6
        value = y[i] + s * (b + s * (m[i] / 2 + s * (m[i + 1] - m[i]) / (6 * h[i])))
        return value, b + s * (m[i] + s * (m[i + 1] - m[i]) / (2 * h[i]))

    if at <= x[0]:
        return y[0] + piece(0, 0)[1] * (at - x[0])
    if at >= x[-1]:
        return y[-1] + piece(n - 2, h[-1])[1] * (at - x[-1])
    i = min(sum(1 for knot in x if knot <= at) - 1, n - 2)
    return piece(i, at - x[i])[0]


def object_of(node, name):
    """The object of a property: <name><Constant>..., or <Constant name="name"> since format 4."""
    wrapped = node.find(name)
    if wrapped is not None:
        return wrapped[0] if len(wrapped) else None
    return next((child for child in node if child.get("name") == name), None)


def function(node, at):
    kind = node.tag
    if kind == "MultiplierFunction":
        return float(node.findtext("scale") or 1) * function(object_of(node, "function"), at)
    if kind == "Constant":
        return float(node.findtext("value") or 0)
    if kind == "LinearFunction":
        slope, offset = (numbers(node, "coefficients") or [1, 0])[:2]
        return slope * at + offset
    x, y = numbers(node, "x"), numbers(node, "y")
    if kind == "PiecewiseLinearFunction":
        i = min(max(sum(1 for knot in x if knot < at) - 1, 0), len(x) - 2)
        return y[i] + (y[i + 1] - y[i]) / (x[i + 1] - x[i]) * (at - x[i])
    if kind in ("SimmSpline", "NaturalCubicSpline", "natCubicSpline"):
        return spline(x, y, at)
    raise ValueError(kind)


AXES = {"PinJoint": ["rz"], "SliderJoint": ["tx"], "WeldJoint": [], "BallJoint": ["rx", "ry", "rz"],
        "UniversalJoint": ["rx", "ry"], "PlanarJoint": ["rz", "tx", "ty"],
        "FreeJoint": ["rx", "ry", "rz", "tx", "ty", "tz"]}


class Model:
    """Bodies (mass, centre, inertia), joints, coordinates at their defaults, muscle paths."""

    def __init__(self, path):
        root = Tree.parse(path).getroot()
        self.model = root.find("Model")
        self.bodies, self.joints, self.values = {}, [], {}
        for body in self.model.find("BodySet").find("objects"):
            self.bodies[body.get("name")] = body
            holder = body.find("Joint")
            for joint in holder if holder is not None else ():
                self.joints.append((joint, body.get("name")))
        joints = self.model.find("JointSet")
        for joint in joints.find("objects") if joints is not None else ():
            self.joints.append((joint, None))
        for joint, _ in self.joints:
            for c in self.coordinates(joint):
                self.values[c.get("name")] = float(c.findtext("default_value") or c.findtext("initial_value") or 0)
        for constraint in self.model.iter("CoordinateCouplerConstraint"):
            if (constraint.findtext("isDisabled") or "false").strip() != "true":
                lead = constraint.findtext("independent_coordinate_names").split()[0]
                follow = constraint.findtext("dependent_coordinate_name").strip()
                self.values[follow] = function(object_of(constraint, "coupled_coordinates_function"), self.values[lead])

    @staticmethod
    def coordinates(joint):
        holder = joint.find("coordinates")
        if holder is None:
            holder = joint.find("CoordinateSet/objects")
        return [c for c in holder if c.tag == "Coordinate"] if holder is not None else []

    def mass_properties(self, name):
        body = self.bodies[name]
        inertia = numbers(body, "inertia") or [
            (numbers(body, "inertia_" + k) or [0])[0] for k in ("xx", "yy", "zz", "xy", "xz", "yz")]
        return (numbers(body, "mass")[0], numbers(body, "mass_center"), inertia)

    def sides(self, joint, body):
        """Parent body, its joint frame, child body, its joint frame."""
        if body is not None:
            return (joint.findtext("parent_body").strip(),
                    pose(numbers(joint, "orientation_in_parent") or [0] * 3, numbers(joint, "location_in_parent") or [0] * 3),
                    body, pose(numbers(joint, "orientation") or [0] * 3, numbers(joint, "location") or [0] * 3))
        result = []
        for socket in ("socket_parent_frame", "socket_child_frame"):
            frame = joint.findtext(socket).strip().split("/")[-1]
            offset = next((f for f in joint.find("frames") if f.get("name") == frame), None)
            at = frame if offset is None else offset.findtext("socket_parent").strip().split("/")[-1]
            local = pose([0] * 3, [0] * 3) if offset is None else pose(numbers(offset, "orientation") or [0] * 3,
                                                          numbers(offset, "translation") or [0] * 3)
            result += [at, local]
        return tuple(result)

    def across(self, joint, values):
        coordinates = self.coordinates(joint)
        r, p = pose([0] * 3, [0] * 3)
        if joint.tag != "CustomJoint":
            for axis, c in zip(AXES[joint.tag], coordinates):
                unit = [float(axis[1] == letter) for letter in "xyz"]
                if axis[0] == "r":
                    r = times(r, about(unit, values[c.get("name")]))
                else:
                    p = [a + values[c.get("name")] * b for a, b in zip(p, unit)]
            return r, p
        for number, axis in enumerate(joint.find("SpatialTransform").iter("TransformAxis")):
            names = (axis.findtext("coordinates") or "").split()
            f = object_of(axis, "function")
            at = values[names[0]] if names else 0
            value = function(f, at) if f is not None else at
            direction = numbers(axis, "axis")
            if number < 3:
                r = times(r, about(direction, value))
            else:
                p = [a + value * b for a, b in zip(p, direction)]
        return r, p

    def poses(self, values):
        """Of every body in the ground."""
        known, left = {"ground": pose([0] * 3, [0] * 3)}, list(self.joints)
        while left:
            rest = []
            for joint, body in left:
                parent, in_parent, child, in_child = self.sides(joint, body)
                across = self.across(joint, values)
                if (joint.findtext("reverse") or "false").strip() == "true":
                    across = inverse(across)
                step = chain(chain(in_parent, across), inverse(in_child))
                if parent in known and child not in known:
                    known[child] = chain(known[parent], step)
                elif child in known and parent not in known:
                    known[parent] = chain(known[child], inverse(step))
                elif parent not in known:
                    rest.append((joint, body))
            assert len(rest) < len(left), "bodies that hang on nothing"
            left = rest
        return known

    def place(self, point, values):
        """Of a path point in its frame; None where it does not count."""
        def value(name):
            text = point.findtext(name) or point.findtext("socket_" + name) or ""
            return values.get(text.strip().split("/")[-1], 0.0)
        if point.tag == "ConditionalPathPoint":
            low, high = numbers(point, "range", 2)
            if not low - 1e-5 <= value("coordinate") <= high + 1e-5:
                return None
        if point.tag == "MovingPathPoint":
            return [function(point.find(axis + "_location")[0], value(axis + "_coordinate")) for axis in "xyz"]
        return numbers(point, "location")

    def straight_paths(self, values, kinds):
        """Length of each muscle which wraps over nothing."""
        where, lengths = self.poses(values), {}
        for muscle in self.model.iter():
            path = muscle.find("GeometryPath") if muscle.tag in kinds else None
            points = path.find("PathPointSet/objects") if path is not None else None
            wraps = path.find("PathWrapSet/objects") if path is not None else None
            if points is None or (wraps is not None and len(wraps)):
                continue
            places = []
            for p in points:
                body = (p.findtext("socket_parent_frame") or p.findtext("body")).strip().split("/")[-1]
                local = self.place(p, values)
                if local:
                    places.append(chain(where[body], pose([0] * 3, local))[1])
            lengths[muscle.get("name")] = sum(math.dist(a, b) for a, b in zip(places, places[1:]))
        return lengths
