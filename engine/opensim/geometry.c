/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bodies and frames look like: meshes of all versions, and plain shapes. */
#include "engine/opensim/shapes.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- files --- */

static char *in_folder(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return path;
    g_free(path);
    return NULL;
}

char *sn_osim_mesh_file(const SnOsim *osim, const char *name)
{
    g_autofree char *slashes = g_strdelimit(g_strdup(name), "\\", '/');
    const char *home = g_getenv("OPENSIM_HOME");
    g_autofree char *beside[2] = {NULL, NULL}, *at_home = NULL;
    char *found = NULL;
    if (!*slashes)
        return NULL;
    if (g_path_is_absolute(slashes))
        return in_folder("/", slashes);
    g_autofree char *upper = g_build_filename(osim->folder, "Geometry", NULL);
    g_autofree char *lower = g_build_filename(osim->folder, "geometry", NULL);
    found = in_folder(osim->folder, slashes);
    found = found ? found : in_folder(upper, slashes);
    found = found ? found : in_folder(lower, slashes);
    for (int i = 0; !found && osim->geometry_folders && osim->geometry_folders[i]; i++)
        found = in_folder(osim->geometry_folders[i], slashes);
    if (!found && home) {
        at_home = g_build_filename(home, "Geometry", NULL);
        found = in_folder(at_home, slashes);
    }
    return found;
}

/* --- one thing to see --- */

/* Colour, transparency and whether it is shown, of <Appearance> or of the versions before. */
static void set_looks(SnOsim *osim, const SnXmlNode *node, json_t *json)
{
    const SnXmlNode *looks = sn_osim_get(osim, node, "Appearance");
    if (!looks)
        looks = node;
    double rgb[3] = {1, 1, 1};
    json_t *render = json_object();
    if (sn_osim_numbers(osim, looks, "color", 3, rgb)) {
        char text[8];
        int c[3];
        for (int k = 0; k < 3; k++)
            c[k] = (int)lround(255 * fmin(fmax(rgb[k], 0), 1));
        /* plain white is what files have that say nothing */
        g_snprintf(text, sizeof text, "#%02x%02x%02x", (unsigned)c[0], (unsigned)c[1],
                   (unsigned)c[2]);
        if (c[0] + c[1] + c[2] < 765)
            json_object_set_new(render, "color", json_string(text));
    }
    const double alpha = sn_osim_number(osim, looks, "opacity", 1);
    if (alpha < 1)
        json_object_set_new(render, "alpha", json_real(fmax(alpha, 0)));
    if (!sn_osim_flag(osim, looks, "visible", true) ||
        sn_osim_number(osim, node, "display_preference", 4) == 0)
        json_object_set_new(render, "visible", json_false());
    if (json_object_size(render))
        json_object_set_new(json, "render", render);
    else
        json_decref(render);
}

/* Sizes along the axes; a mirror image is no size, its sign is dropped. */
static bool positive_scale(double scale[3])
{
    bool mirrored = false;
    for (int k = 0; k < 3; k++) {
        mirrored = mirrored || scale[k] < 0;
        scale[k] = fmin(fmax(fabs(scale[k]), 1e-9), 1e6);
    }
    return mirrored;
}

static void emit_visual(SnOsim *osim, const SnXmlNode *node, int frame, const SnPlacement *pose,
                        const char *mesh, const double size[3], const char *name)
{
    json_t *json = json_object();
    sn_osim_attach(osim, frame, pose, json, "frame", "location", "rotation");
    if (size[0] != 1 || size[1] != 1 || size[2] != 1)
        json_object_set_new(json, "scale", sn_emit_numbers(size, 3));
    set_looks(osim, node, json);
    g_hash_table_insert(osim->meshes, sn_emit(osim->root, osim->names, "visuals", name, json),
                        g_strdup(mesh));
}

/* A mesh that is not there is reported; the model opens without it. */
static void emit_mesh(SnOsim *osim, const SnXmlNode *node, const char *file, int frame,
                      const SnPlacement *pose, const double scale[3])
{
    g_autofree char *path = sn_osim_mesh_file(osim, file);
    double size[3] = {scale[0], scale[1], scale[2]};
    if (!*file)
        return;
    if (!path) {
        sn_import_report_add(osim->report, SN_IMPORT_LEFT_OUT, node->name, file,
                             "the file was not found (beside the model, in its folder Geometry, "
                             "or in those of --geometry)");
        return;
    }
    g_autofree char *base = g_path_get_basename(path);
    char *dot = strrchr(base, '.');
    if (dot)
        *dot = '\0';
    const bool mirrored = positive_scale(size);
    emit_visual(osim, node, frame, pose, path, size, base);
    sn_import_report_add(osim->report, mirrored ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT,
                         node->name, file, mirrored ? "it is not mirrored here" : NULL);
}

