/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/result/prerender.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/contact_pressure.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/path/path_wrap.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/compliant_contacts.h"
#include "engine/sim/system/frame_load.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void sn_prerender_map_free(SnPrerenderMap *map)
{
    if (!map)
        return;
    sn_free(map->poses);
    sn_free(map->points);
    sn_free(map->scalars);
    sn_free(map->vectors);
    sn_free(map->fems);
    sn_free(map->strands);
    sn_free(map->rods);
    sn_free(map->splines);
    sn_free(map->paths);
    sn_free(map->pressures);
    sn_free(map->bundles);
    sn_free(map);
}

int sn_prerender_max_contacts(const SnSystem *system)
{
    int n = 0;
    for (int i = 0; i < system->joints.n; i++)
        n += system->joints.joints[i].one_sided && system->joints.joints[i].limit >= 0;
    for (int i = 0; i < system->rods.n; i++)
        n += system->rods.rods[i].contact ? system->rods.rods[i].n_frames : 0;
    return n + sn_compliant_pairs(system) +
           (system->contacts.n_rules > 0 ? system->contacts.most : 0);
}

static void pose(const SnSystem *system, const SnState *state, const struct SnPoseSource *source,
                 double *p)
{
    if (source->block < 0) {
        sn_v3_copy(source->position, p);
        sn_q_copy(source->orientation, p + 3);
        return;
    }
    const double *q = sn_state_q_const(state) + system->blocks[source->block].q;
    sn_pose_point(q, q + 3, source->position, p);
    sn_q_mul(q + 3, source->orientation, p + 3);
}

/* One-sided surfaces that carry force now. */
static void contacts(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     SnSnapshot *snapshot)
{
    snapshot->n_contacts = 0;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->one_sided || joint->limit < 0 || !joint->enabled ||
            !(sn_state_z_const(state)[joint->limit] > 0) ||
            snapshot->n_contacts >= snapshot->cap_contacts)
            continue;
        double limit[1][2][6] = {{{0}}}, gap;
        sn_joint_rows(system, state, work, i, true, &(SnJointRows){.limit = limit, .gap = &gap});
        SnContactView *view = &snapshot->contacts[snapshot->n_contacts++];
        const bool point_moves = system->points[joint->point].block >= 0;
        sn_v3_copy(work->motion.point_position[joint->point], view->position);
        sn_v3_scale(point_moves ? 1 : -1, limit[0][point_moves], view->normal);
        view->force = sn_state_z_const(state)[joint->limit];
        view->id = joint->id;
    }
}

/* Points where bodies touch. */
static void body_contacts(const SnSystem *system, const SnState *state, SnSnapshot *snapshot)
{
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        if (snapshot->n_contacts >= snapshot->cap_contacts)
            return;
        SnContactView *view = &snapshot->contacts[snapshot->n_contacts++];
        sn_v3_copy(record + SN_CONTACT_POSITION, view->position);
        sn_v3_copy(record + SN_CONTACT_NORMAL, view->normal);
        view->force = record[SN_CONTACT_NORMAL_FORCE];
        view->id = system->contacts.rules[(int)record[SN_CONTACT_RULE]].id;
    }
}

/* Nodes of the FEM models, and the fields that are shown. */
static void fems(const SnSystem *system, const SnPrerenderMap *map, const SnState *state,
                 const SnWorkspace *work, SnSnapshot *snapshot)
{
    const double *q = sn_state_q_const(state);
    for (int f = 0; f < map->n_fems; f++) {
        const struct SnFemView *view = &map->fems[f];
        const SnSystemFem *fem = &system->fems.fems[view->fem];
        double *points = snapshot->points + 3 * view->first_point;
        for (int i = 0; i < fem->n_named; i++)
            sn_v3_copy(q + system->blocks[fem->node_block[i]].q, points + 3 * i);
        if (fem->field == SN_FIELD_NONE)
            continue;
        if (fem->field == SN_FIELD_CONTACT_PRESSURE) {
            sn_contact_fem_pressure(system, state, work, view->fem,
                                    snapshot->scalars + view->first_scalar);
            continue;
        }
        SnFemInput input;
        sn_fem_field_input(system, state, work, view->fem, (SnFemField)fem->field, &input);
        const double *lambda =
            fem->solid->n_constraints > 0 ? sn_state_lambda_const(state) + fem->first_row : NULL;
        sn_fem_node_field(fem->solid, &input, lambda, (SnFemField)fem->field, sn_fem_workers(work),
                          snapshot->scalars + view->first_scalar);
    }
}

