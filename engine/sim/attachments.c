/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attached blocks follow their masters (jaw-tongue-hyoid 3.5): positions, velocities, derivatives,
 * and the accelerations that velocities alone make. */
#include "engine/base/vec.h"
#include "engine/sim/force_tools.h"
#include "engine/sim/guide.h"
#include "engine/sim/surface.h"
#include "engine/sim/system_plan.h"
#include "engine/sim/work.h"

#include <string.h>

#define POLAR_ITERATIONS 40

/* --- the polar frame of weighted points: A = sum x g' = R S --- */

typedef struct Polar {
    double rotation[9];
    double stretch[9]; /* S */
    double inverse[9]; /* (tr S - S)^-1 */
} Polar;

static double frobenius(const double m[9])
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += m[i] * m[i];
    return sqrt(sum);
}

/* Rotation part of a matrix with positive determinant (Higham 1986, scaled Newton). */
static void polar_rotation(const double a[9], double r[9])
{
    memcpy(r, a, 9 * sizeof *r);
    for (int k = 0; k < POLAR_ITERATIONS; k++) {
        double inverse[9] = {0}, transposed[9];
        if (sn_m3_inverse(r, inverse) == 0)
            return;
        sn_m3_transpose(inverse, transposed);
        const double scale = sqrt(frobenius(transposed) / frobenius(r));
        double change = 0;
        for (int i = 0; i < 9; i++) {
            const double next = 0.5 * (scale * r[i] + transposed[i] / scale);
            change = fmax(change, fabs(next - r[i]));
            r[i] = next;
        }
        if (change < 1e-15)
            return;
    }
}

static void polar_of(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                     Polar *polar)
{
    double sum[9] = {0}, h[9];
    for (int k = 0; k < a->count; k++) {
        const double *x = q + system->blocks[system->attachment_master[a->first + k]].q;
        const double *g = system->attachment_gradient[a->first + k];
        for (int i = 0; i < 9; i++)
            sum[i] += x[i / 3] * g[i % 3];
    }
    polar_rotation(sum, polar->rotation);
    double transposed[9];
    sn_m3_transpose(polar->rotation, transposed);
    sn_m3_mul(transposed, sum, polar->stretch);
    const double *s = polar->stretch;
    const double trace = s[0] + s[4] + s[8];
    for (int i = 0; i < 9; i++)
        h[i] = (i % 4 == 0 ? trace : 0) - 0.5 * (s[i] + s[3 * (i % 3) + i / 3]);
    memset(polar->inverse, 0, sizeof polar->inverse);
    sn_m3_inverse(h, polar->inverse);
}

/* Angular velocity of the polar frame in its own axes: (tr S - S) w = sum g x R'v. */
static void polar_spin(const SnSystem *system, const SnSystemAttachment *a, const Polar *polar,
                       const double *u, double w[3])
{
    double sum[3] = {0};
    for (int k = 0; k < a->count; k++) {
        double y[3];
        sn_m3_tmul_v3(polar->rotation,
                      u + system->blocks[system->attachment_master[a->first + k]].u, y);
        sn_v3_cross(system->attachment_gradient[a->first + k], y, y);
        sn_v3_add(sum, y, sum);
    }
    sn_m3_mul_v3(polar->inverse, sum, w);
}

/* --- positions and velocities --- */

static void follow_points(const SnSystem *system, const SnSystemAttachment *a, int offset,
                          const double *values, double r[3])
{
    sn_v3_set(0, 0, 0, r);
    for (int k = 0; k < a->count; k++) {
        const SnBlock *master = &system->blocks[system->attachment_master[a->first + k]];
        sn_v3_axpy(system->attachment_weight[a->first + k],
                   values + (offset ? master->u : master->q), r);
    }
}

/* Velocity of a point at `local` of a body, and its position. */
static void ride(const double *mq, const double *mu, const double local[3], double x[3],
                 double v[3])
{
    double turn[3];
    sn_pose_point(mq, mq + 3, local, x);
    sn_v3_cross(mu + 3, local, turn);
    sn_q_rotate(mq + 3, turn, turn);
    sn_v3_add(mu, turn, v);
}

/* The quaternion of the same rotation that is nearer to the one it replaces. */
static void keep_side(const double q[4], double r[4])
{
    const double dot = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3];
    for (int i = 0; i < 4; i++)
        r[i] = dot < 0 ? -q[i] : q[i];
}

