/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Posing by coordinates: random trees of all joints of frames, checked by what the engine has at
 * the start of the posed model; closed loops; what is refused. */
#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/pose.h"
#include "engine/run/simulation/simulation.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

enum { MOST_BODIES = 12, MOST_TARGETS = 6 * MOST_BODIES };

static const char *const CLASSES[] = {"hinge",  "slider",    "universal", "cylindrical", "gimbal",
                                      "planar", "spherical", "fixed",     "ellipsoid",   "free"};

static SnModel *read_text(const char *text)
{
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), NULL, "test.sinew", &error);
    g_assert_no_error(error);
    return model;
}

/* --- random trees, closed where all coordinates are zero --- */

static void add_joint(GString *text, const char *class, int body, int parent, const double la[3],
                      const double ra[4], const double lb[3], const double rb[4])
{
    g_autofree char *a =
        parent < 0 ? g_strdup("") : g_strdup_printf("\"frame_a\": \"bodies/b%d\",", parent);
    g_string_append_printf(text,
                           "%s{\"class\": \"%s\", \"name\": \"j%d\", %s \"frame_b\": "
                           "\"bodies/b%d\", \"location_a\": [%.17g, %.17g, %.17g], \"rotation_a\": "
                           "[%.17g, %.17g, %.17g, %.17g], \"location_b\": [%.17g, %.17g, %.17g], "
                           "\"rotation_b\": [%.17g, %.17g, %.17g, %.17g]%s}",
                           body ? ",\n" : "", class, body, a, body, la[0], la[1], la[2], ra[0],
                           ra[1], ra[2], ra[3], lb[0], lb[1], lb[2], rb[0], rb[1], rb[2], rb[3],
                           strcmp(class, "ellipsoid") == 0 ? ", \"semi_axes\": [0.1, 0.2, 0.15]"
                                                           : "");
}

/* Pose of the child whose joint frame is where the parent's is; an ellipsoid's stands off by its
 * last semi-axis. */
static void place_child(const double *parent, const double la[3], const double ra[4],
                        const double lb[3], const double rb[4], bool ellipsoid, double *child)
{
    double origin[3], at[3], axes[4], back[4], offset[3], off[3] = {0, 0, ellipsoid ? 0.15 : 0};
    sn_pose_point(parent, parent + 3, la, origin);
    sn_q_mul(parent + 3, ra, axes);
    sn_pose_point(origin, axes, off, at);
    const double inverse[4] = {rb[0], -rb[1], -rb[2], -rb[3]};
    sn_q_mul(axes, inverse, back);
    sn_q_normalize(back);
    sn_q_rotate(back, lb, offset);
    sn_v3_sub(at, offset, child);
    sn_q_copy(back, child + 3);
}

static SnModel *random_tree(Random *random, bool floating, int *n)
{
    double pose[MOST_BODIES][7];
    const double world[7] = {0, 0, 0, 1, 0, 0, 0};
    GString *bodies = g_string_new(NULL), *joints = g_string_new(NULL);
    *n = 1 + (int)random_uniform(random, 1, MOST_BODIES - 1);
    for (int i = 0; i < *n; i++) {
        const int parent = i == 0 ? -1 : (int)random_uniform(random, 0, i);
        const size_t kind = (size_t)random_uniform(random, 0, G_N_ELEMENTS(CLASSES));
        double la[3], lb[3], ra[4], rb[4];
        random_vector(random, 0.3, la);
        random_vector(random, 0.3, lb);
        random_quaternion(random, ra);
        random_quaternion(random, rb);
        place_child(parent < 0 ? world : pose[parent], la, ra, lb, rb,
                    strcmp(CLASSES[kind], "ellipsoid") == 0 && !(i == 0 && floating), pose[i]);
        g_string_append_printf(bodies,
                               "%s{\"name\": \"b%d\", \"position\": [%.17g, %.17g, %.17g], "
                               "\"orientation\": [%.17g, %.17g, %.17g, %.17g], \"geometry\": "
                               "{\"shape\": \"box\", \"size\": [0.1, 0.12, 0.14]}}",
                               i ? ",\n" : "", i, pose[i][0], pose[i][1], pose[i][2], pose[i][3],
                               pose[i][4], pose[i][5], pose[i][6]);
        add_joint(joints, i == 0 && floating ? "free" : CLASSES[kind], i, parent, la, ra, lb, rb);
    }
    g_autofree char *text =
        g_strdup_printf("{\"sinew\": 1, \"model\": {\"bodies\": [%s],\n\"joints\": [%s]}}",
                        bodies->str, joints->str);
    g_string_free(bodies, TRUE);
    g_string_free(joints, TRUE);
    return read_text(text);
}

