/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What joints, bodies and loads look like that do not say it themselves. */
#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/compile/parts/joint_glyph.h"
#include "model_helper.h"

static SnCompiled *compile(const SnModel *model)
{
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    return compiled;
}

static double mesh_volume(const SnMesh *mesh)
{
    double volume = 0;
    for (int t = 0; t < mesh->n_triangles; t++) {
        double p[3][3], n[3];
        for (int k = 0; k < 3; k++)
            for (int d = 0; d < 3; d++)
                p[k][d] = (double)mesh->vertices[3 * mesh->triangles[3 * t + k] + (uint32_t)d];
        sn_v3_cross(p[0], p[1], n);
        volume += sn_v3_dot(n, p[2]) / 6;
    }
    return volume;
}

/* Each glyph has something in the joint's colour, its parts are wound outwards and as large as
 * asked for; all but the block have fittings of metal on a. */
static void test_joint_glyphs(void)
{
    for (SnJointGlyph glyph = SN_GLYPH_BLOCK; glyph <= SN_GLYPH_PLATE; glyph++) {
        bool has[SN_N_GLYPH_PARTS];
        for (SnGlyphPart part = 0; part < SN_N_GLYPH_PARTS; part++) {
            SnMesh *mesh = sn_joint_glyph(glyph, part, 0.01), *twice = NULL;
            has[part] = mesh != NULL;
            if (!mesh)
                continue;
            twice = sn_joint_glyph(glyph, part, 0.02);
            g_assert_cmpfloat(mesh_volume(mesh), >, 0.3e-6);
            g_assert_cmpfloat(mesh_volume(mesh), <, 20e-6);
            g_assert_cmpfloat_with_epsilon(mesh_volume(twice) / mesh_volume(mesh), 8, 1e-4);
            for (int k = 0; k < 3; k++) {
                g_assert_cmpfloat(mesh->bounds[0][k], >, -0.053);
                g_assert_cmpfloat(mesh->bounds[1][k], <, 0.053);
            }
            sn_mesh_unref(mesh);
            sn_mesh_unref(twice);
        }
        g_assert_true(has[SN_GLYPH_COLOR_A] || has[SN_GLYPH_COLOR_B]);
        g_assert_cmpint(has[SN_GLYPH_METAL_A], ==, glyph != SN_GLYPH_BLOCK);
    }
}

/* Half the length of what is drawn of a component. */
static double half_length(const SnCompiled *compiled, SnId id)
{
    double half = 0;
    for (int i = 0; i < compiled->scene->n_items; i++) {
        const SnSceneItem *item = &compiled->scene->items[i];
        for (int k = 0; k < 3 && item->mesh && sn_id_equal(item->id, id); k++)
            half = fmax(half, fmax(-item->mesh->bounds[0][k], item->mesh->bounds[1][k]));
    }
    return half;
}

/* Joints are as large as the model asks for, but where the next one is near, they leave each other
 * room; what is at one place, is as one; a size of one's own holds. */
