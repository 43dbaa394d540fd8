/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places along guides and on surfaces move in their owner's files; systems without guides and
 * surfaces never come here. */
#include "engine/sim/work.h"

#include <assert.h>

void sn_place_drift(const SnSystem *system, int block, double h, double *q, double *u)
{
    assert(system->n_guides + system->n_surfaces == 0);
}

void sn_place_displace(const SnSystem *system, int block, const double *displacement, double *q)
{
    assert(system->n_guides + system->n_surfaces == 0);
}
