/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What links look like: meshes, plain shapes. */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"
#include "engine/model/file/emit.h"
#include "engine/urdf/urdf.h"

#include <math.h>
#include <string.h>

/* --- meshes --- */

static char *file_at(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return path;
    g_free(path);
    return NULL;
}

/* Where a mesh lies, beside the file, in the folders given or in those above it; the package's name
 * is a folder or is left out. */
static char *find_mesh(const SnUrdf *urdf, const char *name)
{
    enum { LEVELS = 5 };
    const char *scheme = strstr(name, "://"), *inside = scheme ? scheme + 3 : name;
    const char *slash = scheme && !g_str_has_prefix(name, "file") ? strchr(inside, '/') : NULL;
    const char *names[2] = {inside, slash ? slash + 1 : NULL};
    char *found = NULL;
    for (int k = 0; k < 2 && names[k] && !found; k++) {
        g_autofree char *folder = g_strdup(urdf->folder);
        if (g_path_is_absolute(names[k]))
            return file_at("/", names[k]);
        for (int i = 0; !found && urdf->geometry_folders && urdf->geometry_folders[i]; i++)
            found = file_at(urdf->geometry_folders[i], names[k]);
        for (int i = 0; !found && i < LEVELS; i++) {
            found = file_at(folder, names[k]);
            char *above = g_path_get_dirname(folder);
            g_free(folder);
            folder = above;
        }
    }
    return found;
}

static void set_color(SnUrdf *urdf, const SnXmlNode *visual, json_t *json)
{
    const SnXmlNode *material = sn_xml_child(visual, "material");
    const char *name = material ? sn_xml_attribute(material, "name") : NULL;
    const char *color = name ? g_hash_table_lookup(urdf->colors, name) : NULL;
    if (color)
        json_object_set_new(json, "render", json_pack("{s:s}", "color", color));
}

static void emit_mesh(SnUrdf *urdf, const SnUrdfLink *link, const SnXmlNode *visual,
                      const SnXmlNode *mesh)
{
    const char *name = sn_xml_attribute(mesh, "filename");
    g_autofree char *file = name && *name ? find_mesh(urdf, name) : NULL;
    double scale[3] = {1, 1, 1};
    SnUrdfPose pose;
    if (!file) {
        sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, "mesh", name ? name : "",
                             "the file was not found (beside the robot, in folders above it, or in "
                             "those of --geometry)");
        return;
    }
    json_t *json = json_object();
    sn_urdf_origin(urdf, visual, &pose);
    sn_urdf_numbers(urdf, mesh, "scale", 3, scale);
    for (int k = 0; k < 3; k++)
        scale[k] = fmin(fmax(fabs(scale[k]), 1e-9), 1e6);
    json_object_set_new(json, "frame", json_string(link->target));
    json_object_set_new(json, "location", sn_emit_numbers(pose.p, 3));
    json_object_set_new(json, "rotation", sn_emit_quaternion(pose.r));
    if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1)
        json_object_set_new(json, "scale", sn_emit_numbers(scale, 3));
    set_color(urdf, visual, json);
    g_autofree char *base = g_path_get_basename(file);
    char *dot = strrchr(base, '.');
    if (dot)
        *dot = '\0';
    g_hash_table_insert(urdf->meshes, sn_emit(urdf->root, urdf->names, "visuals", base, json),
                        g_strdup(file));
    sn_import_report_add(urdf->report, SN_IMPORT_EXACT, "mesh", name, NULL);
}

/* --- plain shapes --- */

static json_t *body_of(const SnUrdf *urdf, const char *target)
{
    json_t *bodies = json_object_get(urdf->root, "bodies"), *body;
    size_t i;
    if (!g_str_has_prefix(target, "bodies/"))
        return NULL;
    json_array_foreach(bodies, i, body)
    {
        if (strcmp(json_string_value(json_object_get(body, "name")), target + 7) == 0)
            return body;
    }
    return NULL;
}

/* A box, cylinder or sphere in the link's own frame becomes the body's shape. */
static bool set_shape(SnUrdf *urdf, json_t *body, const SnXmlNode *shape)
{
    double size[3], radius = 0.01, length = 0.05;
    json_t *json = json_object();
    bool known = true;
    if (strcmp(shape->name, "box") == 0 && sn_urdf_numbers(urdf, shape, "size", 3, size)) {
        json_object_set_new(json, "shape", json_string("box"));
        json_object_set_new(json, "size", sn_emit_numbers(size, 3));
        known = size[0] > 0 && size[1] > 0 && size[2] > 0;
    } else if (strcmp(shape->name, "sphere") == 0 &&
               sn_urdf_numbers(urdf, shape, "radius", 1, &radius)) {
        sn_v3_set(radius, radius, radius, size);
        json_object_set_new(json, "shape", json_string("ellipsoid"));
        json_object_set_new(json, "size", sn_emit_numbers(size, 3));
        known = radius > 0;
    } else if (strcmp(shape->name, "cylinder") == 0 &&
               sn_urdf_numbers(urdf, shape, "radius", 1, &radius) &&
               sn_urdf_numbers(urdf, shape, "length", 1, &length)) {
        json_object_set_new(json, "shape", json_string("cylinder"));
        json_object_set_new(json, "radius", json_real(radius));
        json_object_set_new(json, "length", json_real(length));
        known = radius > 0 && length > 0;
    } else {
        known = false;
    }
    if (known)
        json_object_set(body, "geometry", json);
    json_decref(json);
    return known;
}

