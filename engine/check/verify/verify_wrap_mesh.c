/* SPDX-License-Identifier: GPL-3.0-or-later */
/* F-mesh: the shortest way over the convex hull of a mesh, against that over the round thing which
 * the mesh stands for; joint-modeller's ways in a plane beside it. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"

#include <math.h>

static SnWrapHull *prism(double radius, int sides)
{
    SnConvex shape;
    sn_convex_prism(radius, 40 * radius, sides, &shape);
    SnWrapHull *hull = sn_wrap_hull_new(&shape);
    sn_convex_free(&shape);
    return hull;
}

/* NAN: not found. */
static double length_over(const SnWrapHull *hull, const double x[3], const double y[3],
                          SnWrapArc arcs[SN_WRAP_ARCS])
{
    const SnWrapForm form = {.shape = SN_WRAP_HULL, .hull = hull};
    return sn_wrap_one(&form, x, y, arcs) ? sn_wrap_length(x, y, arcs) : (double)NAN;
}

/* F1 with a cylinder of flat sides; how the error falls with their number. */
static void round_cylinder(SnVerifySink *sink)
{
    const double from[3] = {-0.06, 0.01, -0.03}, to[3] = {0.05, -0.005, 0.04};
    const double exact = 0.136445672533;
    double off[3];
    for (int i = 0; i < 3; i++) {
        SnWrapArc arcs[SN_WRAP_ARCS];
        SnWrapHull *hull = prism(0.02, 100 << i);
        off[i] = fabs(length_over(hull, from, to, arcs) / exact - 1);
        sn_free(hull);
    }
    sn_verify_absolute(sink, "F-mesh-cylinder-400", off[2], 0, 2e-5, "F1: a round cylinder");
    sn_verify_absolute(sink, "F-mesh-order", log2(off[0] / off[2]) / 2, 2, 0.3,
                       "chords for arcs: the number of sides squared");
}

/* Joint-modeller 4.1, fig. 6: to the other face of a cylinder, at a height of so many radii.  Its
 * plane's half ellipse is at worst 3.7 % longer than the helix by quadrature, 7 % it says. */
static void to_the_other_face(SnVerifySink *sink)
{
    SnWrapHull *hull = prism(1, 360);
    double worst = 0;
    for (int i = 0; i <= 40; i++) {
        const double h = 0.25 * i, out = 1 + 1e-9;
        const double x[3] = {out, 0, -h / 2}, y[3] = {-out, 0, h / 2};
        SnWrapArc arcs[SN_WRAP_ARCS];
        worst = fmax(worst, fabs(length_over(hull, x, y, arcs) / hypot(M_PI, h) - 1));
    }
    sn_free(hull);
    sn_verify_absolute(sink, "F-mesh-opposite", worst, 0, 1e-4,
                       "a helix; joint-modeller fig. 6: its method 7 %, exact below 0.01 %");
}

/* The mesh of a shape's faces, as seen from their first corners. */
static SnWrapMesh *mesh_of(const SnConvex *shape)
{
    int(*triangle)[3] = sn_alloc((size_t)shape->start[shape->n_faces], sizeof *triangle), n = 0;
    for (int f = 0; f < shape->n_faces; f++)
        for (int k = shape->start[f] + 1; k + 1 < shape->start[f + 1]; k++, n++) {
            triangle[n][0] = shape->corner[shape->start[f]];
            triangle[n][1] = shape->corner[k], triangle[n][2] = shape->corner[k + 1];
        }
    SnWrapMesh *mesh = sn_wrap_mesh_new(shape->n_vertices, (const double(*)[3])shape->vertex, n,
                                        (const int(*)[3])triangle);
    sn_free(triangle);
    return mesh;
}

/* Half of an ellipse [m], by the trapezoidal rule, which of a period is exact. */
static double half_ellipse(double a, double b)
{
    enum { PARTS = 400 };
    double sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += hypot(a * sin(M_PI * i / PARTS), b * cos(M_PI * i / PARTS));
    return sum * M_PI / PARTS;
}

/* The same in a plane: across the line between the ends it is the half ellipse of fig. 6, of all
 * planes the worst. */
static void to_the_other_face_in_a_plane(SnVerifySink *sink)
{
    SnConvex shape;
    double off = 0, worst = 0;
    sn_convex_prism(1, 40, 360, &shape);
    SnWrapMesh *mesh = mesh_of(&shape);
    const SnWrapForm form = {.shape = SN_WRAP_MESH, .mesh = mesh, .side = SN_WRAP_PLUS_Y};
    sn_convex_free(&shape);
    for (int i = 0; i <= 40; i++) {
        const double h = 0.25 * i, x[3] = {1, 0, -h / 2}, y[3] = {-1, 0, h / 2};
        SnWrapPlanar way;
        const bool found = sn_wrap_over_mesh(&form, x, y, &way);
        const double length = found ? way.length : HUGE_VAL;
        off = fmax(off, fabs(length / half_ellipse(hypot(1, h / 2), 1) - 1));
        worst = fmax(worst, length / hypot(M_PI, h) - 1);
    }
    sn_free(mesh);
    sn_verify_absolute(sink, "F-mesh-plane-ellipse", off, 0, 1e-4, "half an ellipse, quadrature");
    sn_verify_absolute(sink, "F-mesh-plane-opposite", worst, 0, 0.07,
                       "a helix; joint-modeller fig. 6: 7 % at worst");
}

