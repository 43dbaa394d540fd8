/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model -> system, scene and map: numbers, order, and errors that name the component. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/probe.h"
#include "engine/model/edit/edit.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

static SnCompiled *compile(const SnModel *model)
{
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    return compiled;
}

static const SnBlock *block_of(const SnModel *model, const SnSystem *s, const char *path)
{
    return &s->blocks[sn_system_index(s, sn_test_id(model, path))];
}

static void assert_vector(const double *value, double x, double y, double z)
{
    const double expected[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon(value[k], expected[k], 1e-14);
}

static void test_blocks(void)
{
    SnModel *model = sn_test_everything();
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    /* 4 bodies and 2 particles move, in tree order; then what is led */
    static const char *const order[] = {"bodies/upper",   "bodies/lower",
                                        "bodies/free",    "bodies/foot",
                                        "particles/bead", "models/inner/particles/ball",
                                        "bodies/led",     "particles/pin"};
    g_assert_cmpint(s->n_blocks, ==, 8);
    g_assert_cmpint(s->n_active, ==, 6);
    g_assert_cmpint(s->n_u_active, ==, 30);
    for (int i = 0; i < 8; i++)
        g_assert_true(sn_id_equal(s->blocks[i].id, sn_test_id(model, order[i])));

    const SnBlock *upper = block_of(model, s, "bodies/upper");
    g_assert_cmpfloat_with_epsilon(upper->mass, 0.2 * 0.03 * 0.03 * 1000, 1e-14);
    g_assert_cmpfloat_with_epsilon(upper->inertia[4], upper->mass / 12 * (0.2 * 0.2 + 0.03 * 0.03),
                                   1e-16);
    g_assert_cmpfloat(upper->damping, ==, 0.05);
    g_assert_cmpfloat(upper->rotary_damping, ==, 0.0001);
    assert_vector(upper->gravity, 0, 0, -9.81);

    const SnBlock *lower = block_of(model, s, "bodies/lower");
    assert_vector(s->q0 + lower->q, 0.31, 0, 0.005);
    g_assert_cmpfloat(lower->damping, ==, 0.1);

    const SnBlock *ball = block_of(model, s, "models/inner/particles/ball");
    assert_vector(ball->gravity, 0, 0, -1.6);
    g_assert_cmpfloat(ball->damping, ==, 0.05); /* inherited through two models */
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* A spinning body whose centre lies beside its frame moves at its centre. */
static void test_start_velocity(void)
{
    SnModel *model = sn_test_model(
        "{\"bodies\": [{\"name\": \"b\", \"velocity\": [1, 0, 0], \"angular_velocity\": [0, 0, 2],"
        " \"orientation\": [0.7071067811865476, 0.7071067811865476, 0, 0],"
        " \"inertia\": {\"method\": \"explicit\", \"mass\": 1, \"center\": [0.5, 0, 0]}}]}");
    SnCompiled *compiled = compile(model);
    assert_vector(compiled->system->u0, 1, 1, 0);
    /* turned by 90 degrees about x, the world's z is the body's y */
    assert_vector(compiled->system->u0 + 3, 0, 2, 0);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_points_and_forces(void)
{
    SnModel *model = sn_test_everything();
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    /* mount turns z to x: (0.01, 0, 0) in it is (0, 0, -0.01) of the body, and so on */
    const SnSystemPoint *point =
        &s->points[sn_system_index(s, sn_test_id(model, "markers/on_mount"))];
    assert_vector(point->local, 0, 0.01, 0.01);
    point = &s->points[sn_system_index(s, sn_test_id(model, "markers/wrist"))];
    assert_vector(point->local, 0.09, 0, -0.005);
    point = &s->points[sn_system_index(s, sn_test_id(model, "markers/origin"))];
    g_assert_cmpint(point->block, ==, -1);

    /* lengths taken from the start pose */
    const SnSystemPath *hang =
        &s->paths.paths[sn_system_index(s, sn_test_id(model, "springs/hang"))];
    g_assert_cmpfloat_with_epsilon(s->paths.springs[hang->law].rest_length, 0.2, 1e-14);
    const SnSystemPath *band =
        &s->paths.paths[sn_system_index(s, sn_test_id(model, "springs/band"))];
    g_assert_cmpint(band->count, ==, 3);
    g_assert_cmpfloat(s->paths.springs[band->law].rest_length, ==, 0.3);
    g_assert_true(s->paths.springs[band->law].tension_only);
    const SnSystemPath *flexor =
        &s->paths.paths[sn_system_index(s, sn_test_id(model, "muscles/flexor"))];
    g_assert_true(flexor->muscle);
    const double a[3] = {0, 0, 0.25}, b[3] = {0.1, 0.01, 0.01}, c[3] = {0.4, 0, 0};
    g_assert_cmpfloat_with_epsilon(s->paths.muscles[flexor->law].optimal_length,
                                   sn_v3_distance(a, b) + sn_v3_distance(b, c), 1e-14);
    const SnSystemPath *slow =
        &s->paths.paths[sn_system_index(s, sn_test_id(model, "muscles/slow"))];
    g_assert_cmpint(s->paths.muscles[slow->law].type, ==, 1);
    g_assert_cmpfloat(s->state.activation0[s->paths.muscles[slow->law].activation], ==, 0.1);
    g_assert_cmpfloat(s->inputs.base[s->paths.muscles[slow->law].excitation], ==, 0.5);

    const SnSystemLoad *twist =
        &s->loads.loads[sn_system_index(s, sn_test_id(model, "loads/twist"))];
    g_assert_cmpfloat(s->inputs.base[twist->force], ==, 0.05);
    g_assert_cmpfloat(s->inputs.base[twist->force + 5], ==, 0.001);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_scene(void)
{
    SnModel *model = sn_test_everything();
    SnCompiled *compiled = compile(model);
    const SnScene *scene = compiled->scene;
    int kinds[SN_ITEM_ARROW + 1] = {0};
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *item = &scene->items[i];
        kinds[item->kind]++;
        g_assert_nonnull(sn_model_get(model, item->id));
        g_assert_true((item->mesh != NULL) == (item->kind == SN_ITEM_MESH));
        const int limit = item->kind == SN_ITEM_PATH ? scene->n_path_points
                          : item->kind == SN_ITEM_POINT || item->kind == SN_ITEM_ARROW
                              ? scene->n_points
                              : scene->n_poses;
        g_assert_cmpint(item->first, >=, 0);
        g_assert_cmpint(item->first + item->count, <=, limit);
        g_assert_cmpint(item->scalar, <, scene->n_scalars);
        g_assert_cmpint(item->vector, <, scene->n_vectors);
    }
    g_assert_cmpint(kinds[SN_ITEM_MESH], ==, 4 + 2 * 3 + 1); /* bodies, parts of joints, rail */
    g_assert_cmpint(kinds[SN_ITEM_POINT], ==, 6 + 3);
    g_assert_cmpint(kinds[SN_ITEM_PATH], ==, 2 + 2 + 1);
    g_assert_cmpint(kinds[SN_ITEM_AXES], ==, 2 + 1 + 1); /* frames, bare body, bushing */
    g_assert_cmpint(kinds[SN_ITEM_PLANE], ==, 2);
    g_assert_cmpint(kinds[SN_ITEM_ARROW], ==, 3 + 1); /* loads, moment of that on a body */
    int moments = 0;
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].kind == SN_ITEM_ARROW && scene->items[i].size[1] > 0) {
            const int load = sn_system_index(compiled->system, sn_test_id(model, "loads/twist"));
            g_assert_cmpint(compiled->map->vectors[scene->items[i].vector], ==, -1 - load);
            moments++;
        }
    g_assert_cmpint(moments, ==, 1);
    for (int i = 0; i < scene->n_path_points; i++)
        g_assert_cmpint(scene->path_points[i], <, scene->n_points);
    /* the list's colour reaches its muscles */
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].scalar >= 0)
            g_assert_cmpfloat_with_epsilon((double)scene->items[i].style.color[0], 0xa0 / 255.0,
                                           1e-6);
    g_assert_cmpint(compiled->map->n_poses, ==, scene->n_poses);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* A collision or one-sided joint that is to show its force has an arrow for it, also if it is
 * hidden itself; others have none. */
