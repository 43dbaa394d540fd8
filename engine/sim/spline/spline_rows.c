/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that hold points of spline strands (thesis 5.2): at a point, at another strand, on a
 * surface, or free to slide through a point. */
#include "engine/sim/motion/surface.h"
#include "engine/sim/spline/spline.h"

#include <assert.h>

/* Adds n numbers of a block to a row's values. */
static void put_value(const SnSystem *system, const SnGeneralRow *row, double *values, int block,
                      const double *numbers)
{
    for (int i = 0; i < row->count; i++) {
        const int mine = system->general.block[row->first + i];
        const int n = system->blocks[mine].n;
        if (mine == block) {
            for (int k = 0; k < n; k++)
                values[k] += numbers[k];
            return;
        }
        values += n;
    }
    assert(!"a block is not in its row");
}

/* The direction's share of a place of a strand. */
static void put_place(const SnSystem *system, const SnGeneralRow *row, double *values, int spline,
                      double place, const double direction[3])
{
    const SnSystemSpline *s = &system->splines.splines[spline];
    SnSplineBasis basis;
    const int span = sn_spline_basis_at(s->n_nodes, s->reaches, place, &basis);
    for (int i = 0; i < 4; i++) {
        double numbers[3];
        sn_v3_scale(basis.b[i], direction, numbers);
        put_value(system, row, values, system->splines.block[s->first_node + span + i], numbers);
    }
}

/* A place of a block, from its centre, body axes: numbers of a row that measures it along a world
 * direction. */
static void put_local(const SnSystem *system, const SnWorkspace *work, const SnGeneralRow *row,
                      double *values, int block, const double local[3], const double direction[3])
{
    double numbers[6];
    if (block < 0)
        return;
    sn_v3_copy(direction, numbers);
    if (system->blocks[block].kind == SN_BLOCK_BODY) {
        double in_body[3];
        sn_m3_tmul_v3(work->motion.rotation[block], direction, in_body);
        sn_v3_cross(local, in_body, numbers + 3);
    }
    put_value(system, row, values, block, numbers);
}

static SnSplineCurve curve_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                              int spline)
{
    const SnSystemSpline *s = &system->splines.splines[spline];
    double(*x)[3] = work->forces.spline->x + s->first_node;
    for (int i = 0; i < s->n_nodes; i++) {
        const int block = system->splines.block[s->first_node + i];
        sn_v3_copy(sn_state_q_const(state) + system->blocks[block].q, x[i]);
    }
    return (SnSplineCurve){s->n_nodes, s->reaches, (const double(*)[3])x};
}

static void subtract(const double a[3], double r[3])
{
    sn_v3_scale(-1, a, r);
}

/* x(place) - x0 = 0 along world axis `part`. */
static double fixed_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const SnGeneralRow *row, double *values)
{
    const SnSystemSplineConstraint *c = &system->splines.constraints[row->owner];
    const SnSplineCurve curve = curve_of(system, state, work, c->spline);
    double x[3], x0[3], direction[3] = {0}, against[3];
    direction[row->part] = 1;
    subtract(direction, against);
    sn_spline_point(&curve, c->parameter, x, NULL, NULL);
    if (c->kind == SN_SPLINE_BRANCH) {
        const SnSplineCurve other = curve_of(system, state, work, c->other);
        sn_spline_point(&other, c->other_parameter, x0, NULL, NULL);
    } else {
        sn_v3_copy(work->motion.point_position[c->point], x0);
    }
    if (values) {
        put_place(system, row, values, c->spline, c->parameter, direction);
        if (c->kind == SN_SPLINE_BRANCH)
            put_place(system, row, values, c->other, c->other_parameter, against);
        else
            put_local(system, work, row, values, system->points[c->point].block,
                      system->points[c->point].local, against);
    }
    return x[row->part] - x0[row->part];
}

/* The place of the strand nearest to the point, and two directions across it. */
static double sliding_place(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnSystemSplineConstraint *c, double x[3], double across[2][3])
{
    const SnSplineCurve curve = curve_of(system, state, work, c->spline);
    const double place = sn_spline_closest(&curve, work->motion.point_position[c->point],
                                           sn_state_strands_const(state)[c->kept]);
    double tangent[3];
    sn_spline_point(&curve, place, x, tangent, NULL);
    sn_v3_normalize(tangent, tangent);
    sn_v3_tangents(tangent, across[0], across[1]);
    return place;
}

/* n . (x - x0) = 0, n across the strand: that x is another place of it as it slides does not
 * matter, x moves along the tangent then (5.13). */
