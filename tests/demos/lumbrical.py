# SPDX-License-Identifier: GPL-3.0-or-later
"""The lumbrical experiment of Sueda 2010, 8.5, a second way: at rest at each length of FDP.

Of the demo finger-lumbrical only the geometry is read. The finger takes the pose with the least energy: springs of the
joints less the work of the weight; FDP an elastic rope, the two strands of the hood and the joints' limits stiff springs
that only pull or only push. Unknowns: three joint angles and the place of the hood's knot on its guide. Millimetres,
newtons, radians.
"""
import json
import math

STEP = 0.4
STIFFNESS = 10  # of the joints, N mm/rad
FDP_RIGIDITY = 0.7e3 * 7  # modulus times area: N
HOOD, LIMIT = 200, 3e4  # N/mm, N mm/rad
GRAVITY = 9.81e-3  # N per gram


def taut(length):
    return max(length, 0.0)


class Finger:
    """Points of the finger without a weight, in the frames of their bones; its joints' places along x."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            model = json.load(file)["model"]
        self.markers = {m["name"]: [1e3 * x for x in m["location"]] for m in model["markers"]["items"]}
        joints = {j["name"]: j for j in model["joints"]["items"]}
        self.after = {name: 1e3 * joints[f"{name}_0g"]["location_a"][0] for name in ("pip", "dip")}
        self.after["mcp"] = 0.0
        self.side = 1e3 * joints["mcp_0g"]["location_a"][1]
        self.limits = [(joints[f"{name}_0g"]["lower"], joints[f"{name}_0g"]["upper"]) for name in ("mcp", "pip", "dip")]
        strands = {s["name"]: s for s in model["strands"]}
        knot = [1e3 * x for x in strands["lum_0g"]["nodes"][4]["position"]]
        knot[1] -= self.side
        start, end = self.point("wing_start"), self.point("wing_end")
        self.wing = start, [(b - a) / math.dist(start, end) for a, b in zip(start, end)]
        self.knot = sum((k - a) * d for k, a, d in zip(knot, *self.wing))
        hand = next(1e3 * p["position"][0] for p in model["particles"] if p["name"] == "hand_0g")
        self.pull = FDP_RIGIDITY / (self.after["pip"] + self.after["dip"] + 6 - hand)
        self.straight = self.lengths([0, 0, 0, self.knot])

    def point(self, name, joint=None, angle=0.0):
        """A marker in the frame of its bone; with a joint, of the bone before that joint."""
        x, y, z = self.markers[f"{name}_0g"]
        if name in ("lum_ligament", "a1"):
            y -= self.side
        if not joint:
            return [x, y, z]
        c, s = math.cos(angle), math.sin(angle)
        return [self.after[joint] + c * x + s * z, y, -s * x + c * z]

    def lengths(self, pose):
        """Of FDP, lumbrical, lateral band and central slip, but for what is constant."""
        mcp, pip, dip, knot = pose
        knot = [a + knot * d for a, d in zip(*self.wing)]

        def across(first, second, joint, angle):
            return math.dist(self.point(first), self.point(second, joint, angle))

        return (across("a1", "a2_start", "mcp", mcp) + across("a3_start", "a3_end", "pip", pip)
                + across("a5_start", "a5_end", "dip", dip),
                across("lum_ligament", "lum_side", "mcp", mcp) + math.dist(self.point("lum_side"), knot),
                math.dist(knot, self.point("lateral_0")) + across("lateral_0", "lateral_1", "pip", pip)
                + across("lateral_2", "lateral_3", "dip", dip),
                math.dist(knot, self.point("slip_0")) + across("slip_0", "slip_1", "pip", pip))

    def energy(self, pose, excursion, weight):
        change = [now - then for now, then in zip(self.lengths(pose), self.straight)]
        total = 0.5 * STIFFNESS * sum(angle ** 2 for angle in pose[:3]) + weight * change[1]
        total += 0.5 * self.pull * taut(excursion + change[0]) ** 2 + 5e-5 * (pose[3] - self.knot) ** 2
        if weight:
            total += 0.5 * HOOD * sum(taut(x) ** 2 for x in change[2:])
        return total + 0.5 * LIMIT * sum(taut(low - angle) ** 2 + taut(angle - high) ** 2
                                         for angle, (low, high) in zip(pose, self.limits))

    def tension(self, pose, excursion):
        return self.pull * taut(excursion + self.lengths(pose)[0] - self.straight[0])


def newton_step(energy, pose, h=1e-4):
    """-H^-1 g by differences, with a multiple of the identity added to H until it is positive definite."""
    n = len(pose)

    def at(*moves):
        moved = list(pose)
        for i, by in moves:
            moved[i] += by
        return energy(moved)

    here, plus, minus = at(), [at((i, h)) for i in range(n)], [at((i, -h)) for i in range(n)]
    hessian = [[0.0] * n for _ in range(n)]
    for i in range(n):
        hessian[i][i] = (plus[i] - 2 * here + minus[i]) / h ** 2
        for j in range(i):
            mixed = at((i, h), (j, h)) - at((i, h), (j, -h)) - at((i, -h), (j, h)) + at((i, -h), (j, -h))
            hessian[i][j] = hessian[j][i] = mixed / (4 * h ** 2)
    more = 1e-6
    while True:
        rows = [hessian[i] + [(minus[i] - plus[i]) / (2 * h)] for i in range(n)]
        for i in range(n):
            rows[i] = rows[i][:]
            rows[i][i] += more
        for i in range(n):
            if rows[i][i] <= 1e-9:
                break
            for k in range(i + 1, n):
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
        else:
            break
        more *= 10
    step = [0.0] * n
    for i in reversed(range(n)):
        step[i] = (rows[i][n] - sum(rows[i][k] * step[k] for k in range(i + 1, n))) / rows[i][i]
    return step


def minimum(energy, pose):
    for _ in range(200):
        step, share, here = newton_step(energy, pose), 1.0, energy(pose)
        while share > 1e-9 and energy([p + share * s for p, s in zip(pose, step)]) > here - 1e-12:
            share /= 2
        if share <= 1e-9:
            break
        pose = [p + share * s for p, s in zip(pose, step)]
    return pose


def at_rest(path, grams, rate=2.0, end=14.0):
    """[time, tension of FDP] with a weight on the lumbrical, FDP pulled at a rate [mm/s]."""
    finger = Finger(path)
    pose, curve = [0, 0, 0, finger.knot], []
    for i in range(int(end * rate / STEP) + 1):
        excursion = i * STEP
        pose = minimum(lambda p: finger.energy(p, excursion, grams * GRAVITY), pose)
        curve.append([excursion / rate, finger.tension(pose, excursion)])
    return curve


def crossing(low, high):
    """When a curve first comes above another, having been below it, by straight lines between samples."""
    for before, after in zip(zip(low, high), zip(low[1:], high[1:])):
        gap = [b[1] - a[1] for a, b in (before, after)]
        if gap[0] < 0 <= gap[1]:
            return before[0][0] + (after[0][0] - before[0][0]) * gap[0] / (gap[0] - gap[1])
    return None
