/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E-wrap: paths over wrapping surfaces, against the closed cases that OpenSim and Simbody test with
 * (a tenth of their tolerances). */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/wrap/wrap.h"

#include <math.h>
#include <stdio.h>

#define FACTS "OpenSim testGeometryPathWrapping, testScholz2015GeometryPath; Simbody TestCableSpan"

/* --- strings --- */

typedef struct String {
    double length;
    double first[3], last[3]; /* unit vectors of the first and the last straight part */
    SnWrapArc arc[SN_WRAP_MOST][SN_WRAP_ARCS];
    double end[SN_WRAP_MOST][2][3]; /* of the arcs, in space; of two on one the last */
} String;

static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
/* Turned by 90 degrees about y, and about x. */
static const double about_y[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
static const double about_x[9] = {1, 0, 0, 0, 0, -1, 0, 1, 0};

static SnWrapObstacle obstacle(SnWrapShape shape, SnWrapSide side, double a, double b, double c,
                               double x, double y, const double axes[9])
{
    SnWrapObstacle o = {.form = {shape, side, {a, b, c}}, .position = {x, y, 0}};
    for (int k = 0; k < 9; k++)
        o.axes[k] = axes[k];
    return o;
}

static String string_of(const double x[3], const double y[3], int n, const SnWrapObstacle *o)
{
    String s = {0};
    double at[3];
    bool begun = false;
    if (!sn_wrap_string(x, y, n, o, s.arc))
        s.length = NAN;
    sn_v3_copy(x, at);
    for (int j = 0; j < 2 * SN_WRAP_ARCS * n; j++) {
        const int i = j / (2 * SN_WRAP_ARCS), k = j % 2;
        const SnWrapArc *arc = &s.arc[i][j / 2 % SN_WRAP_ARCS];
        if (!arc->touches)
            continue;
        sn_m3_mul_v3(o[i].axes, arc->point[k], s.end[i][k]);
        sn_v3_add(s.end[i][k], o[i].position, s.end[i][k]);
        if (!begun)
            sn_v3_sub(s.end[i][0], x, s.first);
        begun = true;
        s.length += k ? arc->length : sn_v3_distance(at, s.end[i][k]);
        sn_v3_copy(s.end[i][k], at);
    }
    s.length += sn_v3_distance(at, y);
    sn_v3_sub(y, at, s.last);
    if (!begun)
        sn_v3_sub(y, x, s.first);
    sn_v3_normalize(s.first, s.first);
    sn_v3_normalize(s.last, s.last);
    return s;
}

/* Rate of the length while its last end turns about z. */
static double turning(const String *s, const double y[3])
{
    return s->last[1] * y[0] - s->last[0] * y[1];
}

static void turn_about_z(const double place[3], double angle, double turned[3])
{
    const double c = cos(angle), s = sin(angle);
    sn_v3_set(c * place[0] - s * place[1], s * place[0] + c * place[1], place[2], turned);
}

/* --- one surface --- */

/* Facts 1: half a turn. */
static void half_turn(SnVerifySink *sink)
{
    static const char *const names[] = {"sphere", "ellipsoid", "cylinder"};
    const double r = 0.5, from[3] = {r - 0.1, r, 0}, to[3] = {-r, r, 0};
    for (int shape = 0; shape < 3; shape++)
        for (int sided = 0; sided < 2; sided++) {
            const SnWrapObstacle o = obstacle(
                (SnWrapShape)shape, sided ? SN_WRAP_PLUS_Y : SN_WRAP_ANY, r, r, r, 0, 0, upright);
            double length = 0, arm = 0;
            for (int i = 1; i <= 1000; i++) {
                const double q = i * M_PI / 2000;
                double y[3];
                turn_about_z(to, q, y);
                const String s = string_of(from, y, 1, &o);
                length = fmax(length, fabs(s.length - (2 * r - 0.1 + r * q)));
                arm = fmax(arm, fabs(turning(&s, y) - r));
            }
            char name[64];
            snprintf(name, sizeof name, "E-wrap-turn-%s%s-length", names[shape],
                     sided ? "-side" : "");
            sn_verify_absolute(sink, name, length, 0, 1e-7, FACTS);
            snprintf(name, sizeof name, "E-wrap-turn-%s%s-arm", names[shape], sided ? "-side" : "");
            sn_verify_absolute(sink, name, arm, 0, 1e-5, FACTS);
        }
}

/* Facts 2: a quarter of an ellipse in its plane; its length by quadrature (Ramanujan's formula is
 * the less exact one where it is flat).  At 80 degrees the string that takes the shorter way slips
 * off beside the sharp end; one that is held on its side does not. */
static void quarter_ellipse(SnVerifySink *sink)
{
    enum { PARTS = 4096 };
    const double r = 0.5, from[3] = {r - 0.1, r, 0};
    for (int sided = 0; sided < 2; sided++) {
        double worst = 0, beside = 0;
        for (int degrees = 0; degrees <= 80; degrees += 5) {
            const double a = r / cos(degrees * M_PI / 180);
            const SnWrapObstacle o = obstacle(
                SN_WRAP_ELLIPSOID, sided ? SN_WRAP_PLUS_Y : SN_WRAP_ANY, a, r, 1, 0, 0, upright);
            double quarter = 0;
            for (int i = 0; i < PARTS; i++) {
                const double t = (i + 0.5) * M_PI / 2 / PARTS;
                quarter += hypot(a * sin(t), r * cos(t)) * M_PI / 2 / PARTS;
            }
            const String s = string_of(from, (double[3]){-a, -r, 0}, 1, &o);
            const double over = s.length - (2 * r - 0.1 + quarter);
            if (sided || degrees < 80)
                worst = fmax(worst, fabs(over));
            else
                beside = over;
        }
        sn_verify_absolute(sink, sided ? "E-wrap-ellipse-side" : "E-wrap-ellipse", worst, 0, 1e-5,
                           FACTS);
        if (!sided)
            sn_verify_absolute(sink, "E-wrap-ellipse-sharp", beside < -1e-3, 1, 0,
                               "conjugate points: the geodesic in the plane is no minimum");
    }
}

/* Facts 4: tangent points of a cylinder, and the other way round. */
static void tangent_points(SnVerifySink *sink)
{
    static const struct {
        const char *name;
        double from[3], to[3], first[2], last[2], arc;
    } cases[] = {{"E-wrap-tangent-short",
                  {2, 0.9, 0},
                  {-2, 1, 0},
                  {0.0505759009075089, 0.998720220205536},
                  {0, 1},
                  0.0505974872969326},
                 {"E-wrap-tangent-long",
                  {2, -2, 0},
                  {-2, 2.1, 0},
                  {0.911437827766147, 0.411437827766148},
                  {0.441911556159668, 0.897058624913969},
                  0.689036814042993}};
    const SnWrapObstacle o = obstacle(SN_WRAP_CYLINDER, SN_WRAP_ANY, 1, 0, 0, 0, 0, upright);
    for (int i = 0; i < 2; i++) {
        const String s = string_of(cases[i].from, cases[i].to, 1, &o);
        const String back = string_of(cases[i].to, cases[i].from, 1, &o);
        double error = fabs(s.arc[0]->length - cases[i].arc);
        for (int k = 0; k < 2; k++) {
            error = fmax(error, fabs(s.end[0][0][k] - cases[i].first[k]));
            error = fmax(error, fabs(s.end[0][1][k] - cases[i].last[k]));
            error = fmax(error, fabs(back.end[0][1][k] - cases[i].first[k]));
            error = fmax(error, fabs(back.end[0][0][k] - cases[i].last[k]));
        }
        sn_verify_absolute(sink, cases[i].name, error, 0, 1e-10, FACTS);
    }
}

/* Facts 7 and the derivative: a hinge with a cylinder on its axis. */
static void hinge_arm(SnVerifySink *sink)
{
    static const struct {
        const char *name;
        double degrees, arm;
    } cases[] = {{"E-wrap-hinge-0", 1e-7, 0.2},
                 {"E-wrap-hinge-90", 90, 0.3535533905932738},
                 {"E-wrap-hinge-180", 180 - 1e-7, 0.5}};
    const SnWrapObstacle o = obstacle(SN_WRAP_CYLINDER, SN_WRAP_ANY, 0.2, 0, 0, 0, 0, upright);
    const double from[3] = {-0.5, 0, 0}, to[3] = {0.5, 0, 0.1};
    for (int i = 0; i < 3; i++) {
        double y[3];
        turn_about_z((double[3]){0.5, 0, 0}, cases[i].degrees * M_PI / 180, y);
        const String s = string_of(from, y, 1, &o);
        sn_verify_relative(sink, cases[i].name, -turning(&s, y), cases[i].arm, 1e-7, FACTS);
    }
    double worst = 0;
    for (int i = 1; i < 180; i++) {
        const double h = 1e-3, q = i * M_PI / 180;
        double length[4], y[3];
        for (int k = 0; k < 4; k++) {
            static const double at[4] = {-2, -1, 1, 2};
            turn_about_z(to, q + h * at[k], y);
            length[k] = string_of(from, y, 1, &o).length;
        }
        turn_about_z(to, q, y);
        const String s = string_of(from, y, 1, &o);
        const double rate = (8 * (length[2] - length[1]) - (length[3] - length[0])) / (12 * h);
        const bool lifts = fabs(fabs(q - 2 * acos(0.2 / 0.5))) < 4 * h;
        worst = lifts ? worst : fmax(worst, fabs(rate - turning(&s, y)));
    }
    sn_verify_absolute(sink, "E-wrap-hinge-difference", worst, 0, 1e-8, "-dL/dq by differences");
}

/* A cone whose height is sqrt 3 times its radius unrolls to half a disc.  Ends that are `beside` a
 * line of the cone, a turn t apart about the axis and at a and b from the apex, see each other
 * there under t / 2 + atan(beside / a) + atan(beside / b). */
static void on_cone(SnVerifySink *sink)
{
    const double radius = 0.3, height = radius * sqrt(3), apex = height / 2;
    const double a = 0.3, b = 0.5, beside = 0.1, h = 1e-4;
    const double x[3] = {a / 2, -beside, apex - a * sqrt(3) / 2};
    const double at[3] = {b / 2, beside, apex - b * sqrt(3) / 2};
    const SnWrapObstacle o = obstacle(SN_WRAP_CONE, SN_WRAP_ANY, radius, height, 0, 0, 0, upright);
    double length = 0, arm = 0, difference = 0;
    for (int i = 1; i < 120; i++) {
        const double q = i * M_PI / 180, flat = q / 2 + atan(beside / a) + atan(beside / b);
        const double first = hypot(a, beside), last = hypot(b, beside);
        const double exact = sqrt(first * first + last * last - 2 * first * last * cos(flat));
        double y[3], near[2];
        for (int k = 0; k < 2; k++) {
            turn_about_z(at, q + (k ? h : -h), y);
            near[k] = string_of(x, y, 1, &o).length;
        }
        turn_about_z(at, q, y);
        const String s = string_of(x, y, 1, &o);
        length = fmax(length, fabs(s.length - exact));
        arm = fmax(arm, fabs(turning(&s, y) - first * last * sin(flat) / (2 * exact)));
        difference = fmax(difference, fabs((near[1] - near[0]) / (2 * h) - turning(&s, y)));
    }
    sn_verify_absolute(sink, "E-wrap-cone-length", length, 0, 1e-12, "a cone unrolled");
    sn_verify_absolute(sink, "E-wrap-cone-arm", arm, 0, 1e-12, "a cone unrolled");
    sn_verify_absolute(sink, "E-wrap-cone-difference", difference, 0, 1e-8,
                       "-dL/dq by differences");
}

/* --- hanging over an obstacle, touch-down --- */

/* Generalised force of the spring and the weight on the link at angle q. */
static double hanging_moment(const SnWrapObstacle *o, double q, double *length)
{
    const double from[3] = {-0.1, 0, 0}, to[3] = {0.5, 0.1, 0};
    double y[3];
    turn_about_z(to, q, y);
    const String s = string_of(from, y, 1, o);
    *length = s.length;
    return -25 * s.length * turning(&s, y) - 9.80665 * cos(q);
}

/* Facts 8. */
static void hanging(SnVerifySink *sink)
{
    static const char *const names[] = {"sphere", "ellipsoid", "cylinder", "torus"};
    for (int shape = 0; shape < 4; shape++) {
        const bool torus = shape == SN_WRAP_TORUS;
        const SnWrapObstacle o =
            torus ? obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 0.4, 0.1, 0, 0.25, 0.4, about_y)
                  : obstacle((SnWrapShape)shape, SN_WRAP_PLUS_Y, 0.1, 0.1, 0.3, 0.25, 0, upright);
        double low = -M_PI / 2, high = 0.1, length = 0;
        for (int i = 0; i < 100; i++) {
            const double middle = 0.5 * (low + high);
            if (hanging_moment(&o, middle, &length) > 0)
                low = middle;
            else
                high = middle;
        }
        char name[64];
        snprintf(name, sizeof name, "E-wrap-hanging-%s", names[shape]);
        sn_verify_relative(sink, name, length, 0.81268778, 1e-4, FACTS);
    }
}

