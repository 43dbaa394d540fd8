/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scaling is one step that is undone exactly, and what is refused leaves everything as it was. */
#include "engine/model/classes/body.h"
#include "engine/model/edit/scale.h"
#include "tests/model/edited_jaw.h"
#include "tests/model/support.h"

#include <string.h>

static void test_undo(Jaw *j, const void *unused)
{
    g_autoptr(GArray) bodies = all_of(j->model, &SN_CLASS_RIGID_BODY);
    g_autofree char *before = dump_model(j->model);
    g_autofree SnSegmentScale *segments = g_new(SnSegmentScale, bodies->len);
    for (guint i = 0; i < bodies->len; i++)
        segments[i] = (SnSegmentScale){g_array_index(bodies, SnId, i), {1.1, 0.9, 1.0 + 0.1 * i}};
    SnScaling scaling = {(int)bodies->len, segments, false, 5};
    g_assert_cmpuint(bodies->len, >, 0);
    g_assert_true(sn_edit_scale(j->model, &scaling, NULL, NULL));
    g_autofree char *after = dump_model(j->model);
    g_assert_cmpstr(before, !=, after);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Scale");
    check_undo(j, before);
    /* of a model where the last factor cannot be */
    GError *error = NULL;
    segments[bodies->len - 1].factor[2] = -1;
    refused(sn_edit_scale(j->model, &scaling, NULL, &error), &error,
            "factors 1.1,0.9,-1 of /model/bodies/jaw: give three above 0");
    segments[bodies->len - 1].factor[2] = 1e300; /* it is noticed on the way */
    g_assert_false(sn_edit_scale(j->model, &scaling, NULL, &error));
    g_clear_error(&error);
    scaling.segments = (const SnSegmentScale[]){{j->muscle, {1, 1, 1}}};
    scaling.n = 1;
    refused(sn_edit_scale(j->model, &scaling, NULL, &error), &error,
            "only rigid bodies are scaled, not a muscle");
    g_autofree char *left = dump_model(j->model);
    assert_same(after, left, "what was refused");
}

static void test_lengths(Jaw *j, const void *unused)
{
    g_assert_true(set_number(j, j->muscle, "law.optimal_length", 0.1, NULL));
    g_autofree char *before = dump_model(j->model);
    const double ratio = 1.25;
    g_assert_true(sn_edit_scale_lengths(j->model, &j->muscle, &ratio, 1, NULL));
    check_undo(j, before);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/model/scale/undo", Jaw, NULL, make_jaw, test_undo, drop_jaw);
    g_test_add("/model/scale/lengths", Jaw, NULL, make_jaw, test_lengths, drop_jaw);
    return g_test_run();
}
