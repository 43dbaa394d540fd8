/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/rods.h"

#include "engine/base/memory.h"

void sn_rods_free(SnSystemRods *rods)
{
    for (int i = 0; i < rods->n; i++)
        sn_free(rods->rods[i].vertices);
    for (int i = 0; i < rods->n_surfaces; i++) {
        sn_free(rods->surfaces[i].position);
        sn_free(rods->surfaces[i].normal);
    }
    sn_free(rods->rods);
    sn_free(rods->partners);
    sn_free(rods->surfaces);
    sn_free(rods->frame_row);
    sn_free(rods->frame_block);
    sn_free(rods->frame_id);
    sn_free(rods->segments);
}

int sn_rod_index(const SnSystemRods *rods, SnId id)
{
    for (int i = 0; !sn_id_is_null(id) && i < rods->n; i++)
        if (sn_id_equal(rods->rods[i].id, id))
            return i;
    return -1;
}

SnRodSegment sn_rod_segment(const SnSystemRods *rods, int number)
{
    const SnSystemRodSegment *segment = &rods->segments[number];
    const SnSystemRod *rod = &rods->rods[segment->rod];
    SnRodSegment s = segment->rest;
    if (rod->constants) {
        for (int k = 0; k < 2; k++) {
            s.bend[k] = rod->bending;
            s.couple[k] = 0;
        }
        s.twist = rod->twisting;
    } else {
        sn_rod_section(&s, segment->half_width, rod->bending_modulus, rod->shear_modulus);
    }
    s.damping = rod->bending_damping;
    return s;
}
