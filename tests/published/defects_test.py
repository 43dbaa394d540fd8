#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that once gave wrong results with exit status 0, from ../shared/data/defects (its README says what is right).

    defects_test.py SINEW        with SN_PUBLISHED naming the data folder; skipped without it

Each is either right or stops and says why; TAP lines hold the figures.
"""
import csv
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402


class Run:
    """A run of a model and its probes: rows of numbers, time first."""

    def __init__(self, path, seconds, *more, step=None):
        with tempfile.TemporaryDirectory() as out:
            command = [SINEW, "run", path, "--time", str(seconds), "--probes", out, "--quiet", *more]
            if step:
                command += ["--step", str(step)]
            start = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.seconds = time.monotonic() - start
            self.status, self.message = done.returncode, done.stderr.strip()
            self.probes, self.head = {}, {}
            for name in os.listdir(out):
                if name.endswith(".csv"):
                    with open(os.path.join(out, name), newline="", encoding="utf-8") as file:
                        rows = list(csv.reader(file))
                    self.head[name[:-4]] = rows[0]
                    self.probes[name[:-4]] = [[float(x) for x in row] for row in rows[1:]]

    def at(self, probe, seconds):
        return min(self.probes[probe], key=lambda row: abs(row[0] - seconds))

    def column(self, probe, ending):
        k = next(i for i, name in enumerate(self.head[probe]) if name.endswith(ending))
        return [row[k] for row in self.probes[probe]]

    def ended(self, text):
        """Says that it ended, or how it stopped: a fault has to name something."""
        if self.status == 0:
            return f"{text}; ended"
        return f"{text}; stopped: {self.message.splitlines()[-1] if self.message else 'WITHOUT A MESSAGE'}"


def finite(run):
    return all(math.isfinite(x) for rows in run.probes.values() for row in rows for x in row)


def soft_tissue(folder):
    run = Run(f"{folder}/incompressible_damping.sinew", 1, step=1e-4)
    kinetic = run.column("p", "kinetic_energy")
    tap(run.status == 0 and kinetic[-1] < 1e-9,
        run.ended(f"incompressible_damping: kinetic energy {kinetic[-1]:.2g} J at 1 s (< 1e-9), at most {max(kinetic):.2g}"))
    for method, limit in (("backward_euler", 2), ("trapezoidal", 1), ("newton_euler", 2), ("newton_trapezoidal", 1)):
        run = Run(f"{folder}/beam_soft.sinew", 0.4, "--set", f"/model:solver.integrator={method}", step=1e-3)
        rows = run.probes["p"]
        z = run.at("p", 0.1)[3] - rows[0][3]
        error = 100 * abs(z / -0.030055 - 1)
        tap(run.status == 0 and error < limit, run.ended(f"beam_soft {method}: {z:.6f} m at .1 s, {error:.2f} % off (< {limit})"))
    run = Run(f"{folder}/chain_tear.sinew", 3, step=0.01)
    gap = max(max(math.dist(row[1:4], row[7:10]), math.dist(row[4:7], row[10:13])) for row in run.probes["p"])
    tap(gap < 1e-6 and (run.status == 0 or "joints/" in run.message), run.ended(f"chain_tear: joints open by {gap:.2g} m (< 1e-6)"))
    run = Run(f"{folder}/attachment_moment.sinew", 1, step=0.01)
    moment = run.probes["p"][-1][4:7]
    largest = max(moment, key=abs)
    tap(abs(largest + 0.0390) < 0.0005, run.ended(f"attachment_moment: {largest:.5f} N m (-.0390)"))
    run = Run(f"{folder}/twist_bad_last_state.sinew", 3, step=0.01)
    volume = run.column("p", "fems/f:volume")
    jump = max(abs(b / a - 1) for a, b in zip(volume, volume[1:]))
    work = [k + e for k, e in zip(run.column("p", "kinetic_energy"), run.column("p", "fems/f:energy"))]
    # from 2.9 s on it gives way sideways: its energy falls, its volume comes back
    tap(jump < 0.02 and max(work) < 0.2 and (run.status == 0 or "fems/f" in run.message), run.ended(
        f"twist_bad_last_state: volume changes by at most {100 * jump:.2g} % from sample to sample, energy up to {max(work):.3g} J"))
    run = Run(f"{folder}/a19.sinew", 1, "--set", "fems/f:incompressibility=soft", step=0.1666)
    plain = Run(f"{folder}/a19.sinew", 1, step=0.1666)
    tap(run.status == 0 and run.seconds < 5 * plain.seconds + 1,
        run.ended(f"a19: soft {run.seconds:.1f} s, element {plain.seconds:.1f} s"))


def mechanical(run, probe="o"):
    """Kinetic and potential energy over time, from the first sample, and the largest kinetic energy."""
    kinetic, potential = run.column(probe, "kinetic_energy"), run.column(probe, "potential_energy")
    total = [a + b for a, b in zip(kinetic, potential)]
    return [e - total[0] for e in total], max(kinetic)


def energy_never_rises(folder, name, seconds, step):
    run = Run(f"{folder}/{name}.sinew", seconds, step=step)
    gain, swing = mechanical(run)
    tap(finite(run) and max(gain) <= 1e-3 * swing + 1e-9 and (run.status == 0 or "strands/" in run.message),
        run.ended(f"{name}: energy rises by at most {max(gain):.2g} J (kinetic energy up to {swing:.3g} J)"))


def capstan(folder):
    run = Run(f"{folder}/capstan_payout.sinew", 1)
    tensions = [row[1:3] for row in run.probes["o"] if row[0] > 0.2]
    low = min(min(pair) for pair in tensions)
    off = max(abs(min(pair) / 1.45 - 1) for pair in tensions)
    tap(low > 0 and off < 0.05, run.ended(f"capstan_payout: tension behind the guide at least {low:.4g} N, within {100 * off:.1f} % of 1.45 N"))
    for law in ("inextensible", "tension_only"):
        run = Run(f"{folder}/belt0.5{law}.sinew", 2.5)
        slip = [row for row in run.probes["o"] if row[0] > 2]
        pairs = [sorted(row[-3:-1]) for row in slip]
        ratio = [b / a if a > 0 else math.inf for a, b in pairs]
        right = math.exp(0.5 * math.pi)
        tap(all(abs(r / right - 1) < 0.01 for r in ratio), run.ended(
            f"belt {law}: ratio {min(ratio):.3f} to {max(ratio):.3f} while it slips (e^(mu pi) = {right:.3f}), "
            f"tensions {min(p[0] for p in pairs):.3g} and {max(p[1] for p in pairs):.3g} N"))


def geodesic():
    """Length and height of the shortest way around the cylinder of the two models (radius .05, along z)."""
    a, b, radius = (0.12, 0.02, 0.0), (-0.1, 0.015, 0.15), 0.05
    flat = 0.0
    angles = []
    for point, side in ((a, 1), (b, -1)):
        distance = math.hypot(point[0], point[1])
        flat += math.sqrt(distance ** 2 - radius ** 2)
        angles.append(math.atan2(point[1], point[0]) + side * math.acos(radius / distance))
    flat += radius * abs(angles[1] - angles[0])
    return math.hypot(flat, b[2] - a[2])


def strands(folder):
    capstan(folder)
    energy_never_rises(folder, "rope100_defaults", 1, 1e-3)
    energy_never_rises(folder, "whip_tension_only_backward_euler_5ms", 2, None)
    energy_never_rises(folder, "whip_tension_only_backward_euler_20ms", 2, None)
    run = Run(f"{folder}/strand1000_tension_only.sinew", 1)
    length, kinetic = run.column("o", "length"), run.column("o", "kinetic_energy")
    tap(max(length) < 1.02 * length[0] and finite(run), run.ended(
        f"strand1000_tension_only: length {length[0]:.4f} to {max(length):.4f} m, kinetic energy up to {max(kinetic):.3g} J"))
    run = Run(f"{folder}/whip_slack_static_equilibrium_5ms.sinew", 0.5)
    length = run.column("o", "length")[-1]
    tap(run.status == 0 and abs(length - 1) < 1e-4, run.ended(f"whip_slack_static_equilibrium: length {length:.5f} m (1.0000)"))
    run = Run(f"{folder}/slack_catenary_static.sinew", 0.5)
    pulls = run.probes["o"][-1][-6:]
    weight = 0.25 * 1.7 * 9.81  # line density .25 kg/m
    tap(run.status == 0 and abs(abs(pulls[2] + pulls[5]) / weight - 1) < 0.01 and abs(pulls[0] + pulls[3]) < 0.01 * weight,
        run.ended(f"slack_catenary_static: ends carry {pulls[2] + pulls[5]:.4f} N of {weight:.4f}"))
    run = Run(f"{folder}/chain_newton_trapezoidal.sinew", 60)
    gain, swing = mechanical(run)
    off = max(abs(g) for g in gain) / swing
    tap(run.status == 0 and off < 0.01, run.ended(f"chain_newton_trapezoidal: energy within {100 * off:.2f} % of the swing's in 60 s"))
    for name in ("virtual_surface_nodes", "virtual_surface_static"):
        run = Run(f"{folder}/{name}.sinew", 2)
        length = run.column("o", "length")[-1]
        off = abs(length / geodesic() - 1)
        tap(run.status == 0 and off < 1e-3, run.ended(f"{name}: length {length:.6f} m, {100 * off:.3f} % off the geodesic"))


def files(folder):
    run = Run(f"{folder}/zero.sinew", 0.003)
    tap(finite(run), run.ended("zero: no infinity and no NaN in the samples"))


def main():
    data = os.environ.get("SN_PUBLISHED", "")
    if not data:
        print("1..0 # SKIP SN_PUBLISHED is not set")
        sys.exit(0)
    folder = os.path.join(data, "defects")
    if not os.path.isdir(folder):
        print(f"Bail out! no folder {folder}")
        sys.exit(1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    soft_tissue(os.path.join(folder, "soft-tissue"))
    strands(os.path.join(folder, "strands"))
    files(os.path.join(folder, "files"))
    done()


SINEW = sys.argv[1]
main()