/* Facts 9: in contact exactly while the line is below. */
static void touching(SnVerifySink *sink)
{
    const SnWrapObstacle cases[] = {
        obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 2, 0.25, 0, 0, 1.75, about_y),
        obstacle(SN_WRAP_ELLIPSOID, SN_WRAP_ANY, 1, 0.5, 0.75, 0, -0.5, upright),
        obstacle(SN_WRAP_SPHERE, SN_WRAP_ANY, 1.5, 0, 0, 0, -1.5, upright),
        obstacle(SN_WRAP_CYLINDER, SN_WRAP_ANY, 2, 0, 0, 0, -2, upright)};
    int wrong = 0;
    for (int i = 0; i < 4; i++)
        for (double s = 0.01; s < 4 * M_PI; s += 0.02) {
            const double y = 0.1 * sin(s), from[3] = {-2, y, 0}, to[3] = {2, y, 0};
            wrong += string_of(from, to, 1, &cases[i]).arc[0]->touches != (y < 0);
        }
    sn_verify_absolute(sink, "E-wrap-touching", wrong, 0, 0, FACTS);
}

/* --- several surfaces --- */

/* Facts 5: four surfaces, lengths and forces at the bodies. */
static void four_surfaces(SnVerifySink *sink)
{
    const SnWrapObstacle o[4] = {
        obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 10, 1, 0, 1, 11, about_y),
        obstacle(SN_WRAP_ELLIPSOID, SN_WRAP_PLUS_X, 1, 1, 6, 4.5, 1, upright),
        obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 10, 1.5, 0, 4, -12, about_y),
        obstacle(SN_WRAP_CYLINDER, SN_WRAP_MINUS_Y, 2, 0, 0, -2, -1.5, upright)};
    static const double arcs[4] = {1, 1, 1.5, 2};
    static const double ends[4][2][2] = {
        {{0, 1}, {1, 2}}, {{4.5, 2}, {5.5, 1}}, {{5.5, -2}, {4, -3.5}}, {{-2, -3.5}, {-4, -1.5}}};
    const String s = string_of((double[3]){0, 0, 0}, (double[3]){-4, 0, 0}, 4, o);
    double arc = 0, place = 0;
    for (int i = 0; i < 4; i++) {
        arc = fmax(arc, fabs(s.arc[i]->length - M_PI / 2 * arcs[i]));
        for (int k = 0; k < 2; k++)
            place =
                fmax(place, hypot(s.end[i][k][0] - ends[i][k][0], s.end[i][k][1] - ends[i][k][1]));
    }
    sn_verify_absolute(sink, "E-wrap-chain-length", s.length, 15 + M_PI / 2 * 5.5, 1e-6, FACTS);
    sn_verify_absolute(sink, "E-wrap-chain-arcs", arc, 0, 1e-6, FACTS);
    sn_verify_absolute(sink, "E-wrap-chain-contacts", place, 0, 1e-6, FACTS);
    /* on the first torus: pulled in where the string leaves, back where it comes on */
    double out[3], force[3];
    sn_v3_sub(s.end[1][0], s.end[0][1], out);
    sn_v3_normalize(out, out);
    sn_v3_sub(out, s.first, force);
    sn_verify_absolute(sink, "E-wrap-chain-force",
                       hypot(hypot(force[0] - 1, force[1] + 1), force[2]), 0, 1e-6, FACTS);
}

