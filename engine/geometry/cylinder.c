/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/cylinder.h"

#include "engine/base/vec.h"

#include <math.h>

#define AROUND (SN_CYLINDER_LOWEST - 1) /* points of a rim */
#define SAME   1e-9 /* sine between a normal and the axis that gives no direction across */
#define WITHIN 0.2  /* of the lesser of radius and half length */

void sn_cylinder_end(const SnCylinder *c, double side, double p[3])
{
    sn_v3_copy(c->c, p);
    sn_v3_axpy(side * c->h, c->a, p);
}

SnCylinder sn_cylinder_within(const SnCylinder *c)
{
    SnCylinder within = *c;
    const double less = WITHIN * fmin(c->r, c->h);
    within.r -= less;
    within.h -= less;
    return within;
}

double sn_cylinder_reach(const SnCylinder *c, const double n[3])
{
    const double along = sn_v3_dot(n, c->a);
    return sn_v3_dot(n, c->c) + c->h * fabs(along) + c->r * sqrt(fmax(1 - along * along, 0));
}

double sn_cylinder_distance(const SnCylinder *c, const double p[3], double normal[3],
                            SnCylinderPart *part)
{
    double arm[3], out[3];
    sn_v3_sub(p, c->c, arm);
    const double z = sn_v3_dot(arm, c->a), side = z < 0 ? -1 : 1;
    sn_v3_axpy(-z, c->a, arm);
    const double radial = sn_v3_normalize(arm, out), up = fabs(z) - c->h, off = radial - c->r;
    if (!(radial > 0)) {
        double unused[3];
        sn_v3_tangents(c->a, out, unused);
    }
    if (up > 0 && off > 0) {
        const double distance = hypot(up, off);
        sn_v3_scale(off / distance, out, normal);
        sn_v3_axpy(side * up / distance, c->a, normal);
        *part = SN_CYLINDER_RIM;
        return distance;
    }
    *part = off > up ? SN_CYLINDER_SIDE : SN_CYLINDER_CAP;
    if (off > up)
        sn_v3_copy(out, normal);
    else
        sn_v3_scale(side, c->a, normal);
    return fmax(off, up);
}

int sn_cylinder_lowest(const SnCylinder *c, const double n[3], double (*p)[3], double *core)
{
    const double along = sn_v3_dot(n, c->a), across = sqrt(fmax(1 - along * along, 0));
    double out[3], turned[3];
    sn_v3_scale(-1, n, out);
    sn_v3_axpy(along, c->a, out);
    if (!(sn_v3_normalize(out, out) > SAME))
        sn_v3_tangents(c->a, out, turned);
    sn_v3_cross(c->a, out, turned);
    const double low = along > 0 ? -1 : 1;
    int count = 0;
    for (int end = 0; end < 2; end++, count++) {
        sn_cylinder_end(c, end == 0 ? low : -low, p[count]);
        sn_v3_axpy(c->r, out, p[count]);
        core[count] = fabs(along) < SN_CYLINDER_CAP_ON_FACE ? c->r / across : 0;
    }
    for (int k = 1; k < AROUND && fabs(along) >= SN_CYLINDER_CAP_ON_FACE; k++, count++) {
        const double angle = 2 * M_PI * k / AROUND;
        sn_cylinder_end(c, low, p[count]);
        sn_v3_axpy(c->r * cos(angle), out, p[count]);
        sn_v3_axpy(c->r * sin(angle), turned, p[count]);
        core[count] = 0;
    }
    return count;
}

/* `n` out of the other shape into the cylinder; the cylinder's point fixed to it is `core` away
 * from its surface, the other's `other_core`. */
SnConvexContact *sn_cylinder_put(const SnCylinderPair *pair, const double n[3],
                                 const double on_other[3], double gap, const double core[2],
                                 SnCylinderFixed fixed, uint32_t feature)
{
    double on_a[3], normal[3];
    sn_v3_copy(on_other, on_a);
    sn_v3_axpy(pair->swapped ? 0 : gap, n, on_a);
    sn_v3_scale(pair->swapped ? 1 : -1, n, normal);
    const bool of_other = fixed == SN_CYLINDER_TO_OTHER;
    SnConvexContact *contact =
        sn_manifold_add(pair->m, normal, on_a, gap, feature, pair->swapped ? !of_other : of_other,
                        fixed == SN_CYLINDER_BETWEEN);
    if (contact) {
        contact->core[0] = core[pair->swapped];
        contact->core[1] = core[!pair->swapped];
    }
    return contact;
}
