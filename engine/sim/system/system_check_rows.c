/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk through joints, rows of G and N, moment arms, and what drives and watches. */
#include "engine/sim/system/check.h"

#include <math.h>

/* --- joints and rows --- */

static bool check_joint(SnWalk *check, int i)
{
    const SnSystem *s = check->system;
    const SnSystemJoint *joint = &s->joints[i];
    if (!sn_check_that(check, joint->class, "joints.class", i, "there is none"))
        return false;
    const SnJointEnds ends = joint->class->ends;
    bool good = true;
    if (ends == SN_JOINT_JOINTS)
        good = sn_check_range(check, "joints.geared", i, joint->geared[0], 0, s->n_joints) &&
               sn_check_range(check, "joints.geared", i, joint->geared[1], 0, s->n_joints);
    else
        good = sn_check_range(check, "joints.frame_a", i, joint->frame_a, 0, s->n_frames);
    if (ends == SN_JOINT_FRAMES)
        good = good && sn_check_range(check, "joints.frame_b", i, joint->frame_b, 0, s->n_frames);
    if (ends == SN_JOINT_FRAME_AND_POINT)
        good = good && sn_check_range(check, "joints.point", i, joint->point, 0, s->n_points);
    return good &&
           sn_check_span(check, "joints.polyline", i, joint->polyline, joint->n_polyline,
                         s->n_polyline) &&
           sn_check_span(check, "joints.row", i, joint->row, joint->n_rows, s->n_joint_rows) &&
           sn_check_span(check, "joints.limit", i, joint->limit, joint->n_limits,
                         s->n_joint_limits) &&
           sn_check_span(check, "joints.turns", i, joint->turns, joint->n_turns, s->n_turns) &&
           sn_check_that(check, isfinite(joint->compliance) && joint->compliance >= 0,
                         "joints.compliance", i, "not a compliance");
}

static bool check_joint_rows(SnWalk *check, const char *array, int n, const SnRow *rows)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, array, n, rows);
    for (int i = 0; good && i < n; i++)
        good = sn_check_range(check, array, i, rows[i].joint, 0, s->n_joints) &&
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
               sn_check_span(check, array, i, row->first, row->count, s->n_general_blocks);
        for (int k = row->first; good && k < row->first + row->count; k++)
            width += s->blocks[s->general_block[k]].n;
        good = good && sn_check_span(check, array, i, row->value, width, n_values);
    }
    return good;
}

static bool check_counts(SnWalk *check)
{
    const SnSystem *s = check->system;
    return sn_check_array(check, "joints", s->n_joints, s->joints) &&
           sn_check_that(check, s->n_rows >= s->n_joint_rows + s->n_general_rows, "n_rows", -1,
                         "fewer than those of joints and general ones") &&
           sn_check_that(check, s->n_limits == s->n_joint_limits + s->n_general_limits, "n_limits",
                         -1, "not those of joints and general ones") &&
           sn_check_finite(check, "polyline", 2 * s->n_polyline, s->polyline) &&
           sn_check_indices(check, "general_block", s->n_general_blocks, s->general_block, 0,
                            s->n_blocks);
}

static bool check_moment_arms(SnWalk *check)
{
    const SnSystem *s = check->system;
    const int lines[] = {[SN_LINE_OF_PATH] = s->n_paths,
                         [SN_LINE_OF_STRAND] = s->n_strands,
                         [SN_LINE_OF_SPLINE] = s->n_splines,
                         [SN_LINE_OF_ROD] = s->rods.n};
    bool good = sn_check_array(check, "moment_arms", s->n_moment_arms, s->moment_arms) &&
                sn_check_indices(check, "moment_arm_block", s->n_moment_arm_blocks,
                                 s->moment_arm_block, 0, s->n_blocks) &&
                sn_check_indices(check, "moment_arm_row", s->n_moment_arm_rows, s->moment_arm_row,
                                 0, s->n_general_rows);
    for (int i = 0; good && i < s->n_moment_arms; i++) {
        const SnSystemMomentArm *arm = &s->moment_arms[i];
        good =
            sn_check_range(check, "moment_arms.kind", i, (int)arm->kind, 0, SN_LINE_OF_ROD + 1) &&
            sn_check_range(check, "moment_arms.line", i, arm->line, 0, lines[arm->kind]) &&
            sn_check_range(check, "moment_arms.joint", i, arm->joint, 0, s->n_joints) &&
            sn_check_span(check, "moment_arms.first", i, arm->first, arm->count,
                          s->n_moment_arm_blocks) &&
            sn_check_span(check, "moment_arms.first_own", i, arm->first_own, arm->n_own,
                          s->n_moment_arm_blocks) &&
            sn_check_span(check, "moment_arms.first_row", i, arm->first_row, arm->n_rows,
                          s->n_moment_arm_rows);
    }
    return good;
}

