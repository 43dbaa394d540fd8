/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What versions 1.0 to 1.5 have otherwise: bodies, joints, coordinates and speeds are those of an
 * engine (SIMM's, Simbody's, SD/FAST's) and have its name before theirs; coordinates stand apart
 * from joints, and one coordinate may move several of them. */
#include "engine/opensim/osim.h"

#include <string.h>

static const char *const ENGINES[] = {"Simbody", "Simm", "Sdfast"};

const char *sn_osim_plain_class(const char *class)
{
    static const char *const classes[] = {"Body", "Joint", "Coordinate"};
    for (size_t i = 0; i < G_N_ELEMENTS(ENGINES); i++) {
        if (!g_str_has_prefix(class, ENGINES[i]))
            continue;
        const char *rest = class + strlen(ENGINES[i]);
        for (size_t k = 0; k < G_N_ELEMENTS(classes); k++) {
            if (strcmp(rest, classes[k]) == 0)
                return rest;
        }
    }
    return class;
}

bool sn_osim_is_body(const SnXmlNode *node)
{
    return strcmp(sn_osim_plain_class(node->name), "Body") == 0;
}

bool sn_osim_is_engine_body(const SnXmlNode *node)
{
    return sn_osim_is_body(node) && !sn_osim_is(node, "Body");
}

/* --- degrees of freedom --- */

GPtrArray *sn_osim_dof_coordinates(const SnOsim *osim, const SnXmlNode *joint)
{
    const SnXmlNode *set =
        sn_xml_child(joint, "DofSet") ? sn_osim_objects(osim, joint, "DofSet") : NULL;
    if (!set)
        return NULL;
    GPtrArray *names = g_ptr_array_new();
    for (const SnXmlNode *at = set->first; at; at = at->next) {
        const char *name = sn_osim_text(osim, at, "coordinate");
        if (*name && strcmp(name, "Unassigned") != 0 &&
            !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
            g_ptr_array_add(names, (gpointer)name);
    }
    return names;
}

int sn_osim_dof_axis(const SnXmlNode *dof, int *turns)
{
    const char *name = sn_osim_name_of(dof);
    if (g_str_has_suffix(dof->name, "RotationDof"))
        return *turns < 3 ? (*turns)++ : 6;
    const bool known = g_str_has_suffix(dof->name, "TranslationDof") && name[0] == 't' &&
                       name[1] >= 'x' && name[1] <= 'z' && !name[2];
    return known ? 3 + name[1] - 'x' : 6;
}

/* --- coordinates --- */

double sn_osim_engine_speed(SnOsim *osim, const SnXmlNode *coordinate, double otherwise)
{
    const SnXmlNode *engine = coordinate; /* <X><CoordinateSet><objects><XCoordinate> */
    for (int i = 0; engine && i < 3; i++)
        engine = engine->parent;
    const SnXmlNode *set =
        sn_xml_child(engine, "SpeedSet") ? sn_osim_objects(osim, engine, "SpeedSet") : NULL;
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next) {
        if (strcmp(sn_osim_text(osim, at, "coordinate"), sn_osim_name_of(coordinate)) == 0)
            return sn_osim_number(osim, at, "default_value", otherwise);
    }
    return otherwise;
}

const char *sn_osim_engine_restraint(const SnXmlNode *coordinate)
{
    const SnXmlNode *restraint = sn_xml_child(coordinate, "restraint_function");
    const SnXmlNode *constraint = sn_xml_child(coordinate, "constraint_function");
    if (constraint && constraint->first)
        return "its constraint_function is left out: a coupler or a drive can hold it";
    if (restraint && restraint->first)
        return "its restraint_function is left out: a soft limit can push it back";
    return NULL;
}

void sn_osim_emit_copies(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->coordinates->len; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, i);
        const SnOsimCoordinate *lead = c->copies ? sn_osim_coordinate(osim, c->copies - 1) : NULL;
        if (!lead || !c->slot || !lead->slot)
            continue;
        json_t *json = json_object();
        SnOsimFunction same = {0};
        sn_osim_function_line(0, 1, &same);
        json_object_set_new(json, "class", json_string("coupler"));
        json_object_set_new(json, "joint_a", json_string(sn_osim_joint(osim, lead->joint)->path));
        json_object_set_new(json, "coordinate_a", json_string(lead->slot));
        json_object_set_new(json, "joint_b", json_string(sn_osim_joint(osim, c->joint)->path));
        json_object_set_new(json, "coordinate_b", json_string(c->slot));
        json_object_set_new(json, "relation", sn_osim_function_json(&same));
        g_free(sn_emit(osim->root, osim->names, "joints", c->name, json));
        sn_osim_function_clear(&same);
    }
}
