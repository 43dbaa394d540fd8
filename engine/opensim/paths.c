/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of muscles, springs and ligaments: their points become markers. */
#include "engine/opensim/wraps.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* A path while it is read. */
typedef struct Path {
    SnOsim *osim;
    const SnXmlNode *owner;
    json_t *points;
    GArray *places; /* of double[3]: where each point is in the ground at the start */
    GArray *given;  /* of int: of each point in the file, how many of those kept come before it */
    GArray *wraps;  /* of Wrap */
    bool once;      /* a surface may act in several parts, but only in one at a time */
    const char *note;
} Path;

/* A surface and where along the path it may act. */
typedef struct Wrap {
    const char *surface;
    int first, last; /* points, from 0 */
    double along;    /* where the path comes nearest to it, in segments */
} Wrap;

/* The object that holds the points, in every version: <GeometryPath>, <path><GeometryPath>,
 * since 4.5 <Scholz2015GeometryPath name="path">, or the muscle itself. */
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
    const SnXmlNode *called = sn_osim_object(osim, node, "path");
    return called ? called : node;
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

static void keep_place(Path *path, int frame, const double local[3])
{
    const SnOsimFrame *own = sn_osim_frame(path->osim, frame);
    double in_base[3], place[3];
    sn_m3_mul_v3(own->in_base.r, local, in_base);
    sn_v3_add(in_base, own->in_base.p, in_base);
    const SnPlacement *world = &sn_osim_frame(path->osim, own->base)->world;
    sn_m3_mul_v3(world->r, in_base, place);
    sn_v3_add(place, world->p, place);
    g_array_append_vals(path->places, place, 1);
}

static void add_point(Path *path, const SnXmlNode *node)
{
    SnOsim *osim = path->osim;
    const int before = (int)json_array_size(path->points);
    double place[3] = {0};
    g_array_append_val(path->given, before);
    g_autofree char *usual = g_strdup_printf("%s-P%d", sn_osim_name_of(path->owner), before + 1);
    const char *name = *sn_osim_name_of(node) ? sn_osim_name_of(node) : usual;
    g_autofree char *made = sn_osim_emit_point(osim, node, name, place, &path->note);
    if (!made)
        return;
    keep_place(path, sn_osim_frame_of(osim, node, "parent_frame", "body"), place);
    json_array_append_new(path->points, json_string(made));
}

static bool is_point(const SnXmlNode *node)
{
    return g_str_has_suffix(node->name, "PathPoint") ||
           g_str_has_suffix(node->name, "MusclePoint") || strcmp(node->name, "MuscleViaPoint") == 0;
}

/* --- surfaces --- */

/* Between the points of the range in the file, which counts from 1, in one part of the path. */
static void add_wrap(Path *path, const SnXmlNode *node)
{
    SnOsim *osim = path->osim;
    const char *name = sn_osim_text(osim, node, "wrap_object");
    const int item = *name ? sn_osim_find(osim, node, name, 1u << SN_OSIM_WRAP) : -1;
    const SnXmlNode *object = item < 0 ? NULL : sn_osim_item(osim, item)->node;
    const int n = (int)json_array_size(path->points);
    double range[2] = {-1, -1};
    if (!object) {
        path->note = "it wraps over something that is not in the file";
        return;
    }
    Wrap wrap = {.surface = sn_osim_surface(osim, object)};
    if (!sn_osim_flag(osim, object, "active", true) || !wrap.surface || n < 2)
        return;
    sn_osim_numbers(osim, node, "range", 2, range);
    const int given = (int)path->given->len;
    const int first = range[0] >= 1 && range[0] <= given ? (int)range[0] - 1 : 0,
              last = range[1] >= 1 && range[1] <= given ? (int)range[1] - 1 : given - 1;
    const int low = MIN(g_array_index(path->given, int, first), n - 2),
              high = MIN(MAX(g_array_index(path->given, int, last), low + 1), n - 1);
    int segment;
    sn_osim_surface_nearest(osim, object, (const double(*)[3])path->places->data, low, high,
                            &segment, &wrap.along);
    wrap.first = low;
    wrap.last = high;
    path->once = path->once || high - low > 1;
    g_array_append_val(path->wraps, wrap);
}

