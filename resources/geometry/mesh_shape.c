/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving vertices: Taubin smoothing, projection onto a field, closest point. */
#include "mesh.h"

#include <stdlib.h>

/* Neighbour sums of one step. Every interior edge is met from both of its triangles. On the cut
 * plane of a half mesh (y = 0, both ends on it) the edge is met once here and once in the mirror
 * image, and an interior neighbour counts for itself and its image: same rule, y dropped. */
static void smooth_step(SnGeoMesh *mesh, SnGeoVec *sum, int *count, double factor)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        sum[i] = vec(0, 0, 0);
        count[i] = 0;
    }
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangle[i];
        for (int k = 0; k < 3; k++) {
            int a = t[k], b = t[(k + 1) % 3];
            sum[a] = vadd(sum[a], mesh->vertex[b]);
            sum[b] = vadd(sum[b], mesh->vertex[a]);
            count[a]++;
            count[b]++;
        }
    }
    for (int i = 0; i < mesh->vertex_count; i++) {
        if (count[i] == 0)
            continue;
        SnGeoVec p = mesh->vertex[i];
        SnGeoVec q = vlerp(p, vscale(sum[i], 1.0 / count[i]), factor);
        if (p.y == 0.0)
            q.y = 0.0;
        mesh->vertex[i] = q;
    }
}

void sn_geo_mesh_smooth(SnGeoMesh *mesh, int rounds)
{
    SnGeoVec *sum = sn_geo_alloc((size_t)mesh->vertex_count, sizeof(SnGeoVec));
    int *count = sn_geo_alloc((size_t)mesh->vertex_count, sizeof(int));
    for (int i = 0; i < rounds; i++) {
        smooth_step(mesh, sum, count, 0.5);
        smooth_step(mesh, sum, count, -0.53);
    }
    free(sum);
    free(count);
}

void sn_geo_mesh_project(SnGeoMesh *mesh, SnGeoField f, double reach)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        SnGeoVec start = mesh->vertex[i], p = start;
        for (int round = 0; round < 2; round++) {
            double value = sn_geo_eval(f, p);
            if (fabs(value) < 1e-3)
                break;
            SnGeoVec g = sn_geo_gradient(f, p, value, 0.02);
            double g2 = vdot(g, g);
            if (g2 < 0.04)
                break;
            SnGeoVec q = vmad(p, g, -value / g2);
            if (start.y == 0.0)
                q.y = 0.0;
            if (vlen(vsub(q, start)) > reach)
                break;
            p = q;
        }
        mesh->vertex[i] = p;
    }
}

/* by Voronoi regions: Ericson, Real-Time Collision Detection, 5.1.5 */
SnGeoVec sn_geo_closest_on_triangle(SnGeoVec p, SnGeoVec a, SnGeoVec b, SnGeoVec c)
{
    SnGeoVec ab = vsub(b, a), ac = vsub(c, a), ap = vsub(p, a);
    double d1 = vdot(ab, ap), d2 = vdot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0)
        return a;
    SnGeoVec bp = vsub(p, b);
    double d3 = vdot(ab, bp), d4 = vdot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3)
        return b;
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        return vmad(a, ab, d1 / (d1 - d3));
    SnGeoVec cp = vsub(p, c);
    double d5 = vdot(ab, cp), d6 = vdot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6)
        return c;
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        return vmad(a, ac, d2 / (d2 - d6));
    double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        return vmad(b, vsub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    double scale = 1.0 / (va + vb + vc);
    return vmad(vmad(a, ab, vb * scale), ac, vc * scale);
}

SnGeoVec sn_geo_mesh_closest(const SnGeoMesh *mesh, SnGeoVec p, SnGeoVec *normal)
{
    double best = 1e300;
    SnGeoVec found = p;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangle[i];
        SnGeoVec a = mesh->vertex[t[0]], b = mesh->vertex[t[1]], c = mesh->vertex[t[2]];
        SnGeoVec q = sn_geo_closest_on_triangle(p, a, b, c);
        double d = vlen(vsub(p, q));
        if (d >= best)
            continue;
        best = d;
        found = q;
        if (normal)
            *normal = vunit(vcross(vsub(b, a), vsub(c, a)));
    }
    return found;
}