static void test_forces_shown(void)
{
    SnModel *model = sn_test_model(
        "{\"particles\": [{\"name\": \"p\", \"mass\": 2}], \"joints\": ["
        " {\"class\": \"point_on_plane\", \"name\": \"floor\", \"point\": \"particles/p\","
        "  \"one_sided\": true, \"show_force\": true, \"render\": {\"visible\": false}},"
        " {\"class\": \"point_on_plane\", \"name\": \"wall\", \"point\": \"particles/p\","
        "  \"one_sided\": true}], \"collisions\": ["
        " {\"name\": \"shown\", \"show_force\": true}, {\"name\": \"not\"}]}");
    SnCompiled *compiled = compile(model);
    int n = 0;
    for (int i = 0; i < compiled->scene->n_items; i++) {
        const SnSceneItem *item = &compiled->scene->items[i];
        if (item->kind != SN_ITEM_FORCE)
            continue;
        const char *path = n++ == 0 ? "joints/floor" : "collisions/shown";
        g_assert_true(sn_id_equal(item->id, sn_test_id(model, path)));
        g_assert_true(item->style.visible);
        /* its weight is a quarter of the model long */
        g_assert_cmpfloat_with_epsilon(item->size[0] * 2 * 9.81, compiled->system->length_scale / 4,
                                       1e-12);
    }
    g_assert_cmpint(n, ==, 2);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* Drawn meshes are closed: each edge is run along once either way. */
static void test_strip_is_closed(void)
{
    SnModel *model = sn_test_everything();
    SnCompiled *compiled = compile(model);
    const SnId rail = sn_test_id(model, "joints/rail");
    const SnMesh *mesh = NULL;
    for (int i = 0; i < compiled->scene->n_items; i++)
        if (sn_id_equal(compiled->scene->items[i].id, rail))
            mesh = compiled->scene->items[i].mesh;
    g_assert_nonnull(mesh);
    double volume = 0;
    GHashTable *edges = g_hash_table_new(NULL, NULL);
    for (int t = 0; t < mesh->n_triangles; t++) {
        const uint32_t *v = mesh->triangles + 3 * t;
        double p[3][3], n[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t from = v[k], to = v[(k + 1) % 3];
            g_assert_true(g_hash_table_add(edges, GUINT_TO_POINTER(from * 4096 + to)));
            for (int d = 0; d < 3; d++)
                p[k][d] = (double)mesh->vertices[3 * v[k] + (uint32_t)d];
        }
        sn_v3_cross(p[0], p[1], n);
        volume += sn_v3_dot(n, p[2]) / 6;
    }
    GHashTableIter iter;
    gpointer edge;
    g_hash_table_iter_init(&iter, edges);
    while (g_hash_table_iter_next(&iter, &edge, NULL)) {
        const guint key = GPOINTER_TO_UINT(edge);
        g_assert_true(
            g_hash_table_contains(edges, GUINT_TO_POINTER(key % 4096 * 4096 + key / 4096)));
    }
    g_assert_cmpfloat(volume, >, 0);
    g_hash_table_destroy(edges);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_order_is_the_trees(void)
{
    /* added last but put first: as if it had always been there */
    SnModel *model = sn_test_everything(), *other = sn_test_everything();
    for (int i = 0; i < 2; i++) {
        SnModel *m = i ? other : model;
        if (i) {
            const SnId gone = sn_test_id(m, "bodies/free");
            g_assert_true(sn_edit_remove(m, &gone, 1, NULL));
            g_assert_true(sn_undo(m));
        }
    }
    SnSimulation *a = sn_test_simulation(model), *b = sn_test_simulation(other);
    sn_test_steps(a, 20);
    sn_test_steps(b, 20);
    g_assert_cmpuint(sn_simulation_hash(a), ==, sn_simulation_hash(b));
    sn_simulation_free(a);
    sn_simulation_free(b);
    sn_model_free(model);
    sn_model_free(other);
}

/* A pair of bodies with a joint of a class between them, its numbers all different. */
static SnModel *jointed(const SnClass *class, SnId *id)
{
    SnModel *model =
        sn_test_model("{\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"box\"}}, "
                      "{\"name\": \"b\", \"geometry\": {\"shape\": \"box\"}}]}");
    SnFrameJoint *joint = (SnFrameJoint *)sn_component_new(class, NULL);
    joint->frame_a = sn_test_id(model, "bodies/a"), joint->frame_b = sn_test_id(model, "bodies/b");
    for (int i = 0; i < sn_class_n_properties(class); i++) {
        const SnProperty *row = sn_class_property(class, i);
        SnValue value;
        if (row->kind == SN_RESULT)
            continue;
        sn_field_get(joint, row, &value);
        if (strcmp(row->name, "limited") == 0)
            value.boolean = true;
        else if (row->type == SN_TYPE_REAL && row->bind > SN_BIND_DOCUMENT)
            value.number[0] += 0.01 * (i + 1);
        sn_field_set(joint, row, &value);
        sn_value_clear(&value);
    }
    *id = sn_model_insert(model, sn_model_list(model->root, "joints"), &joint->base.base.base, -1,
                          -1);
    return model;
}

/* Each joint of frames comes into the system as its own class, every number arrives, and every
 * result of the document can be read. */
static void test_joints(void)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        const SnClass *class = table[i];
        SnId id;
        if (!sn_class_is_a(class, &SN_CLASS_FRAME_JOINT))
            continue;
        g_test_message("%s", class->name);
        SnModel *model = jointed(class, &id);
        SnCompiled *compiled = compile(model);
        const SnSystem *s = compiled->system;
        const SnSystemJoint *joint = &s->joints.joints[0];
        g_assert_cmpstr(joint->class->name, ==, class->name);
        g_assert_cmpint(joint->limited, ==, sn_class_find_property(class, "limited") >= 0);
        g_assert_true(sn_joint_has_coordinate(class) == (joint->class->n_coordinates > 0));
        sn_compiled_free(compiled);
        SnSimulation *simulation = sn_test_simulation(model);
        for (int k = 0; k < sn_class_n_properties(class); k++) {
            const SnProperty *row = sn_class_property(class, k);
            double value[6] = {0};
            if (row->bind <= SN_BIND_DOCUMENT || !sn_model_applies(model, id, row))
                continue;
            g_assert_cmpint(sn_simulation_get(simulation, id, k, value), ==,
                            sn_type_width(row->type));
            if (row->kind == SN_PARAMETER && row->type == SN_TYPE_REAL)
                g_assert_cmpfloat(
                    value[0], ==,
                    *(const double *)((const char *)sn_model_get(model, id) + row->offset));
        }
        sn_simulation_free(simulation);
        sn_model_free(model);
    }
}

