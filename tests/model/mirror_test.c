/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mirroring: the other side moves as the mirror image of this one. */
#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/arrange.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/file/file.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/bind/bind.h"
#include "tests/model/support.h"
#include "tests/support/cases.h"

#include <string.h>

/* --- the tables say something of every class --- */

static bool is_spatial(const SnProperty *property)
{
    return property->kind != SN_RESULT &&
           (property->type == SN_TYPE_VEC3 || property->type == SN_TYPE_QUAT ||
            property->type == SN_TYPE_SYM3);
}

static void test_rows(void)
{
    int n;
    const SnClass *const *classes = sn_class_table(&n);
    for (int c = 0; c < n; c++) {
        const SnClass *class = classes[c];
        for (int i = 0; i < sn_class_n_properties(class); i++) {
            const SnProperty *property = sn_class_property(class, i);
            if (is_spatial(property) && !sn_spatial_row(class, NULL, property->name))
                g_error("engine/model/edit/mirror_rows.c does not say what %s of a %s is in space",
                        property->name, class->name);
        }
        for (int a = 0; a < class->n_arrays; a++)
            for (int i = 0; i < class->arrays[a].n_properties; i++) {
                const SnProperty *property = &class->arrays[a].properties[i];
                if (is_spatial(property) &&
                    !sn_spatial_row(class, class->arrays[a].name, property->name))
                    g_error("engine/model/edit/mirror_rows.c does not say what %s of %s of a %s is "
                            "in space",
                            property->name, class->arrays[a].name, class->name);
            }
        if (sn_class_is_a(class, &SN_CLASS_FRAME_JOINT) && !sn_mirror_signs(class))
            g_error("engine/model/edit/mirror_rows.c does not say how a %s is mirrored",
                    class->name);
    }
}

static void test_names(void)
{
    static const char *const pairs[][2] = {{"femur_l", "femur_r"},
                                           {"l_femur", "r_femur"},
                                           {"left_hand", "right_hand"},
                                           {"Left Hand", "Right Hand"},
                                           {"femurLeft", "femurRight"},
                                           {"LeftFemur", "RightFemur"},
                                           {"humerus_left_2", "humerus_right_2"},
                                           {"tib-L", "tib-R"},
                                           {"handL", "handR"},
                                           {"lt_ulna", "rt_ulna"},
                                           {"left", "right"},
                                           {"l", "r"},
                                           {"soleus_left_lat", "soleus_right_lat"},
                                           {"toe1L", "toe1R"},
                                           {"ribs (L)", NULL}};
    static const char *const none[] = {"pelvis", "skull",  "lunate",     "leftover", "bright",
                                       "ALL",    "collar", "tendon_l_2", "girl",     "rLever"};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autofree char *there = sn_mirrored_name(pairs[i][0]);
        g_assert_cmpstr(there, ==, pairs[i][1]);
        g_autofree char *back = there ? sn_mirrored_name(there) : NULL;
        g_assert_cmpstr(back, ==, there ? pairs[i][0] : NULL);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autofree char *name = sn_mirrored_name(none[i]);
        g_assert_cmpstr(name, ==, NULL);
    }
}

/* --- motion --- */

typedef struct Pair {
    SnId original, copy;
} Pair;

/* Contact of strands in voxels depends on where the voxels lie, which mirror images do not share.
 */
static bool leave_voxels(SnComponent *component, void *unused)
{
    if (component->class == &SN_CLASS_COSSERAT_STRAND)
        ((SnCosseratStrand *)component)->contact = false;
    return true;
}

static bool collect_top(SnComponent *component, void *data)
{
    if (component->parent && component->parent->parent && !component->class->document &&
        component->parent->class == &SN_CLASS_LIST && !component->parent->parent->parent)
        g_array_append_val((GArray *)data, component->id);
    return true;
}

