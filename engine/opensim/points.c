/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of paths: those that are fixed become markers, those that follow a coordinate path
 * points. */
#include "engine/opensim/osim.h"

#include <string.h>

#define RANGE_MARGIN 1e-5 /* OpenSim counts a point that far beyond its range */
#define FARTHEST     1000 /* of a coordinate [rad or m]; files say 99999 where there is no end */

/* A point that moves, while it is read. */
typedef struct Moving {
    int coordinate; /* -1: none */
    SnOsimFunction axis[3];
    bool known[3];
} Moving;

static bool is_any(const SnXmlNode *node, const char *now, const char *old)
{
    return strcmp(node->name, now) == 0 || strcmp(node->name, old) == 0;
}

int sn_osim_model_coordinate(SnOsim *osim, const SnXmlNode *from, const char *path)
{
    const int c = sn_osim_coordinate_named(osim, from, path);
    if (c < 0)
        return -1;
    const SnOsimCoordinate *coordinate = sn_osim_coordinate(osim, c);
    const SnOsimJoint *joint = sn_osim_joint(osim, coordinate->joint);
    return coordinate->slot && joint->path && !joint->dropped ? c : -1;
}

static int coordinate_of(SnOsim *osim, const SnXmlNode *node, const char *socket)
{
    return sn_osim_model_coordinate(osim, node, sn_osim_socket(osim, node, socket));
}

static void set_constant(SnOsimFunction *function, double value)
{
    sn_osim_function_clear(function);
    sn_osim_function_line(value, 0, function);
}

/* Reads where it is along one axis; all axes follow one coordinate, the first that is named where a
 * function is none of a constant. */
static void read_axis(SnOsim *osim, const SnXmlNode *node, int k, double place, Moving *moving,
                      const char **note)
{
    static const char *const axes[] = {"x", "y", "z"};
    g_autofree char *location = g_strconcat(axes[k], "_location", NULL);
    g_autofree char *old = g_strdup_printf("%cAttachment", g_ascii_toupper(*axes[k]));
    g_autofree char *name = g_strconcat(axes[k], "_coordinate", NULL);
    const SnXmlNode *object = sn_osim_object(osim, node, location);
    SnOsimFunction *f = &moving->axis[k];
    if (!object)
        object = sn_osim_object(osim, node, old);
    const int named = sn_osim_coordinate_named(osim, node, sn_osim_socket(osim, node, name));
    const int coordinate = coordinate_of(osim, node, name);
    moving->known[k] = true;
    if (!sn_osim_function_read(osim, object, -4, 4, f)) {
        sn_osim_function_line(place, 0, f);
        return;
    }
    if (f->note)
        *note = f->note;
    if (f->kind == SN_FUNCTION_CONSTANT)
        return;
    const double at = named < 0 ? 0 : sn_osim_coordinate(osim, named)->value;
    if (coordinate < 0) {
        set_constant(f, sn_osim_function_value(f, at, NULL));
    } else if (moving->coordinate >= 0 && moving->coordinate != coordinate) {
        set_constant(f, sn_osim_function_value(f, at, NULL));
        *note = "a moving point follows its first coordinate alone";
    } else {
        moving->coordinate = coordinate;
    }
}

static void set_follows(const SnOsim *osim, int coordinate, json_t *json)
{
    const SnOsimCoordinate *c = sn_osim_coordinate(osim, coordinate);
    json_object_set_new(json, "class", json_string("path_point"));
    json_object_set_new(json, "joint", json_string(sn_osim_joint(osim, c->joint)->path));
    json_object_set_new(json, "coordinate", json_string(c->slot));
}

/* Where it is at the start into `place`, its shifts into the JSON. */
static void read_moving(SnOsim *osim, const SnXmlNode *node, double place[3], json_t *json,
                        const char **note)
{
    static const char *const names[] = {"shift_x", "shift_y", "shift_z"};
    Moving moving = {.coordinate = -1};
    for (int k = 0; k < 3; k++)
        read_axis(osim, node, k, place[k], &moving, note);
    const double at =
        moving.coordinate < 0 ? 0 : sn_osim_coordinate(osim, moving.coordinate)->value;
    for (int k = 0; k < 3; k++) {
        place[k] = sn_osim_function_value(&moving.axis[k], at, NULL);
        if (moving.coordinate >= 0)
            json_object_set_new(json, names[k], sn_osim_function_json(&moving.axis[k]));
        sn_osim_function_clear(&moving.axis[k]);
    }
    if (moving.coordinate >= 0)
        set_follows(osim, moving.coordinate, json);
}

/* False: it never counts. */
static bool read_condition(SnOsim *osim, const SnXmlNode *node, json_t *json)
{
    double range[2] = {0};
    const int c = coordinate_of(osim, node, "coordinate");
    const int named =
        sn_osim_coordinate_named(osim, node, sn_osim_socket(osim, node, "coordinate"));
    if (!sn_osim_numbers(osim, node, "range", 2, range) || named < 0)
        return true;
    const double lower = range[0] - RANGE_MARGIN, upper = range[1] + RANGE_MARGIN;
    if (c < 0) {
        const double value = sn_osim_coordinate(osim, named)->value;
        return value >= lower && value <= upper;
    }
    if (lower > upper)
        return false;
    set_follows(osim, c, json);
    json_object_set_new(json, "conditional", json_true());
    json_object_set_new(json, "lower", json_real(fmin(fmax(lower, -FARTHEST), FARTHEST)));
    json_object_set_new(json, "upper", json_real(fmin(fmax(upper, -FARTHEST), FARTHEST)));
    return true;
}

/* A shift is along the axes of what carries the point: where those are not the file's, that is a
 * frame. */
static void attach(SnOsim *osim, int frame, const char *name, const double place[3], bool moves,
                   json_t *json)
{
    const double none[3] = {0};
    const double *r = sn_osim_frame(osim, frame)->in_base.r;
    SnPlacement pose;
    if (moves && (r[0] != 1 || r[4] != 1 || r[8] != 1)) {
        json_t *carrier = json_object();
        sn_placement_identity(&pose);
        sn_osim_attach(osim, frame, &pose, carrier, "body", "location", "rotation");
        g_autofree char *made = sn_emit(osim->root, osim->names, "frames", name, carrier);
        json_object_set_new(json, "frame", json_string(made));
        return;
    }
    sn_osim_pose_set(none, moves ? none : place, &pose);
    sn_osim_attach(osim, frame, &pose, json, "frame", "location", NULL);
}

char *sn_osim_emit_point(SnOsim *osim, const SnXmlNode *node, const char *name, double place[3],
                         const char **note)
{
    json_t *json = json_object();
    sn_osim_numbers(osim, node, "location", 3, place);
    if (is_any(node, "MovingPathPoint", "MovingMusclePoint")) {
        read_moving(osim, node, place, json, note);
    } else if (is_any(node, "ConditionalPathPoint", "MuscleViaPoint") &&
               !read_condition(osim, node, json)) {
        json_decref(json);
        return NULL;
    }
    const int frame = sn_osim_frame_of(osim, node, "parent_frame", "body");
    attach(osim, frame, name, place, json_object_get(json, "shift_x") != NULL, json);
    return sn_emit(osim->root, osim->names, "markers", name, json);
}
