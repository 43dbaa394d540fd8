/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of FEM models against closed forms of the elastic half-space and half-plane (K. L.
 * Johnson, Contact Mechanics, 1985): Hertz' cylinder and ball, Cattaneo's and Mindlin's partial
 * slip, a flat punch; and of a thin layer.
 *
 * In the plane Poisson's ratio is 0, so that one cell with free sides is in plane strain.  What
 * holds a block far away changes how far it is pressed in (in the plane that has no limit), but not
 * the pressure that belongs to a force: this is what is compared, by its second moment, which does
 * not hang on where a node happens to lie, and where it is largest.  Where more contacts touch than
 * carry, their forces are known by what the nodes get of them alone: only that is measured. */
#include "engine/base/memory.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <stdio.h>

#define STRIP  0.01 /* half the width of the contact aimed at, a [m] */
#define RADIUS 10.0 /* of what is round: strains of a / R stay far below the errors [m] */
#define YOUNGS 1e6
#define THICK  (2 * STRIP) /* across the plane [m] */
#define KEPT   1e-9        /* gap [m] */
#define MOST   200         /* nodes along an edge */

static const double REST[3] = {0, 0, 0};

/* --- meshes --- */

/* A block that stands on z = 0, or hangs under it; its other end is held. */
typedef struct Block {
    int fine;      /* cells in a */
    double width;  /* half [a] */
    double height; /* [a] */
    double growth; /* of cells further away */
    int layers;    /* of even height; 0: they grow, too */
    double radius; /* its face is round: z = x^2 / (2 radius); 0: flat */
    bool round;    /* as a ball, and it is as wide in y; else as a cylinder */
    bool under;
    double poisson;
    int n[3]; /* cells */
    double at[3][MOST];
    int fem;
} Block;

/* Goes on from at[n] by cells that grow from `step` on to `to`; the number of the last place. */
static int grade(double *at, int n, double step, double growth, double to)
{
    double sum = 0;
    int cells = 0;
    for (double s = step * growth; sum < to - at[n] && n + cells < MOST - 1; s *= growth, cells++)
        sum += s;
    const double scale = (to - at[n]) / sum;
    double s = step * growth;
    for (int i = 1; i <= cells; i++, s *= growth)
        at[n + i] = at[n + i - 1] + scale * s;
    return n + cells;
}

/* Places of its nodes: even cells where it touches and a quarter beyond. */
static void lay_out(Block *b)
{
    const double step = STRIP / b->fine;
    const int even = b->fine + (b->fine + 3) / 4;
    double half[MOST], *z = b->at[2];
    for (int i = 0; i <= even; i++)
        half[i] = i * step;
    const int n = grade(half, even, step, b->growth, b->width * STRIP);
    for (int axis = 0; axis < 2; axis++) {
        const bool wide = axis == 0 || b->round;
        b->n[axis] = wide ? 2 * n : 1;
        for (int i = 0; i <= b->n[axis]; i++)
            b->at[axis][i] = !wide ? i * THICK : i < n ? -half[n - i] : half[i - n];
    }
    if (b->layers > 0) {
        b->n[2] = b->layers;
        for (int k = 0; k <= b->layers; k++)
            z[k] = b->height * STRIP * k / b->layers;
    } else {
        for (int k = 0; k <= b->fine; k++)
            z[k] = k * step;
        b->n[2] = grade(z, b->fine, step, b->growth, b->height * STRIP);
    }
}

static SnVolumeMesh *mesh_of(const Block *b)
{
    SnVolumeMesh *mesh = sn_volume_mesh_box((double[3]){1, 1, 1}, b->n, SN_ELEMENT_HEX8);
    const double height = b->at[2][b->n[2]];
    for (int i = 0; i < mesh->n_nodes; i++) {
        double *x = mesh->nodes + 3 * (size_t)i;
        x[0] = b->at[0][i % (b->n[0] + 1)];
        x[1] = b->at[1][i / (b->n[0] + 1) % (b->n[1] + 1)];
        x[2] = b->at[2][i / ((b->n[0] + 1) * (b->n[1] + 1))];
        const double square = x[0] * x[0] + (b->round ? x[1] * x[1] : 0);
        x[2] += b->radius > 0 ? square / (2 * b->radius) * (1 - x[2] / height) : 0;
        x[2] += b->under ? 0 : KEPT;
    }
    if (b->under)
        sn_volume_mesh_stretch(mesh, (double[3]){1, 1, -1});
    return mesh;
}