static SnSimulation *simulate(const SnModel *model, int steps, GError **error)
{
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, error);
    if (!compiled) {
        sn_model_free(copy);
        return NULL;
    }
    SnSimulation *simulation = sn_simulation_new();
    SnFault fault = sn_simulation_install(simulation, copy, compiled, true);
    for (int i = 0; i < steps && fault.code == SN_FAULT_NONE; i++)
        fault = sn_simulation_step(simulation);
    if (fault.code != SN_FAULT_NONE)
        g_error("%s", fault.text);
    return simulation;
}

static int read_row(const SnSimulation *s, SnId id, SnBind bind, double *number)
{
    return sn_bind_read(s->compiled->system, s->inputs, s->state, s->work, id, bind, number);
}

/* A mirror image, or where there is no plane a motion. */
typedef struct Way {
    const SnMirrorPlane *plane;
    const SnRigidMotion *motion;
} Way;

typedef struct Comparison {
    const SnSimulation *simulation;
    Way way;
    double worst;  /* of places, over the size of the model */
    double number; /* worst relative difference of other results */
    char *who;
    int n_places, n_numbers;
} Comparison;

static void image_of(const Way *way, const double a[3], double b[3])
{
    double arm[3], n[3];
    if (!way->plane) {
        sn_q_rotate(way->motion->turn, a, arm);
        sn_v3_add(arm, way->motion->travel, b);
        return;
    }
    sn_v3_normalize(way->plane->normal, n);
    sn_v3_sub(a, way->plane->point, arm);
    sn_v3_copy(a, b);
    sn_v3_axpy(-2 * sn_v3_dot(arm, n), n, b);
}

static void note(Comparison *c, double *worst, double error, SnId id, const char *what)
{
    if (!(error > *worst))
        return;
    *worst = error;
    g_free(c->who);
    g_autofree char *path = sn_model_path(c->simulation->model, id);
    c->who = g_strdup_printf("%s:%s", path, what);
}

/* Of two components or entries that are mirror images. */
static void compare_object(Comparison *c, SnId a, SnId b)
{
    const SnModel *model = c->simulation->model;
    const int n = sn_model_n_properties(model, a);
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_model_property(model, a, row);
        double x[6], y[6], image[3];
        if (property->bind == SN_BIND_NONE || !sn_model_applies(model, a, property) ||
            read_row(c->simulation, a, property->bind, x) == 0)
            continue;
        g_assert_cmpint(read_row(c->simulation, b, property->bind, y), >, 0);
        const bool place =
            property->type == SN_TYPE_VEC3 && property->unit == SN_UNIT_LENGTH &&
            (strcmp(property->name, "position") == 0 || strcmp(property->name, "place") == 0);
        if (place) {
            image_of(&c->way, x, image);
            note(c, &c->worst, sn_v3_distance(image, y), b, property->name);
            c->n_places++;
        } else if (property->kind == SN_RESULT && property->type == SN_TYPE_REAL) {
            const SnMirrorSigns *signs = sn_mirror_signs(sn_model_get(model, a)->class);
            const bool may_turn = signs && signs->turned[0];
            const double error = fmin(fabs(x[0] - y[0]), may_turn ? fabs(x[0] + y[0]) : HUGE_VAL);
            note(c, &c->number, error / (1 + fabs(x[0])), b, property->name);
            c->n_numbers++;
        }
    }
}

static void compare(Comparison *c, const SnComponent *a, const SnComponent *b)
{
    compare_object(c, a->id, b->id);
    for (int k = 0; k < a->class->n_arrays; k++)
        for (int i = 0; i < sn_component_array((SnComponent *)a, k)->n; i++)
            compare_object(c, sn_id_of_entry(a->id, (unsigned)k, (uint32_t)i),
                           sn_id_of_entry(b->id, (unsigned)k, (uint32_t)i));
    for (guint i = 0; a->children && i < a->children->len; i++)
        compare(c, a->children->pdata[i], b->children->pdata[i]);
}

