/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long tendons are in any pose, along spheres and cylinders: what muscles need whose range of
 * lengths or force the file leaves to MuJoCo. */
#include "engine/mjcf/actuators.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* --- round one surface --- */

/* Round a circle from a to b, the way that `side` is on (NULL: the shorter one); below 0: the
 * straight line does not touch it, or is on its side. */
static double round_circle(const double a[2], const double b[2], double radius,
                           const double side[2])
{
    const double far_a = hypot(a[0], a[1]), far_b = hypot(b[0], b[1]);
    double best = -1, best_side = -INFINITY;
    if (!(far_a > radius) || !(far_b > radius))
        return -1;
    const double lean_a = acos(radius / far_a), lean_b = acos(radius / far_b);
    const double from = atan2(a[1], a[0]), to = atan2(b[1], b[0]);
    for (int way = -1; way <= 1; way += 2) {
        double whole = fmod(way * (to - from), 2 * G_PI);
        whole += whole < 0 ? 2 * G_PI : 0;
        const double arc = whole - lean_a - lean_b;
        const double middle = from + way * (lean_a + arc / 2);
        const double towards = side ? cos(middle) * side[0] + sin(middle) * side[1] : -fabs(whole);
        if (towards > best_side) {
            best_side = towards;
            best = arc < 0 ? -1
                           : radius * arc + sqrt(far_a * far_a - radius * radius) +
                                 sqrt(far_b * far_b - radius * radius);
        }
    }
    return best;
}

/* Where the straight line is nearest to the centre it may be on the right side, and free. */
static bool runs_free(const double a[2], const double b[2], double radius, const double side[2])
{
    const double d[2] = {b[0] - a[0], b[1] - a[1]}, dd = d[0] * d[0] + d[1] * d[1];
    const double t = dd > 0 ? fmin(fmax(-(d[0] * a[0] + d[1] * a[1]) / dd, 0), 1) : 0;
    const double near[2] = {a[0] + t * d[0], a[1] + t * d[1]};
    return hypot(near[0], near[1]) > radius &&
           (!side || side[0] * near[0] + side[1] * near[1] >= 0);
}

/* In the plane through the centre of a sphere and both points. */
static double round_sphere(const double a[3], const double b[3], double radius, const double *side)
{
    double x[3], y[3], normal[3];
    sn_v3_cross(a, b, normal);
    if (!(sn_v3_normalize(normal, normal) > 0) || !(sn_v3_normalize(a, x) > 0))
        return -1;
    sn_v3_cross(normal, x, y);
    const double a2[2] = {sn_v3_dot(a, x), 0}, b2[2] = {sn_v3_dot(b, x), sn_v3_dot(b, y)};
    const double s2[2] = {side ? sn_v3_dot(side, x) : 0, side ? sn_v3_dot(side, y) : 0};
    return runs_free(a2, b2, radius, side ? s2 : NULL)
               ? -1
               : round_circle(a2, b2, radius, side ? s2 : NULL);
}

/* Unrolled, the way is straight. */
static double round_cylinder(const double a[3], const double b[3], double radius,
                             const double *side)
{
    if (runs_free(a, b, radius, side))
        return -1;
    const double around = round_circle(a, b, radius, side);
    return around < 0 ? -1 : hypot(around, b[2] - a[2]);
}

static void into(const SnPlacement *frame, const double p[3], double local[3])
{
    double away[3];
    sn_v3_sub(p, frame->p, away);
    sn_m3_tmul_v3(frame->r, away, local);
}

static double over(const SnMjcf *mjcf, const SnMjcfGeom *geom, const SnMjcfSite *site,
                   const double a[3], const double b[3])
{
    SnPlacement frame, side_at;
    double from[3], to[3], side[3];
    sn_placement_mul(&sn_mjcf_body(mjcf, geom->body)->start, &geom->pose, &frame);
    into(&frame, a, from);
    into(&frame, b, to);
    if (site) {
        sn_placement_mul(&sn_mjcf_body(mjcf, site->body)->start, &site->pose, &side_at);
        into(&frame, side_at.p, side);
    }
    const double length = geom->kind == SN_MJCF_SPHERE
                              ? round_sphere(from, to, geom->size[0], site ? side : NULL)
                              : round_cylinder(from, to, geom->size[0], site ? side : NULL);
    return length < 0 ? sn_v3_distance(a, b) : length;
}

/* --- the whole way, where bodies have been put --- */

static double length_now(SnMjcf *mjcf, const SnMjcfTendon *tendon)
{
    const SnMjcfGeom *geom = NULL;
    const SnMjcfSite *side = NULL;
    double length = 0, before[3] = {0};
    bool any = false;
    for (guint i = 0; i < tendon->steps->len; i++) {
        const SnMjcfElement at = {tendon->steps->pdata[i], NULL, 0};
        const int site = sn_mjcf_named(mjcf, &at, "site", mjcf->site_by_name),
                  g = sn_mjcf_named(mjcf, &at, "geom", mjcf->geom_by_name),
                  s = sn_mjcf_named(mjcf, &at, "sidesite", mjcf->site_by_name);
        if (g >= 0) {
            const SnMjcfGeomKind kind = sn_mjcf_geom(mjcf, g)->kind;
            geom =
                kind == SN_MJCF_SPHERE || kind == SN_MJCF_CYLINDER ? sn_mjcf_geom(mjcf, g) : NULL;
            side = s >= 0 ? sn_mjcf_site(mjcf, s) : NULL;
            continue;
        }
        if (site < 0)
            continue;
        SnPlacement world;
        const SnMjcfSite *of = sn_mjcf_site(mjcf, site);
        sn_placement_mul(&sn_mjcf_body(mjcf, of->body)->start, &of->pose, &world);
        if (any)
            length +=
                geom ? over(mjcf, geom, side, before, world.p) : sn_v3_distance(before, world.p);
        sn_v3_copy(world.p, before);
        any = true;
        geom = NULL;
    }
    return (length - tendon->extra) / tendon->times;
}

