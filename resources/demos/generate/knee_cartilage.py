# SPDX-License-Identifier: GPL-3.0-or-later
"""What of the knee is no bone, and its patella: cartilage of femur and tibia, menisci.  Only to see: what carries is the cartilage's
elastic foundation.  Dimensions measured on the knee of Lenhart et al. 2015 and Smith et al. 2019; frame as in make_laxity.py [mm]."""
import math

FEMORAL, TIBIAL = 2.0, 2.1  # thickness of cartilage
EDGE = 3.0  # over which it thins out
# ring about a centre (x, z): outer and inner radius each 30 degrees from anterior towards lateral, and the angles that it covers
MEDIAL = ((2.8, -13.0), (20.5, 19, 18, 17.5, 17.5, 17.5, 20.5, 22.2, 18.9, 17.5, 17.2, 18.3),
          (14, 13, 12, 12, 12, 12.9, 12.2, 10.8, 11.2, 11.6, 11.4, 11.8), (148, 392))
LATERAL = ((2.3, 19.0), (15.1, 17.7, 19.3, 19.4, 19, 16.9, 15.4, 14.6, 14.7, 14.5, 14.5, 14.8),
           (10.1, 11.8, 13.3, 13.4, 11.2, 8.5, 8.6, 9.6, 10.8, 11, 11, 10.5), (-48, 228))
PLATES = (((1.5, -17), (22.5, 14.5)), ((0.5, 21.5), (17, 16)))  # of tibial cartilage: middle x, z; half widths
PATELLA = (52, 6.5, 3)  # in extension


def step(a, b, x):
    t = max(0.0, min(1.0, (x - a) / (b - a)))
    return t * t * (3 - 2 * t)


def femoral(theta, z):
    """How far cartilage stands out of the bone; below 0: there is none."""
    edge = min(step(-34, -34 + EDGE, z), step(32, 32 - EDGE, z), step(22, 12, theta), step(-208, -196, theta))
    notch = step(-30, -42, theta) * step(11.5, 8.5, abs(z + 1.0))
    return (FEMORAL + 1.0) * min(edge, 1 - notch) - 1.0


def plate(middle, half, low, n=48, rows=9):
    """A disc on the plateau, thin at its rim."""
    rings = []
    for k in range(2 * rows):
        top, share = k < rows, (k + 1) / rows if k < rows else (2 * rows - k) / rows
        share = min(share, 1.0)
        ring = []
        for i in range(n):
            angle = 2 * math.pi * i / n
            x, z = middle[0] + share * half[0] * math.cos(angle), middle[1] + share * half[1] * math.sin(angle)
            ring.append((x, low(x, z) + (TIBIAL * (1 - share ** 5) + 0.2 if top else -1.5), z))
        rings.append(ring)
    return rings


def meniscus(which, low, above, stations=60):
    """A wedge on the plateau, under the femur: `low` and `above` are their heights; its ends run out into the bone."""
    (cx, cz), outer, inner, (start, end) = which
    rings = []
    for s in range(stations + 1):
        at = start + (end - start) * s / stations
        horn = min(step(0, 0.14, s / stations), step(1, 0.86, s / stations))
        ro, ri = (around(radii, at / 30) for radii in (outer, inner))
        middle, half = (ro + ri) / 2, (ro - ri) / 2 * (0.45 + 0.55 * horn)
        c, d = math.cos(math.radians(at)), math.sin(math.radians(at))
        ring = []
        for u, up in [(-1, 0), (-0.5, 0), (0, 0), (0.5, 0), (0.94, 0.0), (1.06, 0.25), (1.06, 0.75), (0.94, 1), (0.5, 1), (0, 1), (-0.5, 1), (-1, 1)]:
            r = middle + u * half
            x, z = cx + r * c, cz + r * d
            base = low(x, z) + 0.6 - 2.2 * (1 - horn)
            thick = 1.0 + 4.6 * ((u + 1) / 2) ** 1.3 * (0.4 + 0.6 * horn)
            top = min(base + thick, above(x, z)) if u < 1 else base + thick
            ring.append((x, base + up * max(top - base, 0.5), z))
        rings.append(ring)
    return rings


def around(values, at):
    """A smooth curve through values at 0, 1, 2 ... that closes."""
    n, k = len(values), math.floor(at)
    t = at - k
    a, b, c, d = (values[(k + i) % n] for i in (-1, 0, 1, 2))
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def oval(p, middle, radii):
    """About how far outside of it a place is."""
    return (math.hypot(*[(x - m) / r for x, m, r in zip(p, middle, radii)]) - 1) * min(radii[0], 16)


def apex(p):
    """The same of a cone from the middle of the patella to its lower end."""
    a, b = (1.5, -3, .5), (1.5, -15, 1.5)
    ab = [y - x for x, y in zip(a, b)]
    t = max(0.0, min(1.0, sum((x - y) * z for x, y, z in zip(p, a, ab)) / sum(z * z for z in ab)))
    return math.dist(p, [x + t * z for x, z in zip(a, ab)]) - (9 + t * (3.2 - 9))


def joined(a, b, round_):
    """The smaller of two, rounded where they are equal; with both negative, the larger."""
    h = max(0.0, 1 - abs(a - b) / round_)
    return min(a, b) - round_ * h * h / 4


def cut(a, b, round_):
    return -joined(-a, -b, round_)


def patella(cartilage=False, n=56, rows=36):
    """Seen from its middle every way out ends once: bone with two facets, or the cartilage on them."""
    behind = 3.0 if cartilage else 0.0

    def outside(p):
        body = cut(oval(p, (-6, 0, 0), (14.5, 21, 26)), oval(p, (-2, 4.2, .4), (40, 13.6, 21.6)), 3)
        body = joined(body, apex(p), 6) if not cartilage else cut(body + 0.5, p[0] + 3, 2)
        lateral, medial = -p[0] + .37 * p[2] - 10.1 - behind, -p[0] - .66 * p[2] - 13.2 - behind
        return cut(body, cut(lateral, medial, 2), 2.5)
    middle = (-7.0, 4, 0) if cartilage else (-1.0, 2, 0)
    rings = []
    for j in range(1, rows):
        polar, ring = math.pi * j / rows, []
        for i in range(n):
            a = 2 * math.pi * i / n
            way = (math.sin(polar) * math.cos(a), math.cos(polar), -math.sin(polar) * math.sin(a))
            near, far = 0.0, 40.0
            for _ in range(30):
                half = (near + far) / 2
                near, far = (near, half) if outside([m + half * w for m, w in zip(middle, way)]) > 0 else (half, far)
            ring.append(tuple(m + near * w for m, w in zip(middle, way)))
        rings.append(ring)
    return rings
