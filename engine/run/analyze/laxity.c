/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A load of its own on the joint, in a copy of the model; from the same rest,
 * equilibrium with each of its values. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/edit.h"
#include "engine/run/analyze/leader.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/settle.h"
#include "engine/sim/system/frame_load.h"
#include "engine/small_motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LONGEST 2    /* motion that is followed to where a load brings the joint [s] */
#define ROUGH   5e-5 /* distance from rest that counts as none where forces of contact jump [m] */

typedef struct Test {
    SnSimulation *simulation;
    SnState *rest; /* without load */
    SnId load;
    int input;                  /* of the load */
    double axes[4];             /* of the joint in those of the load */
    double sign;                /* -1: the load is on the first frame */
    int joint;                  /* in the system */
    double place[3], turned[4]; /* of the second frame in the first, without load */
    SnSmallMotionGoOn go_on;
    void *data;
    double done;
} Test;

bool sn_has_laxity(const SnComponent *joint)
{
    return sn_class_is_a(joint->class, &SN_CLASS_FRAME_JOINT);
}

const char *sn_laxity_load_name(int load)
{
    static const char *const names[SN_LAXITY_LOADS] = {
        "force +x",  "force -x",  "force +y",  "force -y",  "force +z",  "force -z",
        "moment +x", "moment -x", "moment +y", "moment -y", "moment +z", "moment -z"};
    assert(load >= 0 && load < SN_LAXITY_LOADS);
    return names[load];
}

/* On the second frame, in the axes of the first; where the second is the world, the opposite on the
 * first. */
static bool add_load(Test *test, SnModel *model, SnId id, GError **error)
{
    const SnFrameJoint *joint = (const SnFrameJoint *)sn_model_get(model, id);
    SnComponent *list = sn_model_list(model->root, "loads");
    SnFrameLoad *load = (SnFrameLoad *)sn_component_new(&SN_CLASS_FRAME_LOAD, NULL);
    const bool swapped = sn_id_is_null(joint->frame_b);
    load->frame_a = swapped ? joint->frame_a : joint->frame_b;
    load->frame_b = swapped ? SN_ID_NULL : joint->frame_a;
    if (swapped)
        load->axes = SN_FRAME_LOAD_IN_A;
    else
        load->axes = sn_id_is_null(joint->frame_a) ? SN_FRAME_LOAD_IN_WORLD : SN_FRAME_LOAD_IN_B;
    load->point_in = swapped ? SN_FRAME_LOAD_IN_WORLD : SN_FRAME_LOAD_IN_A;
    sn_v3_copy(joint->location_b, load->point);
    sn_q_copy(joint->rotation_a, test->axes);
    test->sign = swapped ? -1 : 1;
    test->load = sn_edit_add(model, list->id, &load->base.base, -1, error);
    return !sn_id_is_null(test->load);
}

/* Pose of the second frame in the first. */
static void relative_pose(const Test *test, double place[3], double turned[4])
{
    const SnSimulation *s = test->simulation;
    const SnSystem *system = s->compiled->system;
    const SnSystemJoint *joint = &system->joints.joints[test->joint];
    double pa[3], pb[3], a[9], b[9], qa[4], qb[4];
    sn_frame_pose(system, s->work, sn_state_q_const(s->state), joint->frame_a, pa, a);
    sn_frame_pose(system, s->work, sn_state_q_const(s->state), joint->frame_b, pb, b);
    sn_v3_sub(pb, pa, place);
    sn_m3_tmul_v3(a, place, place);
    sn_q_from_m3(a, qa);
    sn_q_from_m3(b, qb);
    sn_q_conj(qa, qa);
    sn_q_mul(qa, qb, turned);
}

/* The start at rest without load, from which each load leads. */
static SnFault come_to_rest(Test *test)
{
    SnSimulation *s = test->simulation;
    SnSystem *system = s->compiled->system;
    const SnSettleMethod method = system->settle.method;
    if (method == SN_SETTLE_NONE && system->contacts.n_rules > 0)
        system->settle.method = SN_SETTLE_DAMPED;
    const SnFault fault = sn_simulation_find_rest(s);
    system->settle.method = method;
    if (fault.code != SN_FAULT_NONE)
        return fault;
    memcpy(s->state, s->settled, s->settled->size);
    test->rest = sn_state_copy(s->state);
    sn_simulation_evaluate(s);
    relative_pose(test, test->place, test->turned);
    return fault;
}

