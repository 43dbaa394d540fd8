/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/pose.h"

#include "engine/base/vec.h"
#include "engine/checks.h"
#include "engine/model/classes/joint.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <math.h>
#include <string.h>

static const char POSER_KEY[] = "sn-edits-poser";
static const char POSED_KEY[] = "sn-edits-posed";

/* What was given last. */
typedef struct Posed {
    SnId joint;
    int row;
    double value;
    uint64_t revision;
} Posed;

/* In a drag always that of its begin, so that the way of the mouse does not count. */
static SnPoser *poser_of(SnSession *session, GError **error)
{
    SnPoser *poser = g_object_get_data(G_OBJECT(session), POSER_KEY);
    if (poser && sn_edits_dragging(session))
        return poser;
    poser = sn_poser_new(sn_session_model(session), error);
    g_object_set_data_full(G_OBJECT(session), POSER_KEY, poser, (GDestroyNotify)sn_poser_free);
    return poser;
}

void sn_edits_pose_forget(SnSession *session)
{
    g_object_set_data(G_OBJECT(session), POSER_KEY, NULL);
}

bool sn_edits_posed(SnSession *session, SnId joint, int row, double *value)
{
    const Posed *posed = g_object_get_data(G_OBJECT(session), POSED_KEY);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    if (!posed || !sn_id_equal(posed->joint, joint) || posed->row != row ||
        (snapshot && snapshot->revision >= posed->revision))
        return false;
    *value = posed->value;
    return true;
}

static bool refuse_later(SnSession *session)
{
    sn_session_report(
        session, &(SnBar){.severity = SN_WARNING,
                          .text = "A pose is set at the start. Go there, or make what is shown "
                                  "now the start: Simulation > Use This Pose as Start.",
                          .button = "Go to Start",
                          .action = "win.reset"});
    return false;
}

static void store(SnSession *session, const GArray *values, GError **error)
{
    SnModel *model = sn_session_model(session);
    for (guint i = 0; i < values->len && !*error; i++) {
        const SnPoseValue *value = &g_array_index(values, SnPoseValue, i);
        sn_edit_set(model, value->id, value->property, &value->value, error);
    }
}

static GArray *targets_of(const SnModel *model, const SnId *joints, int n, const char *property,
                          double value)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnPoseTarget));
    for (int i = 0; i < n; i++) {
        const int row = sn_model_find_property(model, joints[i], property);
        const SnPoseTarget target = {joints[i], row, value};
        if (row >= 0 && sn_is_coordinate(sn_model_property(model, joints[i], row)))
            g_array_append_val(targets, target);
    }
    return targets;
}

static void begin_edit(SnSession *session, const SnPoseTarget *target)
{
    SnModel *model = sn_session_model(session);
    const SnProperty *row = sn_model_property(model, target->joint, target->property);
    g_autofree char *label = sn_session_label(session, target->joint);
    g_autofree char *what = g_utf8_strdown(row->label, -1);
    g_autofree char *text = g_strdup_printf("Set %s of %s", what, label);
    sn_edit_begin(model, text);
}

/* Ends the group of an edit; what failed is told, and taken back unless a drag goes on. */
static bool end_edit(SnSession *session, GError *error)
{
    SnModel *model = sn_session_model(session);
    const bool dragging = sn_edits_dragging(session);
    if (error && !dragging)
        sn_edit_abandon(model);
    else
        sn_edit_end(model);
    if (dragging)
        sn_edits_drag_show(session);
    else
        sn_edit_seal(model);
    if (error)
        sn_session_fail(session, error->message);
    g_clear_error(&error);
    return true;
}

static void note_posed(SnSession *session, const SnPoseTarget *target)
{
    Posed *posed = g_new(Posed, 1);
    *posed = (Posed){target->joint, target->property, target->value,
                     sn_session_model(session)->revision};
    g_object_set_data_full(G_OBJECT(session), POSED_KEY, posed, g_free);
}

bool sn_edits_pose(SnSession *session, const SnId *joints, int n, const char *property,
                   double value)
{
    SnModel *model = sn_session_model(session);
    if (sn_session_time(session) > 0)
        return refuse_later(session);
    GError *error = NULL;
    GArray *targets = targets_of(model, joints, n, property, value);
    const SnPoseTarget *target = (const SnPoseTarget *)(void *)targets->data;
    SnPoser *poser = targets->len > 0 ? poser_of(session, &error) : NULL;
    GArray *values = poser ? sn_poser_solve(poser, model, target, (int)targets->len, &error) : NULL;
    if (values) {
        begin_edit(session, target);
        store(session, values, &error);
        g_array_unref(values);
        const bool good = !error;
        end_edit(session, error);
        if (good)
            note_posed(session, &target[targets->len - 1]);
        g_array_unref(targets);
        return good;
    }
    if (error) {
        sn_session_fail(session, error->message);
        g_error_free(error);
    }
    g_array_unref(targets);
    return false;
}

/* The values as one step with that text; they are freed.  NULL: the bar says the error. */
static bool store_as_step(SnSession *session, GArray *values, const char *text, GError *error)
{
    if (!values) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    sn_edit_begin(sn_session_model(session), text);
    store(session, values, &error);
    g_array_unref(values);
    const bool good = !error;
    end_edit(session, error);
    return good;
}

