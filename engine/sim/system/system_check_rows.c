/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through joints, rows of G and N, moment arms, and what drives and watches. */
#include "engine/base/terms.h"
#include "engine/sim/system/check.h"

#include <math.h>

/* --- joints and rows --- */

static bool check_armatures(SnWalk *check, int i, const SnSystemJoint *joint)
{
    bool good = true;
    for (int k = 0; good && k < SN_MAX_COORDINATES; k++) {
        const double armature = joint->coordinate[k].armature;
        good = sn_check_that(check, isfinite(armature) && armature >= 0, "joints.armature", i,
                             "not an inertia");
    }
    return good;
}

static bool check_joint(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemJoint *joint = &s->joints.joints[i];
    if (!sn_check_that(check, joint->class, "joints.class", i, "there is none"))
        return false;
    const SnJointEnds ends = joint->class->ends;
    bool good = true;
    if (ends == SN_JOINT_JOINTS)
        good = sn_check_range(check, "joints.geared", i, joint->geared[0], -1, s->joints.n) &&
               sn_check_range(check, "joints.geared", i, joint->geared[1], 0, s->joints.n) &&
               sn_check_range(check, "joints.n_leaders", i, joint->n_leaders, 0,
                              SN_TERMS_MOST_NUMBERS) &&
               sn_check_span(check, "joints.leaders", i, joint->leaders, joint->n_leaders,
                             s->joints.n_leaders) &&
               sn_check_span(check, "joints.terms", i, joint->terms,
                             joint->n_terms * (2 + joint->n_leaders), s->joints.n_numbers);
    else
        good = sn_check_range(check, "joints.frame_a", i, joint->frame_a, 0, s->n_frames);
    if (ends == SN_JOINT_FRAMES)
        good = good && sn_check_range(check, "joints.frame_b", i, joint->frame_b, 0, s->n_frames);
    if (ends == SN_JOINT_FRAME_AND_POINT)
        good = good && sn_check_range(check, "joints.point", i, joint->point, 0, s->n_points);
    return good &&
           sn_check_span(check, "joints.polyline", i, joint->polyline, joint->n_polyline,
                         s->joints.n_polyline) &&
           (!joint->class->counted ||
            sn_check_span(check, "joints.axes", i, joint->axes, 6, s->joints.n_axes)) &&
           sn_check_span(check, "joints.row", i, joint->row, joint->n_rows, s->joints.n_rows) &&
           sn_check_span(check, "joints.limit", i, joint->limit, joint->n_limits,
                         s->joints.n_limits) &&
           sn_check_span(check, "joints.turns", i, joint->turns, joint->n_turns,
                         s->state.n_turns) &&
           sn_check_that(check, isfinite(joint->compliance) && joint->compliance >= 0,
                         "joints.compliance", i, "not a compliance") &&
           sn_check_that(check, isfinite(joint->rotary_compliance) && joint->rotary_compliance >= 0,
                         "joints.rotary_compliance", i, "not a compliance") &&
           check_armatures(check, i, joint);
}

static bool check_joint_rows(SnWalk *check, const char *array, int n, const SnRow *rows)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, array, n, rows);
    for (int i = 0; good && i < n; i++)
        good = sn_check_range(check, array, i, rows[i].joint, 0, s->joints.n) &&
               sn_check_range(check, array, i, (int)rows[i].shape, 0, SN_ROW_FULL + 1) &&
               sn_check_range(check, array, i, rows[i].block[0], -1, s->n_blocks) &&
               sn_check_range(check, array, i, rows[i].block[1], -1, s->n_blocks);
    return good;
}

static bool check_general(SnWalk *check, const char *array, int n, const SnGeneralRow *rows,
                          int n_values)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, array, n, rows);
    for (int i = 0; good && i < n; i++) {
        const SnGeneralRow *row = &rows[i];
        int width = 0;
        good = sn_check_that(check, row->class, array, i, "it has no class") &&
               sn_check_span(check, array, i, row->first, row->count, s->general.n_blocks);
        for (int k = row->first; good && k < row->first + row->count; k++)
            width += s->blocks[s->general.block[k]].n;
        good = good && sn_check_span(check, array, i, row->value, width, n_values);
    }
    return good;
}

static bool check_leaders(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "joints.leaders", s->joints.n_leaders, s->joints.leaders);
    for (int i = 0; good && i < s->joints.n_leaders; i++) {
        const SnLeader *l = &s->joints.leaders[i];
        good = sn_check_range(check, "joints.leaders.joint", i, l->joint, 0, s->joints.n) &&
               sn_check_range(check, "joints.leaders.coordinate", i, l->coordinate, 0,
                              sn_joint_n_coordinates(&s->joints.joints[l->joint]));
    }
    return good;
}

static bool check_counts(SnWalk *check)
{
    const SnSystem *s = check->system;
    return sn_check_array(check, "joints", s->joints.n, s->joints.joints) &&
           sn_check_that(check, s->rows.n >= s->joints.n_rows + s->general.n_rows, "n_rows", -1,
                         "fewer than those of joints and general ones") &&
           sn_check_that(check, s->rows.n_limits == s->joints.n_limits + s->general.n_limits,
                         "n_limits", -1, "not those of joints and general ones") &&
           check_leaders(check) &&
           sn_check_finite(check, "joints.numbers", s->joints.n_numbers, s->joints.numbers) &&
           sn_check_finite(check, "polyline", 2 * s->joints.n_polyline, s->joints.polyline) &&
           sn_check_indices(check, "general_block", s->general.n_blocks, s->general.block, 0,
                            s->n_blocks);
}

