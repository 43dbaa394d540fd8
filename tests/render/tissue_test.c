/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that follow nodes: volumes, normals, creases, sections, without a picture. */
#include "fem_maker.h"
#include "render/collect/collect.h"
#include "render/tissue/tissue.h"
#include "tests/support/counting_malloc.h"

#include "engine/base/vec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const SnElementKind solid_kinds[] = {SN_ELEMENT_HEX8,   SN_ELEMENT_HEX20,
                                            SN_ELEMENT_TET4,   SN_ELEMENT_TET10,
                                            SN_ELEMENT_WEDGE6, SN_ELEMENT_PYRAMID5};
enum { N_SOLID_KINDS = 6 };

static SnTissueVertex *make_vertices(SnTissue *tissue, const SnFemMesh *fem, float size)
{
    SnTissueVertex *made = g_new0(SnTissueVertex, tissue->n_vertices);
    sn_tissue_update(tissue, fem, (const float(*)[3])fem->rest, NULL, size, made);
    return made;
}

static double volume_of(const SnTissue *tissue, const SnTissueVertex *made)
{
    double sum = 0;
    for (int t = 0; t < tissue->n_triangles; t++) {
        double p[3][3], cross[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)made[tissue->triangles[3 * t + i]].position[k];
        sn_v3_cross(p[1], p[2], cross);
        sum += sn_v3_dot(p[0], cross) / 6;
    }
    return sum;
}

/* Outside and single elements enclose the box's volume: whole, and wound outwards. */
static void test_volumes(void)
{
    const double size[3] = {0.3, 0.2, 0.1};
    const int cells[3] = {3, 2, 2};
    for (int i = 0; i < N_SOLID_KINDS; i++) {
        SnFemMesh *fem = fem_box(size, cells, solid_kinds[i]);
        SnTissue *outside = sn_tissue_of_fem(fem, false), *elements = sn_tissue_of_fem(fem, true);
        SnTissueVertex *whole = make_vertices(outside, fem, 1);
        SnTissueVertex *half = make_vertices(elements, fem, 0.5f);
        g_assert_cmpfloat(fabs(volume_of(outside, whole) - 0.006), <, 1e-8);
        g_assert_cmpfloat(fabs(volume_of(elements, half) - 0.006 / 8), <, 1e-8);
        g_assert_true(outside->solid);
        g_free(whole);
        g_free(half);
        sn_tissue_free(outside);
        sn_tissue_free(elements);
        sn_fem_mesh_unref(fem);
    }
}

/* A box keeps its twelve edges sharp, and has each of its lines once. */
static void test_creases(void)
{
    const double size[3] = {0.3, 0.2, 0.1};
    const int cells[3] = {3, 2, 1};
    SnFemMesh *fem = fem_box(size, cells, SN_ELEMENT_HEX8);
    SnTissue *tissue = sn_tissue_of_fem(fem, false);
    SnTissueVertex *made = make_vertices(tissue, fem, 1);
    const int quads = 2 * (6 + 3 + 2), on_sides = 2 * (4 * 3 + 4 * 2 + 3 * 2);
    g_assert_cmpint(tissue->n_triangles, ==, 4 * quads);
    g_assert_cmpint(tissue->n_vertices, ==, quads + on_sides);
    g_assert_cmpint(tissue->n_lines, ==, 2 * quads);
    for (int t = 0; t < tissue->n_triangles; t++) {
        double p[3][3], u[3], v[3], n[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)made[tissue->triangles[3 * t + i]].position[k];
        sn_v3_sub(p[1], p[0], u);
        sn_v3_sub(p[2], p[0], v);
        sn_v3_cross(u, v, n);
        sn_v3_normalize(n, n);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                g_assert_cmpfloat(
                    fabs(made[tissue->triangles[3 * t + i]].normal[k] / 32767.0 - n[k]), <, 1e-3);
    }
    g_free(made);
    sn_tissue_free(tissue);
    sn_fem_mesh_unref(fem);
}