static void add_wraps(Path *path, const SnXmlNode *node)
{
    const SnXmlNode *set = sn_osim_objects(path->osim, node, "PathWrapSet");
    if (!set)
        set = sn_osim_objects(path->osim, node, "MuscleWrapSet");
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next) {
        if (sn_osim_is(at, "PathWrap") || sn_osim_is(at, "MuscleWrap"))
            add_wrap(path, at);
    }
}

/* An obstacle of Scholz's path stands between the points around it, in their order. */
static void add_obstacle(Path *path, const SnXmlNode *node)
{
    SnOsim *osim = path->osim;
    const char *name = sn_osim_socket(osim, node, "contact_geometry");
    const int item = sn_osim_find(osim, node, name, 1u << SN_OSIM_CONTACT_SHAPE);
    const SnXmlNode *object = item < 0 ? NULL : sn_osim_item(osim, item)->node;
    const int n = (int)json_array_size(path->points);
    Wrap wrap = {.surface = object ? sn_osim_obstacle(osim, object, node) : NULL};
    if (!wrap.surface || n < 1) {
        path->note = "an obstacle of its path is not there";
        return;
    }
    wrap.first = n - 1;
    wrap.last = n;
    wrap.along = n - 1 + 1e-3 * (path->wraps->len + 1);
    g_array_append_val(path->wraps, wrap);
}

static gint by_place(gconstpointer a, gconstpointer b)
{
    const double difference = ((const Wrap *)a)->along - ((const Wrap *)b)->along;
    return difference < 0 ? -1 : difference > 0;
}

static void set_wraps(const Path *path, json_t *json)
{
    json_t *wraps = json_array(), *ranges = json_array();
    g_array_sort(path->wraps, by_place);
    for (guint i = 0; i < path->wraps->len; i++) {
        const Wrap *wrap = &g_array_index(path->wraps, Wrap, i);
        json_array_append_new(wraps, json_string(wrap->surface));
        json_array_append_new(ranges, json_integer(wrap->first + 1));
        json_array_append_new(ranges, json_integer(wrap->last + 1));
    }
    json_object_set_new(json, "wraps", wraps);
    json_object_set_new(json, "wrap_ranges", ranges);
    if (path->once)
        json_object_set_new(json, "wraps_once", json_true());
}

/* --- all --- */

static void read_path(Path *path, const SnXmlNode *node)
{
    const SnXmlNode *set = points_of(path->osim, node);
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next) {
        const SnXmlNode *inner = sn_xml_child(at, "PathPoint");
        if (sn_osim_is(at, "Scholz2015GeometryPathPoint") && inner)
            add_point(path, inner);
        else if (g_str_has_suffix(at->name, "Obstacle"))
            add_obstacle(path, at);
        else if (is_point(at))
            add_point(path, at);
    }
    add_wraps(path, node);
}

bool sn_osim_path(SnOsim *osim, const SnXmlNode *node, json_t *json, const char **note)
{
    const SnXmlNode *given = path_node(osim, node);
    if (sn_osim_is(given, "FunctionBasedPath"))
        return sn_osim_function_path(osim, node, given, json, note);
    Path path = {.osim = osim,
                 .owner = node,
                 .points = json_array(),
                 .places = g_array_new(FALSE, FALSE, 3 * sizeof(double)),
                 .given = g_array_new(FALSE, FALSE, sizeof(int)),
                 .wraps = g_array_new(FALSE, FALSE, sizeof(Wrap))};
    read_path(&path, given);
    const bool good = json_array_size(path.points) >= 2;
    if (good) {
        json_object_set(json, "points", path.points);
        if (path.wraps->len)
            set_wraps(&path, json);
        if (!sn_osim_acts(osim, node))
            json_object_set_new(json, "enabled", json_false());
        if (path.note)
            *note = path.note;
    } else {
        sn_osim_left_out(osim, node, "its path has no two points");
    }
    json_decref(path.points);
    g_array_unref(path.places);
    g_array_unref(path.given);
    g_array_unref(path.wraps);
    return good;
}
