/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through paths, loads, FEM models and the muscles in them. */
#include "engine/base/terms.h"
#include "engine/sim/system/check.h"

#include <math.h>

static bool check_path(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemPath *path = &s->paths.paths[i];
    return sn_check_span(check, "paths.first", i, path->first, path->count, s->paths.n_points) &&
           sn_check_range(check, "paths.law", i, path->law, 0,
                          path->muscle ? s->paths.n_muscles : s->paths.n_springs) &&
           sn_check_span(check, "paths.blocks", i, path->blocks, path->n_blocks,
                         s->paths.n_blocks) &&
           sn_check_span(check, "paths.first_wrap", i, path->first_wrap, path->n_wraps,
                         s->paths.n_wraps) &&
           sn_check_span(check, "paths.slots", i, path->slots,
                         path->n_blocks * (path->n_blocks + 1) / 2, s->pairs.n_slots);
}

static bool check_muscle(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnMuscleParameters *muscle = &s->paths.muscles[i];
    const bool drawn =
        muscle->type == SN_MUSCLE_TYPE_MILLARD || muscle->type == SN_MUSCLE_TYPE_SCHUTTE;
    return sn_check_range(check, "muscles.activation", i, muscle->activation, 0,
                          s->state.n_activations) &&
           (!drawn ||
            sn_check_range(check, "muscles.curves", i, muscle->curves, 0, s->paths.n_curves)) &&
           (muscle->type < SN_MUSCLE_TYPE_THELEN ||
            sn_check_range(check, "muscles.fibre", i, muscle->fibre, 0, s->state.n_history));
}

static bool check_spring(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSpringParameters *spring = &s->paths.springs[i];
    return (spring->type != SN_SPRING_TYPE_TABLE ||
            sn_check_range(check, "springs.table", i, spring->table, 0, s->paths.n_tables)) &&
           (!sn_spring_remembers(spring) ||
            sn_check_range(check, "springs.memory", i, spring->memory, 0, s->state.n_history));
}

static bool check_wraps(SnWalk *check)
{
    const SnSystemPaths *paths = &check->system->paths;
    bool good = sn_check_array(check, "wrap surfaces", paths->n_surfaces, paths->surfaces) &&
                sn_check_array(check, "wraps", paths->n_wraps, paths->wraps);
    for (int i = 0; good && i < paths->n_surfaces; i++)
        good = sn_check_span(check, "wrap surfaces.point", i, paths->surfaces[i].point, 4,
                             check->system->n_points) &&
               sn_check_that(check, paths->surfaces[i].unit > 0, "wrap surfaces.unit", i,
                             "not positive");
    for (int i = 0; good && i < paths->n_wraps; i++)
        good = sn_check_range(check, "wraps.surface", i, paths->wraps[i].surface, 0,
                              paths->n_surfaces);
    return good;
}

static bool check_followers(SnWalk *check)
{
    const SnSystem *s = check->system;
    const SnSystemPaths *paths = &s->paths;
    bool good = sn_check_array(check, "followers", paths->n_followers, paths->followers) &&
                sn_check_array(check, "leaders", paths->n_leaders, paths->leaders);
    for (int i = 0; good && i < s->n_points; i++)
        good = sn_check_range(check, "points.follower", i, s->points[i].follower, 0,
                              paths->n_followers + 1);
    for (int i = 0; good && i < paths->n_followers; i++) {
        const SnPathFollower *f = &paths->followers[i];
        good = sn_check_range(check, "followers.point", i, f->point, 0, s->n_points) &&
               sn_check_range(check, "followers.n_leaders", i, f->n_leaders, 1,
                              SN_TERMS_MOST_NUMBERS + 1) &&
               sn_check_span(check, "followers.leaders", i, f->leaders, f->n_leaders,
                             paths->n_leaders) &&
               sn_check_span(check, "followers.terms", i, f->terms, f->n_terms * (1 + f->n_leaders),
                             s->joints.n_numbers);
    }
    for (int i = 0; good && i < paths->n_leaders; i++) {
        const SnLeader *l = &paths->leaders[i];
        good = sn_check_range(check, "leaders.joint", i, l->joint, 0, s->joints.n) &&
               sn_check_range(check, "leaders.coordinate", i, l->coordinate, 0,
                              sn_joint_n_coordinates(&s->joints.joints[l->joint]));
    }
    return good;
}