/* --- what the engine has --- */

static SnSimulation *start_of(const SnModel *model)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    g_assert_no_error(error);
    SnSimulation *s = sn_simulation_new();
    const SnFault fault = sn_simulation_install(s, copy, compiled, true);
    g_assert_cmpstr(fault.text, ==, "");
    return s;
}

typedef struct Coordinates {
    const SnModel *model;
    SnPoseTarget target[MOST_TARGETS];
    int n;
} Coordinates;

static bool collect(SnComponent *component, void *data)
{
    Coordinates *all = data;
    for (int row = 0; row < sn_model_n_properties(all->model, component->id); row++) {
        const SnProperty *property = sn_model_property(all->model, component->id, row);
        if (sn_is_coordinate(property) && sn_model_applies(all->model, component->id, property))
            all->target[all->n++] = (SnPoseTarget){component->id, row, 0};
    }
    return true;
}

static Coordinates coordinates_of(const SnModel *model)
{
    Coordinates all = {.model = model};
    sn_component_walk(model->root, collect, &all);
    return all;
}

static void store(SnModel *model, GArray *values)
{
    GError *error = NULL;
    for (guint i = 0; i < values->len; i++) {
        const SnPoseValue *value = &g_array_index(values, SnPoseValue, i);
        sn_edit_set(model, value->id, value->property, &value->value, &error);
        g_assert_no_error(error);
    }
    g_array_unref(values);
}

static void pose_model(SnModel *model, const SnPoseTarget *targets, int n)
{
    GError *error = NULL;
    SnPoser *poser = sn_poser_new(model, &error);
    g_assert_no_error(error);
    GArray *values = sn_poser_solve(poser, model, targets, n, &error);
    g_assert_no_error(error);
    store(model, values);
    sn_poser_free(poser);
}

/* Largest difference between the coordinates at the start of the engine and those wanted. */
static double worst_off(const SnModel *model, const SnPoseTarget *wanted, int n)
{
    SnSimulation *s = start_of(model);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double value[6];
        g_assert_cmpint(sn_simulation_get(s, wanted[i].joint, wanted[i].property, value), ==, 1);
        worst = fmax(worst, fabs(remainder(value[0] - wanted[i].value, 2 * M_PI)));
    }
    sn_simulation_free(s);
    return worst;
}

static double random_target(Random *random, const SnModel *model, const SnPoseTarget *target)
{
    const SnProperty *row = sn_model_property(model, target->joint, target->property);
    return random_uniform(random, -1, 1) * (row->unit == SN_UNIT_ANGLE ? 1.3 : 0.2);
}

/* All coordinates given at once, then one after another: the same, and the others stay. */
static void test_trees(void)
{
    Random random = {7};
    double worst_all = 0, worst_one = 0;
    int n_targets = 0;
    for (int i = 0; i < sn_cases(25, 500); i++) {
        int n;
        SnModel *model = random_tree(&random, i % 3 == 0, &n);
        Coordinates all = coordinates_of(model);
        for (int k = 0; k < all.n; k++)
            all.target[k].value = random_target(&random, model, &all.target[k]);
        if (!sn_case_runs(i) || all.n == 0) {
            sn_model_free(model);
            continue;
        }
        pose_model(model, all.target, all.n);
        worst_all = fmax(worst_all, worst_off(model, all.target, all.n));
        for (int k = 0; k < all.n; k += 3) {
            all.target[k].value = random_target(&random, model, &all.target[k]);
            pose_model(model, &all.target[k], 1);
        }
        worst_one = fmax(worst_one, worst_off(model, all.target, all.n));
        n_targets += all.n;
        sn_model_free(model);
    }
    g_test_message("%d coordinates: off by %.2g all at once, %.2g one by one", n_targets, worst_all,
                   worst_one);
    g_assert_cmpfloat(worst_all, <, 1e-11);
    g_assert_cmpfloat(worst_one, <, 1e-11);
}

