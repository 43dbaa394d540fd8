#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the program's symbolic icons: make_icons.py [FOLDER].  GTK recolours filled shapes only, so every stroke
is written as a filled outline; one weight (1.6 of 16) for all."""
import math
import os
import sys

WEIGHT = 1.6


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def line(x0, y0, x1, y1, width=WEIGHT):
    """A stroke with round ends."""
    length = math.hypot(x1 - x0, y1 - y0)
    nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
    r = number(width / 2)
    points = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
    p = [f"{number(x)},{number(y)}" for x, y in points]
    return f'<path d="M{p[0]} L{p[1]} A{r},{r} 0 0 0 {p[2]} L{p[3]} A{r},{r} 0 0 0 {p[0]} Z"/>'


def path(*points, closed=False, width=WEIGHT):
    ends = list(points[1:]) + ([points[0]] if closed else [])
    return "".join(line(*a, *b, width=width) for a, b in zip(points, ends))


def disc(x, y, radius):
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'


def ring(x, y, radius, width=WEIGHT):
    outer, inner = radius + width / 2, radius - width / 2

    def circle(r, sweep):
        r_text = number(r)
        return (f"M{number(x - r)},{number(y)} A{r_text},{r_text} 0 1 {sweep} {number(x + r)},{number(y)} "
                f"A{r_text},{r_text} 0 1 {sweep} {number(x - r)},{number(y)} Z")
    return f'<path fill-rule="evenodd" d="{circle(outer, 1)} {circle(inner, 0)}"/>'


def arc(x, y, radius, start, end, width=WEIGHT, steps=12):
    """A curved stroke, angles in degrees, y down."""
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return path(*[(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], width=width)


def polygon(*points):
    return '<path d="M' + " L".join(f"{number(x)},{number(y)}" for x, y in points) + ' Z"/>'


def shape(d):
    return f'<path d="{d}"/>'


def frame(x0, y0, x1, y1, width=WEIGHT):
    return path((x0, y0), (x1, y0), (x1, y1), (x0, y1), closed=True, width=width)


def arrow(x0, y0, x1, y1, head=3.0, width=WEIGHT):
    angle = math.atan2(y1 - y0, x1 - x0)
    back = [(x1 - head * math.cos(angle + s), y1 - head * math.sin(angle + s)) for s in (0.55, -0.55)]
    return line(x0, y0, x1 - 1.5 * math.cos(angle), y1 - 1.5 * math.sin(angle), width) + polygon((x1, y1), *back)


SPRING = path((1.5, 12.5), (3.5, 11), (3.3, 7.2), (7, 10.5), (6.3, 5.2), (10.2, 8.6), (9.5, 3.6), (12.6, 5), (14.5, 3.5),
              width=1.4)
BONE = (line(5, 11, 11, 5, 2.6) + disc(3.2, 10.8, 2) + disc(5.2, 12.8, 2) + disc(10.8, 3.2, 2) + disc(12.8, 5.2, 2))
ICONS = {
    "sn-body": BONE,
    "sn-muscle": shape("M1.6,14.4 C1.2,14 1.4,13.6 2,13 C3.4,8 8,3.4 13,2 C13.6,1.4 14,1.2 14.4,1.6 C14.8,2 14.6,2.4 14,3 "
                       "C12.6,8 8,12.6 3,14 C2.4,14.6 2,14.8 1.6,14.4 Z"),
    "sn-particle": disc(8, 8, 3.2),
    "sn-marker": ring(8, 8, 4.2) + disc(8, 8, 1.4) + line(8, 1, 8, 2.4, 1.4) + line(8, 13.6, 8, 15, 1.4)
                 + line(1, 8, 2.4, 8, 1.4) + line(13.6, 8, 15, 8, 1.4),
    "sn-frame": arrow(5, 11, 5, 1.5) + arrow(5, 11, 14.5, 11) + line(5, 11, 1.8, 14.2),
    "sn-visual": frame(2, 2.5, 14, 13.5) + polygon((3, 12.6), (6.5, 7.5), (9, 10.5), (10.8, 8.6), (13, 12.6)) + disc(11, 5.6, 1.3),
    "sn-spring": SPRING,
    "sn-frame-spring": frame(1.6, 9.6, 6.4, 14.4) + frame(9.6, 1.6, 14.4, 6.4)
                       + path((6.4, 9.6), (8.8, 9.2), (7.2, 6.8), (9.6, 6.4), width=1.4),
    "sn-joint": ring(8, 8, 2.6) + line(1.8, 14.2, 6, 10) + line(10, 6, 14.2, 1.8),
    "sn-hinge": ring(8, 8, 2.6) + path((1.5, 8), (5.4, 8)) + line(9.9, 9.9, 13.6, 13.6)
                + arc(8, 8, 6.2, -70, -5, 1.3),
    "sn-spherical": disc(8, 5.4, 3.4) + arc(8, 5.6, 5.8, 20, 160) + line(8, 11.4, 8, 14.6),
    "sn-fixed": line(1.8, 14.2, 14.2, 1.8) + polygon((8, 4.2), (11.8, 8), (8, 11.8), (4.2, 8)),
    "sn-plane": polygon((1, 11), (5.2, 6.6), (15, 6.6), (10.8, 11)) + arrow(8, 8.6, 8, 1, 2.6, 1.4) + disc(8, 13.8, 1.3),
    "sn-polyline": path((1.6, 5), (6, 8), (9, 12.5), (14.4, 13.4)) + disc(9.6, 6.6, 2),
    "sn-load": arrow(8, 1.4, 8, 11, 4, 2) + line(2.4, 13.8, 13.6, 13.8),
    "sn-probe": path((1.4, 8.5), (4, 8.5), (6, 3), (9.2, 13), (11.2, 7), (14.6, 7)),
    "sn-input-probe": path((1.4, 12), (4.4, 12), (7.4, 4), (14.6, 4)) + disc(4.4, 12, 1.7) + disc(7.4, 4, 1.7),
    "sn-output-probe": line(1.8, 2, 1.8, 14.2) + line(1.8, 14.2, 14.6, 14.2) + path((4.2, 10.6), (7, 5.6), (9.6, 8.6), (13.8, 2.8)),
    "sn-model": path((8, 1.4), (14, 4.6), (14, 11.4), (8, 14.6), (2, 11.4), (2, 4.6), closed=True)
                + path((2, 4.6), (8, 7.8), (14, 4.6)) + line(8, 7.8, 8, 14.6),
    "sn-component": frame(3, 3, 13, 13),
    "sn-fem": path((2, 3), (8, 1.8), (14, 3.6), (13.4, 12.6), (7.6, 14.2), (2.4, 12.2), closed=True, width=1.4)
              + line(8, 1.8, 7.6, 14.2, 1.2) + path((2.2, 7.6), (7.8, 8.2), (13.7, 8), width=1.2),
    "sn-region": frame(2, 2, 14, 14, 1.4) + line(8, 2, 8, 14, 1.2) + line(2, 8, 14, 8, 1.2) + shape("M8,2 H14 V8 H8 Z"),
    "sn-bundle": arc(8, 22, 17, -118, -62, 1.5) + arc(8, 25.5, 17, -118, -62, 1.5) + arc(8, 18.5, 17, -118, -62, 1.5),
    "sn-attachment": disc(4, 12, 2.6) + line(4, 12, 9.4, 6.6) + path((8, 2), (14, 2), (14, 8), (8, 8), closed=True),
    "sn-exciter": disc(3.4, 8, 2.2) + line(3.4, 8, 11, 3, 1.3) + line(3.4, 8, 11, 8, 1.3) + line(3.4, 8, 11, 13, 1.3)
                  + disc(12.6, 3, 1.7) + disc(12.6, 8, 1.7) + disc(12.6, 13, 1.7),
    "sn-list": line(2, 4, 14, 4) + line(2, 8, 14, 8) + line(2, 12, 14, 12),
    "sn-tool-select": polygon((3.4, 1.4), (13, 8.6), (8.7, 9.3), (11.2, 13.9), (9, 15), (6.7, 10.3), (3.4, 13.2)),
    "sn-tool-move": arrow(8, 8, 8, 0.8, 3.2, 1.4) + arrow(8, 8, 8, 15.2, 3.2, 1.4) + arrow(8, 8, 0.8, 8, 3.2, 1.4)
                    + arrow(8, 8, 15.2, 8, 3.2, 1.4),
    "sn-tool-rotate": arc(8, 8.4, 5.4, -50, 210) + polygon((9.4, 0.8), (14.2, 3.6), (9.4, 6.6)),
    "sn-tool-scale": frame(2, 8.4, 7.6, 14) + arrow(8.6, 7.4, 14.4, 1.6, 4, 1.5),
    "sn-tool-transform": arc(8, 8, 5.2, 0, 360, 1.3) + arrow(8, 8, 15.4, 8, 3, 1.4) + arrow(8, 8, 8, 0.6, 3, 1.4)
                         + shape("M1.6,11.2 H4.8 V14.4 H1.6 Z") + line(8, 8, 4, 12, 1.3),
    "sn-tool-measure": path((1.4, 11), (11, 1.4), (14.6, 5), (5, 14.6), closed=True, width=1.4) + line(4.2, 8.2, 5.8, 9.8, 1.2)
                       + line(6.6, 5.8, 8.8, 8, 1.2) + line(9, 3.4, 10.6, 5, 1.2),
    "sn-tool-clip": line(12.6, 1.6, 3.4, 14.4, 1.6) + shape("M1.5,4.5 A1,1 0 0 1 2.5,3.5 L8.6,3.5 L3.4,10.7 L1.5,10.7 Z")
                    + path((12.4, 5.4), (14.2, 5.4), (14.2, 12.4), (7.4, 12.4), width=1.3),
    "sn-tool-pull": disc(4.2, 11.8, 2.8) + path((6, 10), (7, 7.6), (8.6, 8.8), (9.4, 6.2), width=1.3) + arrow(9.4, 6.6, 14.6, 1.4, 4, 1.4),
    "sn-box": "".join(line(*a, 1.5) for a in [
        (2, 2, 4.4, 2), (6.8, 2, 9.2, 2), (11.6, 2, 14, 2), (2, 14, 4.4, 14), (6.8, 14, 9.2, 14), (11.6, 14, 14, 14),
        (2, 2, 2, 4.4), (2, 6.8, 2, 9.2), (2, 11.6, 2, 14), (14, 2, 14, 4.4), (14, 6.8, 14, 9.2), (14, 11.6, 14, 14)]),
    "sn-filter": shape("M1.6,2 H14.4 L9.6,8.2 V13 L6.4,14.6 V8.2 Z"),
    "sn-axes-local": line(6, 10, 14.2, 7.6) + line(6, 10, 3.6, 1.8) + line(6, 10, 1.6, 14.4) + disc(6, 10, 1.9),
    "sn-orthographic": path((2, 5), (10.5, 5), (10.5, 14), (2, 14), closed=True, width=1.4)
                       + path((2, 5), (5.5, 2), (14, 2), (14, 11), (10.5, 14), width=1.4) + line(10.5, 5, 14, 2, 1.4),
    "sn-slice": line(4.6, 1.6, 4.6, 14.4, 1.4) + line(11.4, 1.6, 11.4, 14.4, 1.4) + shape("M6.2,4 H9.8 V12 H6.2 Z"),
    "sn-flip": line(8, 1.6, 8, 14.4, 1.4) + shape("M6.2,4.4 V11.6 L1.4,11.6 Z") + path((9.9, 4.6), (9.9, 11.5), (14.2, 11.5), closed=True, width=1.1),
    "sn-panel-left": frame(1.8, 2.8, 14.2, 13.2, 1.4) + shape("M1.8,2.8 H6 V13.2 H1.8 Z"),
    "sn-panel-right": frame(1.8, 2.8, 14.2, 13.2, 1.4) + shape("M10,2.8 H14.2 V13.2 H10 Z"),
    "sn-panel-bottom": frame(1.8, 2.8, 14.2, 13.2, 1.4) + shape("M1.8,9.4 H14.2 V13.2 H1.8 Z"),
    "sn-waypoint": line(3.6, 1.8, 3.6, 14.4) + shape("M5,2.4 H14.2 L11.4,5.7 L14.2,9 H5 Z"),
    "sn-previous-waypoint": path((5, 9.4), (1.6, 12), (5, 14.6), width=1.7) + line(6.8, 1.6, 6.8, 14.4)
                            + shape("M8.1,2.2 H14.8 L12.6,5.2 L14.8,8.2 H8.1 Z"),
    "sn-next-waypoint": path((11, 9.4), (14.4, 12), (11, 14.6), width=1.7) + line(2.2, 1.6, 2.2, 14.4)
                        + shape("M3.5,2.2 H10.2 L8,5.2 L10.2,8.2 H3.5 Z"),
    "sn-step": line(4, 3, 4, 13, 2) + polygon((7, 2.6), (14, 8), (7, 13.4)),
    "sn-step-back": line(12, 3, 12, 13, 2) + polygon((9, 2.6), (2, 8), (9, 13.4)),
    "sn-loop": path((12, 5.2), (3.4, 5.2), (2.2, 6.4), (2.2, 8.4)) + polygon((11, 1.8), (15, 5.2), (11, 8.6))
               + path((4, 10.8), (12.6, 10.8), (13.8, 9.6), (13.8, 7.6)) + polygon((5, 7.4), (1, 10.8), (5, 14.2)),
    "sn-panel": frame(1.8, 1.8, 14.2, 14.2, 1.4) + line(4.4, 5.8, 11.6, 5.8, 1.2) + line(4.4, 10.2, 11.6, 10.2, 1.2)
                + disc(9.6, 5.8, 1.9) + disc(6.2, 10.2, 1.9),
    "sn-plot": path((2, 1.8), (2, 14), (14.4, 14)) + line(0.9, 9.9, 2, 9.9, 1.2) + line(0.9, 5.8, 2, 5.8, 1.2)
               + path((4.6, 10.8), (7.4, 8.8), (10, 9.6), (14, 6.4), width=1.3)
               + path((4.6, 6.4), (7, 3), (9.8, 5.2), (14, 1.8), width=1.3),
    "sn-clip": path((3.6, 2), (1.6, 2), (1.6, 14), (3.6, 14)) + path((12.4, 2), (14.4, 2), (14.4, 14), (12.4, 14))
               + path((4.4, 10.6), (6.4, 10.2), (8.2, 4.6), (10, 8.4), (11.6, 7.8), width=1.4),
    "sn-controller": frame(6, 1.8, 12.2, 6.8, 1.4) + path((12.4, 4.3), (14.4, 4.3), (14.4, 12.2), (1.6, 12.2), (1.6, 4.3), (3, 4.3), width=1.4)
                     + polygon((6.4, 4.3), (2.8, 1.8), (2.8, 6.8)) + disc(8.4, 12.2, 2.6),
    "sn-monitor": arc(8, 10.6, 6.2, -205, 25) + line(8, 10.6, 11.2, 6.2, 1.5) + disc(8, 10.6, 1.8)
                  + line(4, 14, 12, 14, 1.4),
    "sn-log": line(2, 3.4, 14, 3.4) + line(2, 6.6, 10, 6.6) + line(2, 9.8, 14, 9.8) + line(2, 13, 8, 13),
    "sn-strand": path((1.4, 3.2), (5, 3.2), (9.4, 11.2), (14.6, 11.2)) + disc(5, 3.2, 2) + disc(9.4, 11.2, 2),
    "sn-spline-strand": arc(5.2, 7.6, 3.6, -180, 0, 1.8) + arc(12.1, 8.2, 3.3, 180, 20, 1.8)
                        + disc(1.9, 12.8, 1.3) + disc(5.2, 1.6, 1.3) + disc(11.6, 14, 1.3),
    "sn-cosserat-strand": arc(2, 14.4, 9.4, -80, -10, 1.8) + line(4.4, 2, 3, 7.6, 1.4) + line(11.4, 4.4, 7.2, 8.4, 1.4)
                          + line(14.2, 11.2, 8.6, 13.2, 1.4),
    "sn-guide": line(1, 8, 15, 8, 1.3) + path((4, 4.4), (12, 4.4), width=1.5) + path((4, 11.6), (12, 11.6), width=1.5)
                + arc(4, 8, 3.6, 90, 270, 1.5) + arc(12, 8, 3.6, -90, 90, 1.5),
    "sn-pulley": ring(8, 7.2, 4.3) + disc(8, 7.2, 1.5) + line(1.8, 7.2, 1.8, 14.6, 1.4) + line(14.2, 7.2, 14.2, 14.6, 1.4)
                 + arc(8, 7.2, 6.2, 180, 360, 1.4),
    "sn-surface": arc(8, 8, 6.2, 0, 360, 1.4, 24) + arc(8, 18.2, 12, -118, -62, 1.2) + arc(8, -2.2, 12, 62, 118, 1.2)
                  + line(8, 2, 8, 14, 1.2),
    "sn-moment-arm": ring(3.6, 12.2, 2.2, 1.4) + line(5.2, 10.6, 9.6, 6.2, 1.4) + line(5.6, 1.4, 14.6, 10.4)
                     + path((7.8, 8), (9.3, 9.5), (11.1, 7.7), width=1.1),
    "sn-slider": path((1.4, 11.4), (14.6, 11.4)) + frame(4, 3.4, 9.4, 9.4) + arrow(10.6, 6.4, 15, 6.4, 3, 1.4),
    "sn-universal": ring(8, 8, 2.2) + path((1.2, 8), (3, 8), (3, 4.4), (3, 11.6)) + line(3, 4.4, 5.6, 4.4)
                    + line(3, 11.6, 5.6, 11.6) + path((14.8, 8), (13, 8)) + arc(8, 8, 5, -60, 60),
    "sn-gear": ring(8, 8, 3.6, 2) + "".join(
        line(8 + 5 * math.cos(a), 8 + 5 * math.sin(a), 8 + 6.6 * math.cos(a), 8 + 6.6 * math.sin(a), 2.2)
        for a in [math.radians(45 * i) for i in range(8)]),
    "sn-search": ring(6.6, 6.6, 4.4) + line(10, 10, 14, 14, 2),
}

APP = """<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3d4854"/><stop offset="1" stop-color="#22272e"/></linearGradient>
<linearGradient id="belly" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ff7a59"/><stop offset="1" stop-color="#a8342b"/></linearGradient>
<linearGradient id="bone" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f5eedd"/><stop offset="1" stop-color="#cbb995"/></linearGradient>
</defs>
<rect x="8" y="8" width="112" height="112" rx="24" fill="url(#ground)"/>
<g fill="url(#bone)">
<path d="M26,96 L80,42 L90,52 L36,106 Z"/>
<circle cx="28" cy="94" r="12"/><circle cx="39" cy="105" r="12"/><circle cx="80" cy="42" r="11"/><circle cx="91" cy="52" r="11"/>
</g>
<path d="M22,78 C30,46 58,24 98,22 C96,50 74,70 30,80 C26,82 21,82 22,78 Z" fill="url(#belly)"/>
<path d="M30,72 C46,52 66,38 92,28 M36,76 C54,66 76,52 94,34" fill="none" stroke="#ffd9c8" stroke-opacity="0.45" stroke-width="2.4" stroke-linecap="round"/>
<path d="M92,27 C98,22 104,20 108,20" stroke="#efeae0" stroke-width="6" stroke-linecap="round" fill="none"/>
<path d="M25,79 C21,82 18,86 17,90" stroke="#efeae0" stroke-width="6" stroke-linecap="round" fill="none"/>
</svg>
"""


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else \
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    for name, body in ICONS.items():
        with open(os.path.join(folder, "scalable/actions", name + "-symbolic.svg"), "w", encoding="utf-8") as file:
            file.write('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">'
                       f'<g fill="#2e3436">{body}</g></svg>\n')
    with open(os.path.join(folder, "scalable/apps/org.sinew.Sinew.svg"), "w", encoding="utf-8") as file:
        file.write(APP)


if __name__ == "__main__":
    main()