/* --- over poses --- */

typedef struct Search {
    SnMjcf *mjcf;
    const SnMjcfTendon *tendon;
    int n;          /* numbers of all joints */
    double *q;      /* [n] */
    int *number_of; /* of each joint, its first number */
} Search;

static double at(const Search *search)
{
    double sum = 0;
    if (search->tendon->fixed) {
        for (guint i = 0; i < search->tendon->joints->len; i++)
            sum += g_array_index(search->tendon->coefs, double, i) *
                   search->q[search->number_of[g_array_index(search->tendon->joints, int, i)]];
        return sum;
    }
    sn_mjcf_place_bodies(search->mjcf, search->q);
    return length_now(search->mjcf, search->tendon);
}

/* By one number, uphill as MuJoCo pulls it: the first that is better than both beside it, however
 * high others are; then between its neighbours. */
static void best_of(const Search *search, double *q, double low, double high, double sign)
{
    enum { PARTS = 96, CUTS = 30 };
    const double share = (sqrt(5) - 1) / 2, step = (high - low) / PARTS, old = *q;
    double best = sign * at(search), where = old;
    for (int way = -1; way <= 1 && where == old; way += 2) {
        for (bool up = true; up;) {
            *q = fmin(fmax(where + way * step, low), high);
            const double value = sign * at(search);
            up = value > best + 1e-12;
            where = up ? *q : where;
            best = up ? value : best;
        }
    }
    double a = fmax(where - step, low), b = fmin(where + step, high);
    for (int i = 0; i < CUTS && b - a > 1e-9; i++) {
        const double c = b - share * (b - a), d = a + share * (b - a);
        *q = c;
        const double at_c = sign * at(search);
        *q = d;
        if (at_c > sign * at(search))
            b = d;
        else
            a = c;
    }
    *q = (a + b) / 2;
    if (sign * at(search) < best)
        *q = where;
}

/* Joints of the tendon's bodies, one after the other, some times. */
static double extreme(const Search *search, double sign)
{
    enum { ROUNDS = 4 };
    for (int round = 0; round < ROUNDS; round++)
        for (guint j = 0; j < search->mjcf->joints->len; j++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(search->mjcf, (int)j);
            double *q = search->q + search->number_of[j];
            if (joint->kind < SN_MJCF_SLIDE || (joint->kind == SN_MJCF_SLIDE && !joint->limited))
                continue;
            const double now = at(search), old = *q;
            *q = old + 0.01;
            const bool moves = fabs(at(search) - now) > 1e-12;
            *q = old;
            if (moves && joint->limited)
                *q = fmin(fmax(old, joint->range[0]), joint->range[1]);
            if (moves)
                best_of(search, q, joint->limited ? joint->range[0] : old - G_PI,
                        joint->limited ? joint->range[1] : old + G_PI, sign);
        }
    return at(search);
}

/* Its rate by each freedom, where all joints are in the reference pose; balls and free bodies: as
 * if they stood still. */
static double *slopes(const Search *search, int n_freedoms)
{
    const double step = 1e-6;
    double *slope = g_new0(double, (gsize)n_freedoms);
    int freedom = 0;
    for (guint j = 0; j < search->mjcf->joints->len; j++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(search->mjcf, (int)j);
        double *q = search->q + search->number_of[j];
        if (joint->kind >= SN_MJCF_SLIDE && freedom < n_freedoms) {
            const double old = *q;
            *q = old + step;
            slope[freedom] = at(search);
            *q = old - step;
            slope[freedom] = (slope[freedom] - at(search)) / (2 * step);
            *q = old;
        }
        freedom += sn_mjcf_speeds_of(joint);
    }
    return slope;
}

/* The reference pose. */
static void begin(const Search *search)
{
    sn_mjcf_reference_numbers(search->mjcf, search->q);
}

/* The size of the acceleration that a pull of 1 gives the joints; 0: not known. */
static double acceleration(const Search *search)
{
    int n;
    g_autofree double *inverse = sn_mjcf_inverse_masses(search->mjcf, &n);
    double sum = 0;
    if (!inverse)
        return 0;
    g_autofree double *slope = slopes(search, n);
    for (int i = 0; i < n; i++) {
        double a = 0;
        for (int k = 0; k < n; k++)
            a += inverse[(gsize)i * n + k] * slope[k];
        sum += a * a;
    }
    return sqrt(sum);
}

void sn_mjcf_measure_tendon(SnMjcf *mjcf, const SnMjcfTendon *tendon, double range[2],
                            double *acceleration_of_one)
{
    Search search = {
        .mjcf = mjcf, .tendon = tendon, .number_of = g_new0(int, mjcf->joints->len + 1)};
    for (guint j = 0; j < mjcf->joints->len; j++) {
        search.number_of[j] = search.n;
        search.n += sn_mjcf_numbers_of(sn_mjcf_joint(mjcf, (int)j));
    }
    search.q = g_new0(double, (gsize)search.n + 1);
    SnMjcfPoses *poses = sn_mjcf_keep_poses(mjcf);
    begin(&search);
    *acceleration_of_one = acceleration(&search);
    for (int end = 0; end < 2; end++) {
        begin(&search);
        range[end] = extreme(&search, end ? 1 : -1);
    }
    sn_mjcf_give_back_poses(mjcf, poses);
    g_free(search.q);
    g_free(search.number_of);
}
