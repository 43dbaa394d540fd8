#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random trees and loops of joints, run by every integrator at falling steps: where bodies are at
the end must converge to the same places, or the run stop and name a component.

    random_models.py SINEW FIRST LAST [--keep DIR] [--smooth] [--held]

One line for each model that refuses, or whose integrators differ by more than what they change by
between the two smallest steps; --keep: those models are written there; --smooth: no limits and no
friction, so that nothing strikes; --held: coordinates are locked, driven, coupled and geared, and
they rub; --wide: joints by functions of several coordinates, on a thorax, on planes; bushings, soft
limits, muscles with tendons, ligaments, loads.  Not a test of the build: minutes for a hundred
models."""
import argparse
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile

METHODS = ['backward_euler', 'trapezoidal', 'symplectic_euler', 'runge_kutta_4', 'newton_euler',
           'newton_trapezoidal']
ORDERS = {'backward_euler': 1, 'symplectic_euler': 1, 'newton_euler': 1}
STEPS = [2e-3, 5e-4, 1.25e-4]
CLASSES = ['hinge', 'slider', 'universal', 'cylindrical', 'gimbal', 'planar', 'spherical', 'fixed',
           'ellipsoid', 'custom', 'free', 'rolling']
CLOSING = ['spherical', 'cylindrical', 'planar', 'distance', 'point_on_line', 'gimbal', 'hinge',
           'universal', 'free']
DURATION = 0.25


def multiply(a, b):
    w, x, y, z = a
    s, u, v, t = b
    return [w * s - x * u - y * v - z * t, w * u + x * s + y * t - z * v,
            w * v - x * t + y * s + z * u, w * t + x * v - y * u + z * s]


def conjugate(q):
    return [q[0], -q[1], -q[2], -q[3]]


def rotate(q, v):
    return multiply(multiply(q, [0] + v), conjugate(q))[1:]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def turned(rnd):
    q = [rnd.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


def vector(rnd, size):
    return [rnd.uniform(-size, size) for _ in range(3)]


def coordinates(kind):
    """Names of the groups of properties of its coordinates, '' where there is but one."""
    if kind in ('hinge', 'slider'):
        return ['']
    if kind == 'cylindrical':
        return []
    if kind == 'universal':
        return []
    if kind in ('gimbal', 'ellipsoid'):
        return ['angle_1.', 'angle_2.', 'angle_3.']
    if kind == 'custom':
        return ['angle_1.']
    return []


def joint(rnd, name, kind, a, b, smooth):
    j = {'class': kind, 'name': name, 'frame_b': f'bodies/{b}'}
    if a:
        j['frame_a'] = f'bodies/{a}'
    if kind == 'ellipsoid':
        j['semi_axes'] = [0.1, 0.2, 0.15]
    if kind == 'rolling':
        j.update(radius=rnd.choice([0, 0.1]), edge_radius=0.03)
    if kind == 'spherical':
        j.update(stiffness=rnd.choice([0, 0.5, 3]), damping=rnd.choice([0, 0, 0.05]))
        if not smooth and rnd.random() < 0.4:
            j.update(limited=True, swing_limit=rnd.uniform(0.2, 0.9))
    for group in coordinates(kind):
        distance = kind == 'slider'
        stiff = rnd.choice([0, 0.5, 5]) * (100 if distance else 1)
        values = {'stiffness': stiff, 'rest': rnd.uniform(-0.3, 0.3) * (0.2 if distance else 1),
                  'damping': rnd.choice([0, 0, 0.02]) * (100 if distance else 1)}
        if not smooth and j.setdefault('limited', rnd.random() < 0.5):
            values['lower'] = -rnd.uniform(0.1, 0.8) * (0.2 if distance else 1)
            values['upper'] = rnd.uniform(0.1, 0.8) * (0.2 if distance else 1)
        for key, value in values.items():
            target = j
            if group:
                target = j.setdefault(group[:-1], {})
            target[key] = value
    return j


LEANING = [math.cos(0.5), math.sin(0.5), 0, 0]  # a disc, by a radian


COORDINATES = {'hinge': ['angle_1'], 'slider': ['translation_1'], 'universal': ['angle_1', 'angle_2'],
               'cylindrical': ['angle_1', 'translation_1'], 'gimbal': ['angle_1', 'angle_2', 'angle_3'],
               'planar': ['angle_1', 'translation_1', 'translation_2'], 'ellipsoid': ['angle_1', 'angle_2', 'angle_3'],
               'custom': ['angle_1'], 'free': ['angle_1', 'translation_1', 'translation_2']}


def hold(rnd, joints, smooth):
    """What holds coordinates: drives (still or moved), couplers, gears; the probes that move them."""
    held, probes = [], []
    free = [(j, name) for j in joints for name in COORDINATES.get(j['class'], []) if not j.get('limited')]
    rnd.shuffle(free)
    for k in range(min(rnd.choice([0, 1, 1, 2]), len(free))):
        j, name = free.pop()
        held.append({'class': 'drive', 'name': f'drive{k}', 'joint': f"joints/{j['name']}", 'coordinate': name})
        if rnd.random() < 0.7:
            size, rate = (0.05 if 'trans' in name else 1) * rnd.uniform(0.2, 1), rnd.uniform(2, 20)
            knots = [{'time': i / 100, 'values': [size * math.sin(rate * i / 100) ** 2]} for i in range(40)]
            probes.append({'class': 'input_probe', 'name': f'move{k}', 'targets': [f'joints/drive{k}:value'],
                           'knots': knots, 'interpolation': 'cubic'})
    if len(free) > 1 and rnd.random() < 0.5:
        (a, name_a), (b, name_b) = free.pop(), free.pop()
        lead = 0.1 if 'trans' in name_b and 'trans' not in name_a else 1
        held.append({'class': 'coupler', 'name': 'coupler', 'joint_a': f"joints/{a['name']}", 'coordinate_a': name_a,
                     'joint_b': f"joints/{b['name']}", 'coordinate_b': name_b,
                     'relation': {'function': 'polynomial', 'coefficients': [0, lead * rnd.uniform(-1, 1), lead * rnd.uniform(-0.5, 0.5)]}})
    geared = [j for j, name in free if j['class'] in ('hinge', 'slider')]
    if len(geared) > 1 and rnd.random() < 0.5:
        held.append({'class': 'gear', 'name': 'gear', 'joint_a': f"joints/{geared[0]['name']}",
                     'joint_b': f"joints/{geared[1]['name']}", 'ratio': rnd.uniform(-2, 2)})
    for j, name in free:
        if not smooth and j['class'] in ('hinge', 'slider') and rnd.random() < 0.3:
            j['friction'] = 10 ** rnd.uniform(-2, 1)
    return held, probes


def place(a_pose, la, ra, lb, rb, kind, radius=0):
    """Pose of the second body with both frames together (an ellipsoid's stands off, so does what rolls)."""
    off = [0, 0, 0.15] if kind == 'ellipsoid' else [0, 0, 0]
    axes = multiply(a_pose[1], ra)
    if kind == 'rolling':
        off = [0, 0, 0.03 + radius * math.sin(1)]
    at = add(add(a_pose[0], rotate(a_pose[1], la)), rotate(axes, off))
    q = multiply(multiply(axes, LEANING) if kind == 'rolling' else axes, conjugate(rb))
    return [add(at, [-x for x in rotate(q, lb)]), q]


def close(rnd, number, poses, smooth):
    """A joint between two bodies as they are, frames together."""
    a, b = rnd.sample(range(len(poses)), 2)
    kind = rnd.choice(CLOSING)
    la, ra = vector(rnd, 0.2), turned(rnd)
    at = add(poses[a][0], rotate(poses[a][1], la))
    axes = multiply(poses[a][1], ra)
    back = conjugate(poses[b][1])
    lb = rotate(back, add(at, [-x for x in poses[b][0]]))
    if kind == 'distance':
        lb = vector(rnd, 0.2)
    j = joint(rnd, f'loop{number}', kind, f'b{a}', f'b{b}', smooth)
    j.update(location_a=la, rotation_a=ra, location_b=lb, rotation_b=multiply(back, axes))
    return j


def model(seed, smooth, held=False):
    rnd = random.Random(seed)
    n = rnd.randint(1, 7)
    bodies, joints, springs, poses = [], [], [], []
    for i in range(n):
        parent = None if i == 0 else rnd.randrange(i)
        kind = rnd.choice(CLASSES[:-1] if i == 0 else CLASSES)
        la, lb = vector(rnd, 0.2), vector(rnd, 0.2)
        ra, rb = turned(rnd), turned(rnd)
        base = [[0, 0, 0], [1, 0, 0, 0]] if parent is None else poses[parent]
        j = joint(rnd, f'j{i}', kind, None if parent is None else f'b{parent}', f'b{i}', smooth)
        poses.append(place(base, la, ra, lb, rb, kind, j.get('radius', 0)))
        bodies.append({'name': f'b{i}', 'position': poses[i][0], 'orientation': poses[i][1],
                       'geometry': {'shape': 'box', 'size': [0.08, 0.1, 0.14]},
                       'inertia': {'method': 'mass', 'mass': 10 ** rnd.uniform(-1, 1)}})
        j.update(location_a=la, rotation_a=ra, location_b=lb, rotation_b=rb)
        joints.append(j)
    for k in range(rnd.choice([0, 0, 1, 2]) if n > 2 else 0):
        joints.append(close(rnd, k, poses, smooth))
    if rnd.random() < 0.4:
        markers = [{'name': f'm{i}', 'frame': f'bodies/b{i}', 'location': vector(rnd, 0.1)}
                   for i in range(n)] + [{'name': 'm', 'location': [0, 0, 0.5]}]
        springs.append({'class': 'axial_spring', 'name': 's', 'points': ['markers/m', f'markers/m{n - 1}'],
                        'law': {'stiffness': rnd.choice([10, 200]),
                                'damping': rnd.choice([0, 1])}})
    else:
        markers = []
    holding, moves = hold(rnd, joints, smooth) if held else ([], [])
    joints += holding
    probe = {'class': 'output_probe', 'name': 'out', 'interval': DURATION,
             'targets': [f'bodies/b{i}:position' for i in range(n)]}
    return {'sinew': 1, 'model': {'bodies': bodies, 'markers': markers, 'joints': joints,
                                  'springs': springs, 'probes': moves + [probe]}}


def custom_axes(rnd, j):
    """Six axes by functions of two or three coordinates, some of several at once; what no coordinate moves is fixed."""
    angles, lengths = rnd.choice([(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)])
    names = ['none', 'one', 'two', 'three']
    j.update(angles=names[angles], translations=names[lengths], limited=False)
    free = [f'angle_{i + 1}' for i in range(angles)] + [f'translation_{i + 1}' for i in range(lengths)]
    for i in range(3):
        own = i < angles
        axis = j.setdefault(f'rotation_axis_{i + 1}', {})
        axis['coordinate'] = f'angle_{i + 1}' if own else rnd.choice(free[:angles])
        if own:
            axis.update(function='linear', coefficients=[0, rnd.choice([-1, 1]) * rnd.uniform(0.6, 1.4)])
        else:
            axis.update(function='polynomial', coefficients=[0, 0, rnd.uniform(-0.3, 0.3)])
        if rnd.random() < 0.4:
            axis['terms'] = [rnd.uniform(-0.3, 0.3), rnd.choice([1, 2]) if angles > 1 else 2, int(angles > 1), 0, 0, 0, 0]
    for i in range(3):
        own = i < lengths
        axis = j.setdefault(f'translation_axis_{i + 1}', {})
        axis['coordinate'] = f'translation_{i + 1}' if own else rnd.choice(free[:angles])
        if own:
            axis.update(function='linear', coefficients=[0, 1])
        elif rnd.random() < 0.5:
            axis.update(function='simm_spline', x=[-2, -1, 0, 1, 2], y=[rnd.uniform(-0.03, 0.03) for _ in range(5)])
        else:
            axis.update(function='polynomial', coefficients=[0, rnd.uniform(-0.05, 0.05), rnd.uniform(-0.05, 0.05)])
    for name in free:
        distance = 'trans' in name
        j[name] = {'stiffness': rnd.choice([0, 5]) * (100 if distance else 1), 'damping': rnd.choice([0, 0.02]) * (100 if distance else 1)}


def forces(rnd, model, smooth):
    """Bushings, soft limits, springs by functions, muscles with tendons, ligaments, controlled loads, points on planes."""
    n, joints = len(model['bodies']), model['joints']
    springs, markers = model['springs'], model['markers']
    for i in range(n):
        for k in range(2):
            markers.append({'name': f'w{i}_{k}', 'frame': f'bodies/b{i}', 'location': vector(rnd, 0.15)})
    markers += [{'name': f'g{k}', 'location': vector(rnd, 0.5)} for k in range(3)]
    if rnd.random() < 0.5:
        lower = [rnd.uniform(-20, 20) if i != j else rnd.uniform(80, 200) for i in range(6) for j in range(i + 1)]
        body = model['bodies'][rnd.randrange(n)]  # near its rest: angles end at half a turn
        springs.append({'class': 'frame_spring', 'name': 'bushing', 'frame_b': f"bodies/{body['name']}",
                        'location_a': add(body['position'], vector(rnd, 0.02)), 'rotation_b': conjugate(body['orientation']),
                        'stiffness': [rnd.uniform(50, 500) for _ in range(3)], 'rotary_stiffness': [rnd.uniform(1, 20) for _ in range(3)],
                        'damping': rnd.choice([0, 2]), 'rotary_preload': vector(rnd, 1), 'preload': vector(rnd, 5),
                        'deflection': rnd.choice(['rotation_vector', 'body_xyz']), 'stiffness_matrix': rnd.choice([[], [x / 10 for x in lower]])})
    free = [(j, name) for j in joints for name in COORDINATES.get(j['class'], [])
            if j['class'] in ('hinge', 'slider', 'cylindrical', 'planar')]  # of others axes may line up
    rnd.shuffle(free)
    if free and rnd.random() < 0.5:
        j, name = free.pop()
        size = 0.02 if 'trans' in name else 0.2
        law = rnd.choice(['smooth', 'exponential'])
        springs.append({'class': 'coordinate_limit', 'name': 'soft', 'joint': f"joints/{j['name']}", 'coordinate': name, 'law': law,
                        'lower': -size, 'upper': size, 'lower_stiffness': 3 if law == 'exponential' else 100,
                        'upper_stiffness': 3 if law == 'exponential' else 100,
                        **({'steepness': 1 / size} if law == 'exponential' else {'transition': size, 'damping': 0.1})})
    if free and rnd.random() < 0.5:
        j, name = free.pop()
        springs.append({'class': 'coordinate_spring', 'name': 'shape', 'joint': f"joints/{j['name']}", 'coordinate': name, 'law': 'function',
                        'relation': {'function': 'polynomial', 'coefficients': [0.2, -8, 0.5, -20]}})
    if free and rnd.random() < 0.5:
        j, name = free.pop()
        model['loads'] = [{'class': 'coordinate_load', 'name': 'motor', 'joint': f"joints/{j['name']}", 'coordinate': name,
                           'gain': rnd.uniform(0.5, 3), 'control': 1}]
    ends = lambda: [f'markers/w{rnd.randrange(n)}_{rnd.randrange(2)}', f'markers/g{rnd.randrange(3)}']
    if rnd.random() < 0.6:
        model['muscles'] = [{'name': f'muscle{i}', 'points': ends(), 'excitation': rnd.uniform(0, 1),
                             'law': {'type': kind, 'tendon': rnd.choice(['elastic', 'rigid']), 'max_force': rnd.uniform(20, 200)}}
                            for i, kind in enumerate(rnd.sample(['thelen', 'millard', 'schutte', 'de_groote_fregly'], 2))]
    if rnd.random() < 0.5:
        model['ligaments'] = [{'name': 'ligament', 'points': ends(), 'law': {'stiffness': rnd.choice([100, 1000]), 'damping': rnd.choice([0, 0.003]),
                                                                               'reference_strain': rnd.uniform(-0.02, 0.03)}}]
    if rnd.random() < 0.25:
        place = rnd.randrange(n)
        joints.append({'class': 'point_on_plane', 'name': 'plane', 'point': f'markers/w{place}_0', 'location': model['bodies'][place]['position'],
                       'rotation': turned(rnd), 'one_sided': not smooth and rnd.random() < 0.5})
    if not smooth:
        for j in joints:
            for group in coordinates(j['class']):
                if group and rnd.random() < 0.2 and not (j['class'] == 'custom'):
                    j[group[:-1]]['friction'] = 10 ** rnd.uniform(-2, 0)


def widen(seed, text, smooth):
    """The same model with more."""
    rnd, model = random.Random(seed + 1_000_000), text['model']
    for j in model['joints']:
        if j['class'] == 'custom' and rnd.random() < 0.8:
            custom_axes(rnd, j)
        if j['class'] == 'ellipsoid' and rnd.random() < 0.4:
            j['class'] = 'scapulothoracic'
    forces(rnd, model, smooth)
    return text


def rows(path):
    with open(path, encoding='utf8') as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


def run(sinew, path, method, step, out, duration=DURATION):
    """Numbers at the end, or what it said."""
    words = [sinew, 'run', path, '--time', str(duration), '--step', str(step), '--quiet',
             '--set', f'/model:solver.integrator={method}', '--probes', out]
    try:
        p = subprocess.run(words, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, 'more than 60 s'
    if p.returncode != 0:
        return None, p.stderr.strip().replace('\n', ' ')
    return rows(os.path.join(out, 'out.csv'))[-1][1:], ''


def apart(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def disagreements(seed, last, change):
    """Integrators that end elsewhere than the one that changed least with the step."""
    lines, names = [], sorted(last, key=change.get)
    for other in names[1:]:
        off = apart(last[names[0]], last[other])
        if off > 1e-6 + 2 * (change[other] + change[names[0]]):
            lines.append(f'{seed} {other} is {off:.3g} m from {names[0]}; they changed by '
                         f'{change[other]:.2g} and {change[names[0]]:.2g}')
    return lines


def examine(sinew, seed, wanted):
    """What is wrong with a model, in lines."""
    lines, last, change = [], {}, {}
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, 'm.sinew')
        text = model(seed, wanted.smooth, wanted.held)
        text = json.dumps(widen(seed, text, wanted.smooth) if wanted.wide else text)
        with open(path, 'w', encoding='utf8') as file:
            file.write(text)
        for method in METHODS:
            found = []
            for step in STEPS:
                numbers, said = run(sinew, path, method, step, out)
                found.append(numbers)
                if numbers is None and 'takes no' not in said:
                    lines.append(f'{seed} {method} {step}: {said[-230:]}')
            if found[-1] is not None and found[-2] is not None:
                last[method] = found[-1]
                change[method] = apart(found[-1], found[-2])
        if len(lines) == len(METHODS) * len(STEPS):
            lines = [f'{lines[0]} (and so by all methods)']
        lines += disagreements(seed, last, change)
        if lines and wanted.keep:
            with open(os.path.join(wanted.keep, f'{seed}.sinew'), 'w', encoding='utf8') as file:
                file.write(text)
    return lines


def report(seeds, keep, examine_one):
    if keep:
        os.makedirs(keep, exist_ok=True)
    wrong = 0
    for seed in seeds:
        lines = examine_one(seed)
        wrong += bool(lines)
        for line in lines:
            print(line, flush=True)
    print(f'{len(seeds)} models, {wrong} with something to say')
    return 0


def arguments(*switches):
    """SINEW FIRST LAST [--keep DIR], and switches of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument('sinew')
    parser.add_argument('first', type=int)
    parser.add_argument('last', type=int)
    parser.add_argument('--keep')
    for switch in switches:
        parser.add_argument(switch, action='store_true')
    return parser.parse_args()


def main():
    wanted = arguments('--smooth', '--held', '--wide')
    return report(range(wanted.first, wanted.last + 1), wanted.keep,
                  lambda seed: examine(wanted.sinew, seed, wanted))


if __name__ == '__main__':
    sys.exit(main())
