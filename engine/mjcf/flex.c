/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is soft becomes a FEM model: solids, and cloth as membranes or shells, of MuJoCo's own
 * elements and law (St. Venant and Kirchhoff's); pins are attachments of nodes. */
#include "engine/mjcf/flex.h"

#include "engine/base/vec.h"
#include "engine/mesh/volume/volume_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GIVES 1e-3 /* strain under its own weight of what MuJoCo holds at its length */
#define LIGHT 1e-6 /* of what bodies carry, in parts of their mass */

/* What the file says of its stiffness. */
typedef struct Stiffness {
    double young, poisson, damping, thickness; /* of solids and sheets */
    double edge, edge_damping;                 /* of springs along edges */
    bool keeps, bends;                         /* edges keep their lengths; a sheet is a shell */
} Stiffness;

void sn_mjcf_clear_flex(void *data)
{
    SnMjcfFlex *flex = data;
    g_free(flex->name);
    g_free(flex->surface.target);
    g_array_unref(flex->points);
    g_array_unref(flex->simplices);
    g_array_unref(flex->pinned);
    g_clear_pointer(&flex->carriers, g_array_unref);
}

/* --- stiffness --- */

/* Of a plugin of MuJoCo before 3.3, or of its own element. */
static double setting(SnMjcf *mjcf, const SnXmlNode *node, const char *name, double otherwise)
{
    const SnMjcfElement element = {node, NULL, 0};
    if (node && strcmp(node->name, "plugin") != 0)
        return sn_mjcf_number(mjcf, &element, name, otherwise);
    for (const SnXmlNode *at = node ? node->first : NULL; at; at = at->next)
        if (g_strcmp0(sn_xml_attribute(at, "key"), name) == 0 && sn_xml_attribute(at, "value"))
            return g_ascii_strtod(sn_xml_attribute(at, "value"), NULL);
    return otherwise;
}

bool sn_mjcf_keeps_flex(SnMjcf *mjcf, const SnXmlNode *node, const char *name)
{
    const SnMjcfElement element = {node, NULL, 0};
    return g_str_has_prefix(node->name, "flex") && !mjcf->no_equality &&
           g_strcmp0(sn_xml_attribute(node, "flex"), name) == 0 &&
           sn_mjcf_flag(mjcf, &element, "active") != 0;
}

/* Whether <equality> holds its edges at their lengths. */
static bool is_kept(SnMjcf *mjcf, const SnMjcfFlex *flex)
{
    bool kept = false;
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, sn_xml_root(mjcf->xml)); at;
         at = sn_mjcf_next(mjcf, at))
        for (const SnXmlNode *in = strcmp(at->name, "equality") == 0 ? sn_mjcf_first(mjcf, at)
                                                                     : NULL;
             in && !kept; in = sn_mjcf_next(mjcf, in))
            kept = sn_mjcf_keeps_flex(mjcf, in, flex->name);
    return kept;
}

static void read_edges(SnMjcf *mjcf, const SnXmlNode *node, Stiffness *s)
{
    static const char *const ways[] = {"false", "true", "vert", "strain"};
    const SnMjcfElement element = {node, NULL, 0};
    if (!node)
        return;
    s->keeps = !mjcf->no_equality && sn_mjcf_word(mjcf, &element, "equality", ways, 4) > 0;
    s->edge = mjcf->no_springs ? 0 : fmax(sn_mjcf_number(mjcf, &element, "stiffness", 0), 0);
    s->edge_damping = mjcf->no_dampers ? 0 : fmax(sn_mjcf_number(mjcf, &element, "damping", 0), 0);
}