static int end_nodes(const Block *b)
{
    return (b->n[0] + 1) * (b->n[1] + 1);
}

static void add_block(SnBuild *build, Block *b)
{
    lay_out(b);
    SnVolumeMesh *mesh = mesh_of(b);
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, YOUNGS, b->poisson);
    b->fem = sn_build_fem(build, sn_solid_new(mesh, &material, 1, SN_INCOMPRESSIBLE_OFF));
    sn_build_contact_fem(build, b->fem, mesh, KEPT);
    for (int i = mesh->n_nodes - end_nodes(b); i < mesh->n_nodes; i++)
        sn_build_kinematic(build, sn_build_fem_node(build, b->fem, i));
    sn_volume_mesh_unref(mesh);
}

static SnTrial start(SnBuild *build, double friction)
{
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = friction});
    return sn_trial_new(sn_build_finish(build, REST), SN_LINSOLVE_AUTO);
}

/* The held end goes from one displacement to another; each of these steps of 1 s is at rest, for
 * the blocks weigh next to nothing. */
static void move(SnTrial *trial, const Block *b, const double from[3], const double to[3],
                 int steps)
{
    SnSystem *system = trial->system;
    const SnSystemFem *fem = &system->fems.fems[b->fem];
    const int n = fem->solid->n_nodes;
    for (int step = 1; step <= steps; step++) {
        for (int i = n - end_nodes(b); i < n; i++)
            for (int k = 0; k < 3; k++)
                system->inputs.base[system->blocks[fem->node_block[i]].target + k] =
                    from[k] + (to[k] - from[k]) * step / steps;
        sn_trial_steps(trial, 1);
    }
}

/* --- what presses --- */

typedef struct Pressed {
    double force, shear; /* [N], in the plane [N/m] */
    double spread;       /* mean square distance from the middle, by the pressure [m2] */
    double shear_spread; /* by the traction */
    double middle;       /* pressure there [Pa] */
} Pressed;

/* Square of a distance along the plane, as nodes `step` apart share what acts between them. */
static double shared_square(double x, double step)
{
    const double at = x / step - floor(x / step);
    return x * x + step * step * at * (1 - at);
}

static Pressed pressed(const SnTrial *trial, const Block *b)
{
    const double step = STRIP / b->fine, wide = b->round ? 1 : THICK;
    Pressed p = {0};
    for (int i = 0; i < sn_contacts_count(trial->system, trial->state); i++) {
        const double *r = sn_contact_record(trial->system, trial->state, i);
        const double *x = r + SN_CONTACT_POSITION;
        const double f = r[SN_CONTACT_NORMAL_FORCE] / wide;
        const double q = r[SN_CONTACT_FORCE] / wide, y = b->round ? x[1] : 0;
        const double square = b->round ? x[0] * x[0] + y * y : shared_square(x[0], step);
        p.force += f;
        p.shear += q;
        p.spread += square * f;
        p.shear_spread += square * q;
        if (fabs(x[0]) < 0.4 * step && fabs(y) < 0.4 * step)
            p.middle += f / (b->round ? step * step : step);
    }
    p.spread /= p.force;
    p.shear_spread /= p.shear;
    if (trial->fault.code != SN_FAULT_NONE)
        p.force = p.shear = p.spread = p.shear_spread = p.middle = (double)NAN;
    return p;
}

static void relative(SnVerifySink *sink, const char *name, const char *of, int fine, double value,
                     double reference, double tolerance, const char *source)
{
    char text[64];
    snprintf(text, sizeof text, "C-half-plane-%s-%d-%s", name, fine, of);
    sn_verify_relative(sink, text, value, reference, tolerance, source);
}

/* --- Hertz --- */

/* A cylinder on a rigid plane, by finer and finer meshes.  The edge of the contact lies where it
 * lies between nodes: a coarse mesh has luck or none, so that errors have bounds, not an order. */
