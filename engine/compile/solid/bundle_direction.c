/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The direction of a muscle bundle in elements of a FEM model. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/model/classes/fem_rows.h"

#include <math.h>

static double distance_to_segment(const double p[3], const double a[3], const double b[3])
{
    double along[3], to[3], foot[3];
    sn_v3_sub(b, a, along);
    sn_v3_sub(p, a, to);
    const double square = sn_v3_dot(along, along);
    const double t = square > 0 ? fmin(fmax(sn_v3_dot(along, to) / square, 0), 1) : 0;
    sn_v3_copy(a, foot);
    sn_v3_axpy(t, along, foot);
    return sn_v3_distance(p, foot);
}

/* Along the piece of a fibre that is nearest to the element's middle. */
static bool direction_of_fibres(const SnFemDraft *draft, const SnMuscleBundle *bundle, int element,
                                double direction[3])
{
    const SnFemSolid *solid = draft->solid;
    const int first = solid->start[element], n = solid->start[element + 1] - first;
    double middle[3] = {0}, nearest = INFINITY;
    for (int k = 0; k < n; k++)
        sn_v3_axpy(1.0 / n, solid->rest + 3 * solid->nodes[first + k], middle);
    for (int f = 0; f < bundle->fibres.n; f++) {
        const SnIndices *nodes = &((const SnFibre *)bundle->fibres.entries)[f].nodes;
        for (int k = 0; k + 1 < nodes->n; k++) {
            if (nodes->values[k] >= draft->n_named || nodes->values[k + 1] >= draft->n_named)
                continue;
            const double *a = solid->rest + 3 * nodes->values[k];
            const double *b = solid->rest + 3 * nodes->values[k + 1];
            const double distance = distance_to_segment(middle, a, b);
            if (!(distance < nearest) || sn_v3_distance(a, b) == 0)
                continue;
            nearest = distance;
            sn_v3_sub(b, a, direction);
        }
    }
    return sn_v3_normalize(direction, direction) > 0;
}

bool sn_bundle_direction(const SnFemDraft *draft, const SnMuscleBundle *bundle, int element,
                         double direction[3])
{
    sn_v3_set(0, 0, 0, direction);
    if (bundle->direction_from == SN_BUNDLE_FIBRES)
        return direction_of_fibres(draft, bundle, element, direction);
    sn_q_rotate(draft->fem->placed_orientation, bundle->direction, direction);
    return sn_v3_normalize(direction, direction) > 0;
}