/* Bodies where a careless hand left them: anywhere, turned anyhow. */
static void throw_bodies(Random *random, SnModel *model, int n, double share)
{
    for (int i = 0; i < n; i++) {
        GError *error = NULL;
        SnTarget at, turned;
        SnValue position = {.type = SN_TYPE_VEC3}, orientation = {.type = SN_TYPE_QUAT};
        g_autofree char *where = g_strdup_printf("bodies/b%d:position", i);
        g_autofree char *how = g_strdup_printf("bodies/b%d:orientation", i);
        random_vector(random, 0.7, position.number);
        random_quaternion(random, orientation.number);
        if (random_uniform(random, 0, 1) > share)
            continue;
        sn_model_resolve_property(model, NULL, where, &at, &error);
        g_assert_no_error(error);
        sn_model_resolve_property(model, NULL, how, &turned, &error);
        g_assert_no_error(error);
        sn_edit_set(model, at.id, at.row, &position, &error);
        g_assert_no_error(error);
        sn_edit_set(model, turned.id, turned.row, &orientation, &error);
        g_assert_no_error(error);
    }
}

/* Whether a thrown tree can be posed; *worst: what its coordinate then is off at the start. */
static bool pose_thrown(SnModel *model, const SnPoseTarget *target, double *worst)
{
    GError *error = NULL;
    SnPoser *poser = sn_poser_new(model, &error);
    g_assert_no_error(error);
    GArray *values = sn_poser_solve(poser, model, target, 1, &error);
    sn_poser_free(poser);
    if (!values) {
        g_test_message("%s", error->message);
        g_clear_error(&error);
        return false;
    }
    store(model, values);
    *worst = fmax(*worst, worst_off(model, target, 1));
    return true;
}

/* Trees thrown anywhere are posed as surely as they begin to run. */
static void test_thrown(void)
{
    Random random = {11};
    int tries = 0, posed = 0;
    double worst = 0;
    for (int i = 0; i < sn_cases(80, 2000); i++) {
        int n;
        SnModel *model = random_tree(&random, i % 3 == 0, &n);
        throw_bodies(&random, model, n, i % 2 ? 1 : 0.4);
        const Coordinates all = coordinates_of(model);
        if (all.n > 0) {
            SnPoseTarget one = all.target[(int)random_uniform(&random, 0, all.n)];
            one.value = random_target(&random, model, &one);
            tries++;
            posed += pose_thrown(model, &one, &worst);
        }
        sn_model_free(model);
    }
    g_test_message("%d of %d posed, off by %.2g", posed, tries, worst);
    g_assert_cmpint(posed, >=, tries - tries / 200);
    g_assert_cmpfloat(worst, <, 1e-10);
}

static SnPoseTarget target_of(const SnModel *model, const char *path, double value)
{
    GError *error = NULL;
    SnTarget target;
    sn_model_resolve_property(model, NULL, path, &target, &error);
    g_assert_no_error(error);
    return (SnPoseTarget){target.id, target.row, value};
}

static SnModel *read_demo(const char *name)
{
    GError *error = NULL;
    g_autofree char *path =
        g_build_filename(g_getenv("SINEW_SOURCE_ROOT"), "resources", "demos", name, NULL);
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    return model;
}

static double value_of(SnPoser *poser, const SnModel *model, const char *path)
{
    double value = NAN;
    const SnPoseTarget t = target_of(model, path, 0);
    g_assert_true(sn_poser_value(poser, model, t.joint, t.property, &value));
    return value;
}