static void test_sizes(void)
{
    SnModel *model =
        sn_test_model("{\"bodies\": [{\"name\": \"a\", \"position\": [0, 0, 0], \"inertia\": "
                      "{\"method\": \"explicit\", \"mass\": 1, \"tensor\": [1, 1, 1, 0, 0, 0]}},"
                      " {\"name\": \"b\", \"position\": [1, 0, 0], \"inertia\": {\"method\": "
                      "\"explicit\", \"mass\": 1, \"tensor\": [1, 1, 1, 0, 0, 0]}}], \"joints\": ["
                      " {\"class\": \"hinge\", \"name\": \"far\", \"frame_a\": \"bodies/a\","
                      "  \"location_a\": [0, 0.5, 0]},"
                      " {\"class\": \"hinge\", \"name\": \"one\", \"frame_a\": \"bodies/b\"},"
                      " {\"class\": \"hinge\", \"name\": \"same\", \"frame_a\": \"bodies/b\"},"
                      " {\"class\": \"hinge\", \"name\": \"other\", \"frame_a\": \"bodies/b\","
                      "  \"location_a\": [0, 0.02, 0]},"
                      " {\"class\": \"hinge\", \"name\": \"own\", \"frame_a\": \"bodies/b\","
                      "  \"location_a\": [0, 0, 0.03], \"render\": {\"point_radius\": 0.1}}]}");
    SnCompiled *compiled = compile(model);
    const double far = half_length(compiled, sn_test_id(model, "joints/far"));
    const double one = half_length(compiled, sn_test_id(model, "joints/one"));
    g_assert_cmpfloat(far, >, 0.02 * compiled->system->length_scale);
    g_assert_cmpfloat(far, <, 0.08 * compiled->system->length_scale);
    g_assert_cmpfloat(one, <, 0.01); /* half way to the next */
    g_assert_cmpfloat(one, >, 0.006);
    g_assert_cmpfloat(half_length(compiled, sn_test_id(model, "joints/same")), ==, one);
    g_assert_cmpfloat(half_length(compiled, sn_test_id(model, "joints/other")), ==, one);
    g_assert_cmpfloat(half_length(compiled, sn_test_id(model, "joints/own")), >, 0.2);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* Where nothing moves, glyphs and axes are seen all the same. */
static void test_still(void)
{
    SnModel *model = sn_test_model(
        "{\"bodies\": [{\"name\": \"a\", \"dynamic\": false, \"geometry\": {\"shape\": \"box\"}},"
        " {\"name\": \"b\", \"dynamic\": false, \"position\": [0.5, 0, 0]}], \"joints\": "
        "[{\"class\": "
        "\"hinge\", \"name\": \"j\", \"frame_a\": \"bodies/a\", \"enabled\": false}]}");
    SnCompiled *compiled = compile(model);
    g_assert_cmpfloat(half_length(compiled, sn_test_id(model, "joints/j")), >, 0.01);
    for (int i = 0; i < compiled->scene->n_items; i++)
        if (compiled->scene->items[i].kind == SN_ITEM_AXES)
            g_assert_cmpfloat(compiled->scene->items[i].size[0], >, 0.02);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* Axes show where a body is that has no shape, but not inside the bones that are fixed to it;
 * hidden ones are none. */
static void test_axes_of_bodies(void)
{
    static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                      "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    static const char *const LOOKS[] = {"", ", \"render\": {\"visible\": false}"};
    for (int hidden = 0; hidden < 2; hidden++) {
        g_autofree char *text = g_strdup_printf(
            "{\"bodies\": [{\"name\": \"bare\", \"inertia\": {\"method\": \"explicit\", \"mass\": "
            "1, "
            "\"tensor\": [1, 1, 1, 0, 0, 0]}}, {\"name\": \"seen\", \"inertia\": {\"method\": "
            "\"explicit\", \"mass\": 1, \"tensor\": [1, 1, 1, 0, 0, 0]}}], \"visuals\": "
            "[{\"name\": "
            "\"v\", \"frame\": \"bodies/seen\", \"mesh\": \"bone.obj\"%s}]}",
            LOOKS[hidden]);
        SnModel *model = sn_test_model_beside("bone.obj", tetrahedron, text);
        SnCompiled *compiled = compile(model);
        int n_axes = 0;
        for (int i = 0; i < compiled->scene->n_items; i++) {
            const SnSceneItem *item = &compiled->scene->items[i];
            if (item->kind != SN_ITEM_AXES)
                continue;
            g_assert_true(hidden || sn_id_equal(item->id, sn_test_id(model, "bodies/bare")));
            n_axes++;
        }
        g_assert_cmpint(n_axes, ==, 1 + hidden);
        sn_compiled_free(compiled);
        sn_model_free(model);
    }
}

/* The arrows of a load that many nodes share are a quarter as long as the model on average, when it
 * outweighs that. */
static void test_shared_load(void)
{
    static const char text[] = "{\"fems\": [" SN_TEST_CUBE(
        "") "], \"loads\": [{\"class\": \"fem_load\","
            " \"fem\": \"fems/cube\", \"nodes\": \"0-7\", \"force\": [0, 0, -50]}]}";
    SnModel *model = sn_test_model(text);
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    int arrows = 0;
    double length = 0;
    for (int i = 0; i < compiled->scene->n_items; i++) {
        const SnSceneItem *item = &compiled->scene->items[i];
        if (item->kind != SN_ITEM_ARROW)
            continue;
        const SnSystemLoad *load = &s->loads.loads[arrows++];
        length += item->size[0] * load->share * sn_v3_norm(s->inputs.base + load->force);
    }
    g_assert_cmpint(arrows, ==, 8);
    g_assert_cmpfloat(length / arrows, >, 0.01);
    g_assert_cmpfloat(length / arrows, <, 0.1);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/joint-picture/glyphs", test_joint_glyphs);
    g_test_add_func("/joint-picture/sizes", test_sizes);
    g_test_add_func("/joint-picture/still", test_still);
    g_test_add_func("/joint-picture/axes-of-bodies", test_axes_of_bodies);
    g_test_add_func("/joint-picture/shared-load", test_shared_load);
    return g_test_run();
}
