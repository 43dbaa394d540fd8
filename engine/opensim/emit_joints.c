/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of the model, with the names of their coordinates, and drives where these are locked or
 * prescribed. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static const char *const CLASSES[] = {
    [SN_OSIM_WELD] = "fixed",
    [SN_OSIM_PIN] = "hinge",
    [SN_OSIM_SLIDER] = "slider",
    [SN_OSIM_UNIVERSAL] = "universal",
    [SN_OSIM_GIMBAL] = "gimbal",
    [SN_OSIM_PLANAR] = "planar",
    [SN_OSIM_FREE] = "free",
    [SN_OSIM_CUSTOM] = "custom",
    [SN_OSIM_ELLIPSOID] = "ellipsoid",
    [SN_OSIM_SCAPULOTHORACIC] = "scapulothoracic",
    [SN_OSIM_CURVATURE] = "constant_curvature",
};

/* Turns the axes of a joint of the model into those of OpenSim's: a slider goes along z here and
 * along x there, a universal joint turns about z and x here and about x and y there. */
static void own_axes(SnOsimJointKind kind, SnPlacement *pose)
{
    static const double slider[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
    static const double universal[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    sn_placement_identity(pose);
    if (kind == SN_OSIM_SLIDER)
        memcpy(pose->r, slider, sizeof slider);
    else if (kind == SN_OSIM_UNIVERSAL)
        memcpy(pose->r, universal, sizeof universal);
}

/* Of the coordinates that the model's joint has, in its own order. */
static void set_names(const SnOsim *osim, const SnOsimJoint *joint, json_t *json)
{
    static const char *const slots[] = {"first",         "angle_1",      "angle_2",
                                        "angle_3",       "angle_4",      "translation_1",
                                        "translation_2", "translation_3"};
    GString *names = g_string_new(NULL);
    for (size_t s = 0; s < G_N_ELEMENTS(slots); s++) {
        for (int i = 0; i < joint->n_coordinates; i++) {
            const SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + i);
            if (!c->slot || strcmp(c->slot, slots[s]) != 0)
                continue;
            g_autofree char *name = g_strdelimit(g_strdup(c->name), ",", '_');
            g_string_append_printf(names, "%s%s", names->len ? "," : "", name);
        }
    }
    if (names->len)
        json_object_set_new(json, "coordinate_names", json_string(names->str));
    g_string_free(names, TRUE);
}

/* Where a coordinate may be: kept, but as in OpenSim no limit while it moves. */
static void set_ranges(const SnOsim *osim, const SnOsimJoint *joint, json_t *json)
{
    if (joint->kind < SN_OSIM_GIMBAL)
        return;
    for (int i = 0; i < joint->n_coordinates; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + i);
        if (!c->slot || !c->has_range)
            continue;
        json_t *group = json_object();
        json_object_set_new(group, "lower", json_real(c->range[0]));
        json_object_set_new(group, "upper", json_real(c->range[1]));
        json_object_set_new(json, c->slot, group);
    }
}

/* In the order of the model: three angles, then three distances. */
static void set_terms(const SnOsim *osim, const SnOsimJoint *joint, const SnOsimAxis *axis,
                      json_t *group)
{
    json_t *json = json_array();
    for (guint t = 0; t < axis->terms->len; t += SN_OSIM_AXIS_NUMBERS) {
        const double *given = &g_array_index(axis->terms, double, t);
        double term[SN_OSIM_AXIS_NUMBERS] = {given[0]};
        for (int k = 0; k < joint->n_coordinates; k++) {
            const char *slot = sn_osim_coordinate(osim, joint->first + k)->slot;
            if (slot) /* "angle_1" ... "translation_3" */
                term[(*slot == 't' ? 3 : 0) + slot[strlen(slot) - 1] - '0'] = given[1 + k];
        }
        for (int k = 0; k < SN_OSIM_AXIS_NUMBERS; k++)
            json_array_append_new(json, json_real(term[k]));
    }
    json_object_set_new(group, "terms", json);
}

static void set_axes(const SnOsim *osim, const SnOsimJoint *joint, json_t *json)
{
    static const char *const counts[] = {"none", "one", "two", "three"};
    int n[2] = {0};
    for (int i = 0; i < joint->n_coordinates; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + i);
        if (c->slot)
            n[*c->slot == 't']++;
    }
    json_object_set_new(json, "angles", json_string(counts[n[0]]));
    json_object_set_new(json, "translations", json_string(counts[n[1]]));
    for (int i = 0; i < 6; i++) {
        const SnOsimAxis *axis = &joint->axis[i];
        const int c = axis->coordinate;
        const double length = sn_v3_norm(axis->direction);
        json_t *group = sn_osim_function_json(&axis->function);
        if (i >= 3 && fabs(length - 1) > 1e-12) /* a shift goes along the axis as it is */
            json_object_set_new(group, "scale", json_real(axis->function.scale * length));
        if (axis->terms && axis->terms->len)
            set_terms(osim, joint, axis, group);
        json_object_set_new(group, "direction", sn_emit_numbers(axis->direction, 3));
        json_object_set_new(
            group, "coordinate",
            json_string(c < 0 ? "none" : sn_osim_coordinate(osim, joint->first + c)->slot));
        g_autofree char *name =
            g_strdup_printf("%s_axis_%d", i < 3 ? "rotation" : "translation", i % 3 + 1);
        json_object_set_new(json, name, group);
    }
}

