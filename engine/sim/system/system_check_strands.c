/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through strands of all three kinds, and the guides, surfaces and pulleys they lie on. */
#include "engine/sim/system/check.h"

/* --- what strands lie on --- */

static bool check_guides(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "guides", s->guides.n, s->guides.guides) &&
        sn_check_finite(check, "guide_control", 3 * s->guides.n_controls,
                        s->guides.control ? s->guides.control[0] : NULL) &&
        sn_check_indices(check, "guide_block", s->guides.n_blocks, s->guides.block, 0, s->n_blocks);
    for (int i = 0; good && i < s->guides.n; i++) {
        const SnSystemGuide *guide = &s->guides.guides[i];
        good = sn_check_span(check, "guides.first", i, guide->first, guide->count,
                             guide->rigid ? s->guides.n_controls : s->guides.n_blocks);
        if (guide->rigid)
            good =
                good && sn_check_range(check, "guides.carrier", i, guide->carrier, -1, s->n_blocks);
    }
    return good;
}

static bool check_surfaces(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "surfaces", s->surfaces.n, s->surfaces.surfaces) &&
                sn_check_finite(check, "surface_control", 3 * s->surfaces.n_controls,
                                s->surfaces.control ? s->surfaces.control[0] : NULL);
    for (int i = 0; good && i < s->surfaces.n; i++) {
        const SnSystemSurface *surface = &s->surfaces.surfaces[i];
        good = sn_check_range(check, "surfaces.carrier", i, surface->carrier, -1, s->n_blocks) &&
               sn_check_unit(check, "surfaces.orientation", i, surface->orientation) &&
               sn_check_span(check, "surfaces.first", i, surface->first,
                             surface->rows * surface->columns, s->surfaces.n_controls);
    }
    return good;
}

static bool check_pulleys(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "pulleys", s->pulleys.n, s->pulleys.pulleys);
    for (int i = 0; good && i < s->pulleys.n; i++) {
        const SnSystemPulley *pulley = &s->pulleys.pulleys[i];
        good = sn_check_range(check, "pulleys.guide", i, pulley->guide, 0, s->guides.n) &&
               sn_check_span(check, "pulleys.first", i, pulley->first, pulley->count,
                             s->strands.n_nodes) &&
               sn_check_range(check, "pulleys.wheel", i, pulley->wheel, -1, s->n_blocks) &&
               sn_check_range(check, "pulleys.memory", i, pulley->memory, 0, s->state.n_strands);
    }
    return good;
}

/* --- reduced strands --- */

static bool check_nodes(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "strand_nodes", s->strands.n_nodes, s->strands.nodes);
    for (int i = 0; good && i < s->strands.n_nodes; i++) {
        const SnSystemStrandNode *node = &s->strands.nodes[i];
        good = sn_check_range(check, "strand_nodes.point", i, node->point, 0, s->n_points) &&
               sn_check_range(check, "strand_nodes.flow", i, node->eulerian, -1, s->n_blocks) &&
               sn_check_that(
                   check, node->eulerian < 0 || s->blocks[node->eulerian].kind == SN_BLOCK_EULERIAN,
                   "strand_nodes.flow", i, "no block of matter that flows") &&
               sn_check_range(check, "strand_nodes.pulley", i, node->pulley, -1, s->pulleys.n) &&
               sn_check_range(check, "strand_nodes.rest", i, node->rest, -1, s->state.n_strands) &&
               sn_check_range(check, "strand_nodes.bend", i, node->bend, -1, s->pairs.n_slots) &&
               sn_check_range(check, "strand_nodes.rub", i, node->rub, -1, s->state.n_strands);
    }
    return good;
}

static bool check_segment(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemSegment *segment = &s->strands.segments[i];
    const int n = segment->n_blocks;
    bool good =
        sn_check_range(check, "strand_segments.strand", i, segment->strand, 0, s->strands.n) &&
        sn_check_span(check, "strand_segments.first", i, segment->first, segment->count,
                      s->strands.n_node_order) &&
        sn_check_span(check, "strand_segments.slots", i, segment->slots, n * (n + 1) / 2,
                      s->pairs.n_slots) &&
        sn_check_range(check, "strand_segments.row", i, segment->row, -1, s->rows.n) &&
        sn_check_range(check, "strand_segments.limit", i, segment->limit, -1, s->rows.n_limits);
    for (int k = segment->blocks; good && k < segment->blocks + n; k++)
        good =
            sn_check_range(check, "segment_block", k, s->strands.segment_block[k], 0, s->n_blocks);
    return good;
}

static bool check_reduced(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "strands", s->strands.n, s->strands.strands) && check_nodes(check) &&
        sn_check_array(check, "strand_segments", s->strands.n_segments, s->strands.segments) &&
        sn_check_indices(check, "strand_node_order", s->strands.n_node_order, s->strands.node_order,
                         0, s->strands.n_nodes);
    for (int i = 0; good && i < s->strands.n; i++)
        good = sn_check_span(check, "strands.first_node", i, s->strands.strands[i].first_node,
                             s->strands.strands[i].n_nodes, s->strands.n_nodes) &&
               sn_check_span(check, "strands.first_segment", i, s->strands.strands[i].first_segment,
                             s->strands.strands[i].n_segments, s->strands.n_segments);
    for (int i = 0; good && i < s->strands.n_segments; i++)
        good = check_segment(check, i);
    return good;
}

