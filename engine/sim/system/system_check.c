/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through blocks, what is attached to them, attachments and pairs. */
#include "engine/sim/system/check.h"

#include <math.h>

/* --- blocks --- */

static bool check_block(SnWalk *check, int i, int q, int u)
{
    const SnSystem *s = check->system;
    const SnBlock *block = &s->blocks[i];
    if (!sn_check_range(check, "blocks.kind", i, (int)block->kind, 0, SN_BLOCK_EULERIAN + 1) ||
        !sn_check_that(check, block->n == sn_block_n_u(block), "blocks.n", i,
                       "not as many velocities as its kind has") ||
        !sn_check_that(check, block->q == q, "blocks.q", i,
                       "does not begin where the block before it ends") ||
        !sn_check_that(check, block->u == u, "blocks.u", i,
                       "does not begin where the block before it ends") ||
        !sn_check_that(check, isfinite(block->mass) && block->mass >= 0, "blocks.mass", i,
                       "not a mass"))
        return false;
    const int places[] = {[SN_BLOCK_GUIDE] = s->guides.n,
                          [SN_BLOCK_SURFACE] = s->surfaces.n,
                          [SN_BLOCK_EULERIAN] = s->strands.n_nodes};
    if (!sn_block_has_mass(block) &&
        !sn_check_range(check, "blocks.place", i, block->owner, 0, places[block->kind]))
        return false;
    const bool body = block->kind == SN_BLOCK_BODY;
    if (block->target >= 0 &&
        (!sn_check_that(check, sn_is_kinematic(s, i), "blocks.target", i, "it is not kinematic") ||
         !sn_check_span(check, "blocks.target", i, block->target,
                        body ? SN_TARGET_BODY_INPUTS : SN_TARGET_POINT_INPUTS, s->inputs.n) ||
         !sn_check_span(check, "blocks.memory", i, block->memory, body ? 7 : 3,
                        s->state.n_targets)))
        return false;
    if (!body)
        return true;
    const double *m = block->inertia;
    const double scale = fabs(m[0]) + fabs(m[4]) + fabs(m[8]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < r; c++)
            if (!(fabs(m[3 * r + c] - m[3 * c + r]) <= 1e-9 * scale))
                return sn_check_fail(check, "blocks.inertia", i, "not symmetric");
    return sn_check_unit(check, "q0 of block", i, s->q0 + block->q + 3) &&
           sn_check_finite(check, "blocks.inertia", 9, m);
}

static bool check_blocks(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "blocks", s->n_blocks, s->blocks) &&
        sn_check_range(check, "n_active", -1, s->n_active, 0, s->n_blocks + 1) &&
        sn_check_range(check, "n_attached", -1, s->n_attached, 0, s->n_blocks - s->n_active + 1) &&
        sn_check_finite(check, "q0", s->n_q, s->q0) && sn_check_finite(check, "u0", s->n_u, s->u0);
    int q = 0, u = 0, active = 0;
    for (int i = 0; good && i < s->n_blocks; i++) {
        good = check_block(check, i, q, u);
        q += good ? sn_block_n_q(&s->blocks[i]) : 0;
        u += s->blocks[i].n;
        active = i < s->n_active ? u : active;
    }
    return good &&
           sn_check_that(check, q == s->n_q, "n_q", -1, "not the sum of what the blocks have") &&
           sn_check_that(check, u == s->n_u, "n_u", -1, "not the sum of what the blocks have") &&
           sn_check_that(check, active == s->n_u_active, "n_u_active", -1,
                         "not the sum of what the active blocks have");
}

static bool check_riders(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "points", s->n_points, s->points) &&
                sn_check_array(check, "frames", s->n_frames, s->frames);
    for (int i = 0; good && i < s->n_points; i++)
        good = sn_check_range(check, "points.block", i, s->points[i].block, -1, s->n_blocks) &&
               sn_check_range(check, "points.frame", i, s->points[i].frame, 0, s->n_frames + 1) &&
               sn_check_that(
                   check,
                   isfinite(s->points[i].local[0] + s->points[i].local[1] + s->points[i].local[2]),
                   "points.local", i, "not finite");
    for (int i = 0; good && i < s->n_frames; i++) {
        const SnSystemFrame *frame = &s->frames[i];
        good =
            sn_check_range(check, "frames.block", i, frame->block, -1, s->n_blocks) &&
            sn_check_that(check, frame->block < 0 || s->blocks[frame->block].kind == SN_BLOCK_BODY,
                          "frames.block", i, "it is no body") &&
            sn_check_unit(check, "frames.orientation", i, frame->orientation);
    }
    return good;
}

