/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints whose constraints say the same several times, and one that gives way so little that
 * nothing is to be seen of it: then all forces are determined. */
#include "engine/sim/solve/redundancy.h"

#include "engine/base/vec.h"
#include "engine/run/checks/finding.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/step/parts.h"

#include <math.h>

#define GIVES_WAY 1e-6 /* under the model's weight, of its size */

/* "hinge_1, hinge_2 and hinge_3" */
static char *names_of(const SnSimulation *s, const SnRedundancy *item)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < item->n_joints && i < SN_FINDING_MOST; i++) {
        const SnId id = s->compiled->system->joints.joints[item->joints[i]].id;
        g_autofree char *path = sn_model_path(s->model, id);
        const bool last = i + 1 == item->n_joints;
        g_string_append(text, i == 0 ? "" : last ? " and " : ", ");
        g_string_append(text, path);
    }
    if (item->n_joints > SN_FINDING_MOST)
        g_string_append_printf(text, " and %d more", item->n_joints - SN_FINDING_MOST);
    return g_string_free(text, FALSE);
}

/* Of the joints that can give way the one with the fewest constraints that are enough, the last of
 * such; else that with most.  NULL: none can. */
static const SnSystemJoint *choose(const SnSimulation *s, const SnRedundancy *item)
{
    const SnSystemJoint *best = NULL;
    for (int i = 0; i < item->n_joints; i++) {
        const SnSystemJoint *joint = &s->compiled->system->joints.joints[item->joints[i]];
        if (sn_model_find_property(s->model, joint->id, "compliance") < 0)
            continue;
        const bool enough = joint->n_rows >= item->n_rows;
        const bool best_enough = best && best->n_rows >= item->n_rows;
        if (!best || (enough && !best_enough) || (enough && joint->n_rows <= best->n_rows) ||
            (!enough && !best_enough && joint->n_rows >= best->n_rows))
            best = joint;
    }
    return best;
}

/* By which the model's weight moves it so little, a power of ten [m/N]. */
static double small_compliance(const SnSystem *system)
{
    double weight = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        const double gravity = sn_v3_norm(block->gravity);
        weight += block->mass * (gravity > 0 ? gravity : 9.81);
    }
    const double compliance = GIVES_WAY * system->length_scale / weight;
    return isfinite(compliance) && compliance > 0 ? pow(10, round(log10(compliance))) : 1e-9;
}

static void add(GArray *findings, const SnSimulation *s, const SnRedundancy *item)
{
    const SnSystem *system = s->compiled->system;
    g_autofree char *names = names_of(s, item);
    SnFinding *finding = sn_finding_add(
        findings, SN_NOTE, system->joints.joints[item->joints[0]].id,
        "%d constraint%s of %s say%s what the others say: how they share their load is not "
        "determined; joints that hold less, or compliance, make it so",
        item->n_rows, item->n_rows == 1 ? "" : "s", names, item->n_rows == 1 ? "s" : "");
    for (int i = 0; i < item->n_joints && i < SN_FINDING_MOST; i++)
        finding->named[finding->n_named++] = system->joints.joints[item->joints[i]].id;
    const SnSystemJoint *joint = choose(s, item);
    if (!joint)
        return;
    const SnComponent *component = sn_model_get(s->model, joint->id);
    const double length = system->length_scale, compliance = small_compliance(system);
    const double rotary = pow(10, round(log10(compliance / (length * length))));
    g_autofree char *label = component->name
                                 ? g_strdup_printf("Let %s Give Way a Little", component->name)
                                 : g_strdup("Let One Give Way a Little");
    sn_finding_remedy(finding, SN_REMEDY_GIVE_WAY, label);
    finding->on = joint->id;
    finding->value = (SnValue){.type = SN_TYPE_REAL, .number = {compliance, rotary}};
}

GArray *sn_give_way(const SnModel *model, const SnFinding *finding)
{
    static const char *const rows[] = {"compliance", "rotary_compliance"};
    GArray *values = g_array_new(FALSE, TRUE, sizeof(SnPoseValue));
    for (int i = 0; i < 2; i++) {
        const SnPoseValue value = {
            .id = finding->on,
            .property = sn_model_find_property(model, finding->on, rows[i]),
            .value = {.type = SN_TYPE_REAL, .number = {finding->value.number[i]}}};
        if (value.property >= 0)
            g_array_append_val(values, value);
    }
    return values;
}

/* At the state that is shown; NULL: it cannot be solved there. */
static SnRedundancies *search(SnSimulation *s, bool nearly)
{
    SnSystem *system = s->compiled->system;
    SnRedundancies *found = NULL;
    if (sn_factor_mass(system, s->inputs, s->state, s->work).code == SN_FAULT_NONE)
        found = sn_redundant_joints(system, s->work, nearly ? SN_REDUNDANT_NEARLY : SN_REDUNDANT);
    return found;
}

GArray *sn_find_redundant(SnSimulation *start, bool nearly)
{
    GArray *findings = sn_findings_new();
    SnRedundancies *found = search(start, nearly);
    for (int i = 0; found && i < found->n; i++)
        add(findings, start, &found->items[i]);
    if (found && found->n_skipped > 0)
        sn_finding_add(findings, SN_NOTE, start->model->root->id,
                       "whether constraints of closed loops say the same several times was not "
                       "looked at: there are %d of them",
                       found->n_skipped);
    sn_redundancies_free(found);
    sn_simulation_evaluate(start);
    return findings;
}

int sn_count_redundant(SnSimulation *start, bool nearly)
{
    SnRedundancies *found = search(start, nearly);
    int n_rows = 0;
    for (int i = 0; found && i < found->n; i++)
        n_rows += found->items[i].n_rows;
    sn_redundancies_free(found);
    sn_simulation_evaluate(start);
    return n_rows;
}