/* --- spline strands --- */

static bool check_spline_constraint(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemSplineConstraint *c = &s->splines.constraints[i];
    return sn_check_range(check, "spline_constraints.spline", i, c->spline, 0, s->splines.n) &&
           sn_check_range(check, "spline_constraints.point", i, c->point, -1, s->n_points) &&
           sn_check_range(check, "spline_constraints.other", i, c->other, -1, s->splines.n) &&
           sn_check_range(check, "spline_constraints.surface", i, c->surface, -1, s->surfaces.n) &&
           sn_check_range(check, "spline_constraints.kept", i, c->kept, -1, s->state.n_strands) &&
           sn_check_range(check, "spline_constraints.row", i, c->row, 0, s->rows.n);
}

static bool check_splines(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "splines", s->splines.n, s->splines.splines) &&
                sn_check_indices(check, "spline_block", s->splines.n_nodes, s->splines.block, 0,
                                 s->n_active) &&
                sn_check_array(check, "spline_points", s->splines.n_points, s->splines.points) &&
                sn_check_array(check, "spline_samples", s->splines.n_samples, s->splines.samples) &&
                sn_check_array(check, "spline_constraints", s->splines.n_constraints,
                               s->splines.constraints);
    for (int i = 0; good && i < s->splines.n; i++) {
        const SnSystemSpline *spline = &s->splines.splines[i];
        const int spans = spline->n_nodes - 3;
        good =
            sn_check_that(check, spans >= 1, "splines.n_nodes", i, "fewer than four") &&
            sn_check_span(check, "splines.first_node", i, spline->first_node, spline->n_nodes,
                          s->splines.n_nodes) &&
            sn_check_span(check, "splines.first_point", i, spline->first_point,
                          spans * SN_SPLINE_GAUSS, s->splines.n_points) &&
            sn_check_span(check, "splines.first_sample", i, spline->first_sample,
                          spans * SN_SPLINE_SAMPLES + 1, s->splines.n_samples) &&
            sn_check_span(check, "splines.slots", i, spline->slots, 10 * spans, s->pairs.n_slots);
    }
    for (int i = 0; good && i < s->splines.n_constraints; i++)
        good = check_spline_constraint(check, i);
    return good;
}

/* --- Cosserat strands --- */

static bool check_rod(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemRod *rod = &s->rods.rods[i];
    return sn_check_span(check, "rods.first_frame", i, rod->first_frame, rod->n_frames,
                         s->rods.n_frames) &&
           sn_check_span(check, "rods.first_segment", i, rod->first_segment, rod->n_segments,
                         s->rods.n_segments) &&
           sn_check_that(check, rod->n_segments == rod->n_frames - 1, "rods.n_segments", i,
                         "not one fewer than there are frames") &&
           sn_check_range(check, "rods.muscle", i, rod->muscle, -1, s->paths.n_muscles) &&
           sn_check_span(check, "rods.first_partner", i, rod->first_partner, rod->n_partners,
                         s->rods.n_partners);
}

static bool check_rods(SnWalk *check)
{
    const SnSystem *s = check->system;
    const SnSystemRods *rods = &s->rods;
    bool good = sn_check_array(check, "rods", rods->n, rods->rods) &&
                sn_check_indices(check, "rods.frame_block", rods->n_frames, rods->frame_block, 0,
                                 s->n_blocks) &&
                sn_check_array(check, "rods.segments", rods->n_segments, rods->segments) &&
                sn_check_array(check, "rods.partners", rods->n_partners, rods->partners) &&
                sn_check_array(check, "rods.surfaces", rods->n_surfaces, rods->surfaces);
    for (int i = 0; good && i < rods->n_frames; i++)
        good = sn_check_that(check, s->blocks[rods->frame_block[i]].kind == SN_BLOCK_BODY,
                             "rods.frame_block", i, "it is no body");
    for (int i = 0; good && i < rods->n; i++)
        good = check_rod(check, i);
    for (int i = 0; good && i < rods->n_segments; i++) {
        const SnSystemRodSegment *segment = &rods->segments[i];
        good = sn_check_range(check, "rods.segments.rod", i, segment->rod, 0, rods->n) &&
               sn_check_range(check, "rods.segments.block", i, segment->block[0], 0, s->n_blocks) &&
               sn_check_range(check, "rods.segments.block", i, segment->block[1], 0, s->n_blocks) &&
               sn_check_span(check, "rods.segments.slots", i, segment->slots, 3, s->pairs.n_slots);
    }
    for (int i = 0; good && i < rods->n_partners; i++)
        good = sn_check_range(check, "rods.partners.surface", i, rods->partners[i].surface, -1,
                              rods->n_surfaces) &&
               (rods->partners[i].surface >= 0 ||
                sn_check_range(check, "rods.partners.rod", i, rods->partners[i].rod, 0, rods->n));
    for (int i = 0; good && i < rods->n_surfaces; i++)
        good = sn_check_range(check, "rods.surfaces.block", i, rods->surfaces[i].block, 0,
                              s->n_blocks);
    return good;
}

bool sn_check_strands(SnWalk *check)
{
    return check_guides(check) && check_surfaces(check) && check_pulleys(check) &&
           check_reduced(check) && check_splines(check) && check_rods(check);
}
