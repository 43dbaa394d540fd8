/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attached blocks follow their masters (jaw-tongue-hyoid 3.5): positions, velocities, derivatives,
 * and the accelerations that velocities alone make. */
#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <string.h>

static const SnAttachmentClass *const classes[] = {
    [SN_ATTACH_POINT_TO_BODY] = &sn_attach_point_to_body,
    [SN_ATTACH_POINT_TO_POINTS] = &sn_attach_point_to_points,
    [SN_ATTACH_BODY_TO_BODY] = &sn_attach_body_to_body,
    [SN_ATTACH_BODY_TO_POINTS] = &sn_attach_body_to_points,
    [SN_ATTACH_POINT_TO_GUIDE] = &sn_attach_point_to_guide,
    [SN_ATTACH_POINT_TO_SURFACE] = &sn_attach_point_to_surface,
};

const SnAttachmentClass *sn_attachment_class(SnAttachmentKind kind)
{
    return classes[kind];
}

/* --- what kinds share --- */

void sn_quaternion_near(double q[4], const double r[4])
{
    const double dot = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3];
    for (int i = 0; i < 4; i++)
        q[i] = dot < 0 ? -r[i] : r[i];
}

void sn_jacobian_add_spin(const double orientation[4], const double m[9], int columns, int column,
                          double *value)
{
    double q[9], qt[9], product[9];
    sn_q_to_m3(orientation, q);
    sn_m3_transpose(q, qt);
    sn_m3_mul(qt, m, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            value[columns * (3 + r) + column + c] += product[3 * r + c];
}

void sn_point_bias(const double rotation[9], const double u[6], const double b[6],
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

/* --- positions and velocities --- */

void sn_attachments_follow(const SnSystem *system, double *q, double *u)
{
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a =
            &system->attachments.attachments[system->attachments.order[i]];
        classes[a->kind]->follow(system, a, q, u);
    }
}

/* --- derivatives --- */

static void shared_by_masters(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                              SnAttachmentShared *shared)
{
    if (classes[a->kind]->share)
        classes[a->kind]->share(system, a, q, shared);
}

/* d u_slave / d u_master for master number k: rows of the slave, columns of the master. */
typedef struct Link {
    int rows, columns;
    double value[36];
} Link;

static void link_of(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                    const SnAttachmentShared *shared, int k, Link *link)
{
    memset(link->value, 0, sizeof link->value);
    link->rows = system->blocks[a->block].n;
    link->columns = sn_attachment_master(system, a, k)->n;
    classes[a->kind]->jacobian(system, work, a, shared, k, link->value);
}

void sn_attachment_jacobians(const SnSystem *system, const double *q, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a =
            &system->attachments.attachments[system->attachments.order[i]];
        const int rows = system->blocks[a->block].n;
        const int *chain = system->attachments.chain + a->chain;
        SnAttachmentShared shared;
        shared_by_masters(system, a, q, &shared);
        for (int r = 0; r < a->n_roots; r++)
            memset(work->motion.jacobian + system->attachments.jacobian[a->first_root + r], 0,
                   (size_t)(rows * system->blocks[system->attachments.root[a->first_root + r]].n) *
                       sizeof(double));
        for (int k = 0; k < a->count; k++) {
            Link link;
            link_of(system, work, a, &shared, k, &link);
            const SnRoots roots = sn_roots(system, &system->attachments.master[a->first + k]);
            for (int r = 0; r < roots.n; r++, chain++) {
                double *target = work->motion.jacobian + system->attachments.jacobian[*chain];
                const int columns = system->blocks[roots.block[r]].n;
                if (roots.jacobian[r] < 0) {
                    for (int e = 0; e < rows * columns; e++)
                        target[e] += link.value[e];
                    continue;
                }
                const double *inner = work->motion.jacobian + roots.jacobian[r];
                for (int x = 0; x < rows; x++)
                    for (int y = 0; y < columns; y++)
                        for (int z = 0; z < link.columns; z++)
                            target[columns * x + y] +=
                                link.value[link.columns * x + z] * inner[columns * z + y];
            }
        }
    }
}

/* y += link' f */
static void pull_back(const Link *link, const double *f, double *y)
{
    for (int c = 0; c < link->columns; c++)
        for (int r = 0; r < link->rows; r++)
            y[c] += link->value[link->columns * r + c] * f[r];
}

void sn_attachments_pass(const SnSystem *system, const double *q, const SnWorkspace *work,
                         double *f, SnAttachmentVisitor visit, void *data)
{
    assert(!work || work->system == system);
    for (int i = system->attachments.n - 1; i >= 0; i--) {
        const int number = system->attachments.order[i];
        const SnSystemAttachment *a = &system->attachments.attachments[number];
        const double *force = f + system->blocks[a->block].u;
        SnAttachmentShared shared;
        shared_by_masters(system, a, q, &shared);
        for (int k = 0; k < a->count; k++) {
            Link link;
            link_of(system, work, a, &shared, k, &link);
            pull_back(&link, force, f + system->blocks[system->attachments.master[a->first + k]].u);
        }
        if (visit)
            visit(data, number, force);
    }
}

/* --- accelerations at zero acceleration of the roots --- */

void sn_attachment_bias(const SnSystem *system, const double *q, const double *u, SnWorkspace *work,
                        double *bias)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a =
            &system->attachments.attachments[system->attachments.order[i]];
        classes[a->kind]->bias(system, work, a, q, u, bias, bias + system->blocks[a->block].u);
    }
}
