/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mark would be written on: boxes in any pose, beside steps along the way. */
#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "ui/viewport/scene/cover.h"

#include <math.h>

enum { STEPS = 4000 };

static void random_vector(GRand *random, double size, double v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = g_rand_double_range(random, -size, size);
}

/* How far a place is within the box (negative) or out of it. */
static double outside(const SnCoverBox *box, const double place[3])
{
    double local[3], out = -HUGE_VAL;
    sn_pose_inverse_point(box->pose, box->pose + 3, place, local);
    for (int k = 0; k < 3; k++)
        out = fmax(out, fmax(box->corners[0][k] - local[k], local[k] - box->corners[1][k]));
    return out;
}

static double nearest_on_way(const SnCoverBox *box, const double eye[3], const double place[3])
{
    double least = HUGE_VAL;
    for (int i = 1; i < STEPS; i++) {
        double at[3];
        for (int k = 0; k < 3; k++)
            at[k] = eye[k] + (place[k] - eye[k]) * i / STEPS;
        least = fmin(least, outside(box, at));
    }
    return least;
}

static void test_boxes(void)
{
    GRand *random = g_rand_new_with_seed(22);
    int hidden = 0, seen = 0;
    for (int turn = 0; turn < sn_cases(2000, 20000); turn++) {
        SnCoverBox box;
        double w[3], eye[3], place[3], far[3];
        random_vector(random, 1, box.pose);
        random_vector(random, 3, w);
        sn_q_exp(w, box.pose + 3);
        for (int k = 0; k < 3; k++) {
            box.corners[1][k] = g_rand_double_range(random, 0.05, 0.6);
            box.corners[0][k] = -g_rand_double_range(random, 0.05, 0.6);
        }
        random_vector(random, 2, eye);
        random_vector(random, 2, place);
        const double up[3] = {0, 0, 1};
        const double way = nearest_on_way(&box, eye, place);
        for (int k = 0; k < 3; k++)
            far[k] = eye[k] + 20 * (place[k] - eye[k]);
        const double line = nearest_on_way(&box, eye, far);
        if (fabs(way) < 0.02 || (way > 0 && line < 0.02) ||
            outside(&box, eye) < 0.01) /* too near to call, or within */
            continue;
        g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof box);
        g_array_append_val(boxes, box);
        g_assert_cmpint(sn_cover_hides(boxes, eye, place, up), ==, way < 0);
        *(way < 0 ? &hidden : &seen) += 1;
    }
    g_assert_cmpint(hidden, >, 50);
    g_assert_cmpint(seen, >, 50);
    g_rand_free(random);
}

/* From within, to what lies on top, and before a side. */
static void test_rims(void)
{
    const SnCoverBox box = {{0, 0, 0, 1, 0, 0, 0}, {{-1, -1, -1}, {1, 1, 0}}};
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof box);
    g_array_append_val(boxes, box);
    const double above[3] = {2, 3, 4}, within[3] = {0, 0, -0.5};
    const double top[3] = {0.5, 0.5, 0}, below[3] = {0.5, 0.5, -0.5}, aside[3] = {1.5, 0, 0};
    const double before[3] = {1.2, 0, 0.1}, steep[3] = {2.4, 0, 1}, up[3] = {0, 0, 1};
    g_assert_false(sn_cover_hides(boxes, above, top, up));
    g_assert_true(sn_cover_hides(boxes, above, below, up));
    g_assert_false(sn_cover_hides(boxes, above, aside, up));
    g_assert_false(sn_cover_hides(boxes, within, aside, up));
    g_assert_true(sn_cover_hides(boxes, steep, before, up)); /* the side is behind it */
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cover/boxes", test_boxes);
    g_test_add_func("/cover/rims", test_rims);
    return g_test_run();
}