static double sliding_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnGeneralRow *row, double *values)
{
    const SnSystemSplineConstraint *c = &system->splines.constraints[row->owner];
    double x[3], across[2][3], apart[3], against[3];
    const double place = sliding_place(system, state, work, c, x, across);
    const double *direction = across[row->part];
    sn_v3_sub(x, work->motion.point_position[c->point], apart);
    if (values) {
        subtract(direction, against);
        put_place(system, row, values, c->spline, place, direction);
        put_local(system, work, row, values, system->points[c->point].block,
                  system->points[c->point].local, against);
    }
    return sn_v3_dot(direction, apart);
}

/* A world point from the carrier's centre in its axes, and in the surface's frame. */
static void into_surface(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnSystemSurface *surface, const double x[3], double local[3],
                         double in_surface[3])
{
    sn_v3_copy(x, local);
    if (surface->carrier >= 0) {
        sn_v3_sub(x, sn_state_q_const(state) + system->blocks[surface->carrier].q, local);
        sn_m3_tmul_v3(work->motion.rotation[surface->carrier], local, local);
    }
    sn_pose_inverse_point(surface->position, surface->orientation, local, in_surface);
}

/* Signed distance of matter from the surface; its derivative is along the normal (5.12). */
static double surface_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnGeneralRow *row, double *values)
{
    const SnSystemSplineConstraint *c = &system->splines.constraints[row->owner];
    const SnSystemSurface *surface = &system->surfaces.surfaces[c->surface];
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
    const SnSplineCurve curve = curve_of(system, state, work, c->spline);
    double x[3], local[3], p[3], nearest[3], normal[3], apart[3], against[3];
    sn_spline_point(&curve, c->parameter, x, NULL, NULL);
    into_surface(system, state, work, surface, x, local, p);
    sn_v3_copy(sn_state_strands_const(state) + c->kept, nearest);
    sn_surface_track(&geometry, p, nearest);
    sn_surface_normal(&geometry, nearest, normal);
    sn_v3_sub(p, nearest, apart);
    const double distance = sn_v3_dot(normal, apart);
    if (values) {
        sn_q_rotate(surface->orientation, normal, normal);
        if (surface->carrier >= 0)
            sn_m3_mul_v3(work->motion.rotation[surface->carrier], normal, normal);
        subtract(normal, against);
        put_place(system, row, values, c->spline, c->parameter, normal);
        put_local(system, work, row, values, surface->carrier, local, against);
    }
    return distance;
}

bool sn_spline_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   const SnGeneralRow *row, double *values, double *residual)
{
    assert(!work || work->system == system);
    const SnSystemSplineConstraint *c = &system->splines.constraints[row->owner];
    if (c->kind == SN_SPLINE_SLIDING)
        *residual = sliding_row(system, state, work, row, values);
    else if (c->kind == SN_SPLINE_SURFACE)
        *residual = surface_row(system, state, work, row, values);
    else
        *residual = fixed_row(system, state, work, row, values);
    return true;
}

void sn_spline_track(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->splines.n_constraints; i++) {
        const SnSystemSplineConstraint *c = &system->splines.constraints[i];
        double x[3], across[2][3], local[3], p[3];
        if (c->kind == SN_SPLINE_SLIDING) {
            sn_state_strands(state)[c->kept] = sliding_place(system, state, work, c, x, across);
        } else if (c->kind == SN_SPLINE_SURFACE) {
            const SnSystemSurface *surface = &system->surfaces.surfaces[c->surface];
            const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
            const SnSplineCurve curve = curve_of(system, state, work, c->spline);
            sn_spline_point(&curve, c->parameter, x, NULL, NULL);
            into_surface(system, state, work, surface, x, local, p);
            sn_surface_track(&geometry, p, sn_state_strands(state) + c->kept);
        }
    }
}

void sn_spline_constraint_force(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, int constraint, double force[3])
{
    assert(!work || work->system == system);
    assert(constraint >= 0 && constraint < system->splines.n_constraints);
    const SnSystemSplineConstraint *c = &system->splines.constraints[constraint];
    const double *lambda = sn_state_lambda_const(state) + c->row;
    sn_v3_set(0, 0, 0, force);
    if (c->kind == SN_SPLINE_SLIDING) {
        double x[3], across[2][3];
        sliding_place(system, state, work, c, x, across);
        sn_v3_axpy(lambda[0], across[0], force);
        sn_v3_axpy(lambda[1], across[1], force);
    } else if (c->kind == SN_SPLINE_SURFACE) {
        const SnSystemSurface *surface = &system->surfaces.surfaces[c->surface];
        const SnSurfaceGeometry geometry = sn_surface_geometry(system, surface);
        sn_surface_normal(&geometry, sn_state_strands_const(state) + c->kept, force);
        sn_q_rotate(surface->orientation, force, force);
        if (surface->carrier >= 0)
            sn_m3_mul_v3(work->motion.rotation[surface->carrier], force, force);
        sn_v3_scale(lambda[0], force, force);
    } else {
        sn_v3_copy(lambda, force);
    }
}