/* Mirrors or moves a copy of all of a model, runs both in one, compares them. */
static void check_motion(SnModel *model, const char *name, Random *random, bool mirrored, int steps,
                         double tolerance)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    ((SnModelComponent *)model->root)->solve_tolerance = 1e-13; /* both sides are solved in one */
    sn_component_walk(model->root, leave_voxels, NULL);
    sn_component_walk(model->root, collect_top, all);
    const double angle = 6.28 * random_unit(random);
    SnMirrorPlane plane = {{0, 0, 0}, {cos(angle), sin(angle), 0}}; /* gravity stays as it is */
    sn_v3_scale(20, plane.normal, plane.point);                     /* the two sides do not touch */
    SnRigidMotion motion;
    const double up[3] = {0, 0, 1}, *far = plane.point;
    sn_circle_motions(far, up, random_below(random, 3) ? angle : 0, NULL, 1, &motion);
    sn_v3_axpy(2, far, motion.travel);
    g_autofree char *before = dump_model(model);
    const SnId *ids = (const SnId *)(void *)all->data;
    const bool done =
        mirrored ? sn_edit_mirror(model, ids, (int)all->len, &plane, false, copies, &error)
                 : sn_edit_array(model, ids, (int)all->len, &motion, 1, false, copies, &error);
    g_assert_no_error(error);
    g_assert_true(done);
    g_assert_cmpuint(copies->len, ==, all->len);
    SnSimulation *simulation = simulate(model, steps, &error);
    g_assert_no_error(error);
    Comparison c = {.simulation = simulation, .way = {mirrored ? &plane : NULL, &motion}};
    for (guint i = 0; i < all->len; i++)
        compare(&c, sn_model_get(model, g_array_index(all, SnId, i)),
                sn_model_get(model, g_array_index(copies, SnId, i)));
    g_test_message("%s: %u components, %d places within %.2g m, %d numbers within %.2g (%s)", name,
                   all->len, c.n_places, c.worst, c.n_numbers, c.number, c.who ? c.who : "");
    g_assert_cmpfloat(c.worst, <, tolerance);
    g_assert_cmpfloat(c.number, <, 1e4 * tolerance);
    g_free(c.who);
    sn_simulation_free(simulation);
    g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, name);
}

static void check_demos(bool mirrored)
{
    static const char *const demos[] = {
        "arm",  "joints",        "four-bar",         "jaw",           "finger", "hanging-ellipsoid",
        "beam", "double-pulley", "eccentric-pulley", "spline-strand", "limb",   "cosserat-muscle"};
    Random random = {20261123};
    for (gsize i = 0; i < G_N_ELEMENTS(demos); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *path =
            g_strdup_printf("%s/resources/demos/%s.sinew", g_getenv("SINEW_BUILD_ROOT"), demos[i]);
        SnModel *model = sn_file_read(path, &error);
        g_assert_no_error(error);
        /* a Cosserat strand without frames of its own gets them along its points, turned about it
         * as the axes of the world lie: another section of what is flat */
        const double tolerance = g_str_has_prefix(demos[i], "cosserat") ? 1e-5 : 1e-8;
        check_motion(model, demos[i], &random, mirrored, sn_cases(10, 100), tolerance);
        sn_model_free(model);
    }
}

static void test_demos(void)
{
    check_demos(true);
}

/* What is copied elsewhere moves as the original does there. */
static void test_moved(void)
{
    check_demos(false);
}

/* --- what goes along --- */

