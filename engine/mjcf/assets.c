/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes and materials. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"
#include "engine/geometry/convex.h"
#include "engine/text/limits.h"

#include <math.h>
#include <string.h>

char *sn_mjcf_name_of_file(const char *file)
{
    g_autofree char *slashes = g_strdelimit(g_strdup(file), "\\", '/');
    char *base = g_path_get_basename(slashes);
    char *dot = strrchr(base, '.');
    if (dot)
        *dot = '\0';
    return base;
}

static void find_file(SnMjcf *mjcf, SnMjcfMesh *mesh, const char *name)
{
    g_autofree char *base = g_path_get_basename(name);
    const SnXmlNode *node = mesh->element.node;
    const SnMjcfCompiler *compiler = sn_mjcf_compiler(mjcf, node);
    mesh->file =
        sn_mjcf_find_file(mjcf, node, compiler->mesh_folder, compiler->strip_path ? base : name);
    if (!mesh->file) {
        sn_import_report_add(mjcf->report, SN_IMPORT_LEFT_OUT, "mesh", name,
                             "the file was not found (beside the model, in its meshdir, in folders "
                             "above, or in those of --geometry)");
    } else if (g_str_has_suffix(mesh->file, ".msh")) {
        sn_import_report_add(mjcf->report, SN_IMPORT_LEFT_OUT, "mesh", name,
                             "MuJoCo's own binary meshes are not read; save it as .stl or .obj");
        g_clear_pointer(&mesh->file, g_free);
    }
}

/* Vertices and faces that stand in the document itself. */
static SnSurface *inline_surface(SnMjcf *mjcf, const SnXmlNode *node)
{
    const char *vertex = sn_xml_attribute(node, "vertex"), *face = sn_xml_attribute(node, "face");
    if (!vertex)
        return NULL;
    g_autoptr(GArray) v = sn_mjcf_list(mjcf, node, "vertex", vertex);
    g_autoptr(GArray) f =
        face ? sn_mjcf_list(mjcf, node, "face", face) : g_array_new(FALSE, FALSE, sizeof(double));
    const int n = (int)v->len / 3, m = (int)f->len / 3;
    SnSurface *surface = g_new0(SnSurface, 1);
    surface->n_vertices = n;
    surface->n_triangles = m;
    surface->vertices = g_new0(double, 3 * (size_t)n + 1);
    surface->triangles = g_new0(int32_t, 3 * (size_t)m + 1);
    for (int i = 0; i < 3 * n; i++)
        surface->vertices[i] = g_array_index(v, double, i);
    for (int i = 0; i < 3 * m; i++) {
        const double index = g_array_index(f, double, i);
        if (!(index >= 0 && index < n && index == floor(index)))
            sn_mjcf_fail(mjcf, node, "has a face of vertex %g of %d", index, n);
        else
            surface->triangles[i] = (int32_t)index;
    }
    if (n < 4 || v->len % 3 || f->len % 3)
        sn_mjcf_fail(mjcf, node, "has %u numbers of vertices and %u of faces: expected three each",
                     v->len, f->len);
    return surface;
}

/* Vertices without faces are those of their convex hull; false: they lie in a plane. */
static bool make_hull(SnSurface *surface)
{
    SnConvex hull;
    int n = 0;
    if (!sn_convex_hull(surface->n_vertices, (const double(*)[3])surface->vertices, 0, &hull))
        return false;
    for (int f = 0; f < hull.n_faces; f++)
        n += hull.start[f + 1] - hull.start[f] - 2;
    g_free(surface->vertices);
    g_free(surface->triangles);
    surface->n_vertices = hull.n_vertices;
    surface->n_triangles = n;
    surface->vertices = g_memdup2(hull.vertex, (size_t)hull.n_vertices * sizeof *hull.vertex);
    surface->triangles = g_new0(int32_t, 3 * (size_t)n + 1);
    n = 0;
    for (int f = 0; f < hull.n_faces; f++)
        for (int k = hull.start[f] + 1; k + 1 < hull.start[f + 1]; k++, n++) {
            surface->triangles[3 * n] = hull.corner[hull.start[f]];
            surface->triangles[3 * n + 1] = hull.corner[k];
            surface->triangles[3 * n + 2] = hull.corner[k + 1];
        }
    sn_convex_free(&hull);
    return true;
}

/* Vertices are S R' (v - p), S the scale: where S does not stand back behind R', they are moved
 * here, else the reference is. */