static void follow_body_on_points(const SnSystem *system, const SnSystemAttachment *a, double *q,
                                  double *u)
{
    const SnBlock *slave = &system->blocks[a->block];
    Polar polar;
    double w[3], arm[3], turn[3], frame[4], orientation[4];
    polar_of(system, a, q, &polar);
    follow_points(system, a, 0, q, q + slave->q);
    sn_m3_mul_v3(polar.rotation, a->local, arm);
    sn_v3_add(q + slave->q, arm, q + slave->q);
    sn_q_from_m3(polar.rotation, frame);
    sn_q_mul(frame, a->orientation, orientation);
    sn_q_normalize(orientation);
    keep_side(orientation, q + slave->q + 3);
    polar_spin(system, a, &polar, u, w);
    follow_points(system, a, 1, u, u + slave->u);
    sn_v3_cross(w, a->local, turn);
    sn_m3_mul_v3(polar.rotation, turn, turn);
    sn_v3_add(u + slave->u, turn, u + slave->u);
    sn_q_unrotate(a->orientation, w, u + slave->u + 3);
}

void sn_attachments_follow(const SnSystem *system, double *q, double *u)
{
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[system->attachment_order[i]];
        const SnBlock *slave = &system->blocks[a->block];
        const SnBlock *master =
            a->count > 0 ? &system->blocks[system->attachment_master[a->first]] : NULL;
        double orientation[4];
        switch (a->kind) {
        case SN_ATTACH_POINT_TO_BODY:
            ride(q + master->q, u + master->u, a->local, q + slave->q, u + slave->u);
            break;
        case SN_ATTACH_POINT_TO_POINTS:
            follow_points(system, a, 0, q, q + slave->q);
            follow_points(system, a, 1, u, u + slave->u);
            break;
        case SN_ATTACH_BODY_TO_BODY:
            ride(q + master->q, u + master->u, a->local, q + slave->q, u + slave->u);
            sn_q_mul(q + master->q + 3, a->orientation, orientation);
            sn_q_normalize(orientation);
            keep_side(orientation, q + slave->q + 3);
            sn_q_unrotate(a->orientation, u + master->u + 3, u + slave->u + 3);
            break;
        case SN_ATTACH_BODY_TO_POINTS:
            follow_body_on_points(system, a, q, u);
            break;
        case SN_ATTACH_POINT_TO_GUIDE:
            sn_guide_follow(system, a, q, u);
            break;
        case SN_ATTACH_POINT_TO_SURFACE:
            sn_surface_follow(system, a, q, u);
            break;
        }
    }
}

/* --- derivatives --- */

/* What all masters of an attachment share. */
typedef union Shared {
    Polar polar;
    SnGuideNode guide;
    SnSurfaceNode surface;
} Shared;

static void share(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                  Shared *shared)
{
    if (a->kind == SN_ATTACH_BODY_TO_POINTS)
        polar_of(system, a, q, &shared->polar);
    else if (a->kind == SN_ATTACH_POINT_TO_GUIDE)
        sn_guide_node(system, a, q, &shared->guide);
    else if (a->kind == SN_ATTACH_POINT_TO_SURFACE)
        sn_surface_node(system, a, q, &shared->surface);
}

/* d u_slave / d u_master for master number k: rows of the slave, columns of the master. */
typedef struct Link {
    int rows, columns;
    double value[36];
} Link;

static void link_ride(const SnWork *work, int master, const double local[3], Link *link)
{
    double cross[9], turn[9];
    sn_m3_cross(local, cross);
    sn_m3_mul(work->rotation[master], cross, turn);
    for (int r = 0; r < 3; r++) {
        link->value[6 * r + r] = 1;
        for (int c = 0; c < 3; c++)
            link->value[6 * r + 3 + c] = -turn[3 * r + c];
    }
}