/* Grashof's crank turns round; the rocker follows by the closed form of the loop. */
static void test_four_bar(void)
{
    const double crank = 0.1, coupler = 0.3, rocker = 0.25, ground = 0.3;
    double worst = 0;
    for (int i = -6; i <= 6; i++) {
        SnModel *model = read_demo("four-bar.sinew");
        GError *error = NULL;
        const SnPoseTarget target = target_of(model, "joints/A:angle", 0.5 * i);
        pose_model(model, &target, 1);
        SnPoser *poser = sn_poser_new(model, &error);
        g_assert_no_error(error);
        const double a = value_of(poser, model, "joints/A:angle");
        const double d = value_of(poser, model, "joints/D:angle");
        /* the axis is y: a positive angle turns x towards -z */
        const double x = ground + rocker * cos(d) - crank * cos(a);
        const double z = -rocker * sin(d) + crank * sin(a);
        worst = fmax(worst, fabs(hypot(x, z) - coupler));
        g_assert_cmpfloat(fabs(a - 0.5 * i), <, 1e-11);
        g_assert_cmpfloat(worst_off(model, &target, 1), <, 1e-10);
        sn_poser_free(poser);
        sn_model_free(model);
    }
    g_test_message("four-bar: loop open by %.2g m", worst);
    g_assert_cmpfloat(worst, <, 1e-12);
}

