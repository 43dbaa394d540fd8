/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One segment of a Cosserat strand: energies against the thesis's formulas, forces and stiffness
 * against differences of energies and forces, rigid motions. */
#include "engine/strand/rod.h"

#include "engine/base/vec.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define STATES 40
#define STEP   1e-5

/* A tension that depends on length and rate, not linearly. */
static SnRodTension law_of(double length, double rate)
{
    return (SnRodTension){.tension = 40 * (length - 0.8) + 15 * length * length + 3 * length * rate,
                          .stiffness = 40 + 30 * length + 3 * rate,
                          .viscosity = 3 * length};
}

static double law_energy(double length) /* of its part without rate */
{
    return 20 * (length - 0.8) * (length - 0.8) + 5 * length * length * length;
}

static void random_frames(Random *r, double size, SnRodFrame frame[2])
{
    for (int s = 0; s < 2; s++) {
        double w[3], q[4];
        random_vector(r, size, w);
        sn_q_exp(w, q);
        sn_q_to_m3(q, frame[s].rotation);
        random_vector(r, 0.3, frame[s].position);
        frame[s].position[2] += s;
        random_vector(r, 1, frame[s].velocity);
        random_vector(r, 1, frame[s].turning);
    }
}

static SnRodSegment random_segment(Random *r)
{
    SnRodFrame frame[2];
    SnRodSegment segment = {.twist = random_uniform(r, 1, 3), .damping = random_uniform(r, 0, 1)};
    random_frames(r, 0.8, frame);
    sn_rod_rest(frame, &segment);
    for (int k = 0; k < 2; k++) {
        segment.bend[k] = random_uniform(r, 2, 5);
        segment.couple[k] = random_uniform(r, -1.5, 2);
    }
    return segment;
}

static void move(SnRodFrame frame[2], int i, double amount)
{
    SnRodFrame *f = &frame[i / 6];
    if (i % 6 < 3) {
        f->position[i % 6] += amount;
        return;
    }
    double w[3] = {0}, q[4], turn[9];
    w[i % 6 - 3] = amount;
    sn_q_exp(w, q);
    sn_q_to_m3(q, turn);
    sn_m3_mul(f->rotation, turn, f->rotation);
}

static SnRodResponse respond(const SnRodSegment *segment, const SnRodFrame frame[2],
                             bool derivatives, bool positive_definite)
{
    double length, rate;
    SnRodResponse response;
    sn_rod_length(frame, &length, &rate);
    const SnRodTension law = law_of(length, rate);
    sn_rod_respond(segment, frame, &law, derivatives, positive_definite, &response);
    return response;
}

static void test_energy(void)
{
    Random r = {11};
    for (int n = 0; n < STATES; n++) {
        SnRodSegment segment = random_segment(&r);
        SnRodFrame frame[2];
        random_frames(&r, 1, frame);
        for (int s = 0; s < 2; s++)
            memset(frame[s].velocity, 0, 6 * sizeof(double));
        const SnRodResponse here = respond(&segment, frame, false, false);
        for (int i = 0; i < 12; i++) {
            double energy[2];
            for (int k = 0; k < 2; k++) {
                SnRodFrame moved[2];
                double length, rate;
                memcpy(moved, frame, sizeof moved);
                move(moved, i, k ? STEP : -STEP);
                const SnRodResponse there = respond(&segment, moved, false, false);
                sn_rod_length(moved, &length, &rate);
                energy[k] = there.bending + there.twisting + law_energy(length);
            }
            const double slope = (energy[1] - energy[0]) / (2 * STEP);
            g_assert_cmpfloat(fabs(here.force[i] + slope), <, 2e-8 * (1 + fabs(slope)));
        }
    }
}

static void test_derivatives(void)
{
    Random r = {12};
    for (int n = 0; n < STATES; n++) {
        SnRodSegment segment = random_segment(&r);
        SnRodFrame frame[2];
        double in_q[12][12], in_u[12][12], du[12] = {0};
        random_frames(&r, 1, frame);
        const SnRodResponse here = respond(&segment, frame, true, false);
        for (int j = 0; j < 12; j++) {
            SnRodResponse q[2], u[2];
            for (int k = 0; k < 2; k++) {
                SnRodFrame moved[2];
                const double step = k ? STEP : -STEP;
                memcpy(moved, frame, sizeof moved);
                move(moved, j, step);
                q[k] = respond(&segment, moved, false, false);
                memcpy(moved, frame, sizeof moved);
                (j % 6 < 3 ? moved[j / 6].velocity : moved[j / 6].turning)[j % 3] += step;
                u[k] = respond(&segment, moved, false, false);
            }
            const double rate = (j % 6 < 3 ? frame[j / 6].velocity : frame[j / 6].turning)[j % 3];
            for (int i = 0; i < 12; i++) {
                in_q[i][j] = (q[1].force[i] - q[0].force[i]) / (2 * STEP);
                in_u[i][j] = (u[1].force[i] - u[0].force[i]) / (2 * STEP);
                du[i] += in_u[i][j] * rate;
            }
        }
        for (int i = 0; i < 12; i++) {
            g_assert_cmpfloat(fabs(here.viscous[i] - du[i]), <, 1e-7 * (1 + fabs(du[i])));
            for (int j = 0; j < 12; j++) {
                const double k = -0.5 * (in_q[i][j] + in_q[j][i]), d = -in_u[i][j];
                g_assert_cmpfloat(fabs(here.stiffness[i][j] - k), <, 1e-6 * (10 + fabs(k)));
                g_assert_cmpfloat(fabs(here.damping[i][j] - d), <, 1e-7 * (10 + fabs(d)));
            }
        }
    }
}