static void test_cache(void)
{
    SnModel *model = sn_test_everything();
    SnCompileCache *cache = sn_compile_cache_new();
    SnCompiled *first = sn_compile(model, cache, NULL, NULL);
    SnCompiled *second = sn_compile(model, cache, NULL, NULL);
    g_assert_cmpint(first->scene->n_items, ==, second->scene->n_items);
    for (int i = 0; i < first->scene->n_items; i++)
        g_assert_true(first->scene->items[i].mesh == second->scene->items[i].mesh);
    sn_compiled_free(first);
    sn_compile_cache_free(cache);
    sn_compiled_free(second);
    sn_model_free(model);
}

/* --- errors --- */

/* Takes the model, which a reader would not let through. */
static void expect_error(SnModel *model, const char *component, const char *what)
{
    GError *error = NULL;
    g_assert_null(sn_compile(model, NULL, NULL, &error));
    g_assert_nonnull(error);
    if (!g_str_has_prefix(error->message, component) || !strstr(error->message, what))
        g_error("\"%s\" does not begin with \"%s\" or say \"%s\"", error->message, component, what);
    g_error_free(error);
    sn_model_free(model);
}

static void *object(const SnModel *model, const char *path)
{
    return sn_model_get(model, sn_test_id(model, path));
}

static void test_errors(void)
{
    SnModel *model = sn_test_everything();
    ((SnFrameJoint *)object(model, "joints/elbow"))->frame_b = sn_test_id(model, "bodies/upper");
    expect_error(model, "/model/joints/elbow", "same body");

    model = sn_test_everything();
    ((SnSurfaceJoint *)object(model, "joints/wall"))->point = sn_test_id(model, "markers/origin");
    expect_error(model, "/model/joints/wall", "same body");

    model = sn_test_everything();
    SnPolylinePoint *points = ((SnPointOnPolyline *)object(model, "joints/rail"))->points.entries;
    points[1].position[0] = points[0].position[0];
    expect_error(model, "/model/joints/rail", "point 1");

    model = sn_test_everything();
    SnKnot *knots = ((SnInputProbe *)object(model, "probes/lead"))->knots.entries;
    knots[1].values.n = 2;
    expect_error(model, "/model/probes/lead", "knot 1 has 2 values");

    model = sn_test_everything();
    knots = ((SnInputProbe *)object(model, "probes/lead"))->knots.entries;
    knots[1].time = knots[0].time - 1;
    expect_error(model, "/model/probes/lead", "times must not go back");

    model = sn_test_everything();
    ((SnProbe *)object(model, "probes/lead"))->targets.targets[0] =
        sn_test_target(model, "markers/wrist:position");
    expect_error(model, "/model/probes/lead", "cannot drive /model/markers/wrist:position");

    model = sn_test_everything();
    ((SnRigidBody *)object(model, "bodies/lower"))->mass = 0;
    expect_error(model, "/model/bodies/lower", "mass");

    model = sn_test_everything();
    ((SnRigidBody *)object(model, "bodies/lower"))->tensor[3] = 1;
    expect_error(model, "/model/bodies/lower", "positive definite");

    model = sn_test_everything();
    ((SnFrame *)object(model, "frames/mount"))->body = sn_test_id(model, "frames/tip_frame");
    expect_error(model, "/model/frames/mount", "circle");

    model = sn_test_everything();
    ((SnPath *)object(model, "muscles/slow"))->points.ids[1] = SN_ID_NULL;
    expect_error(model, "/model/muscles/slow", "point 2");
}