/* Adds Q' m to the last three rows. */
static void link_spin(const double orientation[4], const double m[9], int column, Link *link)
{
    double q[9], qt[9], product[9];
    sn_q_to_m3(orientation, q);
    sn_m3_transpose(q, qt);
    sn_m3_mul(qt, m, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            link->value[link->columns * (3 + r) + column + c] += product[3 * r + c];
}

static void link_body_on_points(const SnSystem *system, const SnSystemAttachment *a,
                                const Polar *polar, int k, Link *link)
{
    double cross[9], transposed[9], spin[9], arm[9], lever[9];
    sn_m3_cross(system->attachment_gradient[a->first + k], cross);
    sn_m3_transpose(polar->rotation, transposed);
    sn_m3_mul(cross, transposed, spin);
    sn_m3_mul(polar->inverse, spin, spin); /* w = spin v */
    sn_m3_cross(a->local, arm);
    sn_m3_mul(polar->rotation, arm, lever);
    sn_m3_mul(lever, spin, lever);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            link->value[3 * r + c] =
                (r == c ? system->attachment_weight[a->first + k] : 0) - lever[3 * r + c];
    link_spin(a->orientation, spin, 0, link);
}

static void link_of(const SnSystem *system, const SnWork *work, const SnSystemAttachment *a,
                    const Shared *shared, int k, Link *link)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int master = system->attachment_master[a->first + k];
    memset(link->value, 0, sizeof link->value);
    link->rows = system->blocks[a->block].n;
    link->columns = system->blocks[master].n;
    switch (a->kind) {
    case SN_ATTACH_POINT_TO_BODY:
        link_ride(work, master, a->local, link);
        break;
    case SN_ATTACH_POINT_TO_POINTS:
        for (int i = 0; i < 3; i++)
            link->value[4 * i] = system->attachment_weight[a->first + k];
        break;
    case SN_ATTACH_BODY_TO_BODY:
        link_ride(work, master, a->local, link);
        link_spin(a->orientation, identity, 3, link);
        break;
    case SN_ATTACH_BODY_TO_POINTS:
        link_body_on_points(system, a, &shared->polar, k, link);
        break;
    case SN_ATTACH_POINT_TO_GUIDE:
        sn_guide_link(system, a, &shared->guide, k, link->value);
        break;
    case SN_ATTACH_POINT_TO_SURFACE:
        sn_surface_link(&shared->surface, k, link->value);
        break;
    }
}

void sn_attachment_jacobians(const SnSystem *system, const double *q, SnWork *work)
{
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[system->attachment_order[i]];
        const int rows = system->blocks[a->block].n;
        const int *chain = system->attachment_chain + a->chain;
        Shared shared;
        share(system, a, q, &shared);
        for (int r = 0; r < a->n_roots; r++)
            memset(work->jacobian + system->attachment_jacobian[a->first_root + r], 0,
                   (size_t)(rows * system->blocks[system->attachment_root[a->first_root + r]].n) *
                       sizeof(double));
        for (int k = 0; k < a->count; k++) {
            Link link;
            link_of(system, work, a, &shared, k, &link);
            const SnRoots roots = sn_roots(system, &system->attachment_master[a->first + k]);
            for (int r = 0; r < roots.n; r++, chain++) {
                double *target = work->jacobian + system->attachment_jacobian[*chain];
                const int columns = system->blocks[roots.block[r]].n;
                if (roots.jacobian[r] < 0) {
                    for (int e = 0; e < rows * columns; e++)
                        target[e] += link.value[e];
                    continue;
                }
                const double *inner = work->jacobian + roots.jacobian[r];
                for (int x = 0; x < rows; x++)
                    for (int y = 0; y < columns; y++)
                        for (int z = 0; z < link.columns; z++)
                            target[columns * x + y] +=
                                link.value[link.columns * x + z] * inner[columns * z + y];
            }
        }
    }
}

/* The force on point k of a body on points: w f + R (z x g), z = H^-1 (Q t + l x R'f), and its
 * derivative by the place of point j, f and t being fixed in the world and in the slave. */
typedef struct PolarForce {
    const SnSystem *system;
    const SnSystemAttachment *a;
    Polar polar;
    double y[3], z[3]; /* R'f, z */
} PolarForce;

static void polar_force(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                        const double force[6], PolarForce *p)
{
    double moment[3], lever[3];
    p->system = system;
    p->a = a;
    polar_of(system, a, q, &p->polar);
    sn_m3_tmul_v3(p->polar.rotation, force, p->y);
    sn_q_rotate(a->orientation, force + 3, moment);
    sn_v3_cross(a->local, p->y, lever);
    sn_v3_add(moment, lever, moment);
    sn_m3_mul_v3(p->polar.inverse, moment, p->z);
}