static void cylinder(SnVerifySink *sink)
{
    for (int fine = 4; fine <= 16; fine *= 2) {
        Block b = {.fine = fine, .width = 32, .height = 32, .growth = 1.25, .radius = RADIUS};
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1);
        add_block(build, &b);
        sn_build_contact_ground(build);
        SnTrial trial = start(build, 0);
        move(&trial, &b, REST, (double[3]){0, 0, -2.15e-5}, 1);
        const Pressed p = pressed(&trial, &b);
        const double square = 4 * p.force * RADIUS / (M_PI * YOUNGS);
        relative(sink, "cylinder", "spread", fine, p.spread, square / 4, 0.08 / fine,
                 "Hertz: a^2 / 4, a^2 = 4 F R / (pi E)");
        relative(sink, "cylinder", "pressure", fine, p.middle, 2 * p.force / (M_PI * sqrt(square)),
                 2e-3, "Hertz: 2 F / (pi a)");
        sn_trial_free(&trial);
    }
}

/* A ball, held this far away [a]; returns how far it is pressed in, over what Hertz says. */
static double ball(SnVerifySink *sink, int fine, double far)
{
    const double depth = 1e-5, nu = 0.3;
    Block b = {.fine = fine,
               .width = far,
               .height = far,
               .growth = 1.5,
               .radius = RADIUS,
               .round = true,
               .poisson = nu};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1);
    add_block(build, &b);
    sn_build_contact_ground(build);
    SnTrial trial = start(build, 0);
    move(&trial, &b, REST, (double[3]){0, 0, -depth}, 1);
    const Pressed p = pressed(&trial, &b);
    const double a = cbrt(3 * p.force * RADIUS * (1 - nu * nu) / (4 * YOUNGS));
    char name[24];
    snprintf(name, sizeof name, "ball-%g", far);
    relative(sink, name, "spread", fine, p.spread, 0.4 * a * a, 0.15 / fine,
             "Hertz: 2/5 a^2, a^3 = 3 F R (1 - nu^2) / (4 E)");
    relative(sink, name, "pressure", fine, p.middle, 1.5 * p.force / (M_PI * a * a), 1e-2,
             "Hertz: 3 F / (2 pi a^2)");
    sn_trial_free(&trial);
    return depth * RADIUS / (a * a);
}

/* Hertz' ball rests on a half-space.  A block that is held 10 a away takes a tenth more force for
 * the same way, however fine it is: what the half-space beyond it would yield goes as a over the
 * distance. */
static void balls(SnVerifySink *sink)
{
    ball(sink, 5, 10);
    const double near = ball(sink, 3, 10), far = ball(sink, 3, 20);
    sn_verify_relative(sink, "C-half-plane-ball-approach", 2 * far - near, 1, 1e-2,
                       "Hertz: a^2 / R, extrapolated to a half-space");
    sn_verify_absolute(sink, "C-half-plane-ball-distance", log2((1 - near) / (1 - far)), 1, 0.2,
                       "error over the distance of what is held: first order");
}

/* --- Cattaneo and Mindlin --- */

/* How far the faces have slipped at x: the mean of both sides [m]. */
static double slipped(const SnTrial *trial, const Block b[2], int node)
{
    double sum = 0;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2; k++) {
            const SnSystemFem *fem = &trial->system->fems.fems[b[k].fem];
            const int i = b[k].n[0] / 2 + (side > 0 ? node : -node);
            const double u =
                sn_state_q_const(trial->state)[trial->system->blocks[fem->node_block[i]].q] -
                b[k].at[0][i];
            sum += k > 0 ? -u : u;
        }
    return sum / 2;
}