/* Facts 10: everything moves. */
typedef struct Course {
    double length, rate;
} Course;

static Course course_at(double a)
{
    const SnWrapObstacle before[2] = {
        obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 1, 0.2, 0, -4, 0, about_y),
        obstacle(SN_WRAP_ELLIPSOID, SN_WRAP_ANY, 1.5, 2.6, 1, -2, 0, upright)};
    const SnWrapObstacle after[3] = {
        obstacle(SN_WRAP_SPHERE, SN_WRAP_ANY, 1, 0, 0, 2, 0, upright),
        obstacle(SN_WRAP_CYLINDER, SN_WRAP_ANY, 1, 0, 0, 5, 0, about_x),
        obstacle(SN_WRAP_TORUS, SN_WRAP_ANY, 1, 0.2, 0, 14, 0, about_y)};
    const double from[3] = {-8 + 1.1 * sin(a), 0.1 + 5 * sin(1.5 * a), 5 * sin(2 * a)};
    const double from_rate[3] = {1.1 * cos(a), 7.5 * cos(1.5 * a), 10 * cos(2 * a)};
    const double via[3] = {0, 0.9 + 0.5 * cos(a), 0.5}, via_rate[3] = {0, -0.5 * sin(a), 0};
    const double to[3] = {20 + 0.1 * sin(a), 1 + 4 * sin(0.7 * a), -1 + 10 * sin(1.3 * a)};
    const double to_rate[3] = {0.1 * cos(a), 2.8 * cos(0.7 * a), 13 * cos(1.3 * a)};
    const String first = string_of(from, via, 2, before), last = string_of(via, to, 3, after);
    return (Course){first.length + last.length,
                    -sn_v3_dot(first.first, from_rate) + sn_v3_dot(first.last, via_rate) -
                        sn_v3_dot(last.first, via_rate) + sn_v3_dot(last.last, to_rate)};
}