/* --- attachments --- */

/* Roots are handed out in the order in which attachments are worked out, so those of a master lie
 * before those of its slaves. */
static bool check_attachment(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemAttachment *a = &s->attachments.attachments[i];
    if (!sn_check_range(check, "attachments.kind", i, (int)a->kind, 0,
                        SN_ATTACH_POINT_TO_SURFACE + 1) ||
        !sn_check_range(check, "attachments.block", i, a->block, s->n_active,
                        s->n_active + s->n_attached) ||
        !sn_check_span(check, "attachments.first", i, a->first, a->count,
                       s->attachments.n_masters) ||
        !sn_check_span(check, "attachments.first_root", i, a->first_root, a->n_roots,
                       s->attachments.n_roots) ||
        !sn_check_that(check, s->attachments.of[a->block - s->n_active] == i, "attachment_of",
                       a->block - s->n_active, "not the attachment of its block"))
        return false;
    for (int k = a->first; k < a->first + a->count; k++) {
        const int master = s->attachments.master[k];
        if (master < s->n_active || sn_is_kinematic(s, master))
            continue;
        const SnSystemAttachment *before =
            &s->attachments.attachments[s->attachments.of[master - s->n_active]];
        if (!sn_check_that(check, before->first_root < a->first_root, "attachment_order", i,
                           "a slave comes before its master"))
            return false;
    }
    for (int r = a->first_root; r < a->first_root + a->n_roots; r++) {
        const int root = s->attachments.root[r];
        if (!sn_check_that(check, root < s->n_active || sn_is_kinematic(s, root), "attachment_root",
                           r, "it is attached itself") ||
            !sn_check_that(check, r == a->first_root || s->attachments.root[r - 1] < root,
                           "attachment_root", r, "not ascending") ||
            !sn_check_span(check, "attachment_jacobian", r, s->attachments.jacobian[r],
                           s->blocks[a->block].n * s->blocks[root].n, s->attachments.n_jacobian))
            return false;
    }
    return true;
}

static bool check_attachments(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_that(check, s->attachments.n == s->n_attached, "n_attachments", -1,
                      "not as many as there are attached blocks") &&
        sn_check_array(check, "attachments", s->attachments.n, s->attachments.attachments) &&
        sn_check_indices(check, "attachment_master", s->attachments.n_masters,
                         s->attachments.master, 0, s->n_blocks) &&
        sn_check_finite(check, "attachment_weight",
                        s->attachments.weight ? s->attachments.n_masters : 0,
                        s->attachments.weight) &&
        sn_check_indices(check, "attachment_order", s->attachments.n, s->attachments.order, 0,
                         s->attachments.n) &&
        sn_check_indices(check, "attachment_of", s->n_attached, s->attachments.of, 0,
                         s->attachments.n) &&
        sn_check_indices(check, "attachment_root", s->attachments.n_roots, s->attachments.root, 0,
                         s->n_blocks) &&
        sn_check_indices(check, "attachment_jacobian", s->attachments.n_roots,
                         s->attachments.jacobian, 0, s->attachments.n_jacobian + 1) &&
        sn_check_indices(check, "attachment_chain", s->attachments.n_chain, s->attachments.chain, 0,
                         s->attachments.n_roots) &&
        sn_check_array(check, "held", s->attachments.n_fixed, s->attachments.fixed);
    for (int i = 0; good && i < s->attachments.n; i++)
        good = check_attachment(check, i);
    for (int i = 1; good && i < s->attachments.n; i++)
        good = sn_check_that(check,
                             s->attachments.attachments[s->attachments.order[i - 1]].first_root <=
                                 s->attachments.attachments[s->attachments.order[i]].first_root,
                             "attachment_order", i, "a slave comes before its master");
    for (int i = 0; good && i < s->attachments.n_fixed; i++)
        good = sn_check_range(check, "held.block", i, s->attachments.fixed[i].block,
                              s->n_active + s->n_attached, s->n_blocks);
    return good;
}

/* --- pairs and the reduction --- */