/* From the same model the same bits, whatever was asked before; a rocker has an end of its way. */
static void test_bits_and_ends(void)
{
    SnModel *model = read_demo("four-bar.sinew");
    GError *error = NULL;
    SnPoser *poser = sn_poser_new(model, &error);
    const SnPoseTarget there = target_of(model, "joints/A:angle", 0.7);
    const SnPoseTarget elsewhere = target_of(model, "joints/A:angle", -2.9);
    const SnPoseTarget beyond = target_of(model, "joints/D:angle", 1.5);
    GArray *first = sn_poser_solve(poser, model, &there, 1, &error);
    g_array_unref(sn_poser_solve(poser, model, &elsewhere, 1, &error));
    g_assert_null(sn_poser_solve(poser, model, &beyond, 1, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, "no further than"));
    g_clear_error(&error);
    GArray *again = sn_poser_solve(poser, model, &there, 1, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(first->len, ==, again->len);
    for (guint i = 0; i < first->len; i++) {
        const SnPoseValue *a = &g_array_index(first, SnPoseValue, i);
        const SnPoseValue *b = &g_array_index(again, SnPoseValue, i);
        g_assert_true(sn_value_equal(&a->value, &b->value));
    }
    g_array_unref(first);
    g_array_unref(again);
    sn_poser_free(poser);
    sn_model_free(model);
}

/* Gears, couplers and drives take along; limits and bodies that are held refuse. */
static void test_couplings(void)
{
    SnModel *model = read_text(
        "{\"sinew\": 1, \"model\": {\"bodies\": ["
        "{\"name\": \"a\", \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}},"
        "{\"name\": \"b\", \"position\": [1, 0, 0], \"geometry\": {\"shape\": \"box\", \"size\": "
        "[0.1, 0.1, 0.1]}},"
        "{\"name\": \"c\", \"position\": [2, 0, 0], \"geometry\": {\"shape\": \"box\", \"size\": "
        "[0.1, 0.1, 0.1]}},"
        "{\"name\": \"d\", \"position\": [4, 0, 0], \"geometry\": {\"shape\": \"box\", \"size\": "
        "[0.1, 0.1, 0.1]}},"
        "{\"name\": \"held\", \"dynamic\": false, \"position\": [3, 0, 0], \"geometry\": "
        "{\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}}],"
        "\"joints\": [{\"class\": \"hinge\", \"name\": \"a\", \"frame_b\": \"bodies/a\"},"
        "{\"class\": \"hinge\", \"name\": \"b\", \"frame_b\": \"bodies/b\", \"location_a\": "
        "[1, 0, 0]},"
        "{\"class\": \"slider\", \"name\": \"c\", \"frame_b\": \"bodies/c\", \"location_a\": "
        "[2, 0, 0], \"limited\": true, \"lower\": -1, \"upper\": 1},"
        "{\"class\": \"hinge\", \"name\": \"held\", \"frame_b\": \"bodies/held\", \"location_a\": "
        "[3, 0, 0]},"
        "{\"class\": \"gear\", \"name\": \"g\", \"joint_a\": \"joints/a\", \"joint_b\": "
        "\"joints/b\", \"ratio\": -2},"
        "{\"class\": \"coupler\", \"name\": \"k\", \"joint_a\": \"joints/b\", \"joint_b\": "
        "\"joints/c\", \"relation\": {\"function\": \"polynomial\", \"coefficients\": "
        "[0, 0.1, 0.2]}},"
        "{\"class\": \"hinge\", \"name\": \"d\", \"frame_b\": \"bodies/d\", \"location_a\": "
        "[4, 0, 0]},"
        "{\"class\": \"coupler\", \"name\": \"s\", \"joint_a\": \"joints/a\", \"joint_b\": "
        "\"joints/d\", \"other_joints\": [\"joints/c\"], \"other_coordinates\": \"first\", "
        "\"terms\": [0.5, 1, 1, 3, 0, 2, 0.2, 0, 0]}]}}");
    GError *error = NULL;
    const SnPoseTarget target = target_of(model, "joints/a:angle", 0.4);
    pose_model(model, &target, 1);
    SnPoser *poser = sn_poser_new(model, &error);
    g_assert_cmpfloat(fabs(value_of(poser, model, "joints/b:angle") + 0.8), <, 1e-12);
    g_assert_cmpfloat(fabs(value_of(poser, model, "joints/c:translation") - (-0.08 + 0.2 * 0.64)),
                      <, 1e-12);
    const double c = -0.08 + 0.2 * 0.64;
    g_assert_cmpfloat(
        fabs(value_of(poser, model, "joints/d:angle") - (0.5 * 0.4 * c + 3 * c * c + 0.2)), <,
        1e-12);
    const SnPoseTarget limited = target_of(model, "joints/c:translation", 1.5);
    g_assert_null(sn_poser_solve(poser, model, &limited, 1, &error));
    g_assert_nonnull(strstr(error->message, "limited to"));
    g_clear_error(&error);
    const SnPoseTarget held = target_of(model, "joints/held:angle", 0.5);
    g_assert_null(sn_poser_solve(poser, model, &held, 1, &error));
    g_assert_nonnull(strstr(error->message, "held where they are"));
    g_clear_error(&error);
    sn_poser_free(poser);
    sn_model_free(model);
}

/* Sliders go over the limits of a joint that keeps to them, over a range that a file has given it
 * besides, and else over half a turn to each side. */
static void test_ranges(void)
{
    static const struct {
        const char *joint, *coordinate;
        double low, high;
    } CASES[] = {
        {"\"hinge\"", "angle", -M_PI, M_PI},
        {"\"hinge\", \"limited\": true", "angle", -1, 1},
        {"\"hinge\", \"limited\": true, \"lower\": -0.5", "angle", -0.5, 1},
        {"\"custom\"", "angle_1.angle", -M_PI, M_PI},
        {"\"custom\", \"limited\": true", "angle_1.angle", -1, 1},
        {"\"custom\", \"angle_1\": {\"upper\": 2.2}", "angle_1.angle", -1, 2.2},
        {"\"custom\", \"angle_1\": {\"lower\": 2, \"upper\": -2}", "angle_1.angle", -M_PI, M_PI},
        {"\"custom\", \"translations\": \"two\", \"translation_2\": {\"lower\": 0.2, \"upper\": "
         "0.3}",
         "translation_2.translation", 0.2, 0.3},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *text = g_strdup_printf(
            "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"b\", \"geometry\": "
            "{\"shape\": \"box\"}}], \"joints\": [{\"name\": \"j\", \"frame_b\": "
            "\"bodies/b\", \"class\": %s}]}}",
            CASES[i].joint);
        SnModel *model = read_text(text);
        const SnId joint = sn_model_resolve(model, model->root, "joints/j", NULL);
        const SnProperty *row = sn_model_property(
            model, joint, sn_model_find_property(model, joint, CASES[i].coordinate));
        double low, high;
        g_assert_true(sn_coordinate_range(model, joint, row, &low, &high));
        g_assert_cmpfloat_with_epsilon(low, CASES[i].low, 1e-15);
        g_assert_cmpfloat_with_epsilon(high, CASES[i].high, 1e-15);
        sn_model_free(model);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pose/trees", test_trees);
    g_test_add_func("/pose/thrown", test_thrown);
    g_test_add_func("/pose/four-bar", test_four_bar);
    g_test_add_func("/pose/bits-and-ends", test_bits_and_ends);
    g_test_add_func("/pose/couplings", test_couplings);
    g_test_add_func("/pose/ranges", test_ranges);
    return g_test_run();
}