/* Quadratic faces follow the sphere far closer than their corners do, with its normals. */
static void test_sphere(void)
{
    SnFemMesh *fem = fem_ball(1, 1, SN_ELEMENT_TET10);
    SnTissue *tissue = sn_tissue_of_fem(fem, false);
    SnTissueVertex *made = make_vertices(tissue, fem, 1);
    double worst_angle = 0, nearest = 1, farthest = 1;
    for (int v = 0; v < tissue->n_vertices; v++) {
        double p[3], n[3];
        for (int k = 0; k < 3; k++) {
            p[k] = (double)made[v].position[k];
            n[k] = made[v].normal[k] / 32767.0;
        }
        const double r = sn_v3_norm(p);
        nearest = fmin(nearest, r);
        farthest = fmax(farthest, r);
        worst_angle = fmax(worst_angle, acos(fmin(sn_v3_dot(p, n) / r, 1)));
    }
    g_assert_cmpfloat(nearest, >, 0.99);
    g_assert_cmpfloat(farthest, <, 1.01);
    g_assert_cmpfloat(worst_angle * 180 / M_PI, <, 6);
    g_assert_cmpint(tissue->n_vertices, ==, tissue->n_points); /* no crease anywhere */
    g_free(made);
    sn_tissue_free(tissue);
    sn_fem_mesh_unref(fem);
}

/* Hex, pyramid, wedge, tet and membranes: each node at its place, all edges there. */
static void test_mixed(void)
{
    SnFemMesh *fem = fem_mixed();
    SnTissue *tissue = sn_tissue_of_fem(fem, false);
    g_assert_false(tissue->solid);
    g_assert_cmpint(fem->n_faces, ==, 4 + 4 + 4 + 4 + 2);
    g_assert_cmpint(tissue->n_lines, ==, 12 + 4 + 5 + 4 + 3 + 3);
    SnSkin *skin = fem_skin(fem);
    SnTissue *carried = sn_tissue_of_skin(skin, fem);
    g_assert_cmpint(carried->n_triangles, ==, skin->n_triangles);
    g_assert_null(carried->owner);
    sn_skin_unref(skin);
    sn_tissue_free(carried);
    sn_tissue_free(tissue);
    sn_fem_mesh_unref(fem);
}

/* A line of the skin follows what carries it; a value too. */
static void test_weights(void)
{
    const double size[3] = {1, 1, 1};
    const int cells[3] = {1, 1, 1};
    SnFemMesh *fem = fem_box(size, cells, SN_ELEMENT_HEX8);
    SnSkin *skin = sn_skin_new();
    const float weights[6] = {0.25f, 0.75f, 1, 0.5f, 0.25f, 0.25f};
    const int starts[4] = {0, 2, 3, 6}, nodes[6] = {0, 1, 3, 5, 6, 7};
    skin->n_vertices = 3;
    skin->n_triangles = 1;
    skin->start = memcpy(malloc(sizeof starts), starts, sizeof starts);
    skin->node = memcpy(malloc(sizeof nodes), nodes, sizeof nodes);
    skin->weight = memcpy(malloc(sizeof weights), weights, sizeof weights);
    skin->triangles = calloc(3, sizeof(uint32_t));
    skin->triangles[1] = 1, skin->triangles[2] = 2;
    SnTissue *tissue = sn_tissue_of_skin(skin, fem);
    float moved[8][3], values[8];
    for (int i = 0; i < 8; i++) {
        values[i] = (float)(i * i);
        for (int k = 0; k < 3; k++)
            moved[i][k] = (float)(i + 10 * k);
    }
    SnTissueVertex made[3];
    sn_tissue_update(tissue, fem, (const float(*)[3])moved, values, 1, made);
    const float places[3] = {0.75f, 3, 5.75f}, shown[3] = {0.75f, 9, 33.75f};
    for (int v = 0; v < 3; v++) {
        const int at = (int)tissue->triangles[v];
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat(made[at].position[k], ==, places[v] + (float)(10 * k));
        g_assert_cmpfloat(made[at].value, ==, shown[v]);
    }
    sn_tissue_free(tissue);
    sn_skin_unref(skin);
    sn_fem_mesh_unref(fem);
}

