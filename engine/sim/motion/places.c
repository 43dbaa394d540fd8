/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion of places along guides and on surfaces, and the rows that they bring. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/motion/guide.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/setup/system_plan.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/work.h"

#include <stdlib.h>

/* Control points of the guide half a time `h` ago: active ones have moved on already, the others
 * have not. */
static void drift_on_guide(const SnSystem *system, const SnBlock *block, double h, double *q,
                           const double *u, double distance)
{
    const SnGuideControl control = {.system = system,
                                    .guide = &system->guides[block->place],
                                    .q = q,
                                    .u = u,
                                    .ahead = h / 2,
                                    .behind = h / 2};
    SnCurve curve;
    sn_guide_curve(&control, &curve);
    q[block->q] = sn_curve_wrap(&curve, sn_curve_traverse(&curve, q[block->q], distance));
}

/* x goes on by the arc that u spans in the tangents at x; u (may be NULL) is turned into those at
 * its end. */
static void drift_on_surface(const SnSystem *system, const SnBlock *block, double h,
                             const double *speed, double *q, double *u)
{
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, &system->surfaces[block->place]);
    double *x = q + block->q, normal[3], t1[3], t2[3], v[3];
    sn_surface_normal(&geometry, x, normal);
    sn_surface_tangents(normal, t1, t2);
    sn_v3_scale(speed[0], t1, v);
    sn_v3_axpy(speed[1], t2, v);
    sn_surface_traverse(&geometry, h, x, v);
    if (!u)
        return;
    sn_surface_normal(&geometry, x, normal);
    sn_surface_tangents(normal, t1, t2);
    u[0] = sn_v3_dot(v, t1);
    u[1] = sn_v3_dot(v, t2);
}

void sn_place_drift(const SnSystem *system, int block, double h, double *q, double *u)
{
    const SnBlock *b = &system->blocks[block];
    if (b->kind == SN_BLOCK_GUIDE)
        drift_on_guide(system, b, h, q, u, h * u[b->u]);
    else
        drift_on_surface(system, b, h, u + b->u, q, u + b->u);
}

void sn_place_displace(const SnSystem *system, int block, const double *displacement, double *q)
{
    const SnBlock *b = &system->blocks[block];
    if (b->kind == SN_BLOCK_GUIDE)
        drift_on_guide(system, b, 0, q, NULL, displacement[0]);
    else
        drift_on_surface(system, b, 1, displacement, q, NULL);
}

/* --- rows --- */

static bool has_row(const SnWideRow *rows, int n, SnWideKind kind, int owner, int part)
{
    for (int i = 0; i < n; i++)
        if (rows[i].kind == kind && rows[i].owner == owner && rows[i].part == part)
            return true;
    return false;
}

/* Appends a row unless it is there already. */
static void add_row(SnSystem *system, bool limit, SnWideRow row, const int *blocks)
{
    SnWideRow **rows = limit ? &system->wide_limits : &system->wide_rows;
    int *n = limit ? &system->n_wide_limits : &system->n_wide_rows;
    if (has_row(*rows, *n, row.kind, row.owner, row.part))
        return;
    row.first = system->n_wide_blocks;
    *rows = sn_resize(*rows, (size_t)(*n + 1), sizeof **rows);
    (*rows)[(*n)++] = row;
    system->wide_block =
        sn_resize(system->wide_block, (size_t)(row.first + row.count), sizeof(int));
    for (int k = 0; k < row.count; k++)
        system->wide_block[system->n_wide_blocks++] = blocks[k];
}

void sn_finish_place_rows(SnSystem *system)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind != SN_BLOCK_GUIDE || system->guides[block->place].ends != SN_GUIDE_CAPPED)
            continue;
        for (int end = 0; end < 2; end++)
            add_row(system, true,
                    (SnWideRow){.kind = SN_WIDE_GUIDE_END,
                                .id = block->id,
                                .owner = i,
                                .part = end,
                                .count = 1},
                    &i);
    }
    for (int i = 0; i < system->n_pulleys; i++) {
        for (int after = 0; after < 2; after++) {
            int block[2];
            const int n = sn_groove_blocks(system, i, after, block);
            if (n > 0)
                add_row(system, true,
                        (SnWideRow){.kind = SN_WIDE_GROOVE,
                                    .id = system->pulleys[i].id,
                                    .owner = i,
                                    .part = after,
                                    .count = n},
                        block);
        }
        SnPulleySlip slip;
        if (system->pulleys[i].grip && sn_pulley_slip(system, NULL, NULL, i, &slip))
            add_row(
                system, false,
                (SnWideRow){
                    .kind = SN_WIDE_GRIP, .id = system->pulleys[i].id, .owner = i, .count = slip.n},
                slip.block);
    }
}