static void moving(SnVerifySink *sink)
{
    const double h = 1e-4;
    double worst = 0;
    for (double a = 0; a < M_PI / 2; a += 0.05) {
        const double rate = (course_at(a + h).length - course_at(a - h).length) / (2 * h);
        worst = fmax(worst, fabs(rate - course_at(a).rate));
    }
    sn_verify_absolute(sink, "E-wrap-moving", worst, 0, 5e-4, FACTS);
}

/* --- one string over each shape, worked out to twelve digits elsewhere --- */

#define SHORTEST "shortest path, worked out by itself"

/* What both ends of the only arc are off from where they should be. */
static double ends_off(const String *s, const double first[3], const double last[3])
{
    return fmax(sn_v3_distance(s->end[0][0], first), sn_v3_distance(s->end[0][1], last));
}

static const double A[3] = {-0.06, 0.01, -0.03}, B[3] = {0.05, -0.005, 0.04};

void sn_verify_string_cylinder(SnVerifySink *sink)
{
    const double radius = 0.02;
    const SnWrapObstacle o =
        obstacle(SN_WRAP_CYLINDER, SN_WRAP_PLUS_Y, radius, 0, 0, 0, 0, upright);
    const String s = string_of(A, B, 1, &o);
    const double(*end)[3] = s.end[0];
    const double before = hypot(end[0][0] - A[0], end[0][1] - A[1]);
    const double after = hypot(B[0] - end[1][0], B[1] - end[1][1]);
    const double rise = (end[1][2] - end[0][2]) / s.arc[0]->length;
    const double wrap = s.arc[0]->length * sqrt(1 - rise * rise) / radius;
    const double planar = before + after + radius * wrap;
    sn_verify_absolute(sink, "F1-cylinder-length", s.length, 0.136445672533, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-before", before, 0.057445626465, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-after", after, 0.046097722286, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-wrap", wrap, 0.678902394853, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-on", end[0][2], 0.004333554480, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-off", end[1][2], 0.012448752727, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F1-cylinder-arm", fabs(turning(&s, B)), radius * planar / s.length,
                       1e-9, "the radius, by the part of the length across the axis");
}