/* A mesh of about unit size, and what scales it to the shape; NULL: no shape that is known. */
static char *unit_mesh(SnUrdf *urdf, const SnXmlNode *shape, double scale[3])
{
    enum { SEGMENTS = 32 };
    const double unit[3] = {1, 1, 1};
    double radius = 0, length = 0;
    sn_urdf_numbers(urdf, shape, "radius", 1, &radius);
    sn_urdf_numbers(urdf, shape, "length", 1, &length);
    sn_v3_set(radius, radius, radius, scale);
    if (strcmp(shape->name, "box") == 0 && sn_urdf_numbers(urdf, shape, "size", 3, scale))
        return sn_surface_keep(sn_surface_box(unit), "box-1.obj");
    if (strcmp(shape->name, "sphere") == 0)
        return sn_surface_keep(sn_surface_ellipsoid(unit, SEGMENTS), "sphere.obj");
    if (!(radius > 0 && length > 0))
        return NULL;
    if (strcmp(shape->name, "cylinder") == 0) {
        scale[2] = length;
        return sn_surface_keep(sn_surface_cylinder(1, 1, SEGMENTS), "cylinder-1.obj");
    }
    if (strcmp(shape->name, "capsule") == 0) { /* its ends stay round */
        const int tenths = (int)lround(10 * fmin(length / radius, 1000));
        g_autofree char *name = g_strdup_printf("capsule-%d.obj", tenths);
        return sn_surface_keep(sn_surface_capsule(1, 0.1 * tenths, SEGMENTS), name);
    }
    return NULL;
}

/* A shape that is not the body's own: something to see. */
static void emit_shape(SnUrdf *urdf, const SnUrdfLink *link, const SnXmlNode *visual,
                       const SnXmlNode *shape, const SnUrdfPose *pose)
{
    double scale[3];
    g_autofree char *file = unit_mesh(urdf, shape, scale);
    if (!file || !(scale[0] > 0 && scale[1] > 0 && scale[2] > 0)) {
        sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, shape->name, link->name,
                             "there is no such shape here, or it has no size");
        return;
    }
    json_t *json = json_object();
    json_object_set_new(json, "frame", json_string(link->target));
    json_object_set_new(json, "location", sn_emit_numbers(pose->p, 3));
    json_object_set_new(json, "rotation", sn_emit_quaternion(pose->r));
    json_object_set_new(json, "scale", sn_emit_numbers(scale, 3));
    set_color(urdf, visual, json);
    g_hash_table_insert(urdf->meshes, sn_emit(urdf->root, urdf->names, "visuals", link->name, json),
                        g_steal_pointer(&file));
    sn_import_report_add(urdf->report, SN_IMPORT_EXACT, shape->name, link->name, NULL);
}

static void emit_visual(SnUrdf *urdf, const SnUrdfLink *link, const SnXmlNode *visual)
{
    const SnXmlNode *geometry = sn_xml_child(visual, "geometry"),
                    *shape = geometry ? geometry->first : NULL;
    SnUrdfPose pose;
    if (!shape)
        return;
    if (strcmp(shape->name, "mesh") == 0) {
        emit_mesh(urdf, link, visual, shape);
        return;
    }
    sn_urdf_origin(urdf, visual, &pose);
    json_t *body = body_of(urdf, link->target);
    const bool here = sn_v3_norm(pose.p) < 1e-9 && pose.r[0] + pose.r[4] + pose.r[8] > 3 - 1e-12;
    if (!body || !here || json_object_get(body, "geometry") || !set_shape(urdf, body, shape)) {
        emit_shape(urdf, link, visual, shape, &pose);
        return;
    }
    set_color(urdf, visual, body);
    sn_import_report_add(urdf->report, SN_IMPORT_EXACT, shape->name, link->name, NULL);
}

void sn_urdf_emit_visuals(SnUrdf *urdf, const SnUrdfLink *link)
{
    int collisions = 0;
    for (const SnXmlNode *at = link->node->first; at && !urdf->error; at = at->next) {
        if (strcmp(at->name, "visual") == 0)
            emit_visual(urdf, link, at);
        collisions += strcmp(at->name, "collision") == 0;
    }
    if (collisions > 0)
        sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, "collision", link->name,
                             "a file says nothing of what touches what; add a collision");
}
