#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random trees and loops of joints in which coordinates are locked, driven and let go, limits come and go and joints
break while they run, by every integrator at falling steps: where bodies are at the end must converge to the same
places, or the run stop and name a component.

    random_switches.py SINEW FIRST LAST [--keep DIR] [--smooth]

A lock takes hold where its coordinate is: where Runge-Kutta has it by then.  One line for each model that refuses, or
whose integrators differ by more than what they change by between the two smallest steps; --keep: those models and
their commands are written there; --smooth: no limits at the start and no friction.  Not a test of the build: minutes for
a hundred models."""
import json
import os
import random
import subprocess
import sys
import tempfile

import random_models as models

TICK = 0.01  # commands come at multiples of it
STEPS = [2e-3, 5e-4, 1.25e-4]
FINE = 1.25e-4
# of each class: the coordinate's name in a drive, its result, and its limits
COORDINATES = {
    'hinge': [('angle_1', 'angle', 'lower', 'upper')],
    'slider': [('translation_1', 'translation', 'lower', 'upper')],
    'universal': [('angle_1', 'angle', 'lower', 'upper'), ('angle_2', 'angle_2', 'lower_2', 'upper_2')],
    'cylindrical': [('angle_1', 'angle', None, None), ('translation_1', 'translation', 'lower', 'upper')],
    'planar': [(n, f'{n}.{n[:-2]}', f'{n}.lower', f'{n}.upper') for n in ('angle_1', 'translation_1', 'translation_2')],
    'gimbal': [(f'angle_{i}', f'angle_{i}.angle', f'angle_{i}.lower', f'angle_{i}.upper') for i in (1, 2, 3)],
    'ellipsoid': [(f'angle_{i}', f'angle_{i}.angle', f'angle_{i}.lower', f'angle_{i}.upper') for i in (1, 2, 3)],
    'custom': [('angle_1', 'angle_1.angle', 'angle_1.lower', 'angle_1.upper')],
    'free': [(n, f'{n}.{n[:-2]}', f'{n}.lower', f'{n}.upper') for n in ('angle_1', 'translation_1', 'translation_3')],
}


# what a class has beside those: as wide as can be where its limits are on
OTHERS = {'free': ('angle_2', 'angle_3', 'translation_2')}


def command(tick, path, *values):
    return tick, {'command': 'set', 'property': f'/model/{path}', 'value': [float(v) for v in values]}


def write(path, text, commands, method, step):
    """The model with its integrator, and its commands by steps."""
    text['model']['solver'] = {'integrator': method, 'max_step': step}
    with open(path, 'w', encoding='utf8') as file:
        json.dump(text, file)
    with open(path + '.log', 'w', encoding='utf8') as file:
        file.write('{"sinew_commands":1}\n')
        for tick, line in sorted(commands, key=lambda c: c[0]):
            file.write(json.dumps({'step': round(tick * TICK / step), **line}) + '\n')


def run(sinew, folder, text, commands, method, step, duration=models.DURATION):
    """Rows of the probe, or what it said."""
    path = os.path.join(folder, 'm.sinew')
    write(path, text, [c for c in commands if c[0] * TICK < duration - TICK / 2], method, step)
    words = [sinew, 'run', path, '--commands', path + '.log', '--time', str(duration), '--quiet', '--probes', folder]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, 'more than 120 s'
    if done.returncode != 0:
        return None, done.stderr.strip().replace('\n', ' ')
    return models.rows(os.path.join(folder, 'out.csv')), ''


def where(sinew, folder, text, commands, joint, result, tick):
    """What a coordinate is by then; None: it does not get there."""
    text = json.loads(json.dumps(text))
    text['model']['probes'] = [p for p in text['model']['probes'] if p['class'] != 'output_probe'] + [
        {'class': 'output_probe', 'name': 'out', 'interval': tick * TICK, 'targets': [f"joints/{joint['name']}:{result}"]}]
    rows, _ = run(sinew, folder, text, commands, 'runge_kutta_4', FINE, tick * TICK)
    return rows[-1][1] if rows else None


def switches(rnd, sinew, folder, text):
    """Commands in the order of their time, each made where those before it lead."""
    joints = [j for j in text['model']['joints'] if j['class'] in models.CLASSES]
    free = [(j, c) for j in joints for c in COORDINATES.get(j['class'], [])]
    rnd.shuffle(free)
    commands, limited = [], set()
    for tick in sorted(rnd.sample(range(2, 22), rnd.choice([2, 3, 4]))):
        kind = rnd.choice(['lock', 'lock', 'limit', 'limit', 'stiffness', 'friction', 'break'])
        if kind == 'break':
            loops = [j for j in joints if j['name'].startswith('loop')]
            if loops:
                name = rnd.choice(loops)['name']
                commands.append(command(tick, f'joints/{name}:enabled', 0))
                joints = [j for j in joints if j['name'] != name]
                free = [f for f in free if f[0]['name'] != name]
            continue
        if not free:
            continue
        joint, (name, result, lower, upper) = free[-1]
        path = f"joints/{joint['name']}"
        if kind == 'lock':
            free.pop()
            at = where(sinew, folder, text, commands, joint, result, tick)
            if at is None:
                continue
            drive = f"lock{tick}"
            text['model']['joints'].append({'class': 'drive', 'name': drive, 'joint': path, 'coordinate': name, 'enabled': False})
            commands += [command(tick, f'joints/{drive}:value', at), command(tick, f'joints/{drive}:enabled', 1)]
            if rnd.random() < 0.6:
                commands.append(command(tick + rnd.randint(2, 8), f'joints/{drive}:enabled', 0))
        elif kind == 'limit' and lower and joint['name'] not in limited and not joint.get('limited'):
            limited.add(joint['name'])
            joint['limited'] = True  # as wide as can be, until then
            size = 0.03 if 'trans' in result else 0.3
            for _, _, low, high in COORDINATES[joint['class']]:
                for end, value in ((low, -100), (high, 100)):
                    if end and '.' in end:
                        joint.setdefault(end.split('.')[0], {})[end.split('.')[1]] = value
                    elif end:
                        joint[end] = value
            for name in OTHERS.get(joint['class'], ()):
                joint[name] = {**joint.get(name, {}), 'lower': -100, 'upper': 100}
            at = where(sinew, folder, text, commands, joint, result, tick)
            if at is not None:
                commands += [command(tick, f'{path}:{lower}', at - size * rnd.uniform(0.05, 1)),
                             command(tick, f'{path}:{upper}', at + size * rnd.uniform(0.05, 1))]
                if rnd.random() < 0.4:
                    later = tick + rnd.randint(3, 8)
                    commands += [command(later, f'{path}:{lower}', -100), command(later, f'{path}:{upper}', 100)]
        elif kind == 'stiffness' and joint['class'] in ('hinge', 'slider'):
            commands.append(command(tick, f'{path}:stiffness', rnd.choice([0, 20]) * (100 if 'trans' in name else 1)))
        elif kind == 'friction' and joint['class'] in ('hinge', 'slider') and not joint.get('limited'):
            commands.append(command(tick, f'{path}:friction', rnd.choice([0, 0.1, 100])))
    return commands


def examine(sinew, seed, wanted):
    """What is wrong with a model, in lines."""
    lines, last, change = [], {}, {}
    rnd = random.Random(seed + 3_000_000)
    with tempfile.TemporaryDirectory() as folder:
        text = models.model(seed, wanted.smooth, rnd.random() < 0.5)
        for probe in text['model']['probes']:
            if probe['name'] == 'out':
                probe['interval'] = models.DURATION
        commands = switches(rnd, sinew, folder, text)
        for method in models.METHODS:
            found = []
            for step in STEPS:
                rows, said = run(sinew, folder, text, commands, method, step)
                found.append(rows[-1][1:] if rows else None)
                if rows is None and 'takes no' not in said:
                    lines.append(f'{seed} {method} {step}: {said[-230:]}')
            if found[-1] is not None and found[-2] is not None:
                last[method] = found[-1]
                change[method] = models.apart(found[-1], found[-2])
        if len(lines) == len(models.METHODS) * len(STEPS):
            lines = [f'{lines[0]} (and so by all methods)']
        lines += models.disagreements(seed, last, change)
        if lines and wanted.keep:
            write(os.path.join(wanted.keep, f'{seed}.sinew'), text, commands, 'backward_euler', 5e-4)
    return lines


def main():
    wanted = models.arguments('--smooth')
    return models.report(range(wanted.first, wanted.last + 1), wanted.keep,
                         lambda seed: examine(wanted.sinew, seed, wanted))


if __name__ == '__main__':
    sys.exit(main())
