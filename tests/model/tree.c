/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tree, ids, names, paths, inheritance. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/model_component.h"
#include "engine/snapshot.h"

static SnId add(SnModel *model, const char *list, const SnClass *class, const char *name)
{
    return sn_model_insert(model, sn_model_list(model->root, list), sn_component_new(class, name),
                           -1, -1);
}

static void test_paths(void)
{
    SnModel *model = sn_model_new();
    const SnId jaw = add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw");
    const SnId nameless = add(model, "bodies", &SN_CLASS_RIGID_BODY, NULL);
    g_autofree char *a = sn_model_path(model, jaw);
    g_autofree char *b = sn_model_path(model, nameless);
    g_autofree char *c = sn_model_relative_path(model, model->root, jaw);
    g_assert_cmpstr(a, ==, "/model/bodies/jaw");
    g_assert_cmpstr(b, ==, "/model/bodies/1");
    g_assert_cmpstr(c, ==, "bodies/jaw");
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, a, NULL), jaw));
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, "/0/0/0", NULL), jaw));
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, "bodies/1", NULL), nameless));
    GError *error = NULL;
    g_assert_true(sn_id_is_null(sn_model_resolve(model, NULL, "bodies/jwa", &error)));
    g_assert_cmpstr(error->message, ==, "\"/model/bodies\" has no \"jwa\"; it has jaw, 1");
    g_clear_error(&error);
    SnTarget target;
    g_assert_true(
        sn_model_resolve_property(model, NULL, "bodies/jaw:geometry.mesh", &target, NULL));
    g_assert_cmpstr(sn_model_property(model, target.id, target.row)->name, ==, "geometry.mesh");
    g_assert_false(sn_model_resolve_property(model, NULL, "bodies/jaw:colour", &target, &error));
    g_clear_error(&error);
    sn_model_free(model);
}

static void test_inheritance(void)
{
    SnModel *model = sn_model_new();
    const SnId jaw = add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw");
    SnComponent *body = sn_model_get(model, jaw);
    SnStyle style;
    g_assert_true(sn_model_style(model, body, &style));
    g_assert_cmpfloat_with_epsilon(style.color[0], 0xE8 / 255.0, 1e-6);
    g_assert_true(style.visible);
    SnRenderProperties *list = &((SnDrawable *)body->parent)->render;
    list->visible = false;
    list->visible_mode = SN_MODE_EXPLICIT;
    sn_model_style(model, body, &style);
    g_assert_false(style.visible);
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->damping = 3;
    root->damping_mode = SN_MODE_EXPLICIT;
    const int row = sn_model_find_property(model, jaw, "damping");
    const SnComponent *from;
    SnValue value;
    sn_model_effective(model, jaw, sn_model_property(model, jaw, row), &value, &from);
    g_assert_true(value.number[0] == 3 && from == model->root);
    const int gravity = sn_model_find_property(model, jaw, "gravity");
    sn_model_effective(model, jaw, sn_model_property(model, jaw, gravity), &value, &from);
    g_assert_true(value.number[2] == -9.81 && from == NULL);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/model/tree/paths", test_paths);
    g_test_add_func("/model/tree/inheritance", test_inheritance);
    return g_test_run();
}