static void read_stiffness(SnMjcf *mjcf, const SnMjcfFlex *flex, Stiffness *s)
{
    static const char *const bending[] = {"none", "bend", "stretch", "both"};
    const SnXmlNode *node = flex->element.node, *elasticity = sn_xml_child(node, "elasticity"),
                    *plugin = sn_xml_child(node, "plugin");
    const SnXmlNode *of = elasticity ? elasticity : plugin;
    const SnMjcfElement element = {of ? of : node, NULL, 0};
    const char *kind = plugin ? sn_xml_attribute(plugin, "plugin") : NULL;
    *s = (Stiffness){0};
    read_edges(mjcf, sn_xml_child(node, "edge"), s);
    s->keeps |= is_kept(mjcf, flex);
    s->young = mjcf->no_springs ? 0 : fmax(setting(mjcf, of, "young", 0), 0);
    s->poisson = fmin(fmax(setting(mjcf, of, "poisson", 0), -0.9), 0.4999);
    s->damping = mjcf->no_dampers ? 0 : fmax(setting(mjcf, of, "damping", 0), 0);
    s->thickness = setting(mjcf, of, "thickness", -1);
    if (!(s->thickness > 0))
        s->thickness = 2 * flex->radius;
    const int way = elasticity ? sn_mjcf_word(mjcf, &element, "elastic2d", bending, 4) : -1;
    s->bends = way == 1 || way == 3 || (kind && g_str_has_suffix(kind, ".shell"));
}

/* A modulus that lets a strain come of its weight. */
static double modulus_for(const SnMjcfFlex *flex, const Stiffness *s, double measure, double strain)
{
    const double across =
        flex->dim == 3 ? cbrt(measure) * cbrt(measure) : sqrt(measure) * s->thickness;
    return 9.81 * flex->mass / (across * strain);
}

/* --- meshes --- */

static SnVolumeMesh *new_mesh(int n_nodes, int n_elements, int per_element, SnElementKind kind)
{
    SnVolumeMesh *mesh = g_new0(SnVolumeMesh, 1);
    g_atomic_ref_count_init(&mesh->references);
    mesh->n_nodes = n_nodes;
    mesh->n_elements = n_elements;
    mesh->nodes = g_new0(double, 3 * (size_t)n_nodes + 1);
    mesh->kind = g_new0(uint8_t, (size_t)n_elements + 1);
    mesh->start = g_new0(int, (size_t)n_elements + 1);
    mesh->element_nodes = g_new0(int, (size_t)(n_elements * per_element) + 1);
    for (int e = 0; e < n_elements; e++) {
        mesh->kind[e] = (uint8_t)kind;
        mesh->start[e + 1] = (e + 1) * per_element;
    }
    return mesh;
}

static SnVolumeMesh *own_mesh(const SnMjcfFlex *flex)
{
    const int n = flex->dim + 1;
    SnVolumeMesh *mesh = new_mesh((int)flex->points->len / 3, (int)flex->simplices->len / n, n,
                                  n == 4 ? SN_ELEMENT_TET4 : SN_ELEMENT_MEMBRANE3);
    memcpy(mesh->nodes, flex->points->data, flex->points->len * sizeof(double));
    memcpy(mesh->element_nodes, flex->simplices->data, flex->simplices->len * sizeof(int));
    return mesh;
}

static void bounds_of(const SnMjcfFlex *flex, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        for (guint i = (guint)k; i < flex->points->len; i += 3) {
            low[k] = fmin(low[k], g_array_index(flex->points, double, i));
            high[k] = fmax(high[k], g_array_index(flex->points, double, i));
        }
    }
}

/* The box around it in cells, whose nodes carry its points (dof trilinear and quadratic). */
static SnVolumeMesh *box_mesh(const SnMjcfFlex *flex)
{
    double low[3], high[3], size[3];
    bounds_of(flex, low, high);
    for (int k = 0; k < 3; k++)
        size[k] = fmax(high[k] - low[k], 2 * flex->radius);
    SnVolumeMesh *mesh = sn_volume_mesh_box(size, flex->cells,
                                            flex->order == 1 ? SN_ELEMENT_HEX8 : SN_ELEMENT_HEX20);
    for (int i = 0; mesh && i < 3 * mesh->n_nodes; i++)
        mesh->nodes[i] += (low[i % 3] + high[i % 3]) / 2;
    return mesh;
}

