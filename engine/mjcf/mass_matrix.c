/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mass matrix in the reference pose, and what each freedom has of it where the others give way:
 * one over the diagonal of its inverse. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_FREEDOMS = 400 }; /* the matrix is whole */

/* One freedom: what hangs on its body moves at x with shift + turn x x. */
typedef struct Freedom {
    int body;
    double turn[3], shift[3], armature;
} Freedom;

static void add_freedom(GArray *all, const SnMjcfJoint *joint, int body, const double place[3],
                        const double axis[3], bool turns)
{
    Freedom freedom = {.body = body, .armature = joint->armature};
    if (turns) {
        sn_v3_copy(axis, freedom.turn);
        sn_v3_cross(place, axis, freedom.shift);
    } else {
        sn_v3_copy(axis, freedom.shift);
    }
    g_array_append_val(all, freedom);
}

/* In MuJoCo's order; balls and free bodies turn about the axes of the body. */
static GArray *freedoms_of(const SnMjcf *mjcf)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Freedom));
    for (int b = 1; b < (int)mjcf->bodies->len; b++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, b);
        const SnPlacement *here = &body->world;
        for (int j = body->first_joint; j < body->first_joint + body->n_joints; j++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, j);
            const bool single = joint->kind >= SN_MJCF_SLIDE;
            double place[3], axis[3];
            sn_m3_mul_v3(here->r, joint->place, place);
            sn_v3_add(here->p, place, place);
            for (int k = 0; k < 3 && joint->kind == SN_MJCF_FREE; k++) {
                const double along[3] = {k == 0, k == 1, k == 2};
                add_freedom(all, joint, b, here->p, along, false);
            }
            for (int k = 0; k < (single ? 1 : 3); k++) {
                const double own[3] = {k == 0, k == 1, k == 2};
                sn_m3_mul_v3(here->r, single ? joint->axis : own, axis);
                add_freedom(all, joint, b, joint->kind == SN_MJCF_FREE ? here->p : place, axis,
                            joint->kind != SN_MJCF_SLIDE);
            }
        }
    }
    return all;
}

/* Adds what a body has of the matrix, for the freedoms that move it. */
static void add_body(const SnMjcfBody *body, const Freedom *f, const int *moving, int n_moving,
                     int n, double *matrix)
{
    double center[3];
    const double *j = body->inertia; /* xx yy zz xy xz yz */
    const double inertia[9] = {j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2]};
    g_autofree double *moments = g_new(double, 9 * (gsize)MAX(n_moving, 1));
    sn_m3_mul_v3(body->world.r, body->center, center);
    sn_v3_add(body->world.p, center, center);
    for (int a = 0; a < n_moving; a++) { /* speed of the centre, spin and its moment */
        double *speed = moments + 9 * a;
        sn_v3_cross(f[moving[a]].turn, center, speed);
        sn_v3_add(speed, f[moving[a]].shift, speed);
        sn_m3_tmul_v3(body->world.r, f[moving[a]].turn, speed + 3);
        sn_m3_mul_v3(inertia, speed + 3, speed + 6);
    }
    for (int a = 0; a < n_moving; a++)
        for (int b = 0; b < n_moving; b++)
            matrix[moving[a] * n + moving[b]] +=
                body->mass * sn_v3_dot(moments + 9 * a, moments + 9 * b) +
                sn_v3_dot(moments + 9 * a + 3, moments + 9 * b + 6);
}

static double *mass_matrix(const SnMjcf *mjcf, const GArray *freedoms)
{
    const int n = (int)freedoms->len;
    const Freedom *f = (const Freedom *)freedoms->data;
    double *matrix = g_new0(double, (gsize)n *n);
    g_autofree int *moving = g_new(int, (gsize)n);
    for (int b = 1; b < (int)mjcf->bodies->len; b++) {
        int n_moving = 0;
        for (int i = 0; i < n; i++)
            if (sn_mjcf_hangs_on(mjcf, b, f[i].body))
                moving[n_moving++] = i;
        add_body(sn_mjcf_body(mjcf, b), f, moving, n_moving, n, matrix);
    }
    for (int i = 0; i < n; i++)
        matrix[i * n + i] += f[i].armature;
    return matrix;
}

/* In place, by Gauss and Jordan's elimination; false: the matrix is not definite. */
static bool invert(double *m, int n)
{
    for (int k = 0; k < n; k++) {
        double *row = m + (gsize)k * n;
        const double pivot = row[k];
        if (!(pivot > 1e-15))
            return false;
        row[k] = 1;
        for (int c = 0; c < n; c++)
            row[c] /= pivot;
        for (int i = 0; i < n; i++) {
            const double factor = m[(gsize)i * n + k];
            if (i == k || factor == 0)
                continue;
            m[(gsize)i * n + k] = 0;
            for (int c = 0; c < n; c++)
                m[(gsize)i * n + c] -= factor * row[c];
        }
    }
    return true;
}

double *sn_mjcf_inverse_masses(const SnMjcf *mjcf, int *n)
{
    g_autoptr(GArray) freedoms = freedoms_of(mjcf);
    *n = (int)freedoms->len;
    if (*n == 0 || *n > MOST_FREEDOMS)
        return NULL;
    double *matrix = mass_matrix(mjcf, freedoms);
    if (!invert(matrix, *n))
        g_clear_pointer(&matrix, g_free);
    return matrix;
}