/* Without the parts that can make it indefinite, x'Kx >= 0 for every x. */
static void test_positive_definite(void)
{
    Random r = {13};
    for (int n = 0; n < STATES; n++) {
        SnRodSegment segment = random_segment(&r);
        SnRodFrame frame[2];
        random_frames(&r, 1.5, frame);
        const SnRodResponse response = respond(&segment, frame, true, true);
        for (int k = 0; k < 200; k++) {
            double x[12], sum = 0, size = 0;
            for (int i = 0; i < 12; i++)
                x[i] = random_uniform(&r, -1, 1);
            for (int i = 0; i < 12; i++)
                for (int j = 0; j < 12; j++) {
                    sum += x[i] * response.stiffness[i][j] * x[j];
                    size += fabs(response.stiffness[i][j]);
                }
            g_assert_cmpfloat(sum, >=, -1e-12 * size);
        }
    }
}

/* The whole carried along: nothing changes; forces and moments cancel. */
static void test_rigid_motion(void)
{
    Random r = {14};
    for (int n = 0; n < STATES; n++) {
        SnRodSegment segment = random_segment(&r);
        SnRodFrame frame[2];
        double q[4], turn[9], shift[3], total[3] = {0}, moment[3] = {0};
        random_frames(&r, 1, frame);
        const SnRodResponse here = respond(&segment, frame, false, false);
        for (int s = 0; s < 2; s++) {
            double m[3];
            sn_v3_add(total, here.force + 6 * s, total);
            sn_v3_cross(frame[s].position, here.force + 6 * s, m);
            sn_v3_add(moment, m, moment);
            sn_m3_mul_v3(frame[s].rotation, here.force + 6 * s + 3, m);
            sn_v3_add(moment, m, moment);
        }
        g_assert_cmpfloat(sn_v3_norm(total), <, 1e-12 * 100);
        g_assert_cmpfloat(sn_v3_norm(moment), <, 1e-12 * 100);

        random_quaternion(&r, q);
        random_vector(&r, 2, shift);
        sn_q_to_m3(q, turn);
        SnRodFrame carried[2];
        memcpy(carried, frame, sizeof carried);
        for (int s = 0; s < 2; s++) {
            sn_m3_mul_v3(turn, carried[s].position, carried[s].position);
            sn_v3_add(carried[s].position, shift, carried[s].position);
            sn_m3_mul(turn, carried[s].rotation, carried[s].rotation);
            sn_m3_mul_v3(turn, carried[s].velocity, carried[s].velocity);
        }
        const SnRodResponse there = respond(&segment, carried, false, false);
        g_assert_cmpfloat(fabs(there.bending - here.bending), <, 1e-12 * (1 + here.bending));
        g_assert_cmpfloat(fabs(there.twisting - here.twisting), <, 1e-12 * (1 + here.twisting));
        for (int s = 0; s < 2; s++)
            g_assert_cmpfloat(sn_v3_distance(there.force + 6 * s + 3, here.force + 6 * s + 3), <,
                              1e-11);

        /* and a velocity of the whole is not damped */
        for (int s = 0; s < 2; s++) {
            const double spin[3] = {0.3, -1.2, 0.7};
            sn_v3_cross(spin, frame[s].position, frame[s].velocity);
            sn_v3_add(frame[s].velocity, shift, frame[s].velocity);
            sn_m3_tmul_v3(frame[s].rotation, spin, frame[s].turning);
        }
        const SnRodResponse turning = respond(&segment, frame, false, false);
        for (int i = 0; i < 12; i++)
            g_assert_cmpfloat(fabs(turning.viscous[i]), <, 1e-12 * 100);
    }
}

/* v turned by the least rotation from unit vector b to a (Rodrigues). */
static void least_rotation(const double b[3], const double a[3], const double v[3], double out[3])
{
    double axis[3], q[4], w[3];
    sn_v3_cross(b, a, axis);
    const double sine = sn_v3_normalize(axis, axis);
    sn_v3_scale(atan2(sine, sn_v3_dot(a, b)), axis, w);
    sn_q_exp(w, q);
    sn_q_rotate(q, v, out);
}

