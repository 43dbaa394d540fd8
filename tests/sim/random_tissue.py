#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random models of tissue on bodies, particles, springs, muscles and strands, run by every
integrator at falling steps: all must come to the same places, gain no energy, keep their momentum
where they are free (--free: no gravity, nothing held by the world), or stop and name a component.

    random_tissue.py SINEW FIRST LAST [--keep DIR] [--free]

Lines as those of random_models.py.  Not a test of the build: an hour for a hundred models."""
import json
import math
import os
import random
import sys
import tempfile

import random_models as models

METHODS = models.METHODS
STEPS = [1e-3, 2.5e-4, 6.25e-5]
DURATION = 0.05
ELASTIC = ['linear', 'corotated', 'st_venant_kirchhoff', 'neo_hookean']
SPLIT = ['mooney_rivlin', 'ogden', 'fung', 'veronda_westmann', 'transverse', 'muscle']
# its forces know no rotation, and so do not keep angular momentum
TURNS_NOT = 'linear'
ENERGY = ['/model:kinetic_energy', '/model:potential_energy']
MOMENTUM = ['/model:linear_momentum', '/model:angular_momentum']


def material(rnd):
    kind = rnd.choice(ELASTIC + SPLIT)
    m = {'type': kind}
    if kind in ELASTIC:
        m.update(youngs_modulus=10 ** rnd.uniform(3.3, 5), poissons_ratio=rnd.choice([0, 0.3, 0.4, 0.45]))
    else:
        m.update(bulk_modulus=10 ** rnd.uniform(4, 5.5), volume_law=rnd.choice(['quadratic', 'logarithm']))
    if kind in ('transverse', 'muscle'):
        m.update(max_stress=10000)
    if rnd.random() < 0.15:
        m.update(prony_g_1=rnd.uniform(0.1, 2), prony_tau_1=10 ** rnd.uniform(-3, 0))
    return m


def tissue(rnd, name, free):
    """A FEM model and the number of its corners."""
    cells = [rnd.randint(1, 3) for _ in range(3)]
    element = rnd.choice(['tet4', 'hex8', 'hex8', 'wedge6', 'pyramid5', 'tet10', 'hex20'])
    f = {'name': name, 'position': models.vector(rnd, 0.1), 'orientation': models.turned(rnd),
         'density': 10 ** rnd.uniform(2.5, 3.3),
         'mesh': {'source': 'box', 'size': [rnd.uniform(0.02, 0.05) for _ in range(3)],
                  'cells_x': cells[0], 'cells_y': cells[1], 'cells_z': cells[2], 'element': element},
         'material': material(rnd),
         'incompressibility': rnd.choice(['automatic', 'off', 'soft', 'element', 'nodal']),
         'mass_matrix': rnd.choice(['lumped', 'consistent']),
         'damping': {'mass': 0 if free else rnd.choice([0, 0, 5]), 'stiffness': rnd.choice([0, 0, 0.002])}}
    if rnd.random() < 0.4 and element == 'hex8':
        f['bundles'] = [{'name': 'bundle', 'elements': '0', 'excitation': rnd.uniform(0, 1),
                         'direction': {'vector': models.vector(rnd, 1)},
                         'fibre': {'law': rnd.choice(['constant', 'blemker']), 'max_stress': 10 ** rnd.uniform(2, 4)}}]
    return f, 8 if element in ('tet10', 'hex20') else (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1)


def bones(rnd, free):
    """Bodies with a marker each, some on joints."""
    bodies, joints, markers, poses = [], [], [], []
    for i in range(rnd.randint(1, 3)):
        poses.append([models.vector(rnd, 0.1), models.turned(rnd)])
        bodies.append({'name': f'b{i}', 'geometry': {'shape': 'box', 'size': [0.02, 0.03, 0.04]},
                       'inertia': {'method': 'mass', 'mass': 10 ** rnd.uniform(-1.5, 0)},
                       'velocity': models.vector(rnd, 0.3), 'angular_velocity': models.vector(rnd, 2)})
        markers.append({'name': f'm{i}', 'frame': f'bodies/b{i}', 'location': models.vector(rnd, 0.03)})
        parent = rnd.randrange(i) if i and rnd.random() < 0.7 else None
        if parent is not None or not (free or rnd.random() < 0.4):
            kind = rnd.choice(['hinge', 'spherical', 'slider', 'universal', 'fixed', 'gimbal'])
            la, ra = models.vector(rnd, 0.05), models.turned(rnd)
            lb, rb = models.vector(rnd, 0.05), models.turned(rnd)
            base = [[0, 0, 0], [1, 0, 0, 0]] if parent is None else poses[parent]
            poses[i] = models.place(base, la, ra, lb, rb, kind)
            joints.append({'class': kind, 'name': f'j{i}', 'frame_b': f'bodies/b{i}', 'location_a': la,
                           'rotation_a': ra, 'location_b': lb, 'rotation_b': rb})
            if parent is not None:
                joints[-1]['frame_a'] = f'bodies/b{parent}'
            for body in [bodies[i]] + ([] if parent is None else [bodies[parent]]):
                body.update(velocity=[0, 0, 0], angular_velocity=[0, 0, 0])
        bodies[i].update(position=poses[i][0], orientation=poses[i][1])
    return bodies, joints, markers


def numbers(nodes):
    return ' '.join(str(x) for x in sorted(nodes))


def attach(rnd, f, corners, n_bodies, free):
    """Attachments of a FEM model, and three of the corners that are left."""
    nodes = list(range(corners))
    rnd.shuffle(nodes)
    how = rnd.choice(['body', 'body', 'two', 'none'] + ([] if free else ['world', 'fixed']))
    found, taken = [], 3 if how in ('world', 'fixed') else 0
    here = {'class': 'node_attachment', 'fem': f"fems/{f['name']}"}
    if how == 'world':
        found.append(dict(here, name=f"{f['name']} world", nodes=numbers(nodes[:3])))
    if how == 'fixed':
        f['nodes'] = [{'number': x, 'dynamic': False} for x in sorted(nodes[:3])]
    for k in range({'body': 1, 'two': 2}.get(how, 0)):
        count = rnd.randint(1, max(1, corners // 3))
        found.append(dict(here, name=f"{f['name']} {k}", to=f'bodies/b{rnd.randrange(n_bodies)}',
                          nodes=numbers(nodes[taken:taken + count])))
        taken += count
    return found, [f"fems/{f['name']}/nodes/{x}" for x in nodes[taken:taken + 3]]


def pulls(rnd, ends):
    """Springs, muscles and strands between what can be pulled."""
    springs, muscles, strands = [], [], []
    for i in range(rnd.randint(1, 4)):
        law = {'stiffness': 10 ** rnd.uniform(0, 3), 'damping': rnd.choice([0, 0, 0.5])}
        if rnd.random() < 0.4:
            law.update(rest_is_start=False, rest_length=rnd.uniform(0.01, 0.2))
        springs.append({'class': 'axial_spring', 'name': f's{i}', 'points': rnd.sample(ends, 2), 'law': law})
    for i in range(rnd.randint(0, 2)):
        kind = rnd.choice(['peck', 'hill', 'thelen', 'millard', 'schutte', 'de_groote_fregly'])
        muscles.append({'name': f'u{i}', 'points': rnd.sample(ends, 2), 'excitation': rnd.uniform(0, 1),
                        'law': {'type': kind, 'max_force': 10 ** rnd.uniform(-1, 1)}})
    if rnd.random() < 0.4:
        strands.append({'class': 'strand', 'name': 't', 'radius': 0.001, 'rest_ratio': rnd.uniform(0.9, 1),
                        'law': {'type': 'linear', 'youngs_modulus': 10 ** rnd.uniform(5, 7),
                                'damping': rnd.choice([0, 0.001])},
                        'subdivide': rnd.randint(0, 3),
                        'nodes': [{'kind': 'point', 'point': end} for end in rnd.sample(ends, 2)]})
    return {'springs': springs, 'muscles': muscles, 'strands': strands}


def model(seed, free):
    rnd = random.Random(seed)
    bodies, joints, markers = bones(rnd, free)
    ends = [f"markers/{m['name']}" for m in markers]
    if not free:
        markers.append({'name': 'w', 'location': models.vector(rnd, 0.1)})
        ends.append('markers/w')
    particles = [{'name': f'p{i}', 'position': models.vector(rnd, 0.1), 'velocity': models.vector(rnd, 0.3),
                  'mass': 10 ** rnd.uniform(-2, -0.5)} for i in range(rnd.randint(0, 2))]
    ends += [f"particles/{p['name']}" for p in particles]
    fems, attachments = [], []
    for i in range(rnd.randint(1, 2)):
        f, corners = tissue(rnd, f'f{i}', free)
        found, left = attach(rnd, f, corners, len(bodies), free)
        fems.append(f)
        attachments += found
        ends += left
    places = [f"bodies/{b['name']}:position" for b in bodies] + [f"particles/{p['name']}:position" for p in particles]
    for f in fems:
        places += [f"fems/{f['name']}:center", f"fems/{f['name']}/nodes/0:position"]
    probes = [{'class': 'output_probe', 'name': 'out', 'interval': DURATION, 'targets': places},
              {'class': 'output_probe', 'name': 'audit', 'interval': DURATION, 'targets': ENERGY + MOMENTUM}]
    whole = {'bodies': bodies, 'markers': markers, 'joints': joints, 'particles': particles, 'fems': fems,
             'attachments': attachments, 'probes': probes, **pulls(rnd, ends)}
    if free:
        whole['gravity'] = [0, 0, 0]
    return {'sinew': 1, 'model': whole}


def audit(document, free, euler, out):
    """What is wrong with the sums of a run from `out`, in words."""
    start, *_, end = models.rows(os.path.join(out, 'audit.csv'))
    whole, lines = document['model'], []
    change = [abs(a - b) for a, b in zip(start[1:], end[1:])]
    # matter between points of bodies that turn: to the first order of the step
    if free and max(change[2:5]) > 1e-7:
        lines.append(f'linear momentum off by {max(change[2:5]):.3g}')
    turns = all(f['material']['type'] != TURNS_NOT for f in whole['fems'])
    # falls with the step, slowly where stiff parts swing
    if free and turns and max(change[5:8]) > (0.1 if euler else 0.01) * max(map(abs, start[6:9] + [1e-3])):
        lines.append(f'angular momentum off by {max(change[5:8]):.3g}')
    driven = whole['muscles'] or any('bundles' in f for f in whole['fems'])
    gain = sum(end[1:3]) - sum(start[1:3])
    if not driven and gain > 0.1 * (sum(map(abs, start[1:3] + end[1:3]))) + 1e-7:
        lines.append(f'energy {sum(start[1:3]):.5g} became {sum(end[1:3]):.5g}')
    return lines


def examine(sinew, seed, free, keep):
    """What is wrong with a model, in lines."""
    lines, last, change = [], {}, {}
    document = model(seed, free)
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, 'm.sinew')
        with open(path, 'w', encoding='utf8') as file:
            json.dump(document, file)
        for method in METHODS:
            found = []
            for step in STEPS:
                places, said = models.run(sinew, path, method, step, out, DURATION)
                found.append(places)
                if places is None:
                    lines.append(f'{seed} {method} {step}: {said[-230:]}')
                elif not all(map(math.isfinite, places)):
                    lines.append(f'{seed} {method} {step}: not finite')
                else:
                    lines += [f'{seed} {method} {step}: {line}'
                              for line in audit(document, free, 'euler' in method, out)]
                if 'takes no' in said:
                    break
            if len(found) > 1 and found[-1] is not None and found[-2] is not None:
                last[method], change[method] = found[-1], models.apart(found[-1], found[-2])
        lines += models.disagreements(seed, last, change)
        if lines and keep:
            os.replace(path, os.path.join(keep, f'{seed}.sinew'))
    return lines


def main():
    wanted = models.arguments('--free')
    return models.report(range(wanted.first, wanted.last + 1), wanted.keep,
                         lambda seed: examine(wanted.sinew, seed, wanted.free, wanted.keep))


if __name__ == '__main__':
    sys.exit(main())