/* Vertices at one place, as at seams of textures, share their normals. */
static void test_seam(void)
{
    SnFemMesh *fem = fem_ball(1, 1, SN_ELEMENT_TET4);
    SnSkin *skin = fem_skin(fem);
    SnTissue *whole = sn_tissue_of_skin(skin, fem);
    const int n = 3 * skin->n_triangles; /* each corner a vertex of its own */
    SnSkin *torn = sn_skin_new();
    torn->n_vertices = n;
    torn->n_triangles = skin->n_triangles;
    torn->start = malloc(((size_t)n + 1) * sizeof(int));
    torn->node = malloc((size_t)n * sizeof(int));
    torn->weight = malloc((size_t)n * sizeof(float));
    torn->triangles = malloc((size_t)n * sizeof(uint32_t));
    for (int i = 0; i <= n; i++)
        torn->start[i] = i;
    for (int i = 0; i < n; i++) {
        torn->node[i] = (int)skin->triangles[i];
        torn->weight[i] = 1;
        torn->triangles[i] = (uint32_t)i;
    }
    SnTissue *sewn = sn_tissue_of_skin(torn, fem);
    SnTissueVertex *a = make_vertices(whole, fem, 1), *b = make_vertices(sewn, fem, 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            g_assert_cmpint(abs(a[whole->triangles[i]].normal[k] - b[sewn->triangles[i]].normal[k]),
                            <=, 1);
    g_assert_cmpint(sewn->n_lines, ==, whole->n_lines);
    g_free(a);
    g_free(b);
    sn_tissue_free(whole);
    sn_tissue_free(sewn);
    sn_skin_unref(skin);
    sn_skin_unref(torn);
    sn_fem_mesh_unref(fem);
}

/* Updating allocates nothing. */
static void test_no_allocation(void)
{
    const double size[3] = {1, 1, 1};
    const int cells[3] = {8, 8, 8};
    SnFemMesh *fem = fem_box(size, cells, SN_ELEMENT_HEX20);
    for (int i = 0; i < 2; i++) {
        SnTissue *tissue = sn_tissue_of_fem(fem, i);
        SnTissueVertex *made = make_vertices(tissue, fem, 0.9f);
        const unsigned long before = sn_test_allocations();
        for (int k = 0; k < 5; k++)
            sn_tissue_update(tissue, fem, (const float(*)[3])fem->rest, fem->rest, 0.9f, made);
        g_assert_cmpuint(sn_test_allocations() - before, ==, 0);
        g_free(made);
        sn_tissue_free(tissue);
    }
    sn_fem_mesh_unref(fem);
}

/* --- sections --- */

static double linear(const double p[3])
{
    return 3 + 2 * p[0] - 5 * p[1] + 7 * p[2];
}

/* Cuts a FEM in its rest shape; the lists of what was made are in `solids`. */
static void cut(SnSolids *solids, SnFemMesh *fem, const SnViewSettings *view, float size)
{
    SnFrame frame = {.settings = view};
    SnFieldMemory memory = {0};
    const SnMarks marks = {0};
    SnTissue *tissue = sn_tissue_of_fem(fem, size < 1);
    SnGpuTissue gpu = {.tissue = tissue, .with_values = true, .size = size};
    float *values = g_new(float, fem->n_nodes);
    uint8_t *outside = g_new0(uint8_t, fem->n_elements);
    for (int i = 0; i < fem->n_nodes; i++) {
        const double p[3] = {(double)fem->rest[3 * i], (double)fem->rest[3 * i + 1],
                             (double)fem->rest[3 * i + 2]};
        values[i] = (float)linear(p);
    }
    for (int i = 0; i < fem->n_faces; i++)
        outside[fem->face[i][0]] |= (uint8_t)(1 << fem->face[i][1]);
    gpu.nodes = (float(*)[3])fem->rest;
    gpu.values = values;
    gpu.outside = outside;
    gpu.distance = g_new(float, fem->n_nodes);
    sn_frame_init(&frame, NULL, view, NULL);
    const SnCollector collector = {&frame, solids, NULL, NULL, &memory, &marks};
    const SnSceneItem item = {.kind = SN_ITEM_FEM, .fem = fem, .style.fem.elements = size < 1};
    const SnDraw draw = {.kind = SN_DRAW_TISSUE, .tissue = &gpu};
    sn_solids_empty(solids);
    sn_collect_sections(&collector, &item, 0, &draw);
    g_free(values);
    g_free(outside);
    g_free(gpu.distance);
    sn_tissue_free(tissue);
}

static double section_area(const SnSolids *solids)
{
    const SnTissueVertex *vertices = solids->section_soup.vertices.data;
    const uint32_t *indices = solids->section_soup.indices.data;
    double sum = 0;
    for (int t = 0; t < solids->section_soup.indices.count / 3; t++) {
        double p[3][3], u[3], v[3], n[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)vertices[indices[3 * t + i]].position[k];
        sn_v3_sub(p[1], p[0], u);
        sn_v3_sub(p[2], p[0], v);
        sn_v3_cross(u, v, n);
        sum += sn_v3_norm(n) / 2;
    }
    return sum;
}

/* The cut of a box has the area of its cross section whatever the elements are, each place of it
 * the value that the field has there, and its rim the length of the outline. */
static void test_sections(void)
{
    const double size[3] = {0.3, 0.2, 0.1};
    const int cells[3] = {3, 2, 2};
    SnSolids solids = {0};
    SnViewSettings view;
    sn_view_settings_init(&view);
    view.clip[0] = (SnClipPlane){true, false, false, {1, 0, 0.5}, 0.012, 0};
    for (int i = 0; i < N_SOLID_KINDS; i++) {
        SnFemMesh *fem = fem_box(size, cells, solid_kinds[i]);
        cut(&solids, fem, &view, 1);
        const double across = 0.1 * hypot(1, 0.5);
        g_assert_cmpfloat(fabs(section_area(&solids) - 0.2 * across), <, 1e-7);
        const SnTissueVertex *vertices = solids.section_soup.vertices.data;
        for (int v = 0; v < solids.section_soup.vertices.count; v++) {
            double p[3];
            for (int k = 0; k < 3; k++)
                p[k] = (double)vertices[v].position[k];
            g_assert_cmpfloat(fabs(p[0] + 0.5 * p[2] - 0.012), <, 1e-7);
            g_assert_cmpfloat(fabs((double)vertices[v].value - linear(p)), <, 1e-5);
        }
        double rim = 0;
        const uint32_t *lines = solids.section_soup.lines[1].data;
        for (int k = 0; k < solids.section_soup.lines[1].count; k += 2) {
            double a[3], b[3];
            for (int j = 0; j < 3; j++) {
                a[j] = (double)vertices[lines[k]].position[j];
                b[j] = (double)vertices[lines[k + 1]].position[j];
            }
            rim += sn_v3_distance(a, b);
        }
        g_assert_cmpfloat(fabs(rim - 2 * (0.2 + across)), <, 1e-6);
        g_assert_cmpint(solids.section_soup.owner.count, ==, solids.section_soup.indices.count / 3);
        sn_fem_mesh_unref(fem);
    }
    /* through the middles of shrunk hexes: their own cross sections */
    view.clip[0] = (SnClipPlane){true, false, false, {1, 0, 0}, 0, 0};
    SnFemMesh *fem = fem_box(size, cells, SN_ELEMENT_HEX8);
    cut(&solids, fem, &view, 0.5f);
    g_assert_cmpfloat(fabs(section_area(&solids) - 0.02 / 4), <, 1e-8);
    view.clip[0].offset = 0.04; /* beyond them */
    cut(&solids, fem, &view, 0.5f);
    g_assert_cmpint(solids.section_soup.indices.count, ==, 0);
    sn_fem_mesh_unref(fem);
    sn_solids_free(&solids);
}

/* A plane along the faces of elements, whose nodes are a little off it either way: the section is
 * those faces, and all lines run along their edges. */
static void test_along_faces(void)
{
    const double size[3] = {0.3, 0.2, 0.1};
    const int cells[3] = {3, 2, 2};
    SnSolids solids = {0};
    SnViewSettings view;
    sn_view_settings_init(&view);
    view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0, 0};
    for (int i = 0; i < 2; i++) {
        SnFemMesh *fem = fem_box(size, cells, i ? SN_ELEMENT_HEX20 : SN_ELEMENT_HEX8);
        for (int n = 0; n < fem->n_nodes; n++)
            fem->rest[3 * n + 1] += n * 7 % 5 < 2 ? 2e-6f : -3e-6f;
        cut(&solids, fem, &view, 1);
        g_assert_cmpfloat(fabs(section_area(&solids) - 0.03), <, 1e-6);
        const SnTissueVertex *vertices = solids.section_soup.vertices.data;
        for (int list = 0; list < 2; list++) {
            const uint32_t *lines = solids.section_soup.lines[list].data;
            g_assert_cmpint(solids.section_soup.lines[list].count, >, 0);
            for (int k = 0; k < solids.section_soup.lines[list].count; k += 2) {
                const float *a = vertices[lines[k]].position, *b = vertices[lines[k + 1]].position;
                g_assert_cmpfloat(fabsf(a[0] - b[0]) * fabsf(a[2] - b[2]), <, 1e-9f);
            }
        }
        sn_fem_mesh_unref(fem);
    }
    sn_solids_free(&solids);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tissue/volumes", test_volumes);
    g_test_add_func("/tissue/creases", test_creases);
    g_test_add_func("/tissue/sphere", test_sphere);
    g_test_add_func("/tissue/mixed", test_mixed);
    g_test_add_func("/tissue/weights", test_weights);
    g_test_add_func("/tissue/seam", test_seam);
    g_test_add_func("/tissue/no-allocation", test_no_allocation);
    g_test_add_func("/tissue/sections", test_sections);
    g_test_add_func("/tissue/along-faces", test_along_faces);
    return g_test_run();
}
