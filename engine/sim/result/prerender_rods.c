/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours along Cosserat strands. */
#include "engine/sim/result/prerender.h"

#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>

static double activation_of(const SnSystem *system, const SnState *state, const SnSystemRod *rod)
{
    return rod->muscle >= 0
               ? sn_state_activation_const(state)[system->paths.muscles[rod->muscle].activation]
               : 0;
}

/* What a segment shows. */
static double segment_value(const SnSystem *system, const SnWorkspace *work, int segment,
                            SnStrandField field)
{
    const SnRodSegmentResults *result = &work->forces.rod->segments[segment];
    return field == SN_STRAND_FIELD_TENSION
               ? result->tension
               : result->length / system->rods.segments[segment].rest.length - 1;
}

/* At a frame: the mean of the segments that meet there. */
static double frame_value(const SnSystem *system, const SnWorkspace *work, const SnSystemRod *rod,
                          int frame, SnStrandField field)
{
    const int before = frame > 0 ? frame - 1 : 0;
    const int after = frame < rod->n_segments ? frame : rod->n_segments - 1;
    return 0.5 * (segment_value(system, work, rod->first_segment + before, field) +
                  segment_value(system, work, rod->first_segment + after, field));
}

void sn_prerender_rod_contacts(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, SnSnapshot *snapshot)
{
    assert(!work || work->system == system);
    for (int r = 0; r < system->rods.n; r++) {
        const SnSystemRod *rod = &system->rods.rods[r];
        for (int i = 0; rod->contact && i < rod->n_frames; i++) {
            SnContactView view = {.id = rod->id};
            if (snapshot->n_contacts < snapshot->cap_contacts &&
                sn_rod_contact_view(system, state, work, rod->first_frame + i, view.position,
                                    view.normal, &view.force))
                snapshot->contacts[snapshot->n_contacts++] = view;
        }
    }
}

/* Tensions and strains of the parts that begin at the frames, and the activation. */
static void line_values(const SnSystem *system, const SnWorkspace *work, const SnSystemRod *rod,
                        double activation, float *values)
{
    const int n = rod->n_frames;
    for (int i = 0; i < n; i++) {
        const int segment = rod->first_segment + (i < rod->n_segments ? i : i - 1);
        values[i] = (float)segment_value(system, work, segment, SN_STRAND_FIELD_TENSION);
        values[n + i] = (float)segment_value(system, work, segment, SN_STRAND_FIELD_STRAIN);
    }
    values[2 * n] = (float)activation;
}

void sn_prerender_rods(const SnSystem *system, const SnPrerenderMap *map, const SnState *state,
                       const SnWorkspace *work, SnSnapshot *snapshot)
{
    assert(!work || work->system == system);
    for (int r = 0; r < map->n_rods; r++) {
        const struct SnRodView *view = &map->rods[r];
        const SnSystemRod *rod = &system->rods.rods[view->rod];
        const SnSceneItem *item = &snapshot->scene->items[view->item];
        const SnStrandField field = item->style.strand_field;
        const double activation = activation_of(system, state, rod);
        float *values = snapshot->scalars + view->first_scalar;
        if (item->kind == SN_ITEM_PATH) {
            line_values(system, work, rod, activation, values);
            continue;
        }
        for (int i = 0; i < rod->n_frames; i++) {
            double value = activation;
            if (field == SN_STRAND_FIELD_NONE)
                value = 0;
            else if (field != SN_STRAND_FIELD_ACTIVATION)
                value = frame_value(system, work, rod, i, field);
            for (int k = 0; k < 4; k++)
                values[4 * i + k] = (float)value;
        }
    }
}