static double volume_of_box(const SnVolumeMesh *mesh)
{
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < mesh->n_nodes; i++) {
            low = fmin(low, mesh->nodes[3 * i + k]);
            high = fmax(high, mesh->nodes[3 * i + k]);
        }
        volume *= high - low;
    }
    return volume;
}

/* Of unit length, at each point: the mean of the triangles around by their areas. */
static double *normals_of(const SnMjcfFlex *flex)
{
    const guint n = flex->points->len / 3;
    double *normal = g_new0(double, 3 * (size_t)n + 1);
    for (guint i = 0; i + 3 <= flex->simplices->len; i += 3) {
        const int *corner = &g_array_index(flex->simplices, int, i);
        const double *x = &g_array_index(flex->points, double, 3 * corner[0]);
        double edge[2][3], across[3];
        for (int k = 0; k < 2; k++)
            sn_v3_sub(&g_array_index(flex->points, double, 3 * corner[k + 1]), x, edge[k]);
        sn_v3_cross(edge[0], edge[1], across);
        for (int k = 0; k < 3; k++)
            sn_v3_add(normal + 3 * corner[k], across, normal + 3 * corner[k]);
    }
    for (guint i = 0; i < n; i++)
        sn_v3_normalize(normal + 3 * i, normal + 3 * i);
    return normal;
}

/* Volume of a shell: its points are its front, its back is where the normals lead from there; at
 * each depth it is as thick as at its points. */
static double volume_of_shell(const SnMjcfFlex *flex, double thickness)
{
    static const double depth[3] = {0, 0.5, 1}, weight[3] = {1.0 / 6, 4.0 / 6, 1.0 / 6};
    g_autofree double *normal = normals_of(flex);
    double sum = 0;
    for (guint i = 0; i + 3 <= flex->simplices->len; i += 3) {
        const int *corner = &g_array_index(flex->simplices, int, i);
        for (int layer = 0; layer < 3; layer++) {
            double x[3][3], across[3];
            for (int k = 0; k < 3; k++) {
                sn_v3_copy(&g_array_index(flex->points, double, 3 * corner[k]), x[k]);
                sn_v3_axpy(-depth[layer] * thickness, normal + 3 * corner[k], x[k]);
            }
            sn_v3_sub(x[1], x[0], x[1]);
            sn_v3_sub(x[2], x[0], x[2]);
            sn_v3_cross(x[1], x[2], across);
            sum += weight[layer] * sn_v3_norm(across) / 2;
        }
    }
    return thickness * sum;
}

/* --- what is made --- */

/* Which node of the mesh a pin holds; of a box by its place in the grid of nodes; -1: MuJoCo has
 * one there that these elements do not have. */
static int pinned_node(const SnMjcfFlex *flex, const SnVolumeMesh *mesh, guint pin)
{
    if (!flex->order)
        return (int)pin;
    const int ny = flex->cells[1] * flex->order + 1, nz = flex->cells[2] * flex->order + 1;
    const int at[3] = {(int)pin / (ny * nz), (int)pin / nz % ny, (int)pin % nz};
    double low[3], high[3];
    bounds_of(flex, low, high);
    for (int i = 0; i < mesh->n_nodes; i++) {
        bool here = true;
        for (int k = 0; k < 3; k++) {
            const double half = fmax(high[k] - low[k], 2 * flex->radius) / 2,
                         t = (double)at[k] / (flex->cells[k] * flex->order),
                         p = (low[k] + high[k]) / 2 + (2 * t - 1) * half;
            here = here && fabs(mesh->nodes[3 * i + k] - p) < 1e-6 * half;
        }
        if (here)
            return i;
    }
    return -1;
}

