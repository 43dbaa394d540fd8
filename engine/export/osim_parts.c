/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/export/osim_parts.h"

#include <math.h>

/* From this program's world to OpenSim's ground. */
static const SnPlacement GROUND = {{1, 0, 0, 0, 0, 1, 0, -1, 0}, {0, 0, 0}};

void sn_export_in_ground(int carrier, const SnPlacement *pose, SnPlacement *there)
{
    if (carrier >= 0)
        *there = *pose;
    else
        sn_placement_mul(&GROUND, pose, there);
}

void sn_export_osim_angles(const double r[9], double a[3])
{
    a[1] = atan2(r[2], hypot(r[0], r[1]));
    if (hypot(r[0], r[1]) > 1e-9) {
        a[0] = atan2(-r[5], r[8]);
        a[2] = atan2(-r[1], r[0]);
    } else { /* only their sum shows */
        a[0] = atan2(r[7], r[4]);
        a[2] = 0;
    }
}

char *sn_export_socket(const SnExport *e, int carrier)
{
    return carrier < 0 ? g_strdup("/ground")
                       : g_strdup_printf("/bodyset/%s", sn_export_body(e, carrier)->name);
}

void sn_export_osim_pose(SnXmlOut *out, const char *place, const char *turn,
                         const SnPlacement *pose)
{
    double angles[3];
    sn_export_osim_angles(pose->r, angles);
    sn_xml_out_leaf_numbers(out, place, pose->p, 3);
    if (turn)
        sn_xml_out_leaf_numbers(out, turn, angles, 3);
}

void sn_export_offset_frames(SnExport *e, SnXmlOut *out, const char *const sockets[2],
                             const char *const names[2], const int carriers[2],
                             const SnPlacement *const poses[2])
{
    for (int i = 0; i < 2; i++)
        sn_xml_out_leaf(out, sockets[i], names[i]);
    sn_xml_out_begin(out, "frames");
    for (int i = 0; i < 2; i++) {
        SnPlacement there;
        g_autofree char *socket = sn_export_socket(e, carriers[i]);
        sn_export_in_ground(carriers[i], poses[i], &there);
        sn_xml_out_begin(out, "PhysicalOffsetFrame");
        sn_xml_out_text(out, "name", names[i]);
        sn_xml_out_leaf(out, "socket_parent", socket);
        sn_export_osim_pose(out, "translation", "orientation", &there);
        sn_xml_out_end(out, "PhysicalOffsetFrame");
    }
    sn_xml_out_end(out, "frames");
}

/* Highest power first. */
static void write_coefficients(SnXmlOut *out, const SnFunctionText *f)
{
    const double identity[2] = {f->scale, 0};
    const int n = f->n_coefficients;
    g_autofree double *c = g_new0(double, (gsize)n + 1);
    for (int i = 0; i < n; i++)
        c[i] = f->scale * f->coefficients[n - 1 - i];
    if (f->kind == SN_FUNCTION_CONSTANT) /* only the first counts */
        sn_xml_out_leaf_numbers(out, "value", n > 0 ? c + n - 1 : c, 1);
    else if (n == 0 && f->kind == SN_FUNCTION_LINEAR)
        sn_xml_out_leaf_numbers(out, "coefficients", identity, 2);
    else
        sn_xml_out_leaf_numbers(out, "coefficients", c, MAX(n, 1));
}

void sn_export_osim_function(SnXmlOut *out, const char *property, const SnFunctionText *f)
{
    static const char *const tables[] = {[SN_FUNCTION_PIECEWISE_LINEAR] = "PiecewiseLinearFunction",
                                         [SN_FUNCTION_NATURAL_SPLINE] = "GCVSpline",
                                         [SN_FUNCTION_SIMM_SPLINE] = "SimmSpline",
                                         [SN_FUNCTION_NATURAL_SPLINE_5] = "GCVSpline",
                                         [SN_FUNCTION_NATURAL_SPLINE_7] = "GCVSpline"};
    static const char *const half_orders[] = {[SN_FUNCTION_NATURAL_SPLINE] = "2",
                                              [SN_FUNCTION_NATURAL_SPLINE_5] = "3",
                                              [SN_FUNCTION_NATURAL_SPLINE_7] = "4"};
    const bool table = sn_function_is_table(f->kind), scaled = table && f->scale != 1,
               line = f->kind == SN_FUNCTION_LINEAR &&
                      (f->n_coefficients == 0 || f->n_coefficients == 2),
               constant = f->kind == SN_FUNCTION_CONSTANT;
    const char *class = table      ? tables[f->kind]
                        : constant ? "Constant"
                        : line     ? "LinearFunction"
                                   : "PolynomialFunction";
    if (scaled) {
        sn_xml_out_begin(out, "MultiplierFunction");
        sn_xml_out_text(out, "name", property);
    }
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", scaled ? "function" : property);
    if (table) {
        if (f->kind < SN_N_FUNCTION_KINDS && half_orders[f->kind]) { /* its "natural" is SIMM's */
            sn_xml_out_leaf(out, "half_order", half_orders[f->kind]);
            sn_xml_out_leaf(out, "error_variance", "0");
        }
        sn_xml_out_leaf_numbers(out, "x", f->x, f->n_x);
        sn_xml_out_leaf_numbers(out, "y", f->y, f->n_y);
    } else {
        write_coefficients(out, f);
    }
    sn_xml_out_end(out, class);
    if (scaled) {
        sn_xml_out_leaf_numbers(out, "scale", &f->scale, 1);
        sn_xml_out_end(out, "MultiplierFunction");
    }
}

const char *sn_export_osim_joint_note(const SnExportJoint *joint)
{
    const SnSpherical *ball = joint->joint->base.base.base.class == &SN_CLASS_SPHERICAL
                                  ? (const SnSpherical *)joint->joint
                                  : NULL;
    bool rubs = ball && ball->friction > 0, limited = ball && ball->limited;
    bool rotor = ball && ball->armature > 0;
    for (int k = 0; !joint->held && k < joint->n_coordinates; k++) {
        rubs = rubs || joint->coordinate[k].friction > 0;
        limited = limited || joint->coordinate[k].limited;
        rotor = rotor || joint->coordinate[k].armature > 0;
    }
    if (joint->held)
        return "held as it is at the start";
    if (rotor)
        return rubs ? "without its armature and its Coulomb friction" : "without its armature";
    if (rubs)
        return limited ? "without its Coulomb friction, and its limits are ranges, which stop "
                         "nothing in OpenSim"
                       : "without its Coulomb friction";
    if (ball && ball->limited)
        return "without its limit";
    if (limited)
        return "its limits are ranges, which stop nothing in OpenSim";
    return ball && (ball->stiffness > 0 || ball->damping > 0)
               ? "its stiffness and damping act on angles about x, y and z"
               : NULL;
}
