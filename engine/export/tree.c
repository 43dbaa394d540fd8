/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/export/tree.h"

#include "engine/base/vec.h"
#include "engine/export/joints.h"
#include "engine/export/points.h"
#include "engine/export/rates.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/strand.h"

#include <math.h>
#include <string.h>

static bool collect(SnComponent *component, void *data)
{
    g_ptr_array_add(((SnExport *)data)->all, component);
    return true;
}

static bool add_body(SnExport *e, const SnRigidBody *body, GError **error)
{
    char buffer[64];
    const SnComponent *component = &body->base.base;
    SnExportBody added = {.body = body, .still = !body->dynamic, .parent = -1, .joint = -1};
    if (body->shape == SN_SHAPE_HALF_SPACE)
        added.still = true;
    else if (!sn_rigid_body_mass(e->model, body, &added.mass, error))
        return false;
    sn_export_pose(body->position, body->orientation, &added.world);
    added.held_here = g_array_new(FALSE, FALSE, sizeof(SnExportHeld));
    added.name = sn_export_name(e, "body", sn_export_wish(component, buffer));
    g_array_append_val(e->bodies, added);
    g_hash_table_insert(e->body_of, (gpointer)component, GINT_TO_POINTER((int)e->bodies->len));
    return true;
}

/* Whether `above` is the body itself, or it hangs on it. */
static bool hangs_on(const SnExport *e, int body, int above)
{
    for (; body >= 0; body = sn_export_body(e, body)->parent)
        if (body == above)
            return true;
    return false;
}

static bool may_hang(const SnExport *e, int body, int parent)
{
    return body >= 0 && !sn_export_body(e, body)->still && sn_export_body(e, body)->parent < 0 &&
           sn_export_body(e, body)->joint < 0 && !sn_export_body(e, body)->held &&
           !hangs_on(e, parent, body);
}

static void hang(SnExport *e, int index, int parent)
{
    static const SnPlacement world = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    SnExportBody *body = sn_export_body(e, index);
    SnPlacement back;
    body->parent = parent;
    sn_placement_inverse(parent < 0 ? &world : &sn_export_body(e, parent)->world, &back);
    sn_placement_mul(&back, &body->world, &body->in_parent);
}

/* Seen from B, a hinge or slider has the same coordinate about the opposite axis. */
static void exchange(SnExportJoint *joint)
{
    static const SnPlacement over = {{1, 0, 0, 0, -1, 0, 0, 0, -1}, {0, 0, 0}};
    SnPlacement a = joint->in_a, b = joint->in_b;
    const int body = joint->a;
    joint->a = joint->b;
    joint->b = body;
    sn_placement_mul(&b, &over, &joint->in_a);
    sn_placement_mul(&a, &over, &joint->in_b);
}

static bool may_exchange(const SnExportJoint *joint)
{
    const SnClass *class = joint->joint->base.base.base.class;
    return class == &SN_CLASS_HINGE || class == &SN_CLASS_SLIDER || class == &SN_CLASS_FIXED ||
           (class == &SN_CLASS_SPHERICAL && joint->n_coordinates == 0);
}

/* A body is at the end of the first joint that can lead to it. */
static void add_joint(SnExport *e, const SnFrameJoint *component)
{
    char buffer[64];
    const SnComponent *base = &component->base.base.base;
    SnExportJoint joint = {.joint = component};
    joint.a = sn_export_carrier(e, component->frame_a, component->location_a, component->rotation_a,
                                &joint.in_a);
    joint.b = sn_export_carrier(e, component->frame_b, component->location_b, component->rotation_b,
                                &joint.in_b);
    if (joint.a == -2 || joint.b == -2 || !component->base.enabled || joint.a == joint.b) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, base,
                       !component->base.enabled ? "it is switched off"
                                                : "it does not join two bodies");
        return;
    }
    joint.name = sn_export_name(e, "joint", sn_export_wish(base, buffer));
    sn_export_read_coordinates(e, &joint);
    const bool leads = base->class != &SN_CLASS_DISTANCE &&
                       base->class != &SN_CLASS_POINT_ON_LINE && base->class != &SN_CLASS_ROLLING;
    if (leads && !may_hang(e, joint.b, joint.a) && may_hang(e, joint.a, joint.b) &&
        may_exchange(&joint))
        exchange(&joint);
    joint.in_tree = leads && may_hang(e, joint.b, joint.a);
    if (joint.in_tree && base->class == &SN_CLASS_FREE && joint.a >= 0)
        joint.in_tree = false; /* free anyway */
    sn_export_add_moves(&joint);
    g_array_append_val(e->joints, joint);
    g_hash_table_insert(e->joint_of, (gpointer)base, GINT_TO_POINTER((int)e->joints->len));
    if (!joint.in_tree || base->class == &SN_CLASS_FREE)
        return;
    SnExportBody *body = sn_export_body(e, joint.b);
    hang(e, joint.b, joint.a);
    body->joint = (int)e->joints->len - 1;
    body->held = base->class == &SN_CLASS_FIXED || joint.held;
}

static void add_attachment(SnExport *e, const SnBodyAttachment *attachment)
{
    static const double none[3] = {0}, turn[4] = {1, 0, 0, 0};
    SnPlacement pose;
    const SnComponent *base = &attachment->base.base.base;
    const int body =
        GPOINTER_TO_INT(g_hash_table_lookup(e->body_of, sn_model_get(e->model, attachment->body))) -
        1;
    const int to = sn_export_carrier(e, attachment->base.to, none, turn, &pose);
    if (to == -2 || !may_hang(e, body, to)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, base, "it does not hold a body to a body");
        return;
    }
    hang(e, body, to);
    sn_export_body(e, body)->held = true;
    sn_export_tell(e, SN_IMPORT_EXACT, base, NULL);
}