static void settle_reference(SnMjcfMesh *mesh)
{
    static const double one[3] = {1, 1, 1};
    double *s = mesh->scale, *p = mesh->reference.p;
    const double *r = mesh->reference.r;
    const bool even = s[0] == s[1] && s[1] == s[2];
    if (even || r[0] + r[4] + r[8] > 3 - 1e-12) {
        for (int k = 0; k < 3; k++)
            p[k] *= s[k];
        return;
    }
    if (!mesh->surface && mesh->file)
        mesh->surface = sn_surface_read(mesh->file, NULL);
    if (!mesh->surface) /* told where it is used */
        return;
    for (int i = 0; i < mesh->surface->n_vertices; i++) {
        double *v = mesh->surface->vertices + 3 * (size_t)i, moved[3];
        sn_v3_sub(v, p, moved);
        sn_m3_tmul_v3(r, moved, v);
    }
    sn_surface_scale(mesh->surface, s);
    sn_v3_copy(one, s);
    sn_placement_identity(&mesh->reference);
    g_clear_pointer(&mesh->file, g_free);
}

static void read_mesh(SnMjcf *mjcf, const SnXmlNode *node)
{
    SnMjcfMesh *mesh = g_new0(SnMjcfMesh, 1);
    const char *file = sn_xml_attribute(node, "file"), *name = sn_xml_attribute(node, "name");
    double q[4] = {1, 0, 0, 0};
    mesh->element = sn_mjcf_element(mjcf, node, "mesh", 0);
    mesh->name = name ? g_strdup(name) : sn_mjcf_name_of_file(file ? file : "");
    sn_v3_set(1, 1, 1, mesh->scale);
    sn_mjcf_numbers(mjcf, &mesh->element, "scale", 3, 3, mesh->scale);
    sn_placement_identity(&mesh->reference);
    sn_mjcf_numbers(mjcf, &mesh->element, "refpos", 3, 3, mesh->reference.p);
    if (sn_mjcf_numbers(mjcf, &mesh->element, "refquat", 4, 4, q) == 4) {
        sn_q_normalize(q);
        sn_q_to_m3(q, mesh->reference.r);
    }
    for (int k = 0; k < 3; k++)
        if (!(fabs(mesh->scale[k]) >= 1e-9 && fabs(mesh->scale[k]) <= 1e6))
            sn_mjcf_fail(mjcf, node, "has a scale of %g: expected 1e-9 to 1e6", mesh->scale[k]);
    if (file && *file)
        find_file(mjcf, mesh, file);
    else
        mesh->surface = inline_surface(mjcf, node);
    if (mesh->surface && !mjcf->error && mesh->surface->n_triangles == 0 &&
        !make_hull(mesh->surface)) {
        g_clear_pointer(&mesh->surface, sn_surface_free);
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, mesh->name, "its vertices lie in a plane");
    }
    if (!mesh->surface && !(file && *file) && !mjcf->error)
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, mesh->name,
                     "it has no file and no vertices: what MuJoCo makes by itself (builtin) is not "
                     "made here");
    settle_reference(mesh);
    if (mesh->surface)
        sn_surface_scale(mesh->surface, mesh->scale);
    g_ptr_array_add(mjcf->meshes, mesh);
    g_hash_table_insert(mjcf->mesh_by_name, mesh->name, GINT_TO_POINTER((int)mjcf->meshes->len));
}

void sn_mjcf_read_assets(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "asset") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in)) {
            if (strcmp(in->name, "mesh") == 0)
                read_mesh(mjcf, in);
            else if (strcmp(in->name, "hfield") == 0)
                sn_mjcf_read_hfield(mjcf, in);
            else if (strcmp(in->name, "material") == 0)
                g_hash_table_insert(mjcf->materials, (gpointer)sn_mjcf_name_of(in), (gpointer)in);
            else if (strcmp(in->name, "texture") != 0 && strcmp(in->name, "model") != 0)
                sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, in, sn_mjcf_name_of(in),
                             "there is nothing of this kind here");
        }
    }
}

const SnSurface *sn_mjcf_surface(SnMjcf *mjcf, const SnMjcfMesh *given)
{
    SnMjcfMesh *mesh = (SnMjcfMesh *)given;
    if (mesh->tried || mesh->surface)
        return mesh->surface;
    GError *error = NULL;
    mesh->tried = true;
    if (mesh->file)
        mesh->surface = sn_surface_read(mesh->file, &error);
    if (error)
        sn_import_report_add(mjcf->report, SN_IMPORT_LEFT_OUT, "mesh", mesh->name, "%s",
                             error->message);
    g_clear_error(&error);
    if (mesh->surface)
        sn_surface_scale(mesh->surface, mesh->scale);
    return mesh->surface;
}