bool sn_edits_close_joint(SnSession *session, SnId joint)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    SnPoser *poser = sn_poser_new(model, &error);
    GArray *values = poser ? sn_poser_close(poser, model, joint, &error) : NULL;
    sn_poser_free(poser);
    g_autofree char *label = sn_session_label(session, joint);
    g_autofree char *text = g_strdup_printf("Close %s", label);
    return store_as_step(session, values, text, error);
}

bool sn_edits_join_sides(SnSession *session, SnId joint, bool turn)
{
    const SnModel *model = sn_session_model(session);
    const SnFrameJoint *sides = (const SnFrameJoint *)sn_model_get(model, joint);
    double base[3], turned[4], place[3], axes[4], back[4];
    sn_start_pose(model, sides->frame_a, base, turned);
    sn_pose_point(base, turned, sides->location_a, place);
    sn_q_mul(turned, sides->rotation_a, axes);
    sn_start_pose(model, sides->frame_b, base, turned);
    SnPoseValue location = {
        joint, sn_model_find_property(model, joint, "location_b"), {.type = SN_TYPE_VEC3}};
    SnPoseValue rotation = {
        joint, sn_model_find_property(model, joint, "rotation_b"), {.type = SN_TYPE_QUAT}};
    sn_pose_inverse_point(base, turned, place, location.value.number);
    sn_q_conj(turned, back);
    sn_q_mul(back, axes, rotation.value.number);
    GArray *values = g_array_new(FALSE, FALSE, sizeof(SnPoseValue));
    g_array_append_val(values, location);
    if (turn)
        g_array_append_val(values, rotation);
    g_autofree char *label = sn_session_label(session, joint);
    g_autofree char *text = g_strdup_printf("Put Side B of %s at Side A", label);
    return store_as_step(session, values, text, NULL);
}

bool sn_edits_push_apart(SnSession *session)
{
    GError *error = NULL;
    GArray *values = sn_push_apart(sn_session_model(session), &error);
    return store_as_step(session, values, "Push Apart", error);
}

bool sn_edits_upright_nodes(SnSession *session, SnId fem)
{
    GError *error = NULL;
    GArray *values = sn_upright_nodes(sn_session_model(session), fem, &error);
    return store_as_step(session, values, "Put Nodes Back", error);
}

bool sn_edits_give_way(SnSession *session, const SnFinding *finding)
{
    return store_as_step(session, sn_give_way(sn_session_model(session), finding),
                         "Let a Joint Give Way", NULL);
}

/* --- locks --- */

static SnComponent *new_drive(SnSession *session, SnId joint, const SnProperty *row, double value)
{
    static const SnBind binds[] = {[SN_COORDINATE_ANGLE_1] = SN_BIND_JOINT_ANGLE,
                                   [SN_COORDINATE_ANGLE_1 + 1] = SN_BIND_JOINT_ANGLE_2,
                                   [SN_COORDINATE_ANGLE_1 + 2] = SN_BIND_JOINT_ANGLE_3,
                                   [SN_COORDINATE_ANGLE_1 + 3] = SN_BIND_JOINT_ANGLE_4,
                                   [SN_COORDINATE_TRANSLATION_1] = SN_BIND_JOINT_TRANSLATION,
                                   [SN_COORDINATE_TRANSLATION_1 + 1] = SN_BIND_JOINT_TRANSLATION_2,
                                   [SN_COORDINATE_TRANSLATION_1 + 2] = SN_BIND_JOINT_TRANSLATION_3};
    const SnModel *model = sn_session_model(session);
    g_autofree char *label = sn_session_label(session, joint);
    g_autofree char *wanted = g_strdup_printf("%s_lock", label);
    g_autofree char *name = sn_name_unused(sn_model_list_for(model->root, &SN_CLASS_DRIVE), wanted);
    SnDrive *drive = (SnDrive *)sn_component_new(&SN_CLASS_DRIVE, name);
    drive->joint = joint;
    drive->value = value;
    for (int i = SN_COORDINATE_ANGLE_1; i < (int)G_N_ELEMENTS(binds); i++)
        if (binds[i] == row->bind)
            drive->coordinate = i;
    return (SnComponent *)drive;
}

bool sn_edits_lock_coordinate(SnSession *session, SnId joint, int row, bool locked)
{
    SnModel *model = sn_session_model(session);
    const SnProperty *property = sn_model_property(model, joint, row);
    const SnComponent *drive = sn_coordinate_drive(model, joint, property);
    if (!locked)
        return drive && sn_edits_delete(session, &drive->id, 1);
    if (drive)
        return true;
    GError *error = NULL;
    double value = 0;
    SnPoser *poser = sn_poser_new(model, &error);
    if (!poser) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    sn_poser_value(poser, model, joint, row, &value);
    sn_poser_free(poser);
    GArray *selected = g_array_new(FALSE, FALSE, sizeof(SnId));
    int n;
    const SnId *ids = sn_session_selection(session, &n);
    g_array_append_vals(selected, ids, (guint)n);
    const SnId made = sn_edits_add_made(session, new_drive(session, joint, property, value));
    sn_session_select(session, (const SnId *)(void *)selected->data, (int)selected->len,
                      SN_SELECT_REPLACE);
    g_array_unref(selected);
    return !sn_id_is_null(made);
}