static const char LEGS[] =
    "{\"sinew\": 1, \"model\": {"
    "\"bodies\": [{\"name\": \"pelvis\", \"dynamic\": false},"
    " {\"name\": \"femur_l\", \"position\": [0, 0.1, -0.2], \"orientation\": [0.6, 0, 0.8, 0],"
    "  \"geometry\": {\"shape\": \"mesh\", \"mesh\": \"none.obj\", \"scale\": [1, 2, 3]},"
    "  \"inertia\": {\"method\": \"explicit\", \"mass\": 2, \"center\": [0.01, 0.02, 0.03],"
    "   \"tensor\": [0.01, 0.02, 0.025, 0.001, 0.002, 0.003]}},"
    " {\"name\": \"tibia_l\", \"position\": [0, 0.1, -0.6]}],"
    "\"markers\": [{\"name\": \"origin_l\", \"frame\": \"bodies/pelvis\", \"location\": [0, 0.05, "
    "0.1]},"
    " {\"name\": \"knee_l\", \"frame\": \"bodies/femur_l\", \"location\": [0.02, 0.03, -0.1]},"
    " {\"name\": \"shin_l\", \"frame\": \"bodies/tibia_l\", \"location\": [0.02, 0.01, -0.1]}],"
    "\"muscles\": [{\"name\": \"rectus_l\", \"points\": [\"markers/origin_l\", \"markers/knee_l\","
    " \"markers/shin_l\"], \"wraps\": [\"wraps/rim\", \"wraps/sacrum\", \"wraps/condyle_l\"]},"
    " {\"name\": \"short_l\", \"points\": [\"markers/origin_l\","
    " \"markers/knee_l\"]}],"
    "\"joints\": [{\"class\": \"hinge\", \"name\": \"hip_l\", \"frame_a\": \"bodies/pelvis\","
    "  \"frame_b\": \"bodies/femur_l\", \"location_a\": [0, 0.1, -0.2], \"limited\": true,"
    "  \"lower\": -0.3, \"upper\": 1},"
    " {\"class\": \"cylindrical\", \"name\": \"knee_l\", \"frame_a\": \"bodies/femur_l\","
    "  \"frame_b\": \"bodies/tibia_l\", \"limited\": true, \"lower\": -0.01, \"upper\": 0.03}],"
    "\"wraps\": [{\"name\": \"condyle_l\", \"body\": \"bodies/femur_l\", \"location\": [0, 0.02, "
    "0]}, {\"name\": \"rim\", \"body\": \"bodies/pelvis\", \"location\": [0.01, 0.06, 0.02]},"
    " {\"name\": \"sacrum\", \"body\": \"bodies/pelvis\", \"location\": [-0.05, 0, 0]}],"
    "\"probes\": [{\"class\": \"input_probe\", \"name\": \"drive_l\","
    "  \"targets\": [\"muscles/rectus_l:excitation\"], \"knots\": [{\"time\": 0, \"values\": "
    "[0.2]},"
    "  {\"time\": 1, \"values\": [0.4]}]}],"
    "\"panels\": [{\"name\": \"panel\", \"controls\": [{\"property\": "
    "[\"muscles/rectus_l:excitation\"]}]}]"
    "}}";

static SnModel *legs(void)
{
    GError *error = NULL;
    SnModel *model = sn_file_open_text(LEGS, strlen(LEGS), NULL, "legs", &error);
    g_assert_no_error(error);
    return model;
}

static SnId at(const SnModel *model, const char *path)
{
    return sn_model_resolve(model, NULL, path, NULL);
}

static void mirror(SnModel *model, const char *first, const char *second, bool attached)
{
    const SnMirrorPlane sagittal = {{0, 0, 0}, {0, 1, 0}};
    const SnId ids[2] = {at(model, first), second ? at(model, second) : SN_ID_NULL};
    g_autoptr(GError) error = NULL;
    sn_edit_mirror(model, ids, second ? 2 : 1, &sagittal, attached, NULL, &error);
    g_assert_no_error(error);
}

static void expect_vector(SnModel *model, const char *path, const char *name, double x, double y,
                          double z)
{
    const SnId id = at(model, path);
    g_assert_false(sn_id_is_null(id));
    SnValue value;
    sn_field_get(sn_model_get(model, id),
                 sn_model_property(model, id, sn_model_find_property(model, id, name)), &value);
    g_assert_cmpfloat_with_epsilon(value.number[0], x, 1e-15);
    g_assert_cmpfloat_with_epsilon(value.number[1], y, 1e-15);
    g_assert_cmpfloat_with_epsilon(value.number[2], z, 1e-15);
}

static void expect_count(SnModel *model, const char *list, guint n)
{
    g_assert_cmpuint(sn_model_list(model->root, list)->children->len, ==, n);
}