/* --- what drives and watches --- */

static bool check_probes(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = sn_check_array(check, "input_probes", s->n_input_probes, s->input_probes) &&
                sn_check_array(check, "drives", s->n_playbacks, s->playbacks) &&
                sn_check_array(check, "driven", s->n_played, s->played) &&
                sn_check_array(check, "output_probes", s->n_output_probes, s->output_probes) &&
                sn_check_array(check, "addresses", s->n_addresses, s->addresses);
    for (int i = 0; good && i < s->n_input_probes; i++)
        good =
            sn_check_span(check, "input_probes.first_drive", i, s->input_probes[i].first_playback,
                          s->input_probes[i].n_playbacks, s->n_playbacks);
    for (int i = 0; good && i < s->n_playbacks; i++) {
        const SnSystemPlayback *drive = &s->playbacks[i];
        good =
            drive->input >= 0
                ? sn_check_span(check, "drives.input", i, drive->input, drive->width, s->n_inputs)
                : sn_check_range(check, "drives.parameter", i, drive->parameter, 0, s->n_played);
    }
    for (int i = 0; good && i < s->n_output_probes; i++)
        good =
            sn_check_span(check, "output_probes.first_target", i, s->output_probes[i].first_target,
                          s->output_probes[i].n_targets, s->n_addresses);
    return good;
}

static bool check_control(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good =
        sn_check_array(check, "exciters", s->n_exciters, s->exciters) &&
        sn_check_indices(check, "exciter_input", s->n_exciter_targets, s->exciter_input, 0,
                         s->n_inputs) &&
        sn_check_finite(check, "exciter_gain", s->n_exciter_targets, s->exciter_gain) &&
        sn_check_array(check, "controllers", s->n_controllers, s->controllers) &&
        sn_check_array(check, "control_targets", s->n_control_targets, s->control_targets) &&
        sn_check_array(check, "monitors", s->n_monitors, s->monitors);
    for (int i = 0; good && i < s->n_exciters; i++)
        good = sn_check_range(check, "exciters.excitation", i, s->exciters[i].excitation, 0,
                              s->n_inputs) &&
               sn_check_span(check, "exciters.first_target", i, s->exciters[i].first_target,
                             s->exciters[i].n_targets, s->n_exciter_targets);
    for (int i = 0; good && i < s->n_controllers; i++)
        good =
            sn_check_range(check, "controllers.goal", i, s->controllers[i].goal, 0, s->n_inputs) &&
            sn_check_span(check, "controllers.first_target", i, s->controllers[i].first_target,
                          s->controllers[i].n_targets, s->n_control_targets) &&
            sn_check_range(check, "controllers.memory", i, s->controllers[i].memory, 0,
                           s->n_memory);
    for (int i = 0; good && i < s->n_control_targets; i++)
        good = sn_check_range(check, "control_targets.input", i, s->control_targets[i].input, 0,
                              s->n_inputs);
    for (int i = 0; good && i < s->n_monitors; i++)
        good = sn_check_range(check, "monitors.memory", i, s->monitors[i].memory, 0, s->n_memory);
    return good;
}

bool sn_check_rows(SnWalk *check)
{
    const SnSystem *s = check->system;
    bool good = check_counts(check);
    for (int i = 0; good && i < s->n_joints; i++)
        good = check_joint(check, i);
    return good && check_joint_rows(check, "rows", s->n_joint_rows, s->rows) &&
           check_joint_rows(check, "limits", s->n_joint_limits, s->limits) &&
           check_general(check, "general_rows", s->n_general_rows, s->general_rows,
                         s->n_general_values) &&
           check_general(check, "general_limits", s->n_general_limits, s->general_limits,
                         s->n_general_limit_values) &&
           check_moment_arms(check) && check_probes(check) && check_control(check);
}
