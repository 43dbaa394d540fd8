/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
/* Motion of places along guides and on surfaces. */
#include "engine/base/vec.h"
#include "engine/sim/motion/guide.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>

/* Control points of the guide half a time `h` ago: active ones have moved on already, the others
 * have not. */
static void drift_on_guide(const SnSystem *system, const SnBlock *block, double h, double *q,
                           const double *u, double distance)
{
    const SnGuideControl control = {.system = system,
                                    .guide = &system->guides.guides[block->owner],
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
    const SnSurfaceGeometry geometry =
        sn_surface_geometry(system, &system->surfaces.surfaces[block->owner]);
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

void sn_coordinate_drift(const SnSystem *system, int block, double h, double *q, double *u)
{
    assert(block >= 0 && block < system->n_blocks);
    const SnBlock *b = &system->blocks[block];
    if (b->kind == SN_BLOCK_GUIDE)
        drift_on_guide(system, b, h, q, u, h * u[b->u]);
    else
        drift_on_surface(system, b, h, u + b->u, q, u + b->u);
}

void sn_coordinate_displace(const SnSystem *system, int block, const double *displacement,
                            double *q)
{
    assert(block >= 0 && block < system->n_blocks);
    const SnBlock *b = &system->blocks[block];
    if (b->kind == SN_BLOCK_GUIDE)
        drift_on_guide(system, b, 0, q, NULL, displacement[0]);
    else
        drift_on_surface(system, b, 1, displacement, q, NULL);
}
