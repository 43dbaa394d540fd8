/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spline strands need before the first step: quadrature, samples, rows, scratch. */
#include "engine/base/memory.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/system/general_rows.h"

#include <stdlib.h>

SnSplineWorkspace *sn_spline_workspace_new(const SnSystem *system)
{
    if (system->splines.n == 0)
        return NULL;
    SnSplineWorkspace *work = sn_alloc(1, sizeof *work);
    work->results = sn_alloc((size_t)system->splines.n, sizeof *work->results);
    work->spans = sn_alloc((size_t)system->splines.n_nodes + 1, sizeof *work->spans);
    work->x = sn_alloc((size_t)system->splines.n_nodes, sizeof *work->x);
    return work;
}

void sn_spline_workspace_free(SnSplineWorkspace *work)
{
    if (!work)
        return;
    sn_free(work->results);
    sn_free(work->spans);
    sn_free(work->x);
    sn_free(work);
}

void sn_spline_prepare(SnSystem *system, int number, const double (*rest)[3], double ratio,
                       const double *active)
{
    SnSystemSpline *spline = &system->splines.splines[number];
    const int n = spline->n_nodes, spans = n - 3;
    SnSplinePoint *places = system->splines.points + spline->first_point;
    spline->rest_length = 0;
    for (int span = 0; span < spans; span++) {
        SnSplinePoint *mine = places + SN_SPLINE_GAUSS * span;
        sn_spline_points(n, spline->reaches, span, rest + span, ratio,
                         active ? active + span : NULL, mine);
        spline->rest_length += sn_spline_span_rest(mine);
    }
    spline->start_length = spline->rest_length / ratio;
    for (int i = 0; i < sn_spline_n_samples(n); i++) {
        SnSplinePoint *sample = &system->splines.samples[spline->first_sample + i];
        double tangent[3];
        const int span =
            sn_spline_basis_at(n, spline->reaches, (double)i / SN_SPLINE_SAMPLES, &sample->basis);
        sn_spline_combine(sample->basis.first, rest + span, tangent);
        sample->weight = 0;
        sample->speed = ratio * sn_v3_norm(tangent);
        sample->active = active ? 0 : 1;
        for (int k = 0; active && k < 4; k++)
            sample->active += sample->basis.b[k] * active[span + k];
    }
}

/* --- rows of the constraints --- */

int sn_spline_n_kept(const SnSystemSplineConstraint *constraint)
{
    return constraint->kind == SN_SPLINE_SLIDING   ? 1
           : constraint->kind == SN_SPLINE_SURFACE ? 3
                                                   : 0;
}

static int n_rows(const SnSystemSplineConstraint *constraint)
{
    return constraint->kind == SN_SPLINE_SURFACE   ? 1
           : constraint->kind == SN_SPLINE_SLIDING ? 2
                                                   : 3;
}

/* The four control points of a place. */
static int add_place(const SnSystem *system, int spline, double place, int *blocks, int n)
{
    const SnSystemSpline *s = &system->splines.splines[spline];
    SnSplineBasis basis;
    const int span = sn_spline_basis_at(s->n_nodes, s->reaches, place, &basis);
    for (int i = 0; i < 4; i++)
        n = sn_block_add_once(blocks, n, system->splines.block[s->first_node + span + i]);
    return n;
}

/* Blocks of a constraint's rows; a strand that slides may do so along all of it. */
static int blocks_of(const SnSystem *system, const SnSystemSplineConstraint *c, int *blocks)
{
    const SnSystemSpline *spline = &system->splines.splines[c->spline];
    int n = 0;
    if (c->kind == SN_SPLINE_SLIDING)
        for (int i = 0; i < spline->n_nodes; i++)
            n = sn_block_add_once(blocks, n, system->splines.block[spline->first_node + i]);
    else
        n = add_place(system, c->spline, c->parameter, blocks, n);
    if (c->kind == SN_SPLINE_BRANCH)
        n = add_place(system, c->other, c->other_parameter, blocks, n);
    if (c->point >= 0)
        n = sn_block_add_once(blocks, n, system->points[c->point].block);
    if (c->surface >= 0)
        n = sn_block_add_once(blocks, n, system->surfaces.surfaces[c->surface].carrier);
    return n;
}

static void plan(SnSystem *system)
{
    int *blocks = NULL;
    for (int i = 0; i < system->splines.n_constraints; i++) {
        const SnSystemSplineConstraint *c = &system->splines.constraints[i];
        const size_t most = (size_t)system->splines.splines[c->spline].n_nodes + 9;
        blocks = sn_resize(blocks, most, sizeof *blocks);
        const int count = blocks_of(system, c, blocks);
        for (int part = 0; part < n_rows(c); part++)
            sn_general_row_add(
                system, &sn_spline_constraint, false,
                (SnGeneralRow){.id = c->id, .owner = i, .part = part, .count = count},
                part == 0 ? blocks : NULL);
    }
    sn_free(blocks);
}

static void number(SnSystem *system, const SnGeneralRow *row, bool one_sided, int row_of_g)
{
    (void)one_sided;
    if (row->part == 0)
        system->splines.constraints[row->owner].row = row_of_g;
}

const SnConstraintClass sn_spline_constraint = {
    .name = "fixed, surface and sliding points of a spline strand",
    .plan = plan,
    .values = sn_spline_row,
    .number = number,
    .drags = true,
};