static bool check_paths(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "paths", s->paths.n, s->paths.paths) &&
        sn_check_array(check, "springs", s->paths.n_springs, s->paths.springs) &&
        sn_check_array(check, "muscles", s->paths.n_muscles, s->paths.muscles) &&
        sn_check_array(check, "curves", s->paths.n_curves, s->paths.curves) &&
        sn_check_array(check, "loads", s->loads.n, s->loads.loads) &&
        sn_check_indices(check, "path_point", s->paths.n_points, s->paths.point, 0, s->n_points) &&
        sn_check_indices(check, "path_block", s->paths.n_blocks, s->paths.block, 0, s->n_blocks) &&
        check_wraps(check) && check_followers(check);
    for (int i = 0; good && i < s->paths.n; i++)
        good = check_path(check, i);
    for (int i = 0; good && i < s->paths.n_muscles; i++)
        good = check_muscle(check, i);
    for (int i = 0; good && i < s->paths.n_springs; i++)
        good = check_spring(check, i);
    for (int i = 0; good && i < s->loads.n; i++) {
        const SnSystemLoad *load = &s->loads.loads[i];
        good = sn_check_range(check, "loads.point", i, load->point, -1, s->n_points) &&
               sn_check_range(check, "loads.block", i, load->block, -1, s->n_blocks) &&
               sn_check_span(check, "loads.force", i, load->force, load->point >= 0 ? 3 : 6,
                             s->inputs.n) &&
               sn_check_that(check, isfinite(load->share), "loads.share", i, "not finite");
    }
    return good;
}

/* Gathering: pairs that exist, lists that ascend. */
static bool check_gather(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemFem *fem = &s->fems.fems[i];
    const SnFemGather *gather = &fem->gather;
    bool good = sn_check_indices(check, "fems.gather.pair", gather->n_pairs, gather->pair, 0,
                                 s->pairs.n + s->pairs.n_outer);
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
    const SnSystemFem *fem = &s->fems.fems[i];
    if (!sn_check_that(check, fem->solid, "fems.solid", i, "there is none") ||
        !sn_check_indices(check, "fems.node_block", fem->solid->n_nodes, fem->node_block, 0,
                          s->n_blocks) ||
        !sn_check_range(check, "fems.n_named", i, fem->n_named, 0, fem->solid->n_nodes + 1) ||
        !sn_check_span(check, "fems.first_row", i, fem->first_row, fem->solid->n_constraints,
                       s->rows.n))
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
    const SnSystemBundle *bundle = &s->fems.bundles[i];
    if (!sn_check_range(check, "bundles.fem", i, bundle->fem, 0, s->fems.n) ||
        !sn_check_range(check, "bundles.excitation", i, bundle->excitation, 0, s->inputs.n) ||
        !sn_check_range(check, "bundles.activation", i, bundle->activation, 0,
                        s->state.n_activations) ||
        !sn_check_span(check, "bundles.first_element", i, bundle->first_element, bundle->n_elements,
                       s->fems.n_bundle_elements) ||
        !sn_check_span(check, "bundles.first_segment", i, bundle->first_segment, bundle->n_segments,
                       s->fems.n_segments))
        return false;
    bool good = true;
    for (int k = bundle->first_element; good && k < bundle->first_element + bundle->n_elements; k++)
        good = sn_check_range(check, "bundle_element", k, s->fems.bundle_element[k], 0,
                              s->fems.fems[bundle->fem].solid->n_elements);
    return good;
}

bool sn_check_forces(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = check_paths(check) && sn_check_array(check, "fems", s->fems.n, s->fems.fems) &&
                sn_check_array(check, "bundles", s->fems.n_bundles, s->fems.bundles) &&
                sn_check_array(check, "segments", s->fems.n_segments, s->fems.segments);
    for (int i = 0; good && i < s->fems.n; i++)
        good = check_fem(check, i);
    for (int i = 0; good && i < s->fems.n_bundles; i++)
        good = check_bundle(check, i);
    for (int i = 0; good && i < s->fems.n_segments; i++)
        good = sn_check_range(check, "segments.block", i, s->fems.segments[i].block[0], 0,
                              s->n_blocks) &&
               sn_check_range(check, "segments.block", i, s->fems.segments[i].block[1], 0,
                              s->n_blocks) &&
               sn_check_span(check, "segments.slots", i, s->fems.segments[i].slots, 3,
                             s->pairs.n_slots);
    return good;
}
