/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/edited_jaw.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/probe.h"
#include "tests/model/support.h"

void remember(const SnModel *model, const SnChange *change, void *changes)
{
    g_array_append_vals(changes, change, 1);
}

SnId put(SnModel *model, const char *list, void *component)
{
    GError *error = NULL;
    const SnId id = sn_edit_add(model, sn_model_list(model->root, list)->id, component, -1, &error);
    g_assert_no_error(error);
    return id;
}

static SnTargets one_target(const SnModel *model, SnId id, const char *property)
{
    SnTargets targets = {1, g_new0(SnTarget, 1)};
    targets.targets[0] = (SnTarget){id, sn_model_find_property(model, id, property)};
    return targets;
}

void make_jaw(Jaw *j, const void *unused)
{
    SnModel *model = j->model = sn_model_new();
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, "jaw");
    body->shape = SN_SHAPE_BOX;
    j->jaw = put(model, "bodies", body);
    SnFrame *frame = (SnFrame *)sn_component_new(&SN_CLASS_FRAME, "condyle");
    frame->body = j->jaw;
    j->frame = put(model, "frames", frame);
    SnMarker *tip = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, "tip");
    tip->frame = j->jaw;
    j->tip = put(model, "markers", tip);
    j->anchor = put(model, "markers", sn_component_new(&SN_CLASS_MARKER, "anchor"));
    SnPath *muscle = (SnPath *)sn_component_new(&SN_CLASS_MUSCLE, "lad");
    muscle->points = (SnIdList){2, g_new(SnId, 2)};
    muscle->points.ids[0] = j->anchor;
    muscle->points.ids[1] = j->tip;
    j->muscle = put(model, "muscles", muscle);
    SnFrameJoint *hinge = (SnFrameJoint *)sn_component_new(&SN_CLASS_HINGE, NULL);
    hinge->frame_b = j->frame;
    j->hinge = put(model, "joints", hinge);
    SnProbe *in = (SnProbe *)sn_component_new(&SN_CLASS_INPUT_PROBE, "drive");
    in->targets = one_target(model, j->muscle, "excitation");
    SnArray *knots = &((SnInputProbe *)in)->knots;
    *knots = (SnArray){1, sn_entry_new(&SN_CLASS_INPUT_PROBE.arrays[0], knots, 0)};
    j->in = put(model, "probes", in);
    SnProbe *out = (SnProbe *)sn_component_new(&SN_CLASS_OUTPUT_PROBE, "record");
    out->targets = (SnTargets){2, g_new0(SnTarget, 2)};
    out->targets.targets[0] =
        (SnTarget){j->muscle, sn_model_find_property(model, j->muscle, "length")};
    out->targets.targets[1] =
        (SnTarget){j->anchor, sn_model_find_property(model, j->anchor, "position")};
    j->out = put(model, "probes", out);
    j->changes = g_array_new(FALSE, FALSE, sizeof(SnChange));
    sn_model_listen(model, remember, j->changes);
    sn_edit_mark_saved(model);
}

void drop_jaw(Jaw *j, const void *unused)
{
    sn_model_free(j->model);
    g_array_unref(j->changes);
}

void check_undo(Jaw *j, const char *before)
{
    g_autofree char *after = dump_model(j->model);
    g_assert_cmpstr(before, !=, after);
    for (int i = 0; i < 2; i++) {
        g_assert_true(sn_undo(j->model));
        g_autofree char *undone = dump_model(j->model);
        assert_same(before, undone, "undo");
        g_assert_true(sn_redo(j->model));
        g_autofree char *redone = dump_model(j->model);
        assert_same(after, redone, "redo");
    }
    g_assert_false(sn_redo(j->model));
}

const SnChange *change(const Jaw *j, guint i)
{
    g_assert_cmpuint(i, <, j->changes->len);
    return &g_array_index(j->changes, SnChange, i);
}

bool set_number(Jaw *j, SnId id, const char *name, double x, GError **error)
{
    const int row = sn_model_find_property(j->model, id, name);
    SnValue value = {.type = sn_model_property(j->model, id, row)->type, .number = {x}};
    return sn_edit_set(j->model, id, row, &value, error);
}

void refused(bool done, GError **error, const char *expected)
{
    g_assert_false(done);
    g_assert_cmpstr((*error)->message, ==, expected);
    g_clear_error(error);
}