/* Tension and strain of each part of the strands, and their activations. */
static void strands(const SnSystem *system, const SnPrerenderMap *map, const SnState *state,
                    const SnWorkspace *work, SnSnapshot *snapshot)
{
    if (map->n_strands > 0)
        sn_strand_look(system, state, work);
    for (int i = 0; i < map->n_strands; i++) {
        const SnSystemStrand *strand = &system->strands.strands[map->strands[i].strand];
        float *tension = snapshot->scalars + map->strands[i].first_scalar;
        float *strain = tension + strand->n_nodes;
        for (int k = 0; k < strand->n_segments; k++) {
            const SnSystemSegment *segment = &system->strands.segments[strand->first_segment + k];
            const SnSegmentWorkspace *values =
                &work->forces.strand->segments[strand->first_segment + k];
            for (int j = 0; j < segment->count - !segment->closing; j++) {
                const int node = system->strands.node_order[segment->first + j];
                tension[node - strand->first_node] = (float)values->tension;
                strain[node - strand->first_node] = (float)values->strain;
            }
        }
        const int muscle = strand->p.muscle;
        strain[strand->n_nodes] =
            muscle < 0
                ? 0
                : (float)sn_state_activation_const(state)[system->paths.muscles[muscle].activation];
    }
}

/* Samples of the curves, and what their colours show. */
static void splines(const SnSystem *system, const SnPrerenderMap *map, const SnState *state,
                    SnSnapshot *snapshot)
{
    for (int i = 0; i < map->n_splines; i++) {
        const struct SnSplineView *view = &map->splines[i];
        const SnSystemSpline *spline = &system->splines.splines[view->spline];
        const int n = sn_spline_n_samples(spline->n_nodes);
        float *tension = snapshot->scalars + view->first_scalar;
        sn_spline_sample(system, state, view->spline, snapshot->points + 3 * view->first_point,
                         tension, tension + n, NULL);
        tension[2 * n] = (float)sn_state_activation_const(
            state)[system->paths.muscles[spline->p.muscle].activation];
    }
}

/* A colour needs a number: what is none counts as zero. */
static void make_finite(float *values, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(values[i]))
            values[i] = 0;
}

void sn_prerender(const SnSystem *system, const SnPrerenderMap *map, const double *inputs,
                  const SnState *state, const SnWorkspace *work, SnSnapshot *snapshot)
{
    assert(!work || work->system == system);
    for (int i = 0; i < map->n_poses; i++)
        pose(system, state, &map->poses[i], snapshot->poses + 7 * i);
    for (int i = 0; i < map->n_points; i++)
        sn_v3_copy(work->motion.point_position[map->points[i]], snapshot->points + 3 * i);
    for (int i = 0; i < map->n_scalars; i++)
        snapshot->scalars[i] = (float)sn_state_activation_const(
            state)[system->paths.muscles[map->scalars[i]].activation];
    for (int i = 0; i < map->n_bundles; i++)
        snapshot->scalars[map->first_bundle_scalar + i] = (float)sn_state_activation_const(
            state)[system->fems.bundles[map->bundles[i]].activation];
    for (int i = 0; i < map->n_vectors; i++) {
        const bool moment = map->vectors[i] < 0;
        const int number = moment ? -1 - map->vectors[i] : map->vectors[i];
        if (number >= system->loads.n) {
            const int load = number - system->loads.n;
            const SnFrameLoadResults *result = &sn_frame_load_results(work)[load];
            for (int k = 0; k < 3; k++)
                snapshot->vectors[3 * i + k] = (float)(moment ? result->moment : result->force)[k];
            sn_v3_copy(result->point, snapshot->points + 3 * sn_frame_load_shown(system, load));
            continue;
        }
        const SnSystemLoad *load = &system->loads.loads[number];
        const double *shown = inputs + load->force + (moment ? 3 : 0);
        for (int k = 0; k < 3; k++)
            snapshot->vectors[3 * i + k] = (float)(load->share * shown[k]);
    }
    for (int i = 0; i < map->n_paths; i++)
        sn_path_look(system, state, work, &system->paths.paths[map->paths[i].path],
                     (double(*)[3])(void *)(snapshot->points + 3 * map->paths[i].first_point));
    fems(system, map, state, work, snapshot);
    strands(system, map, state, work, snapshot);
    sn_prerender_rods(system, map, state, work, snapshot);
    splines(system, map, state, snapshot);
    contacts(system, state, work, snapshot);
    body_contacts(system, state, snapshot);
    sn_prerender_pressures(system, map, work, snapshot);
    sn_prerender_rod_contacts(system, state, work, snapshot);
    if (snapshot->scene) {
        make_finite(snapshot->scalars, snapshot->scene->n_scalars);
        make_finite(snapshot->vectors, 3 * snapshot->scene->n_vectors);
    }
    snapshot->step = state->step;
    snapshot->time = state->time;
    snapshot->step_size = system->step_size;
    snapshot->n_dofs = system->n_u_active;
    snapshot->n_constraints = system->rows.n;
    snapshot->n_contacts_active = (int)state->active;
}