void sn_verify_string_sphere(SnVerifySink *sink)
{
    const SnWrapObstacle o = obstacle(SN_WRAP_SPHERE, SN_WRAP_ANY, 0.03, 0, 0, 0, 0, upright);
    const String s = string_of(A, B, 1, &o);
    sn_verify_absolute(sink, "F2-sphere-length", s.length, 0.139309937754, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F2-sphere-wrap", s.arc[0]->length / 0.03, 0.723107633085, 1e-9,
                       SHORTEST);
}

void sn_verify_string_ellipsoid(SnVerifySink *sink)
{
    const double from[3] = {-0.08, 0.01, 0.015}, to[3] = {0.09, 0.005, 0.01};
    const double on[3] = {-0.00593122, 0.00909549, 0.0189104};
    const double off[3] = {0.01370133, 0.00852608, 0.0183754};
    const SnWrapObstacle o =
        obstacle(SN_WRAP_ELLIPSOID, SN_WRAP_ANY, 0.05, 0.03, 0.02, 0, 0, upright);
    const String s = string_of(from, to, 1, &o);
    sn_verify_absolute(sink, "F3-ellipsoid-length", s.length, 0.170685594001, 1e-9, SHORTEST);
    sn_verify_absolute(sink, "F3-ellipsoid-geodesic", s.arc[0]->length, 0.0196702129, 1e-7,
                       SHORTEST);
    sn_verify_absolute(sink, "F3-ellipsoid-ends", ends_off(&s, on, off), 0, 1e-7, SHORTEST);
}

void sn_verify_wrap(SnVerifySink *sink)
{
    half_turn(sink);
    quarter_ellipse(sink);
    tangent_points(sink);
    hinge_arm(sink);
    on_cone(sink);
    hanging(sink);
    touching(sink);
    four_surfaces(sink);
    moving(sink);
}