static void emit_pins(SnMjcf *mjcf, const SnMjcfFlex *flex, const SnVolumeMesh *mesh)
{
    const char *target = sn_mjcf_body(mjcf, flex->body)->target;
    json_t *nodes = json_array();
    for (guint i = 0; i < flex->pinned->len; i++) {
        const int node = g_array_index(flex->pinned, bool, i) ? pinned_node(flex, mesh, i) : -1;
        if (node >= 0)
            json_array_append_new(nodes, json_integer(node));
    }
    if (json_array_size(nodes) == 0) {
        json_decref(nodes);
        return;
    }
    json_t *json = json_pack("{s:s,s:s,s:o}", "class", "node_attachment", "fem",
                             flex->surface.target, "nodes", nodes);
    if (target)
        json_object_set_new(json, "to", json_string(target));
    g_autofree char *wish = g_strconcat(flex->name, "_pins", NULL);
    g_free(sn_emit(mjcf->root, mjcf->names, "attachments", wish, json));
}

/* The skin that a box carries. */
static void emit_skin(SnMjcf *mjcf, const SnMjcfFlex *flex, json_t *json)
{
    SnSurface *surface = g_new0(SnSurface, 1);
    SnVolumeMesh *mesh = own_mesh(flex);
    int *faces = NULL, n = sn_volume_mesh_surface(mesh, &faces);
    surface->n_vertices = mesh->n_nodes;
    surface->vertices = g_memdup2(mesh->nodes, 3 * (size_t)mesh->n_nodes * sizeof(double));
    surface->triangles = g_new0(int32_t, 3 * (size_t)n + 1);
    for (int f = 0; f < n; f++) {
        const int *corner = mesh->element_nodes + mesh->start[faces[2 * f]];
        const SnElementKind kind = mesh->kind[faces[2 * f]];
        const SnElementFace *face = &sn_element_shape(kind)->face[faces[2 * f + 1]];
        for (int k = 0; k < 3; k++)
            surface->triangles[3 * surface->n_triangles + k] = corner[face->node[k]];
        surface->n_triangles++;
    }
    g_free(faces);
    sn_volume_mesh_unref(mesh);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
    g_checksum_update(sum, (const guchar *)surface->vertices,
                      (gssize)(3 * (size_t)surface->n_vertices * sizeof(double)));
    g_autofree char *name = g_strdup_printf("skin-%.16s.obj", g_checksum_get_string(sum));
    char *file = sn_surface_keep(surface, name);
    if (!file)
        return;
    json_object_set_new(json, "surfaces",
                        json_pack("[{s:s,s:s}]", "class", "embedded_mesh", "name", "skin"));
    json_object_set_new(json, "view", json_pack("{s:s}", "look", "embedded"));
    g_hash_table_insert(mjcf->mesh_files, g_strconcat(flex->surface.target, "/surfaces/skin", NULL),
                        file);
}

/* Young's modulus of springs of unit stiffness along all edges, as if they ran in all directions
 * alike: the sum of their lengths squared over six volumes, or three areas and the thickness;
 * Poisson's ratio then is 1/4, or 1/3. */
static double edge_modulus(const SnMjcfFlex *flex, const Stiffness *s, double measure)
{
    const guint n = (guint)flex->dim + 1;
    GHashTable *seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    double sum = 0;
    for (guint i = 0; i + n <= flex->simplices->len; i += n)
        for (guint a = 0; a < n; a++)
            for (guint b = a + 1; b < n; b++) {
                const int p = g_array_index(flex->simplices, int, i + a),
                          q = g_array_index(flex->simplices, int, i + b);
                gint64 *key = g_new(gint64, 1);
                *key = ((gint64)MIN(p, q) << 32) + MAX(p, q);
                if (!g_hash_table_add(seen, key))
                    continue;
                const double *x = &g_array_index(flex->points, double, 3 * p),
                             *y = &g_array_index(flex->points, double, 3 * q);
                sum += sn_v3_distance(x, y) * sn_v3_distance(x, y);
            }
    g_hash_table_unref(seen);
    return sum / (flex->dim == 3 ? 6 * measure : 3 * measure * s->thickness);
}

