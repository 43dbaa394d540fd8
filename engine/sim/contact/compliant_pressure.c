/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pressure of elastic foundations at the vertices of their surfaces. */
#include "engine/sim/system/compliant_contacts.h"
#include "engine/sim/system/workspace.h"

#include <string.h>

static const SnCompliantContacts *contacts_of(const SnSystem *system)
{
    return system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
}

const SnFoundationSurface *sn_compliant_surface(const SnSystem *system, int surface)
{
    return &contacts_of(system)->surfaces[surface];
}

int sn_compliant_surface_of(const SnSystem *system, int shape)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    for (int i = 0; contacts && i < contacts->n; i++)
        if (contacts->pairs[i].surface[0] >= 0 && contacts->pairs[i].shape[0] == shape)
            return contacts->pairs[i].surface[0];
    return -1;
}

/* Adds the pressures of a pair's springs, at faces those times a third of the area. */
static void add_springs(const SnFoundationSurface *surface, const double *pressure, double *sum)
{
    const bool at_vertices = surface->at_vertices;
    for (int i = 0; i < surface->n; i++) {
        if (!(pressure[i] > 0))
            continue;
        if (at_vertices)
            sum[i] += pressure[i];
        else
            for (int k = 0; k < 3; k++)
                sum[surface->mesh->triangles[3 * i + k]] += pressure[i] * surface->area[i] / 3;
    }
}

static void add_areas(const SnFoundationSurface *surface, double *weight)
{
    const bool at_vertices = surface->at_vertices;
    for (int i = 0; i < surface->n; i++) {
        if (at_vertices)
            weight[i] = 1;
        else
            for (int k = 0; k < 3; k++)
                weight[surface->mesh->triangles[3 * i + k]] += surface->area[i] / 3;
    }
}

void sn_compliant_vertex_pressure(const SnSystem *system, const SnWorkspace *work, int surface,
                                  float *value)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    const SnCompliantResults *results = work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const SnFoundationSurface *from = &contacts->surfaces[surface];
    const int n = from->mesh->n_vertices;
    memset(results->sum, 0, (size_t)n * sizeof *results->sum);
    memset(results->weight, 0, (size_t)n * sizeof *results->weight);
    for (int i = 0; i < contacts->n; i++)
        if (contacts->pairs[i].surface[0] == surface)
            add_springs(from, results->pressure + contacts->pairs[i].first, results->sum);
    add_areas(from, results->weight);
    for (int v = 0; v < n; v++)
        value[v] = results->weight[v] > 0 ? (float)(results->sum[v] / results->weight[v]) : 0;
}