static void polar_force_derivative(const PolarForce *p, int k, int j, double derivative[9])
{
    const double *gk = p->system->attachment_gradient[p->a->first + k];
    const double *gj = p->system->attachment_gradient[p->a->first + j];
    for (int e = 0; e < 3; e++) {
        const double *rotation = p->polar.rotation;
        const double moved[3] = {rotation[3 * e], rotation[3 * e + 1], rotation[3 * e + 2]};
        double turn[3], dz[3], part[3], sz[3];
        sn_v3_cross(gj, moved, turn);
        sn_m3_mul_v3(p->polar.inverse, turn, turn); /* of the frame */
        sn_v3_cross(p->y, turn, dz);
        sn_v3_cross(p->a->local, dz, dz);
        /* less dH z, dH = tr dS - dS, dS = R'e g' - [turn] S */
        sn_v3_axpy(-sn_v3_dot(moved, gj), p->z, dz);
        sn_v3_axpy(sn_v3_dot(gj, p->z), moved, dz);
        sn_m3_mul_v3(p->polar.stretch, p->z, sz);
        sn_v3_cross(turn, sz, part);
        sn_v3_sub(dz, part, dz);
        sn_m3_mul_v3(p->polar.inverse, dz, dz);
        sn_v3_cross(dz, gk, dz);
        sn_v3_cross(p->z, gk, part);
        sn_v3_cross(turn, part, part);
        sn_v3_add(dz, part, dz);
        sn_m3_mul_v3(rotation, dz, dz);
        for (int i = 0; i < 3; i++)
            derivative[3 * i + e] = dz[i];
    }
}

void sn_attachment_polar_stiffness(const SnSystem *system, const SnState *state, SnWork *work,
                                   int attachment, const double force[6], double k)
{
    PolarForce p;
    const SnSystemAttachment *a = &system->attachments[attachment];
    const int *masters = system->attachment_master + a->first;
    const int *slot = system->stiffness_slot + a->slots;
    polar_force(system, a, sn_state_q_const(state), force, &p);
    for (int r = 0; r < a->count; r++)
        for (int c = 0; c <= r; c++, slot++) {
            double lower[9], upper[9], values[9];
            polar_force_derivative(&p, r, c, lower);
            polar_force_derivative(&p, c, r, upper);
            for (int e = 0; e < 9; e++)
                values[e] = -0.5 * k * (lower[e] + upper[3 * (e % 3) + e / 3]);
            sn_pair_add(system, work, *slot, masters[r], masters[c], values);
            if (r != c && masters[r] == masters[c]) /* its mirror falls on the same pair */
                sn_pair_add(system, work, *slot, masters[r], masters[c], values);
        }
}

/* -k (how the forces on the masters turn with their places) of a point on a guide or surface: the
 * pair of each master with the first. */
void sn_attachment_place_stiffness(const SnSystem *system, const SnState *state, SnWork *work,
                                   int attachment, const double force[3], double k)
{
    const SnSystemAttachment *a = &system->attachments[attachment];
    const int *masters = system->attachment_master + a->first;
    const int *slot = system->stiffness_slot + a->slots;
    const bool guide = a->kind == SN_ATTACH_POINT_TO_GUIDE;
    const int n = guide ? 1 : 2;
    Shared shared;
    double own[4], mixed[12];
    share(system, a, sn_state_q_const(state), &shared);
    if (guide)
        own[0] = sn_guide_stiffness(&shared.guide, force);
    else
        sn_surface_stiffness(system, a, &shared.surface, force, own, mixed);
    for (int m = 0; m < a->count; m++) {
        double *values = m == 0 ? own : mixed;
        const int size = n * system->blocks[masters[m]].n;
        if (guide && m > 0)
            sn_guide_mixed(&shared.guide, m, force, mixed);
        for (int e = 0; e < size; e++)
            values[e] *= -k;
        sn_pair_add(system, work, slot[m], masters[m], masters[0], values);
    }
}

/* y += link' f */
static void pull_back(const Link *link, const double *f, double *y)
{
    for (int c = 0; c < link->columns; c++)
        for (int r = 0; r < link->rows; r++)
            y[c] += link->value[link->columns * r + c] * f[r];
}