static void test_warning(void)
{
    SnModel *model =
        sn_test_model("{\"markers\": [{\"name\": \"m\"}], \"particles\": [{\"name\": \"p\"}],"
                      " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\","
                      " \"points\": [\"markers/m\", \"particles/p\"]}]}");
    SnCompiled *compiled = compile(model);
    g_assert_cmpint(sn_checks_count(compiled->checks, SN_WARNING), ==, 1);
    const SnCheck *check = &g_array_index(compiled->checks->items, SnCheck, 0);
    g_assert_true(sn_id_equal(check->id, sn_test_id(model, "springs/s")));
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_cancel(void)
{
    SnModel *model = sn_test_everything();
    atomic_bool cancel;
    atomic_init(&cancel, true);
    GError *error = NULL;
    g_assert_null(sn_compile(model, NULL, &cancel, &error));
    g_assert_nonnull(error);
    g_error_free(error);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/compile/blocks", test_blocks);
    g_test_add_func("/compile/start velocity", test_start_velocity);
    g_test_add_func("/compile/points and forces", test_points_and_forces);
    g_test_add_func("/compile/scene", test_scene);
    g_test_add_func("/compile/forces-shown", test_forces_shown);
    g_test_add_func("/compile/strip is closed", test_strip_is_closed);
    g_test_add_func("/compile/order is the tree's", test_order_is_the_trees);
    g_test_add_func("/compile/joints", test_joints);
    g_test_add_func("/compile/cache", test_cache);
    g_test_add_func("/compile/errors", test_errors);
    g_test_add_func("/compile/warning", test_warning);
    g_test_add_func("/compile/cancel", test_cancel);
    return g_test_run();
}
