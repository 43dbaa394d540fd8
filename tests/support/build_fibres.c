/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/build_fibres.h"

#include "engine/base/vec.h"
#include "engine/check/build/build_fem.h"
#include "tests/support/build_forces.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Room for more entries at the end of an array, zeroed; returns the first. */
static void *extend(void **array, int n, int more, size_t size)
{
    *array = realloc(*array, (size_t)(n + more) * size);
    void *entry = (char *)*array + (size_t)n * size;
    memset(entry, 0, (size_t)more * size);
    return entry;
}

#define EXTEND(array, n, more) extend((void **)&(array), (n), (more), sizeof *(array))

int sn_build_fem_marker(SnBuild *build, int fem, int element, const double natural[3])
{
    const SnFemSolid *solid = build->system->fems.fems[fem].solid;
    const int first = solid->start[element], n = solid->start[element + 1] - first;
    double value[SN_ELEMENT_MAX_NODES], derivative[SN_ELEMENT_MAX_NODES][3], x[3] = {0};
    int masters[SN_ELEMENT_MAX_NODES];
    sn_element_functions((SnElementKind)solid->kind[element], natural, value, derivative);
    for (int k = 0; k < n; k++) {
        masters[k] = sn_build_fem_node(build, fem, solid->nodes[first + k]);
        sn_v3_axpy(value[k], build->q[masters[k]], x);
    }
    const int marker = sn_build_particle(build, 0, x);
    build->system->blocks[marker].id = SN_ID_NULL;
    sn_build_attach_to_points(build, marker, n, masters, value);
    return marker;
}

int sn_build_bundle(SnBuild *build, int fem, const SnFibreParameters *fibre, int n,
                    const int *elements, const double (*directions)[3])
{
    SnSystem *system = build->system;
    const int first = system->fems.n_bundle_elements;
    SnSystemBundle *bundle = EXTEND(system->fems.bundles, system->fems.n_bundles, 1);
    *bundle = (SnSystemBundle){.id = {.index = ++build->last_id, .generation = 1},
                               .enabled = true,
                               .fem = fem,
                               .fibre = *fibre,
                               .first_element = first,
                               .n_elements = n,
                               .max_force = 1,
                               .reference_force = 1,
                               .first_segment = system->fems.n_segments};
    bundle->excitation = sn_build_inputs(build, 1);
    int *number = EXTEND(system->fems.bundle_element, first, n + 1);
    double(*direction)[3] = EXTEND(system->fems.bundle_direction, first, n + 1);
    for (int i = 0; i < n; i++) {
        number[i] = elements[i];
        sn_v3_copy(directions[i], direction[i]);
    }
    system->fems.n_bundle_elements += n;
    return system->fems.n_bundles++;
}

void sn_build_segment(SnBuild *build, int node_a, int node_b, double max_force)
{
    SnSystem *system = build->system;
    assert(system->fems.n_bundles > 0);
    SnSystemBundle *bundle = &system->fems.bundles[system->fems.n_bundles - 1];
    SnFibreSegment *segment = EXTEND(system->fems.segments, system->fems.n_segments, 1);
    segment->block[0] = sn_build_fem_node(build, bundle->fem, node_a);
    segment->block[1] = sn_build_fem_node(build, bundle->fem, node_b);
    segment->max_force = max_force;
    bundle->n_segments++;
    system->fems.n_segments++;
}
