/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hinge chain of reference/multibody.md (a): N links of 0.1 m and 0.1 kg along +x, hinges about y,
 * the first at the origin, released at rest; no damping, h = 1 ms, 1000 steps.  And a tree of the
 * same links: two more hang on the end of each. */
#include "engine/check/bench/bench.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"

#include <math.h>
#include <string.h>

enum { STEPS = 1000, TIMED_STEPS = 200, WARM_UP = 100 };

/* A link with its middle there, turned about y. */
static SnId add_link(SnModel *model, const double position[3], double angle)
{
    static const double tensor[6] = {6.6666667e-6, 8.6666667e-5, 8.6666667e-5, 0, 0, 0};
    SnRigidBody *link = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, NULL);
    memcpy(link->position, position, sizeof link->position);
    link->orientation[0] = cos(angle / 2);
    link->orientation[2] = sin(angle / 2);
    link->shape = SN_SHAPE_NONE;
    link->inertia_method = SN_INERTIA_EXPLICIT;
    link->mass = 0.1;
    memset(link->center, 0, sizeof link->center);
    memcpy(link->tensor, tensor, sizeof tensor);
    return sn_model_insert(model, sn_model_list(model->root, "bodies"), &link->base.base, -1, -1);
}

static void add_hinge(SnModel *model, SnId a, SnId b)
{
    /* turns z to y */
    static const double turn[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    SnHinge *hinge = (SnHinge *)sn_component_new(&SN_CLASS_HINGE, NULL);
    hinge->base.frame_a = a;
    hinge->base.frame_b = b;
    hinge->base.location_a[0] = sn_id_is_null(a) ? 0 : 0.05;
    hinge->base.location_b[0] = -0.05;
    memcpy(hinge->base.rotation_a, turn, sizeof turn);
    memcpy(hinge->base.rotation_b, turn, sizeof turn);
    sn_model_insert(model, sn_model_list(model->root, "joints"), &hinge->base.base.base.base, -1,
                    -1);
}

static SnModel *new_model(void)
{
    SnModel *model = sn_model_new();
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->gravity[0] = root->gravity[1] = 0;
    root->gravity[2] = -9.81;
    root->gravity_mode = SN_MODE_EXPLICIT;
    root->max_step = 0.001;
    return model;
}

/* Hinge chain of multibody.md (a): n links. */
static SnModel *bench_chain_model(int n)
{
    SnModel *model = new_model();
    SnId last = SN_ID_NULL;
    for (int i = 0; i < n; i++) {
        const double position[3] = {0.1 * i + 0.05, 0, 0};
        const SnId link = add_link(model, position, 0);
        add_hinge(model, last, link);
        last = link;
    }
    return model;
}

/* Link i hangs on link (i - 1) / 2, half as far to one side of it or the other as that to its own.
 */
static SnModel *bench_tree_model(int n)
{
    SnModel *model = new_model();
    SnId *link = g_new(SnId, n);
    double *end = g_new0(double, 3 * n), *angle = g_new0(double, n);
    double aside = 1;
    for (int i = 0; i < n; i++) {
        const int parent = (i - 1) / 2;
        const double none[3] = {0}, *from = i > 0 ? end + 3 * parent : none;
        if (i > 0 && (i & (i + 1)) == 0) /* the first of a level */
            aside /= 2;
        angle[i] = i > 0 ? angle[parent] + (i % 2 ? aside : -aside) : 0;
        const double along[3] = {0.1 * cos(angle[i]), 0, -0.1 * sin(angle[i])};
        double middle[3];
        for (int k = 0; k < 3; k++) {
            middle[k] = from[k] + along[k] / 2;
            end[3 * i + k] = from[k] + along[k];
        }
        link[i] = add_link(model, middle, angle[i]);
        add_hinge(model, i > 0 ? link[parent] : SN_ID_NULL, link[i]);
    }
    g_free(link);
    g_free(end);
    g_free(angle);
    return model;
}

/* What the peers need [us] and reach; NAN: not measured. */
static const struct Peer {
    int n;
    double mujoco, simbody, bullet, ode, artisynth;
    double tip_euler[2], tip_exact[2];
    double drift_euler;
} PEERS[] = {
    {5, 1.46, 14.7, 2.52, 3.33, NAN, {.067929, -.374901}, {.065823, -.418567}, 8.2e-2},
    {20, 6.8, 28.7, 7.98, 49.6, 560, {-1.754260, -.826262}, {-1.719734, -.889407}, 1.55e-1},
    {100, 130.4, 105.4, 37.0, 4999, NAN, {7.475086, -4.914544}, {7.484104, -4.905000}, 3.7e-3},
    {500, 8547, 540, 184, NAN, NAN, {48.707132, -4.911110}, {NAN, NAN}, -1.3e-4},
};

static const struct Peer *find_peer(int n)
{
    for (size_t i = 0; i < G_N_ELEMENTS(PEERS); i++)
        if (PEERS[i].n == n)
            return &PEERS[i];
    return NULL;
}

static void print_figure(GString *text, const char *name, double us)
{
    if (!isnan(us))
        g_string_append_printf(text, " %s %.4g", name, us);
}

static void write_note(SnBenchResult *result, bool is_chain, int n, const double tip[3],
                       double drift)
{
    GString *text = g_string_new(NULL);
    const struct Peer *peer = is_chain ? find_peer(n) : NULL;
    if (peer) {
        g_string_append(text, "    peers us:");
        print_figure(text, "MuJoCo", peer->mujoco);
        print_figure(text, "Simbody", peer->simbody);
        print_figure(text, "Bullet (float)", peer->bullet);
        print_figure(text, "ODE", peer->ode);
        print_figure(text, "ArtiSynth", peer->artisynth);
    }
    g_string_append_printf(text, "%s    at 1 s: tip %.6f %.6f, energy drift %+.2g of kinetic",
                           peer ? "\n" : "", tip[0], tip[2], drift);
    if (peer) {
        g_string_append_printf(text, "\n    peers:  Euler %.6f %.6f, %+.2g", peer->tip_euler[0],
                               peer->tip_euler[1], peer->drift_euler);
        if (!isnan(peer->tip_exact[0]))
            g_string_append_printf(text, "; RK4 %.6f %.6f", peer->tip_exact[0], peer->tip_exact[1]);
    }
    g_string_append_c(text, '\n');
    g_strlcpy(result->note, text->str, sizeof result->note);
    g_string_free(text, TRUE);
}

static bool run_model(const SnBenchCase *this_case, SnModel *model, SnBenchResult *result,
                      GError **error)
{
    const int n = this_case->size;
    SnSimulation *s = sn_bench_simulation(model, error);
    if (!s)
        return false;
    const SnSystem *system = s->compiled->system;
    double before[2], after[2], momentum[6];
    result->name = this_case->name;
    sn_audit(system, s->state, s->work, before, momentum);
    bool good = sn_bench_time(s, WARM_UP, true, STEPS, result, error);
    sn_audit(system, s->state, s->work, after, momentum);
    const double drift = (after[0] + after[1] - before[0] - before[1]) / after[0];
    write_note(result, this_case->run == sn_bench_chain, n,
               sn_state_q_const(s->state) + system->blocks[n - 1].q, drift);
    sn_simulation_reset(s);
    good = good && sn_bench_phases(s, TIMED_STEPS, result, error);
    sn_simulation_free(s);
    return good;
}

bool sn_bench_chain(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error)
{
    return run_model(this_case, bench_chain_model(this_case->size), result, error);
}

bool sn_bench_tree(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                   GError **error)
{
    return run_model(this_case, bench_tree_model(this_case->size), result, error);
}