/* Law and numbers: the elements' own stiffness and that of springs along their edges. */
static void set_material(const SnMjcfFlex *flex, const Stiffness *s, double measure, json_t *json,
                         GString *notes)
{
    const double of_edges = s->edge > 0 || s->edge_damping > 0 ? edge_modulus(flex, s, measure) : 0;
    const double springs = s->edge * of_edges, dampers = s->edge_damping * of_edges;
    const double least = modulus_for(flex, s, measure, s->keeps ? GIVES : 0.1);
    double young = s->young + springs;
    double poisson =
        young > 0 ? (s->young * s->poisson + springs / (flex->dim == 3 ? 4 : 3)) / young : 0.3;
    if (springs > 0)
        sn_mjcf_note(notes, "springs along its edges became a stiffness in all directions");
    if (s->keeps)
        sn_mjcf_note(notes, "its edges do not keep their lengths: it is so stiff that its weight "
                            "stretches it by a thousandth");
    else if (!(young > 0))
        sn_mjcf_note(notes, "the file gives it no stiffness: it is so soft that its weight "
                            "stretches it by a tenth");
    const double damping = s->damping * s->young + dampers;
    if (s->keeps || !(young > 0))
        young = fmax(young, least);
    json_object_set_new(json, "material",
                        json_pack("{s:s,s:f,s:f}", "type", "st_venant_kirchhoff", "youngs_modulus",
                                  young, "poissons_ratio", poisson));
    if (damping > 0)
        json_object_set_new(json, "damping", json_pack("{s:f}", "stiffness", damping / young));
}

static void emit_flex(SnMjcf *mjcf, SnMjcfFlex *flex)
{
    const SnPlacement *start = &sn_mjcf_body(mjcf, flex->body)->start;
    const double own = sn_mjcf_flex_measure(flex);
    if (flex->carriers)
        flex->mass = sn_mjcf_mass_of_carriers(mjcf, flex);
    g_autoptr(GString) notes = g_string_new(NULL);
    SnVolumeMesh *mesh = !(own > 0) ? NULL : flex->order ? box_mesh(flex) : own_mesh(flex);
    char *file = mesh ? sn_volume_mesh_keep(mesh, "flex") : NULL;
    Stiffness s;
    if (!file) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, flex->element.node, flex->name,
                     "its elements have no volume or area");
        sn_volume_mesh_unref(mesh);
        return;
    }
    read_stiffness(mjcf, flex, &s);
    const bool solid = flex->order || flex->dim == 3;
    const double measure = flex->order ? volume_of_box(mesh) : own;
    json_t *json = json_pack("{s:{s:s}}", "mesh", "source", "file");
    json_object_set_new(json, "position", sn_emit_numbers(start->p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(start->r));
    const double volume = solid     ? measure
                          : s.bends ? volume_of_shell(flex, s.thickness)
                                    : measure * s.thickness;
    json_object_set_new(json, "density",
                        json_real((flex->carriers ? LIGHT : 1) * flex->mass / volume));
    if (!solid) {
        json_t *of = json_object_get(json, "mesh");
        json_object_set_new(of, "thickness", json_real(s.thickness));
        json_object_set_new(of, "shell", json_boolean(s.bends));
    }
    set_material(flex, &s, measure, json, notes);
    sn_mjcf_set_color(mjcf, &flex->element, json);
    flex->surface.target = sn_emit(mjcf->root, mjcf->names, "fems", flex->name, json);
    flex->surface.body = flex->body;
    g_hash_table_insert(mjcf->mesh_files, g_strdup(flex->surface.target), file);
    if (flex->order) {
        emit_skin(mjcf, flex, json);
        sn_mjcf_note(notes, "a box of cells carries it and touches in its place");
    } else if (flex->carriers) {
        sn_mjcf_note(notes, "it adds a millionth to the mass of its bodies");
        if (mjcf->key_node)
            sn_mjcf_note(notes, "its points begin where they are without the key, and are held "
                                "from there");
    } else {
        sn_mjcf_note(notes, "its mass is spread over its elements, not evenly over its points");
    }
    if (flex->carriers)
        sn_mjcf_emit_carriers(mjcf, flex);
    else
        emit_pins(mjcf, flex, mesh);
    sn_volume_mesh_unref(mesh);
    sn_mjcf_tell_notes(mjcf, flex->element.node, flex->name, notes);
}