static bool check_moment_arms(SnWalk *check)
{
    const SnSystem *s = check->system;
    const int lines[] = {[SN_LINE_OF_PATH] = s->paths.n,
                         [SN_LINE_OF_STRAND] = s->strands.n,
                         [SN_LINE_OF_SPLINE] = s->splines.n,
                         [SN_LINE_OF_ROD] = s->rods.n};
    bool good = sn_check_array(check, "moment_arms", s->arms.n, s->arms.arms) &&
                sn_check_indices(check, "moment_arm_block", s->arms.n_blocks, s->arms.block, 0,
                                 s->n_blocks) &&
                sn_check_indices(check, "moment_arm_row", s->arms.n_rows, s->arms.row, 0,
                                 s->general.n_rows);
    for (int i = 0; good && i < s->arms.n; i++) {
        const SnSystemMomentArm *arm = &s->arms.arms[i];
        good =
            sn_check_range(check, "moment_arms.kind", i, (int)arm->kind, 0, SN_LINE_OF_ROD + 1) &&
            sn_check_range(check, "moment_arms.line", i, arm->line, 0, lines[arm->kind]) &&
            sn_check_range(check, "moment_arms.joint", i, arm->joint, 0, s->joints.n) &&
            sn_check_span(check, "moment_arms.first", i, arm->first, arm->count,
                          s->arms.n_blocks) &&
            sn_check_span(check, "moment_arms.first_own", i, arm->first_own, arm->n_own,
                          s->arms.n_blocks) &&
            sn_check_span(check, "moment_arms.first_row", i, arm->first_row, arm->n_rows,
                          s->arms.n_rows);
    }
    return good;
}

/* --- what drives and watches --- */

static bool check_probes(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "input_probes", s->probes.n_inputs, s->probes.inputs) &&
                sn_check_array(check, "drives", s->probes.n_playbacks, s->probes.playbacks) &&
                sn_check_array(check, "driven", s->probes.n_played, s->probes.played) &&
                sn_check_array(check, "output_probes", s->probes.n_outputs, s->probes.outputs) &&
                sn_check_array(check, "addresses", s->probes.n_addresses, s->probes.addresses);
    for (int i = 0; good && i < s->probes.n_inputs; i++)
        good =
            sn_check_span(check, "input_probes.first_drive", i, s->probes.inputs[i].first_playback,
                          s->probes.inputs[i].n_playbacks, s->probes.n_playbacks);
    for (int i = 0; good && i < s->probes.n_playbacks; i++) {
        const SnSystemPlayback *drive = &s->probes.playbacks[i];
        good = drive->input >= 0 ? sn_check_span(check, "drives.input", i, drive->input,
                                                 drive->width, s->inputs.n)
                                 : sn_check_range(check, "drives.parameter", i, drive->parameter, 0,
                                                  s->probes.n_played);
    }
    for (int i = 0; good && i < s->probes.n_outputs; i++)
        good =
            sn_check_span(check, "output_probes.first_target", i, s->probes.outputs[i].first_target,
                          s->probes.outputs[i].n_targets, s->probes.n_addresses);
    return good;
}

static bool check_control(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "exciters", s->exciters.n, s->exciters.exciters) &&
        sn_check_indices(check, "exciter_input", s->exciters.n_targets, s->exciters.input, 0,
                         s->inputs.n) &&
        sn_check_finite(check, "exciter_gain", s->exciters.n_targets, s->exciters.gain) &&
        sn_check_array(check, "controllers", s->control.n_controllers, s->control.controllers) &&
        sn_check_array(check, "control_targets", s->control.n_targets, s->control.targets) &&
        sn_check_array(check, "monitors", s->control.n_monitors, s->control.monitors);
    for (int i = 0; good && i < s->exciters.n; i++)
        good =
            sn_check_range(check, "exciters.excitation", i, s->exciters.exciters[i].excitation, 0,
                           s->inputs.n) &&
            sn_check_span(check, "exciters.first_target", i, s->exciters.exciters[i].first_target,
                          s->exciters.exciters[i].n_targets, s->exciters.n_targets);
    for (int i = 0; good && i < s->control.n_controllers; i++)
        good = sn_check_range(check, "controllers.goal", i, s->control.controllers[i].goal, 0,
                              s->inputs.n) &&
               sn_check_span(check, "controllers.first_target", i,
                             s->control.controllers[i].first_target,
                             s->control.controllers[i].n_targets, s->control.n_targets) &&
               sn_check_range(check, "controllers.memory", i, s->control.controllers[i].memory, 0,
                              s->state.n_memory);
    for (int i = 0; good && i < s->control.n_targets; i++)
        good = sn_check_range(check, "control_targets.input", i, s->control.targets[i].input, 0,
                              s->inputs.n);
    for (int i = 0; good && i < s->control.n_monitors; i++)
        good = sn_check_range(check, "monitors.memory", i, s->control.monitors[i].memory, 0,
                              s->state.n_memory);
    return good;
}

bool sn_check_rows(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = check_counts(check);
    for (int i = 0; good && i < s->joints.n; i++)
        good = check_joint(check, i);
    return good && check_joint_rows(check, "rows", s->joints.n_rows, s->joints.rows) &&
           check_joint_rows(check, "limits", s->joints.n_limits, s->joints.limits) &&
           check_general(check, "general_rows", s->general.n_rows, s->general.rows,
                         s->general.n_values) &&
           check_general(check, "general_limits", s->general.n_limits, s->general.limits,
                         s->general.n_limit_values) &&
           check_moment_arms(check) && check_probes(check) && check_control(check);
}
