/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void send(SnVerifySink *sink, SnVerification *result, const char *name)
{
    if (sink->only && strncmp(name, sink->only, strlen(sink->only)) != 0)
        return;
    snprintf(result->name, sizeof result->name, "%s", name);
    result->pass = result->error <= result->tolerance; /* false for a NaN */
    sink->reported++;
    sink->failed += !result->pass;
    if (sink->report)
        sink->report(result, sink->data);
}

void sn_verify_absolute(SnVerifySink *sink, const char *name, double value, double reference,
                        double tolerance, const char *source)
{
    SnVerification result = {.value = value,
                             .reference = reference,
                             .error = fabs(value - reference),
                             .tolerance = tolerance,
                             .source = source};
    send(sink, &result, name);
}

void sn_verify_relative(SnVerifySink *sink, const char *name, double value, double reference,
                        double tolerance, const char *source)
{
    SnVerification result = {.value = value,
                             .reference = reference,
                             .error = fabs(value - reference) / fabs(reference),
                             .tolerance = tolerance,
                             .source = source};
    send(sink, &result, name);
}

/* --- links that hang in the xz plane --- */

const double SN_VERIFY_AXIS[4] = {M_SQRT1_2, M_SQRT1_2, 0, 0}; /* turns z into -y */

int sn_verify_link(SnBuild *build, int parent_frame, const double pin[3], double angle, double mass,
                   double center, double inertia, int *joint)
{
    const double position[3] = {pin[0] + center * sin(angle), 0, pin[2] - center * cos(angle)};
    const double orientation[4] = {cos(angle / 2), 0, -sin(angle / 2), 0};
    const double moments[3] = {inertia, inertia, inertia};
    const int body = sn_build_body(build, mass, moments, position, orientation);
    const int frame = sn_verify_link_frame(build, body, center, 0);
    const int hinge = sn_build_joint(build, &SN_JOINT_HINGE, parent_frame, frame);
    if (joint)
        *joint = hinge;
    return body;
}

int sn_verify_link_frame(SnBuild *build, int body, double center, double distance)
{
    const double local[3] = {0, 0, center - distance};
    return sn_build_frame(build, body, local, SN_VERIFY_AXIS);
}

double sn_verify_angle(const SnTrial *trial, int joint)
{
    return sn_state_turns_const(trial->state)[trial->system->joints.joints[joint].turns];
}