static void set_load(const Test *test, int load, double size)
{
    const bool turns = load >= SN_LAXITY_LOADS / 2;
    double vector[3] = {0}, *inputs = test->simulation->inputs + test->input;
    vector[load % 6 / 2] = (load % 2 ? -1 : 1) * size * test->sign;
    sn_q_rotate(test->axes, vector, vector);
    for (int k = 0; k < 3; k++) {
        inputs[SN_FRAME_LOAD_FORCE + k] = turns ? 0 : vector[k];
        inputs[SN_FRAME_LOAD_MOMENT + k] = turns ? vector[k] : 0;
    }
}

/* From rest to equilibrium under the load: at once, or, where contacts and slack ligaments come in
 * between, by following the motion. */
static SnFault follow_load(Test *test, int load, double size)
{
    static const SnSettleMethod methods[] = {SN_SETTLE_STATIC, SN_SETTLE_DAMPED};
    SnSimulation *s = test->simulation;
    SnSystem *system = s->compiled->system;
    const double time = system->settle.time, tolerance = system->settle.tolerance;
    SnFault fault = {.code = SN_FAULT_SETTLE};
    set_load(test, load, size);
    const size_t first =
        system->contacts.n_rules > 0; /* where things touch the first seldom ends */
    if (first > 0)
        system->settle.tolerance = fmax(tolerance, ROUGH);
    for (size_t i = first; i < G_N_ELEMENTS(methods) && fault.code == SN_FAULT_SETTLE; i++) {
        memcpy(s->state, test->rest, test->rest->size);
        system->settle.method = methods[i];
        system->settle.time = fmin(time, LONGEST);
        fault = sn_settle(system, s->inputs, s->state, s->work, &s->watch);
    }
    system->settle.time = time;
    system->settle.tolerance = tolerance;
    sn_simulation_evaluate(s);
    return fault;
}

static void measure(const Test *test, SnLaxityMove *move)
{
    double place[3], turned[4], back[4];
    relative_pose(test, place, turned);
    sn_v3_sub(place, test->place, move->move);
    sn_q_conj(test->turned, back);
    sn_q_mul(turned, back, turned);
    sn_q_log(turned, move->turn);
}

static bool is_stopped(void *data, double fraction)
{
    const Test *test = data;
    return test->go_on && !test->go_on((test->done + fraction) / (SN_LAXITY_LOADS + 1), test->data);
}

/* NULL: not to go on. */
static SnLaxity *take_all(Test *test, SnId joint, double force, double moment)
{
    SnLaxity *laxity = g_new0(SnLaxity, 1);
    *laxity = (SnLaxity){.joint = joint, .force = force, .moment = moment};
    for (int i = 0; i < SN_LAXITY_LOADS; i++) {
        test->done = i + 1;
        const SnFault fault = follow_load(test, i, i < SN_LAXITY_LOADS / 2 ? force : moment);
        if (fault.code == SN_FAULT_INTERRUPTED || is_stopped(test, 0)) {
            sn_laxity_free(laxity);
            return NULL;
        }
        if (fault.code == SN_FAULT_NONE)
            measure(test, &laxity->moves[i]);
        else
            laxity->moves[i].trouble =
                g_strdup("No equilibrium: under this load it gives way, or moves on.");
    }
    return laxity;
}

SnLaxity *sn_laxity_new(const SnModel *model, SnId joint, double force, double moment,
                        SnSmallMotionGoOn go_on, void *data, GError **error)
{
    assert(sn_has_laxity(sn_model_get(model, joint)));
    SnModel *copy = sn_model_copy(model);
    Test test = {.go_on = go_on, .data = data};
    if (!add_load(&test, copy, joint, error)) {
        sn_model_free(copy);
        return NULL;
    }
    test.simulation = sn_leader_simulation(copy, error);
    if (!test.simulation)
        return NULL;
    SnLaxity *laxity = NULL;
    SnSystem *system = test.simulation->compiled->system;
    test.joint = sn_system_index(system, joint);
    test.input = sn_frame_loads(system)->loads[sn_system_index(system, test.load)].input;
    test.simulation->watch = (SnStepWatch){.stop = is_stopped, .data = &test};
    const SnFault fault = come_to_rest(&test);
    if (fault.code == SN_FAULT_NONE)
        laxity = take_all(&test, joint, force, moment);
    else if (fault.code != SN_FAULT_INTERRUPTED)
        sn_refuse_fault(test.simulation, &fault, error);
    test.simulation->watch = (SnStepWatch){0};
    sn_free(test.rest);
    sn_simulation_free(test.simulation);
    return laxity;
}

void sn_laxity_free(SnLaxity *laxity)
{
    if (!laxity)
        return;
    for (int i = 0; i < SN_LAXITY_LOADS; i++)
        g_free(laxity->moves[i].trouble);
    g_free(laxity);
}