static void find_order(SnExport *e)
{
    const int n = (int)e->bodies->len;
    bool *done = g_new0(bool, n + 1);
    int count = 0;
    e->order = g_new(int, n + 1);
    for (int before = -1; count > before;) {
        before = count;
        for (int i = 0; i < n; i++) {
            const int parent = sn_export_body(e, i)->parent;
            if (done[i] || (parent >= 0 && !done[parent]))
                continue;
            done[i] = true;
            e->order[count++] = i;
        }
    }
    g_assert(count == n);
    g_free(done);
}

static void hold(SnExport *e, int carrier, const SnExportHeld *held)
{
    if (carrier != -2)
        g_array_append_vals(carrier < 0 ? e->world : sn_export_body(e, carrier)->held_here, held,
                            1);
}

/* What is fixed to bodies, in the order of the model. */
static void collect_held(SnExport *e, const SnComponent *component)
{
    static const double turn[4] = {1, 0, 0, 0};
    SnExportHeld held = {.component = component};
    SnId frame;
    const double *p, *q = turn;
    if (component->class == &SN_CLASS_PATH_POINT) {
        hold(e, sn_export_point(e, component->id, &held.pose), &held);
        return;
    }
    if (component->class == &SN_CLASS_MARKER) {
        frame = ((const SnMarker *)component)->frame;
        p = ((const SnMarker *)component)->location;
    } else if (component->class == &SN_CLASS_VISUAL) {
        frame = ((const SnVisual *)component)->frame;
        p = ((const SnVisual *)component)->location;
        q = ((const SnVisual *)component)->rotation;
    } else if (component->class == &SN_CLASS_WRAP_SURFACE) {
        frame = ((const SnWrapSurface *)component)->body;
        p = ((const SnWrapSurface *)component)->position;
        q = ((const SnWrapSurface *)component)->orientation;
    } else {
        return;
    }
    hold(e, sn_export_carrier(e, frame, p, q, &held.pose), &held);
}

static void clear_body(void *data)
{
    g_free(((SnExportBody *)data)->name);
    g_array_unref(((SnExportBody *)data)->held_here);
}

static void clear_joint(void *data)
{
    SnExportJoint *joint = data;
    g_free(joint->name);
    for (int k = 0; k < joint->n_coordinates; k++)
        g_free(joint->coordinate[k].name);
}

bool sn_export_begin(SnExport *e, const SnModel *model, const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    *e = (SnExport){.model = model,
                    .folder = g_canonicalize_filename(folder, NULL),
                    .bodies = g_array_new(FALSE, TRUE, sizeof(SnExportBody)),
                    .joints = g_array_new(FALSE, TRUE, sizeof(SnExportJoint)),
                    .body_of = g_hash_table_new(NULL, NULL),
                    .joint_of = g_hash_table_new(NULL, NULL),
                    .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                    .named = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                    .told = g_hash_table_new(NULL, NULL),
                    .meshes = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                    .sides = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                    .world = g_array_new(FALSE, FALSE, sizeof(SnExportHeld)),
                    .all = g_ptr_array_new(),
                    .rates = g_array_new(FALSE, FALSE, sizeof(double)),
                    .report = sn_import_report_new()};
    g_array_set_clear_func(e->bodies, clear_body);
    g_array_set_clear_func(e->joints, clear_joint);
    sn_component_walk(model->root, collect, e);
    e->poser = sn_poser_new(model, error);
    bool good = e->poser != NULL;
    for (guint i = 0; good && i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_RIGID_BODY)
            good = add_body(e, (const SnRigidBody *)component, error);
    }
    for (guint i = 0; good && i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
            add_joint(e, (const SnFrameJoint *)component);
    }
    for (guint i = 0; good && i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_BODY_ATTACHMENT)
            add_attachment(e, (const SnBodyAttachment *)component);
    }
    for (guint i = 0; good && i < e->bodies->len; i++)
        if (sn_export_body(e, (int)i)->parent < 0)
            hang(e, (int)i, -1);
    for (guint i = 0; good && i < e->all->len; i++)
        collect_held(e, e->all->pdata[i]);
    if (good) {
        find_order(e);
        sn_export_find_rates(e);
    }
    return good;
}

void sn_export_end(SnExport *e)
{
    if (e->poser)
        sn_poser_free(e->poser);
    g_array_unref(e->bodies);
    for (guint i = 0; i < e->joints->len; i++)
        for (int k = 0; k < SN_EXPORT_MOVES; k++)
            if (sn_export_joint(e, (int)i)->move[k].terms)
                g_array_unref(sn_export_joint(e, (int)i)->move[k].terms);
    g_array_unref(e->joints);
    g_hash_table_unref(e->body_of);
    g_hash_table_unref(e->joint_of);
    g_hash_table_unref(e->names);
    g_hash_table_unref(e->named);
    g_hash_table_unref(e->told);
    g_hash_table_unref(e->meshes);
    g_hash_table_unref(e->sides);
    g_array_unref(e->world);
    g_array_unref(e->rates);
    g_ptr_array_unref(e->all);
    sn_import_report_free(e->report);
    g_free(e->order);
    g_free(e->folder);
}
