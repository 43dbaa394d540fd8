/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of muscles, springs and ligaments: their points become markers. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <string.h>

/* The object that holds the points, in every version: <GeometryPath>, <path><GeometryPath>, or the
 * muscle itself. */
static const SnXmlNode *path_node(const SnOsim *osim, const SnXmlNode *node)
{
    static const char *const names[] = {"GeometryPath", "geometry_path", "path", NULL};
    for (int i = 0; names[i]; i++) {
        const SnXmlNode *found = sn_osim_get(osim, node, names[i]);
        if (!found)
            continue;
        const bool nested = found->first && g_str_has_suffix(found->first->name, "Path");
        return nested ? found->first : found;
    }
    return node;
}

static const SnXmlNode *points_of(const SnOsim *osim, const SnXmlNode *path)
{
    static const char *const sets[] = {"PathPointSet", "MusclePointSet", "path_elements", NULL};
    for (int i = 0; sets[i]; i++) {
        const SnXmlNode *found = sn_osim_objects(osim, path, sets[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* A number along an axis, by its function of a coordinate, at the start. */
static double moving_value(SnOsim *osim, const SnXmlNode *node, const char *axis, double otherwise)
{
    g_autofree char *location = g_strconcat(axis, "_location", NULL);
    g_autofree char *old = g_strdup_printf("%cAttachment", g_ascii_toupper(*axis));
    g_autofree char *name = g_strconcat(axis, "_coordinate", NULL);
    const SnXmlNode *function = sn_osim_object(osim, node, location);
    if (!function)
        function = sn_osim_object(osim, node, old);
    const int coordinate = sn_osim_coordinate_named(osim, node, sn_osim_socket(osim, node, name));
    SnOsimFunction f;
    if (!sn_osim_function_read(osim, function, -4, 4, &f))
        return otherwise;
    const double at = coordinate < 0 ? 0 : sn_osim_coordinate(osim, coordinate)->value;
    const double value = sn_osim_function_value(&f, at, NULL);
    sn_osim_function_clear(&f);
    return value;
}

/* Whether a conditional point takes part at the start. */
static bool takes_part(SnOsim *osim, const SnXmlNode *node)
{
    double range[2] = {0};
    const int c = sn_osim_coordinate_named(osim, node, sn_osim_socket(osim, node, "coordinate"));
    if (c < 0 || !sn_osim_numbers(osim, node, "range", 2, range))
        return true;
    const double value = sn_osim_coordinate(osim, c)->value;
    return value >= range[0] - 1e-5 && value <= range[1] + 1e-5;
}

/* Adds the point's marker to `points`, unless it lies where the last one lies. */
static void add_point(SnOsim *osim, const SnXmlNode *owner, const SnXmlNode *node, json_t *points,
                      const char **note)
{
    const char *class = node->name;
    double place[3] = {0};
    const double none[3] = {0};
    SnOsimPose pose;
    sn_osim_numbers(osim, node, "location", 3, place);
    if (strcmp(class, "MovingPathPoint") == 0 || strcmp(class, "MovingMusclePoint") == 0) {
        static const char *const axes[] = {"x", "y", "z"};
        for (int k = 0; k < 3; k++)
            place[k] = moving_value(osim, node, axes[k], place[k]);
        *note = "moving and conditional points stay as they are at the start";
    } else if (strcmp(class, "ConditionalPathPoint") == 0 || strcmp(class, "MuscleViaPoint") == 0) {
        *note = "moving and conditional points stay as they are at the start";
        if (!takes_part(osim, node))
            return;
    }
    json_t *json = json_object();
    sn_osim_pose_set(none, place, &pose);
    const int frame = sn_osim_frame_of(osim, node, "parent_frame", "body");
    sn_osim_attach(osim, frame, &pose, json, "frame", "location", NULL);
    g_autofree char *usual =
        g_strdup_printf("%s-P%d", sn_osim_name_of(owner), (int)json_array_size(points) + 1);
    const char *name = *sn_osim_name_of(node) ? sn_osim_name_of(node) : usual;
    g_autofree char *path = sn_osim_emit(osim, "markers", name, json);
    json_array_append_new(points, json_string(path));
}

static bool is_point(const SnXmlNode *node)
{
    return g_str_has_suffix(node->name, "PathPoint") ||
           g_str_has_suffix(node->name, "MusclePoint") || strcmp(node->name, "MuscleViaPoint") == 0;
}

static int count_wraps(const SnOsim *osim, const SnXmlNode *path)
{
    const SnXmlNode *set = sn_osim_objects(osim, path, "PathWrapSet");
    int n = 0;
    if (!set)
        set = sn_osim_objects(osim, path, "MuscleWrapSet");
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next)
        n += sn_osim_is(at, "PathWrap") || sn_osim_is(at, "MuscleWrap");
    return n;
}

bool sn_osim_path(SnOsim *osim, const SnXmlNode *node, json_t *json, const char **note)
{
    const SnXmlNode *path = path_node(osim, node), *set = points_of(osim, path);
    json_t *points = json_array();
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next) {
        const SnXmlNode *inner = sn_xml_child(at, "PathPoint");
        if (sn_osim_is(at, "Scholz2015GeometryPathPoint") && inner)
            add_point(osim, node, inner, points, note);
        else if (g_str_has_suffix(at->name, "Obstacle"))
            *note = "its path does not wrap over surfaces";
        else if (is_point(at))
            add_point(osim, node, at, points, note);
    }
    if (count_wraps(osim, path) > 0)
        *note = "its path does not wrap over surfaces";
    if (json_array_size(points) < 2) {
        json_decref(points);
        sn_osim_left_out(osim, node, "its path has no two points");
        return false;
    }
    json_object_set_new(json, "points", points);
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    return true;
}