static void emit_joint(SnOsim *osim, SnOsimJoint *joint)
{
    const SnXmlNode *node = sn_osim_item(osim, joint->item)->node;
    json_t *json = json_object();
    SnPlacement own, side;
    own_axes(joint->kind, &own);
    json_object_set_new(json, "class", json_string(CLASSES[joint->kind]));
    sn_placement_mul(&joint->in_parent, &own, &side);
    sn_osim_attach(osim, joint->parent, &side, json, "frame_a", "location_a", "rotation_a");
    sn_placement_mul(&joint->in_child, &own, &side);
    sn_osim_attach(osim, joint->child, &side, json, "frame_b", "location_b", "rotation_b");
    set_names(osim, joint, json);
    set_ranges(osim, joint, json);
    if (joint->kind == SN_OSIM_CUSTOM)
        set_axes(osim, joint, json);
    if (joint->kind == SN_OSIM_CURVATURE) {
        json_object_set_new(json, "length", json_real(joint->radii[0]));
        json_object_set_new(json, "neutral", sn_emit_numbers(joint->pin, 3));
    } else if (joint->kind >= SN_OSIM_ELLIPSOID) {
        json_object_set_new(json, "semi_axes", sn_emit_numbers(joint->radii, 3));
    }
    if (joint->kind == SN_OSIM_SCAPULOTHORACIC) {
        json_object_set_new(json, "pin", sn_emit_numbers(joint->pin, 3));
        json_object_set_new(json, "pin_axis", sn_emit_numbers(joint->pin_axis, 3));
    }
    joint->path = sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), json);
    if (joint->note)
        sn_osim_approximated(osim, node, joint->note);
    else
        sn_osim_exact(osim, node);
}

/* --- locked and prescribed coordinates --- */

static bool follows_a_coupler(SnOsim *osim, int coordinate)
{
    for (int i = 0; i < (int)osim->items->len; i++) {
        const SnXmlNode *node = sn_osim_item(osim, i)->node;
        if (sn_osim_is(node, "CoordinateCouplerConstraint") && sn_osim_acts(osim, node) &&
            sn_osim_coordinate_named(
                osim, node, sn_osim_text(osim, node, "dependent_coordinate_name")) == coordinate)
            return true;
    }
    return false;
}

/* Returns what is only approximated about it, NULL: nothing. */
static const char *emit_drive(SnOsim *osim, int index)
{
    const SnOsimCoordinate *c = sn_osim_coordinate(osim, index);
    const SnXmlNode *node = sn_osim_item(osim, c->item)->node;
    const SnOsimJoint *joint = sn_osim_joint(osim, c->joint);
    SnOsimFunction function = {0};
    const char *note = NULL;
    if (!c->slot || !joint->path || follows_a_coupler(osim, index))
        return NULL;
    const bool leads =
        c->prescribed && !c->locked &&
        sn_osim_function_read(osim, sn_osim_object(osim, node, "prescribed_function"), 0, 10,
                              &function);
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("drive"));
    json_object_set_new(json, "joint", json_string(joint->path));
    json_object_set_new(json, "coordinate", json_string(c->slot));
    const double value = leads ? sn_osim_function_value(&function, 0, NULL) : c->value;
    json_object_set_new(json, "value", json_real(value));
    g_autofree char *path = sn_emit(osim->root, osim->names, "joints", c->name, json);
    if (leads && function.kind != SN_FUNCTION_CONSTANT) {
        g_autofree char *target = g_strconcat(path, ":value", NULL);
        note = sn_osim_emit_probe(osim, c->name, target, &function);
    }
    sn_osim_function_clear(&function);
    return note;
}

void sn_osim_emit_joints(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->joints->len; i++) {
        if (!sn_osim_joint(osim, i)->dropped)
            emit_joint(osim, sn_osim_joint(osim, i));
    }
    for (int i = 0; i < (int)osim->coordinates->len; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, i);
        if (c->item < 0)
            continue;
        const SnXmlNode *node = sn_osim_item(osim, c->item)->node;
        const char *note = c->locked || c->prescribed ? emit_drive(osim, i) : NULL;
        note = note ? note : sn_osim_engine_restraint(node);
        if (note)
            sn_osim_approximated(osim, node, note);
        else
            sn_osim_exact(osim, node);
    }
}