static void column(const double m[9], int k, double c[3])
{
    sn_v3_set(m[k], m[3 + k], m[6 + k], c);
}

/* strands.md 4: Vb = kb/2 (|t - z_i|^2 + |t - z_j|^2), Vt with the angle
 * between X_i and R(z_j -> z_i) X_j in place of their distance. */
static void test_thesis_formulas(void)
{
    Random r = {15};
    for (int n = 0; n < STATES; n++) {
        SnRodSegment segment = {.length = 1, .bend = {2.5, 2.5}, .twist = 1.75};
        SnRodFrame frame[2];
        double t[3], z[2][3], x[2][3], turned[3];
        random_frames(&r, 1, frame);
        sn_rod_rest_straight(&segment);
        const SnRodResponse response = respond(&segment, frame, false, false);
        sn_v3_sub(frame[1].position, frame[0].position, t);
        sn_v3_normalize(t, t);
        for (int s = 0; s < 2; s++) {
            column(frame[s].rotation, 2, z[s]);
            column(frame[s].rotation, 0, x[s]);
        }
        const double bend =
            1.25 * (pow(sn_v3_distance(t, z[0]), 2) + pow(sn_v3_distance(t, z[1]), 2));
        least_rotation(z[1], z[0], x[1], turned);
        double across[3];
        sn_v3_cross(x[0], turned, across);
        const double angle = atan2(sn_v3_norm(across), sn_v3_dot(x[0], turned));
        const double twist = 0.875 * angle * angle;
        g_assert_cmpfloat(fabs(response.bending - bend), <, 1e-12);
        g_assert_cmpfloat(fabs(response.twisting - twist), <, 1e-12);
    }
}

/* At rest there is no force; a turn about the fibre gives the moment twist x angle, over several
 * turns too. */
static void test_rest_and_twist(void)
{
    Random r = {16};
    for (int n = 0; n < STATES; n++) {
        SnRodFrame frame[2];
        SnRodSegment segment = {.bend = {2, 3}, .couple = {1, 1.5}, .twist = 1.5};
        const SnRodTension none = {0};
        SnRodResponse response;
        random_frames(&r, 2, frame);
        sn_rod_rest(frame, &segment);
        g_assert_cmpfloat(
            fabs(segment.length - sn_v3_distance(frame[0].position, frame[1].position)), <, 1e-15);
        sn_rod_respond(&segment, frame, &none, false, false, &response);
        for (int i = 0; i < 12; i++)
            g_assert_cmpfloat(fabs(response.force[i]), <, 1e-14);
        g_assert_cmpfloat(response.bending + response.twisting, <, 1e-14);

        double axis[3], w[3], q[4], turn[9], moment[3];
        column(segment.triad[1], 2, axis);
        sn_v3_scale(0.6, axis, w);
        sn_q_exp(w, q);
        sn_q_to_m3(q, turn);
        for (int k = 1; k <= 60; k++) { /* nearly six turns */
            sn_m3_mul(frame[1].rotation, turn, frame[1].rotation);
            sn_rod_respond(&segment, frame, &none, false, false, &response);
            segment.angle_before = response.angle;
            sn_v3_scale(-1.5 * 0.6 * k, axis, moment);
            g_assert_cmpfloat(sn_v3_distance(response.force + 9, moment), <, 1e-12 * k);
            g_assert_cmpfloat(sn_v3_norm(response.force + 6), <, 1e-14);
            g_assert_cmpfloat(fabs(response.twisting - 0.75 * 0.36 * k * k), <, 1e-11 * k * k);
        }
    }
}

/* pi/4 r^4 and pi/2 r^4 for a circle. */
static void test_section(void)
{
    SnRodSegment segment = {.length = 0.2};
    const double half[2] = {0.01, 0.01}, flat[2] = {0.02, 0.005};
    sn_rod_section(&segment, half, 1e6, 4e5);
    g_assert_cmpfloat(fabs(segment.bend[0] - 4e6 * M_PI * 1e-8 / 4 / 0.2), <, 1e-12);
    g_assert_cmpfloat(fabs(segment.couple[1] - 2e6 * M_PI * 1e-8 / 4 / 0.2), <, 1e-12);
    g_assert_cmpfloat(fabs(segment.twist - 4e5 * M_PI * 1e-8 / 2 / 0.2), <, 1e-12);
    sn_rod_section(&segment, flat, 1e6, 4e5);
    g_assert_cmpfloat(fabs(segment.bend[0] / segment.bend[1] - 16), <, 1e-12);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rod/energy", test_energy);
    g_test_add_func("/rod/derivatives", test_derivatives);
    g_test_add_func("/rod/filtered", test_positive_definite);
    g_test_add_func("/rod/rigid-motion", test_rigid_motion);
    g_test_add_func("/rod/thesis-formulas", test_thesis_formulas);
    g_test_add_func("/rod/rest-and-twist", test_rest_and_twist);
    g_test_add_func("/rod/section", test_section);
    return g_test_run();
}