static void scale_of(SnOsim *osim, const SnXmlNode *node, double scale[3])
{
    sn_v3_set(1, 1, 1, scale);
    sn_osim_numbers(osim, node, "scale_factors", 3, scale);
}

/* --- since 4.0: <attached_geometry> of a frame --- */

static void emit_attached(SnOsim *osim, const SnXmlNode *node, int frame)
{
    SnPlacement pose;
    double scale[3], size[3];
    if (sn_osim_broken(osim, node)) {
        sn_osim_left_out(osim, node, sn_osim_broken(osim, node));
        return;
    }
    if (sn_osim_is_lost(osim, node))
        return;
    scale_of(osim, node, scale);
    sn_placement_identity(&pose);
    const char *path = sn_osim_socket(osim, node, "frame");
    if (!sn_osim_is_way_up(path)) /* "..": the one that it stands in */
        frame = sn_osim_frame_named(osim, node, path);
    if (sn_osim_is(node, "Mesh")) {
        emit_mesh(osim, node, sn_osim_text(osim, node, "mesh_file"), frame, &pose, scale);
        return;
    }
    if (sn_osim_is(node, "FrameGeometry"))
        return; /* the axes of a frame, which are shown anyway */
    g_autofree char *file = sn_osim_shape_file(osim, node, size, &pose);
    if (!file) {
        sn_osim_left_out(osim, node, "there is no such shape here");
        return;
    }
    for (int k = 0; k < 3; k++)
        size[k] *= scale[k];
    positive_scale(size);
    emit_visual(osim, node, frame, &pose, file, size, sn_osim_name_of(node));
    sn_osim_exact(osim, node);
}

/* --- before: <VisibleObject> --- */

/* Three angles, then a place. */
static void read_transform(SnOsim *osim, const SnXmlNode *node, SnPlacement *pose)
{
    double t[6] = {0};
    sn_osim_numbers(osim, node, "transform", 6, t);
    sn_osim_pose_set(t, t + 3, pose);
}

static void emit_display(SnOsim *osim, const SnXmlNode *node, int frame, const double factor[3])
{
    SnPlacement pose;
    double scale[3];
    read_transform(osim, node, &pose);
    scale_of(osim, node, scale);
    for (int k = 0; k < 3; k++)
        scale[k] *= factor[k];
    emit_mesh(osim, node, sn_osim_text(osim, node, "geometry_file"), frame, &pose, scale);
}

static void emit_visible(SnOsim *osim, const SnXmlNode *node, int frame)
{
    const SnXmlNode *set = sn_osim_objects(osim, node, "GeometrySet");
    SnPlacement here;
    double scale[3];
    scale_of(osim, node, scale);
    for (const SnXmlNode *at = set ? set->first : NULL; at; at = at->next) {
        if (sn_osim_is(at, "DisplayGeometry"))
            emit_display(osim, at, frame, scale);
    }
    g_auto(GStrv) files = sn_osim_words(sn_osim_text(osim, node, "geometry_files"));
    sn_placement_identity(&here);
    for (int i = 0; files[i]; i++)
        emit_mesh(osim, node, files[i], frame, &here, scale);
}

static void emit_of_frame(SnOsim *osim, int index)
{
    const int item = sn_osim_frame(osim, index)->item;
    const SnXmlNode *node = item >= 0 ? sn_osim_item(osim, item)->node : NULL;
    const SnXmlNode *attached = sn_xml_child(node, "attached_geometry");
    if (!attached)
        attached = sn_osim_objects(osim, node, "geometry");
    for (const SnXmlNode *at = attached ? attached->first : NULL; at; at = at->next)
        emit_attached(osim, at, index);
    const SnXmlNode *visible = sn_xml_child(node, "VisibleObject");
    if (visible && sn_osim_broken(osim, visible))
        sn_osim_left_out(osim, visible, sn_osim_broken(osim, visible));
    else if (visible)
        emit_visible(osim, visible, index);
}

void sn_osim_emit_geometry(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->frames->len && !osim->error; i++)
        emit_of_frame(osim, i);
    /* a shape among components names its frame, or stands in it */
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_GEOMETRY && sn_osim_is(item->node->parent, "components"))
            emit_attached(osim, item->node,
                          sn_osim_frame_of(osim, item->node->parent, "frame", "body"));
    }
}