static bool check_pair(SnWalk *check, int p, int value)
{
    const SnSystem *s = check->system;
    const int row = s->pairs.row[p], column = s->pairs.column[p];
    const bool ordered = p < s->n_active || (p >= s->pairs.n && p < s->pairs.n + s->n_attached)
                             ? row == column
                             : row > column;
    if (!sn_check_that(check, ordered, "pair_row", p,
                       "the diagonal comes first, then rows greater than columns") ||
        !sn_check_that(check, s->pairs.value[p] == value, "pair_value", p,
                       "does not begin where the pair before it ends") ||
        !sn_check_that(check, p >= s->pairs.n || row < s->n_active, "pair_row", p,
                       "an active pair with a block that is not") ||
        !sn_check_that(check, p < s->pairs.n || row >= s->n_active, "pair_row", p,
                       "an outer pair of active blocks"))
        return false;
    const bool first =
        p == 0 || p == s->n_active || p == s->pairs.n || p == s->pairs.n + s->n_attached;
    return first || sn_check_that(check,
                                  s->pairs.row[p - 1] < row || (s->pairs.row[p - 1] == row &&
                                                                s->pairs.column[p - 1] < column),
                                  "pair_column", p, "not ordered by row and column");
}

static bool check_pairs(SnWalk *check)
{
    const SnSystem *s = check->system;
    const int n = s->pairs.n + s->pairs.n_outer;
    bool good =
        sn_check_that(check, s->pairs.n >= s->n_active && s->pairs.n_outer >= s->n_attached,
                      "n_pairs", -1, "fewer than there are blocks on the diagonal") &&
        sn_check_indices(check, "pair_row", n, s->pairs.row, 0, s->n_blocks) &&
        sn_check_indices(check, "pair_column", n, s->pairs.column, 0, s->n_blocks) &&
        sn_check_indices(check, "pair_value", n, s->pairs.value, 0, s->pairs.n_values + 1) &&
        sn_check_indices(check, "stiffness_slot", s->pairs.n_slots, s->pairs.stiffness_slot, -1,
                         n) &&
        sn_check_indices(check, "reduce_start", s->pairs.n_outer + 1, s->pairs.reduce_start, 0,
                         1 << 30);
    int value = 0;
    for (int p = 0; good && p < n; p++) {
        good = check_pair(check, p, value);
        value += s->blocks[s->pairs.row[p]].n * s->blocks[s->pairs.column[p]].n;
    }
    good = good && sn_check_that(check, value == s->pairs.n_values, "n_pair_values", -1,
                                 "not the sum of what the pairs have");
    for (int i = 0; good && i < s->pairs.n_outer; i++)
        good = sn_check_that(check, s->pairs.reduce_start[i] <= s->pairs.reduce_start[i + 1],
                             "reduce_start", i + 1, "descends");
    for (int i = 0; good && i < s->pairs.reduce_start[s->pairs.n_outer]; i++) {
        const SnReduceOperation *r = &s->pairs.reduce[i];
        good = sn_check_range(check, "reduce.target", i, r->target, 0, s->pairs.n) &&
               sn_check_range(check, "reduce.row_jacobian", i, r->row_jacobian, -1,
                              s->attachments.n_jacobian) &&
               sn_check_range(check, "reduce.column_jacobian", i, r->column_jacobian, -1,
                              s->attachments.n_jacobian);
    }
    return good;
}

static bool check_whole(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_that(check, isfinite(s->step_size) && s->step_size > 0, "step_size", -1,
                              "not a positive number") &&
                sn_check_that(check, isfinite(s->length_scale) && s->length_scale > 0,
                              "length_scale", -1, "not a positive number") &&
                sn_check_that(check, isfinite(s->accuracy) && s->accuracy >= 0, "accuracy", -1,
                              "not a number of at least 0") &&
                sn_check_range(check, "method", -1, (int)s->method, 0, SN_STEP_STATIC + 1) &&
                sn_check_array(check, "input0", s->inputs.n, s->inputs.base) &&
                sn_check_finite(check, "strand0", s->state.n_strands, s->state.strand0) &&
                sn_check_array(check, "index_of", s->index.n, s->index.of) &&
                sn_check_array(check, "generation_of", s->index.n, s->index.generation);
    for (int i = 0; good && i < s->state.n_lags; i++)
        good = sn_check_range(check, "lags.input", i, s->state.lags[i].input, 0, s->inputs.n);
    if (good && s->state.activation0)
        good = sn_check_finite(check, "activation0", s->state.n_activations, s->state.activation0);
    return good;
}

SnFault sn_system_check(const SnSystem *system)
{
    SnWalk check = {.system = system};
    if (check_whole(&check) && check_blocks(&check) && check_riders(&check) &&
        check_attachments(&check) && check_pairs(&check) && sn_check_rows(&check) &&
        sn_check_forces(&check))
        sn_check_strands(&check);
    return check.fault;
}