void sn_mjcf_emit_flexes(SnMjcf *mjcf)
{
    for (guint i = 0; i < mjcf->flexes->len && !mjcf->error; i++) {
        SnMjcfFlex *flex = &g_array_index(mjcf->flexes, SnMjcfFlex, i);
        Stiffness s;
        if (flex->dim > 1) {
            emit_flex(mjcf, flex);
            continue;
        }
        read_stiffness(mjcf, flex, &s);
        sn_mjcf_emit_string(mjcf, flex, s.keeps, s.edge, s.edge_damping);
    }
}

/* --- points that are held --- */

/* The point that MuJoCo calls so ("cloth_12", "block_0_1_0" of the box that carries one): its FEM
 * and node; NULL: no such name. */
static const SnMjcfFlex *find_point(const SnMjcf *mjcf, const char *name, guint *point)
{
    for (guint i = 0; name && i < mjcf->flexes->len; i++) {
        const SnMjcfFlex *flex = &g_array_index(mjcf->flexes, SnMjcfFlex, i);
        const size_t n = strlen(flex->name);
        guint at[3] = {0};
        int used = 0;
        if (!flex->surface.target || strncmp(name, flex->name, n) != 0)
            continue;
        if (flex->order && sscanf(name + n, "_%u_%u_%u%n", at, at + 1, at + 2, &used) == 3 &&
            !name[n + (size_t)used]) {
            const guint ny = (guint)(flex->cells[1] * flex->order + 1),
                        nz = (guint)(flex->cells[2] * flex->order + 1);
            *point = (at[0] * ny + at[1]) * nz + at[2];
            return flex;
        }
        if (!flex->order && sscanf(name + n, "_%u%n", point, &used) == 1 && !name[n + (size_t)used])
            return flex;
    }
    return NULL;
}

bool sn_mjcf_hold_point(SnMjcf *mjcf, const SnMjcfElement *element)
{
    const char *names[2] = {sn_xml_attribute(element->node, "body1"),
                            sn_xml_attribute(element->node, "body2")};
    const char *name = sn_mjcf_name_of(element->node), *wish = *name ? name : "held";
    for (int i = 0; i < 2; i++) {
        const char *other = names[1 - i];
        guint point = 0;
        const SnMjcfFlex *flex = find_point(mjcf, names[i], &point);
        if (!flex)
            continue;
        SnVolumeMesh *mesh = flex->order ? box_mesh(flex) : NULL;
        const int node = flex->order ? pinned_node(flex, mesh, point) : (int)point;
        const int body =
            other ? GPOINTER_TO_INT(g_hash_table_lookup(mjcf->body_by_name, other)) - 1 : 0;
        sn_volume_mesh_unref(mesh);
        if (body < 0 || node < 0 || (!flex->order && point >= flex->points->len / 3)) {
            sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, element->node, name,
                         "a point or body that it holds is not there");
        } else if (mjcf->no_equality || sn_mjcf_flag(mjcf, element, "active") == 0) {
            sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, element->node, name,
                         "it does not act, and what is attached here is always so");
        } else {
            const char *target = sn_mjcf_body(mjcf, body)->target;
            json_t *json = json_pack("{s:s,s:s,s:[i]}", "class", "node_attachment", "fem",
                                     flex->surface.target, "nodes", node);
            if (target)
                json_object_set_new(json, "to", json_string(target));
            g_free(sn_emit(mjcf->root, mjcf->names, "attachments", wish, json));
            sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, element->node, name, NULL);
        }
        return true;
    }
    return false;
}