static void test_leg(void)
{
    SnModel *model = legs();
    g_autofree char *before = dump_model(model);
    mirror(model, "bodies/femur_l", "bodies/tibia_l", true);
    expect_count(model, "bodies", 5);
    expect_count(model, "markers", 6);
    expect_count(model, "muscles", 4);
    expect_count(model, "joints", 4);
    expect_count(model, "wraps", 5); /* the rim of the pelvis is of this side, its middle of both */
    expect_count(model, "probes", 2);
    expect_vector(model, "bodies/femur_r", "position", 0, -0.1, -0.2);
    expect_vector(model, "bodies/femur_r", "geometry.scale", 1, -2, 3);
    expect_vector(model, "bodies/femur_r", "inertia.center", 0.01, -0.02, 0.03);
    expect_vector(model, "markers/origin_r", "location", 0, -0.05, 0.1);
    expect_vector(model, "markers/knee_r", "location", 0.02, -0.03, -0.1);
    const SnMuscle *muscle = (SnMuscle *)sn_model_get(model, at(model, "muscles/rectus_r"));
    g_assert_true(sn_id_equal(muscle->base.points.ids[2], at(model, "markers/shin_r")));
    const SnIdList *wraps = &muscle->base.wraps;
    g_assert_cmpint(wraps->n, ==, 3);
    g_assert_true(sn_id_equal(wraps->ids[0], at(model, "wraps/rim_mirrored")));
    g_assert_true(sn_id_equal(wraps->ids[1], at(model, "wraps/sacrum")));
    g_assert_true(sn_id_equal(wraps->ids[2], at(model, "wraps/condyle_r")));
    expect_vector(model, "wraps/rim_mirrored", "location", 0.01, -0.06, 0.02);
    const SnCylindrical *knee = (SnCylindrical *)sn_model_get(model, at(model, "joints/knee_r"));
    g_assert_true(sn_id_equal(knee->base.frame_a, at(model, "bodies/femur_r")));
    g_assert_cmpfloat(knee->lower, ==, -0.03); /* the way turns round, the angle stays */
    g_assert_cmpfloat(knee->upper, ==, 0.01);
    const SnHinge *hip = (SnHinge *)sn_model_get(model, at(model, "joints/hip_r"));
    g_assert_true(sn_id_equal(hip->base.frame_a, at(model, "bodies/pelvis")));
    g_assert_cmpfloat(hip->lower, ==, -0.3);
    g_autofree char *text = sn_file_write_text(model);
    SnModel *again = sn_file_open_text(text, strlen(text), NULL, "again", NULL);
    g_assert_nonnull(again);
    sn_model_free(again);
    g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "a leg mirrored");
    sn_model_free(model);
}

/* Without the shin, what hangs on it stays; with a right thigh already there, a muscle finds it. */
static void test_company(void)
{
    SnModel *model = legs();
    mirror(model, "bodies/femur_l", NULL, true);
    expect_count(model, "bodies", 4);
    expect_count(model, "joints", 3);
    expect_count(model, "muscles", 3);
    expect_count(model, "wraps", 4); /* nothing on the right wraps over the rim */
    g_assert_false(sn_id_is_null(at(model, "muscles/short_r")));
    mirror(model, "bodies/tibia_l", NULL, false);
    mirror(model, "muscles/rectus_l", NULL, false);
    const SnMuscle *muscle = (SnMuscle *)sn_model_get(model, at(model, "muscles/rectus_r"));
    g_assert_true(sn_id_equal(muscle->base.points.ids[0], at(model, "markers/origin_r")));
    g_assert_true(sn_id_equal(muscle->base.points.ids[1], at(model, "markers/knee_r")));
    const SnMarker *shin = (SnMarker *)sn_model_get(model, at(model, "markers/shin_r"));
    g_assert_true(sn_id_equal(shin->frame, at(model, "bodies/tibia_r")));
    expect_vector(model, "markers/shin_r", "location", 0.02, -0.01, -0.1);
    expect_count(model, "markers", 6);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mirror/rows", test_rows);
    g_test_add_func("/mirror/names", test_names);
    g_test_add_func("/mirror/leg", test_leg);
    g_test_add_func("/mirror/company", test_company);
    g_test_add_func("/mirror/demos", test_demos);
    g_test_add_func("/mirror/moved", test_moved);
    return g_test_run();
}