/* A hull without symmetry, turned about z under a string. */
static void turning_hull(SnVerifySink *sink)
{
    enum { CORNERS = 60, ANGLES = 200 };
    const double h = 1e-6, from[3] = {-0.09, 0.02, 0.01}, at[3] = {0.08, 0.03, -0.02};
    double corner[CORNERS][3], off = 0, slack = 0, before = HUGE_VAL;
    SnConvex shape;
    for (int i = 0; i < CORNERS; i++) {
        const double z = 1 - (2 * i + 1.0) / CORNERS, r = sqrt(1 - z * z), angle = 2.4 * i;
        sn_v3_set(0.05 * r * cos(angle), 0.03 * r * sin(angle), 0.04 * z, corner[i]);
    }
    sn_convex_hull(CORNERS, (const double(*)[3])corner, 0, &shape);
    SnWrapHull *hull = sn_wrap_hull_new(&shape);
    sn_convex_free(&shape);
    for (int i = 0; i < ANGLES; i++) {
        double length[3], y[3], straight[3] = {0};
        SnWrapArc arcs[SN_WRAP_ARCS];
        const double q = -0.8 + 1.6 * i / ANGLES;
        for (int k = 0; k < 3; k++) {
            const double c = cos(q + (k - 1) * h), s = sin(q + (k - 1) * h);
            sn_v3_set(c * at[0] - s * at[1], s * at[0] + c * at[1], at[2], y);
            SnWrapArc some[SN_WRAP_ARCS];
            length[k] = length_over(hull, from, y, k == 1 ? arcs : some);
            if (k == 1)
                sn_v3_sub(y, arcs->touches ? arcs->point[1] : from, straight);
        }
        const double c = cos(q), s = sin(q);
        sn_v3_set(c * at[0] - s * at[1], s * at[0] + c * at[1], at[2], y);
        sn_v3_normalize(straight, straight);
        const double arm = straight[1] * y[0] - straight[0] * y[1];
        off = fmax(off, fabs((length[2] - length[0]) / (2 * h) - arm));
        if (isfinite(before)) /* the end moves by less than its radius times the angle */
            slack = fmax(slack, fabs(length[1] - before) - 1.6 / ANGLES * hypot(at[0], at[1]));
        before = length[1];
    }
    sn_free(hull);
    sn_verify_absolute(sink, "F-mesh-difference", off, 0, 1e-8, "-dL/dq by differences");
    sn_verify_absolute(sink, "F-mesh-jump", fmax(slack, 0), 0, 1e-12,
                       "a length changes by no more than its end moves");
}

/* The moment of a way in a plane is that of its gradient, not that of its straight parts. */
static void turning_in_a_plane(SnVerifySink *sink)
{
    enum { CORNERS = 60, ANGLES = 200 };
    const double h = 1e-6, from[3] = {-0.09, 0.02, 0.01}, at[3] = {0.08, 0.03, -0.02};
    double corner[CORNERS][3], off[2] = {0};
    SnConvex shape;
    for (int i = 0; i < CORNERS; i++) {
        const double z = 1 - (2 * i + 1.0) / CORNERS, r = sqrt(1 - z * z), angle = 2.4 * i;
        sn_v3_set(0.05 * r * cos(angle), 0.03 * r * sin(angle), 0.04 * z, corner[i]);
    }
    sn_convex_hull(CORNERS, (const double(*)[3])corner, 0, &shape);
    SnWrapMesh *mesh = mesh_of(&shape);
    sn_convex_free(&shape);
    for (int plane = 0; plane < 2; plane++)
        for (int i = 0; i < ANGLES; i++) {
            const SnWrapForm form = {
                .shape = SN_WRAP_MESH, .mesh = mesh, .plane = (SnWrapPlane)plane};
            SnWrapPlanar way[3];
            double y[3][3];
            bool found = true;
            for (int k = 0; k < 3; k++) {
                const double q = -0.8 + 1.6 * i / ANGLES + (k - 1) * h;
                const double c = cos(q), s = sin(q);
                sn_v3_set(c * at[0] - s * at[1], s * at[0] + c * at[1], at[2], y[k]);
                found = sn_wrap_over_mesh(&form, from, y[k], &way[k]) && found;
            }
            const double *g = way[1].gradient, arm = g[4] * y[1][0] - g[3] * y[1][1];
            const double slope = (way[2].length - way[0].length) / (2 * h);
            if (way[1].touches || !found)
                off[plane] = fmax(off[plane], found ? fabs(slope - arm) : HUGE_VAL);
        }
    sn_free(mesh);
    sn_verify_absolute(sink, "F-mesh-plane-difference", off[0], 0, 1e-8, "-dL/dq by differences");
    sn_verify_absolute(sink, "F-mesh-covariance-difference", off[1], 0, 1e-8,
                       "-dL/dq by differences, within sectors");
}

void sn_verify_wrap_mesh(SnVerifySink *sink)
{
    round_cylinder(sink);
    to_the_other_face(sink);
    to_the_other_face_in_a_plane(sink);
    turning_hull(sink);
    turning_in_a_plane(sink);
}
