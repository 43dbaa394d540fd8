/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What springs and spheres press: their resultants, and pressures on the surfaces of bodies. */
#include "engine/base/vec.h"
#include "engine/sim/result/prerender.h"
#include "engine/sim/system/compliant_contacts.h"
#include "engine/sim/system/workspace.h"

#include <string.h>

/* Resultants of pairs of bodies. */
static void resultants(const SnSystem *system, const SnWorkspace *work, SnSnapshot *snapshot)
{
    for (int i = 0; i < sn_compliant_pairs(system); i++) {
        int rule;
        const SnCompliantPressed *pressed = sn_compliant_pressed(system, work, i, &rule);
        if (!(pressed->force > 0) || snapshot->n_contacts >= snapshot->cap_contacts)
            continue;
        SnContactView *view = &snapshot->contacts[snapshot->n_contacts++];
        sn_v3_scale(1 / pressed->force, pressed->center, view->position);
        view->force = sn_v3_normalize(pressed->normal, view->normal);
        view->id = system->contacts.rules[rule].id;
    }
}

/* Vertices of a surface in the world, and the pressures there. */
static void show(const SnSystem *system, const SnPressureView *view, const SnWorkspace *work,
                 SnSnapshot *snapshot)
{
    const double *pose = snapshot->poses + 7 * view->pose;
    const SnFoundationSurface *surface = sn_compliant_surface(system, view->surface);
    double *point = snapshot->points + 3 * view->first_point;
    for (int v = 0; v < surface->mesh->n_vertices; v++)
        sn_pose_point(pose, pose + 3, surface->x + 3 * (size_t)v, point + 3 * (size_t)v);
    sn_compliant_vertex_pressure(system, work, view->surface,
                                 snapshot->scalars + view->first_scalar);
}

void sn_prerender_pressures(const SnSystem *system, const SnPrerenderMap *map,
                            const SnWorkspace *work, SnSnapshot *snapshot)
{
    resultants(system, work, snapshot);
    for (int i = 0; i < map->n_pressures; i++)
        show(system, &map->pressures[i], work, snapshot);
}