/* Two cylinders alike, pressed together, then pushed along each other. */
static void partial_slip(SnVerifySink *sink)
{
    const double mu = 0.5, down[3] = {0, 0, -4.05e-5};
    const int fine = 8;
    Block b[2] = {{.fine = fine, .width = 24, .height = 24, .growth = 1.35, .radius = RADIUS}};
    b[1] = b[0];
    b[1].under = true;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1);
    add_block(build, &b[0]);
    add_block(build, &b[1]);
    SnTrial trial = start(build, mu);
    double last[3] = {down[0], down[1], down[2]};
    move(&trial, &b[0], REST, down, 2);
    for (int part = 1; part <= 3; part++) {
        const double next[3] = {6e-6 * part, 0, down[2]};
        move(&trial, &b[0], last, next, 2);
        sn_trial_steps(&trial, 2); /* what the last one left */
        last[0] = next[0];
        const Pressed p = pressed(&trial, &b[0]);
        const double square = 4 * p.force * RADIUS / (M_PI * YOUNGS),
                     share = fabs(p.shear) / (mu * p.force);
        const double c = sqrt(square * (1 - share)), x = 7 * STRIP / fine,
                     root = sqrt(fmax(x * x - c * c, 0));
        if (part == 3) /* before, it sticks there, or nearly */
            relative(sink, "slip", "way", part, slipped(&trial, b, 7),
                     mu / RADIUS * (x * root - c * c * acosh(fmax(x / c, 1))), 1e-1,
                     "slip at 7/8 a: mu / R (x sqrt(x^2 - c^2) - c^2 arcosh(x / c))");
        relative(sink, "slip", "spread", part, p.spread, square / 4, 2e-2, "Hertz: a^2 / 4");
        relative(sink, "slip", "traction", part, p.shear_spread, square / 4 * (2 - share), 4e-2,
                 "its second moment, a^2 / 4 (2 - Q / mu F)");
    }
    sn_trial_free(&trial);
}

/* --- a flat punch, a layer --- */

static double punch_spread(SnVerifySink *sink, int fine)
{
    Block b = {.fine = fine, .width = 32, .height = 32, .growth = 1.25, .under = true};
    const double size[3] = {2 * STRIP, 3 * THICK, STRIP}, unit[3] = {1, 1, 1};
    const double place[3] = {0, THICK / 2, STRIP / 2 + KEPT};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1);
    add_block(build, &b);
    const int block = sn_build_body(build, 1, unit, place, NULL);
    sn_build_fix(build, block);
    sn_convex_box(size, &sn_build_contact_shape(build, block)->convex);
    build->system->contacts.surfaces[0].shape = 1;
    SnTrial trial = start(build, 0);
    move(&trial, &b, REST, (double[3]){0, 0, 2e-5}, 2);
    const Pressed p = pressed(&trial, &b);
    relative(sink, "punch", "pressure", fine, p.middle, p.force / (M_PI * STRIP), 0.4 / fine,
             "in the middle: F / (pi a)");
    sn_trial_free(&trial);
    return p.spread;
}

/* Its pressure is infinite at the edges: a mesh is wrong there by its cells. */
static void punch(SnVerifySink *sink)
{
    const double exact = STRIP * STRIP / 2, coarse = punch_spread(sink, 8),
                 fine = punch_spread(sink, 16);
    relative(sink, "punch", "spread", 16, fine, exact, 5e-2, "a^2 / 2");
    sn_verify_absolute(sink, "C-half-plane-punch-order", log2((coarse - exact) / (fine - exact)), 1,
                       0.1, "halving the cells");
    sn_verify_relative(sink, "C-half-plane-punch-limit", 2 * fine - coarse, exact, 5e-3,
                       "a^2 / 2, extrapolated");
}

/* A layer on a rigid ground and a cylinder that is far larger than it is thick. */
static void layer(SnVerifySink *sink)
{
    const double h = 0.1 * STRIP, radius = 100, k = YOUNGS / h, d = STRIP * STRIP / (2 * radius);
    const int fine = 32;
    Block b = {.fine = fine,
               .width = 1.6,
               .height = h / STRIP,
               .growth = 1.25,
               .radius = radius,
               .layers = 4};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1);
    add_block(build, &b);
    sn_build_contact_ground(build);
    SnTrial trial = start(build, 0);
    move(&trial, &b, REST, (double[3]){0, 0, -d}, 1);
    const Pressed p = pressed(&trial, &b);
    relative(sink, "layer", "force", fine, p.force, 4.0 / 3 * k * d * STRIP, 5e-3,
             "Winkler: 4/3 E / h d a, a^2 = 2 R d");
    relative(sink, "layer", "spread", fine, p.spread, STRIP * STRIP / 5, 5e-3, "Winkler: a^2 / 5");
    relative(sink, "layer", "pressure", fine, p.middle, k * d, 2e-3, "Winkler: E d / h");
    sn_trial_free(&trial);
}

void sn_verify_half_plane(SnVerifySink *sink)
{
    cylinder(sink);
    balls(sink);
    partial_slip(sink);
    punch(sink);
    layer(sink);
}
