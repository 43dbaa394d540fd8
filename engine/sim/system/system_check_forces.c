/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through paths, loads, FEM models and the muscles in them. */
#include "engine/sim/system/check.h"

#include <math.h>

static bool check_path(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemPath *path = &s->paths[i];
    return sn_check_span(check, "paths.first", i, path->first, path->count, s->n_path_points) &&
           sn_check_range(check, "paths.law", i, path->law, 0,
                          path->muscle ? s->n_muscles : s->n_springs) &&
           sn_check_span(check, "paths.blocks", i, path->blocks, path->n_blocks,
                         s->n_path_blocks) &&
           sn_check_span(check, "paths.slots", i, path->slots,
                         path->n_blocks * (path->n_blocks + 1) / 2, s->n_slots);
}

static bool check_paths(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "paths", s->n_paths, s->paths) &&
        sn_check_array(check, "springs", s->n_springs, s->springs) &&
        sn_check_array(check, "muscles", s->n_muscles, s->muscles) &&
        sn_check_array(check, "loads", s->n_loads, s->loads) &&
        sn_check_indices(check, "path_point", s->n_path_points, s->path_point, 0, s->n_points) &&
        sn_check_indices(check, "path_block", s->n_path_blocks, s->path_block, 0, s->n_blocks);
    for (int i = 0; good && i < s->n_paths; i++)
        good = check_path(check, i);
    for (int i = 0; good && i < s->n_loads; i++) {
        const SnSystemLoad *load = &s->loads[i];
        good = sn_check_range(check, "loads.point", i, load->point, -1, s->n_points) &&
               sn_check_range(check, "loads.block", i, load->block, -1, s->n_blocks) &&
               sn_check_span(check, "loads.force", i, load->force, load->point >= 0 ? 3 : 6,
                             s->n_inputs) &&
               sn_check_that(check, isfinite(load->share), "loads.share", i, "not finite");
    }
    return good;
}

/* Gathering: pairs that exist, lists that ascend. */
static bool check_gather(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemFem *fem = &s->fems[i];
    const SnFemGather *gather = &fem->gather;
    bool good = sn_check_indices(check, "fems.gather.pair", gather->n_pairs, gather->pair, 0,
                                 s->n_pairs + s->n_outer);
    for (int k = 0; good && k < gather->n_pairs; k++)
        good = sn_check_that(check, gather->start[k] <= gather->start[k + 1], "fems.gather.start",
                             k + 1, "descends");
    for (int k = 0; good && k < fem->solid->n_nodes; k++)
        good = sn_check_that(check, gather->node_start[k] <= gather->node_start[k + 1],
                             "fems.gather.node_start", k + 1, "descends");
    return good;
}

static bool check_fem(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemFem *fem = &s->fems[i];
    if (!sn_check_that(check, fem->solid, "fems.solid", i, "there is none") ||
        !sn_check_indices(check, "fems.node_block", fem->solid->n_nodes, fem->node_block, 0,
                          s->n_blocks) ||
        !sn_check_range(check, "fems.n_named", i, fem->n_named, 0, fem->solid->n_nodes + 1) ||
        !sn_check_span(check, "fems.first_row", i, fem->first_row, fem->solid->n_constraints,
                       s->n_rows))
        return false;
    for (int k = 0; k < fem->solid->n_nodes; k++)
        if (!sn_check_that(check, s->blocks[fem->node_block[k]].kind == SN_BLOCK_POINT,
                           "fems.node_block", k, "it is no point"))
            return false;
    return check_gather(check, i);
}

static bool check_bundle(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemBundle *bundle = &s->bundles[i];
    if (!sn_check_range(check, "bundles.fem", i, bundle->fem, 0, s->n_fems) ||
        !sn_check_range(check, "bundles.excitation", i, bundle->excitation, 0, s->n_inputs) ||
        !sn_check_range(check, "bundles.activation", i, bundle->activation, 0, s->n_activations) ||
        !sn_check_span(check, "bundles.first_element", i, bundle->first_element, bundle->n_elements,
                       s->n_bundle_elements) ||
        !sn_check_span(check, "bundles.first_segment", i, bundle->first_segment, bundle->n_segments,
                       s->n_segments))
        return false;
    bool good = true;
    for (int k = bundle->first_element; good && k < bundle->first_element + bundle->n_elements; k++)
        good = sn_check_range(check, "bundle_element", k, s->bundle_element[k], 0,
                              s->fems[bundle->fem].solid->n_elements);
    return good;
}

bool sn_check_forces(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = check_paths(check) && sn_check_array(check, "fems", s->n_fems, s->fems) &&
                sn_check_array(check, "bundles", s->n_bundles, s->bundles) &&
                sn_check_array(check, "segments", s->n_segments, s->segments);
    for (int i = 0; good && i < s->n_fems; i++)
        good = check_fem(check, i);
    for (int i = 0; good && i < s->n_bundles; i++)
        good = check_bundle(check, i);
    for (int i = 0; good && i < s->n_segments; i++)
        good =
            sn_check_range(check, "segments.block", i, s->segments[i].block[0], 0, s->n_blocks) &&
            sn_check_range(check, "segments.block", i, s->segments[i].block[1], 0, s->n_blocks) &&
            sn_check_span(check, "segments.slots", i, s->segments[i].slots, 3, s->n_slots);
    return good;
}