void sn_attachments_pass(const SnSystem *system, const double *q, const SnWork *work, double *f,
                         SnAttachmentVisitor visit, void *data)
{
    for (int i = system->n_attachments - 1; i >= 0; i--) {
        const int number = system->attachment_order[i];
        const SnSystemAttachment *a = &system->attachments[number];
        const double *force = f + system->blocks[a->block].u;
        Shared shared;
        share(system, a, q, &shared);
        for (int k = 0; k < a->count; k++) {
            Link link;
            link_of(system, work, a, &shared, k, &link);
            pull_back(&link, force, f + system->blocks[system->attachment_master[a->first + k]].u);
        }
        if (visit)
            visit(data, number, force);
    }
}

/* --- accelerations at zero acceleration of the roots --- */

/* Of a point at `local` of a body with acceleration b and velocity u: b + R (w' x l + w x (w x l)).
 */
static void bias_ride(const double *rotation, const double *u, const double *b,
                      const double local[3], double r[3])
{
    double turn[3], part[3];
    sn_v3_cross(u + 3, local, turn);
    sn_v3_cross(u + 3, turn, turn);
    sn_v3_cross(b + 3, local, part);
    sn_v3_add(turn, part, turn);
    sn_m3_mul_v3(rotation, turn, turn);
    sn_v3_add(b, turn, r);
}

/* From (tr S - S) w = sum g x R'v, differentiated once more. */
static void bias_body_on_points(const SnSystem *system, const SnSystemAttachment *a,
                                const double *q, const double *u, const double *bias, double *r)
{
    Polar polar;
    double w[3], sum[3] = {0}, rate[9] = {0}, spin[9], turned[9], part[3], dw[3];
    polar_of(system, a, q, &polar);
    polar_spin(system, a, &polar, u, w);
    for (int k = 0; k < a->count; k++) {
        const SnBlock *master = &system->blocks[system->attachment_master[a->first + k]];
        const double *g = system->attachment_gradient[a->first + k];
        double y[3], z[3];
        sn_m3_tmul_v3(polar.rotation, u + master->u, y);
        for (int e = 0; e < 9; e++)
            rate[e] += y[e / 3] * g[e % 3]; /* R'A' */
        sn_m3_tmul_v3(polar.rotation, bias + master->u, z);
        sn_v3_cross(w, y, part); /* (R'v)' = R'b - w x R'v */
        sn_v3_sub(z, part, z);
        sn_v3_cross(g, z, z);
        sn_v3_add(sum, z, sum);
    }
    sn_m3_cross(w, spin);
    sn_m3_mul(spin, polar.stretch, turned);
    for (int e = 0; e < 9; e++)
        rate[e] -= turned[e]; /* S' */
    sn_m3_mul_v3(rate, w, part);
    sn_v3_axpy(-(rate[0] + rate[4] + rate[8]), w, sum); /* - (tr S' - S') w */
    sn_v3_add(sum, part, sum);
    sn_m3_mul_v3(polar.inverse, sum, dw);
    follow_points(system, a, 1, bias, r);
    double frame_u[6] = {0}, frame_b[6] = {0};
    sn_v3_copy(w, frame_u + 3);
    sn_v3_copy(r, frame_b);
    sn_v3_copy(dw, frame_b + 3);
    bias_ride(polar.rotation, frame_u, frame_b, a->local, r);
    sn_q_unrotate(a->orientation, dw, r + 3);
}

void sn_attachment_bias(const SnSystem *system, const double *q, const double *u, SnWork *work,
                        double *bias)
{
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[system->attachment_order[i]];
        const int first = a->count > 0 ? system->attachment_master[a->first] : 0;
        const SnBlock *master = &system->blocks[first];
        double *r = bias + system->blocks[a->block].u;
        switch (a->kind) {
        case SN_ATTACH_POINT_TO_BODY:
        case SN_ATTACH_BODY_TO_BODY:
            bias_ride(work->rotation[first], u + master->u, bias + master->u, a->local, r);
            if (a->kind == SN_ATTACH_BODY_TO_BODY)
                sn_q_unrotate(a->orientation, bias + master->u + 3, r + 3);
            break;
        case SN_ATTACH_POINT_TO_POINTS:
            follow_points(system, a, 1, bias, r);
            break;
        case SN_ATTACH_BODY_TO_POINTS:
            bias_body_on_points(system, a, q, u, bias, r);
            break;
        case SN_ATTACH_POINT_TO_GUIDE:
            sn_guide_bias(system, a, q, u, bias, r);
            break;
        case SN_ATTACH_POINT_TO_SURFACE:
            sn_surface_bias(system, a, q, u, bias, r);
            break;
        }
    }
}
