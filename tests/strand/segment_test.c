/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A segment of a strand against brute force (segment_world.h) and published values. */
#include "engine/base/vec.h"
#include "engine/strand/segment_shift.h"
#include "tests/strand/segment_world.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <string.h>

typedef struct Case {
    World world;
    SnSegmentNode nodes[WORLD_NODES];
    SnSegmentInput in;
    SnSegmentShape shape;
    double part[WORLD_NODES], d[WORLD_NODES][3], share[WORLD_NODES], passing[WORLD_NODES];
    double scratch[WORLD_NODES * WORLD_COLUMNS + 3 * WORLD_COLUMNS + WORLD_NODES];
    double mass[WORLD_COLUMNS * WORLD_COLUMNS], quadratic[WORLD_COLUMNS];
} Case;

/* The segment of the case at other coordinates. */
static void case_at(Case *c, const double *y, const double *rate)
{
    world_input(&c->world, y, rate, c->nodes, &c->in);
    c->shape =
        (SnSegmentShape){.part = c->part, .d = c->d, .share = c->share, .passing = c->passing};
    g_assert_cmpint(sn_segment_scratch(c->in.n_nodes, c->in.n_columns), <=,
                    (int)G_N_ELEMENTS(c->scratch));
    sn_segment_shape(&c->in, &c->shape);
}

static void near(const double *value, const double *truth, int n, double tolerance,
                 const char *what)
{
    double size = 0.1, worst = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(truth[i]));
        worst = fmax(worst, fabs(value[i] - truth[i]));
    }
    if (!(worst <= tolerance * size))
        g_error("%s: error %g of %g", what, worst, size);
}

typedef void (*Check)(Case *c);

/* Every number of virtual nodes, every kind of flow, kinds of nodes mixed or all the same. */
static void for_all(Check check, bool eulerians)
{
    uint64_t seed = 4711;
    Case *c = g_new0(Case, 1);
    for (int n = 2; n <= 7; n++)
        for (int eulerian = 0; eulerian <= (eulerians ? 4 : 0); eulerian++)
            for (int round = 0; round < 6 + WORLD_KINDS; round++) {
                const int kind = round < 6 || round - 6 == WORLD_FIXED ? WORLD_KINDS : round - 6;
                world_random(&c->world, &seed, n, kind, eulerian, false);
                case_at(c, c->world.y, c->world.rate);
                check(c);
            }
    for (int n = 2; n <= 7; n++) {
        world_random(&c->world, &seed, n, WORLD_KINDS, 0, true);
        case_at(c, c->world.y, c->world.rate);
        check(c);
    }
    g_free(c);
}

static void check_mass(Case *c)
{
    const int n = c->in.n_columns;
    static double truth[WORLD_COLUMNS * WORLD_COLUMNS];
    double momentum[WORLD_COLUMNS], product[WORLD_COLUMNS];
    sn_segment_inertia(&c->in, &c->shape, c->mass, NULL, c->scratch);
    world_mass(&c->world, truth);
    near(c->mass, truth, n * n, 1e-11, "mass");
    for (int i = 0; i < n; i++) {
        product[i] = 0;
        for (int j = 0; j < n; j++)
            product[i] += truth[i * n + j] * c->world.rate[j];
    }
    sn_segment_momentum(&c->in, &c->shape, momentum, c->scratch);
    near(momentum, product, n, 1e-11, "momentum");
}

static void check_kinetic(Case *c)
{
    long double y[WORLD_COLUMNS], rate[WORLD_COLUMNS], wide[6];
    double momentum[6], truth[6], energy, true_energy;
    for (int j = 0; j < c->in.n_columns; j++)
        y[j] = c->world.y[j], rate[j] = c->world.rate[j];
    true_energy = (double)world_kinetic(&c->world, y, rate, wide);
    for (int i = 0; i < 6; i++)
        truth[i] = (double)wide[i];
    energy = sn_segment_kinetic(&c->in, &c->shape, momentum);
    near(&energy, &true_energy, 1, 1e-11, "kinetic energy");
    near(momentum, truth, 6, 1e-11, "momenta");
}

static void check_quadratic(Case *c)
{
    double truth[WORLD_COLUMNS];
    sn_segment_inertia(&c->in, &c->shape, NULL, c->quadratic, c->scratch);
    world_quadratic(&c->world, truth);
    near(c->quadratic, truth, c->in.n_columns, 1e-9, "quadratic velocity force");
}

static void check_gravity(Case *c)
{
    static const double g[3] = {0.7, -2.1, -9.3};
    double truth[WORLD_COLUMNS], force[WORLD_COLUMNS], height, true_height;
    long double y[WORLD_COLUMNS];
    for (int j = 0; j < c->in.n_columns; j++)
        y[j] = c->world.y[j];
    world_gravity(&c->world, g, truth);
    sn_segment_gravity(&c->in, &c->shape, g, force);
    near(force, truth, c->in.n_columns, 1e-10, "gravity");
    height = sn_segment_height(&c->in, &c->shape, g);
    true_height = (double)world_height(&c->world, y, g);
    near(&height, &true_height, 1, 1e-13, "height");
}

static void check_length(Case *c)
{
    const double h = 1e-5;
    double gradient[WORLD_COLUMNS], truth[WORLD_COLUMNS], y[WORLD_COLUMNS], rate = 0;
    sn_segment_length_gradient(&c->in, &c->shape, gradient);
    for (int j = 0; j < c->in.n_columns; j++)
        rate += gradient[j] * c->world.rate[j];
    near(&c->shape.rate, &rate, 1, 1e-12, "rate of the length");
    for (int j = 0; j < c->in.n_columns; j++) {
        truth[j] = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(y, c->world.y, sizeof y);
            y[j] += sign * h;
            case_at(c, y, c->world.rate);
            truth[j] += sign * c->shape.length / (2 * h);
        }
    }
    near(gradient, truth, c->in.n_columns, 1e-8, "gradient of the length");
}

/* At constant rates a force u'fq takes away just what the kinetic energy gains. */
static void check_power(Case *c)
{
    const double h = 1e-5;
    double power = 0, gain = 0, y[WORLD_COLUMNS], unused[6];
    sn_segment_inertia(&c->in, &c->shape, NULL, c->quadratic, c->scratch);
    for (int j = 0; j < c->in.n_columns; j++)
        power -= c->quadratic[j] * c->world.rate[j];
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int j = 0; j < c->in.n_columns; j++)
            y[j] = c->world.y[j] + sign * h * c->world.rate[j];
        /* bodies turn by the exponential map of the present rate: holonomic along this line */
        case_at(c, y, c->world.rate);
        long double wide_y[WORLD_COLUMNS], rate[WORLD_COLUMNS];
        for (int j = 0; j < c->in.n_columns; j++)
            wide_y[j] = y[j], rate[j] = c->world.rate[j];
        double energy = sn_segment_kinetic(&c->in, &c->shape, unused);
        for (int k = 0; k < c->in.n_nodes; k++)
            if (c->world.nodes[k].kind == WORLD_ATTACHED) /* the engine's node does not turn here */
                energy = (double)world_kinetic(&c->world, wide_y, rate, NULL);
        gain += sign * energy / (2 * h);
    }
    const double size[2] = {gain, 1}, value[2] = {power, 1};
    near(value, size, 2, 1e-7, "power");
}

static void test_mass(void)
{
    for_all(check_mass, true);
}

static void test_kinetic(void)
{
    for_all(check_kinetic, true);
}

static void test_quadratic(void)
{
    for_all(check_quadratic, true);
}

static void test_gravity(void)
{
    for_all(check_gravity, true);
}

static void test_length(void)
{
    for_all(check_length, true);
}

static void test_power(void)
{
    for_all(check_power, true);
}

/* A strand of free nodes under no force keeps its momenta: all forces of inertia together are
 * minus the rate of change at constant rates. */
static void test_momenta(void)
{
    uint64_t seed = 99;
    const double h = 1e-5;
    Case *c = g_new0(Case, 1);
    for (int n = 2; n <= 7; n++) {
        double sum[6] = {0}, truth[6] = {0}, y[WORLD_COLUMNS], momentum[6];
        world_random(&c->world, &seed, n, WORLD_FREE, 0, false);
        case_at(c, c->world.y, c->world.rate);
        sn_segment_inertia(&c->in, &c->shape, NULL, c->quadratic, c->scratch);
        for (int k = 0; k < n; k++) {
            double moment[3];
            const double *f = c->quadratic + c->nodes[k].column;
            sn_v3_cross(c->nodes[k].x, f, moment);
            sn_v3_add(sum, f, sum);
            sn_v3_add(sum + 3, moment, sum + 3);
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int j = 0; j < c->in.n_columns; j++)
                y[j] = c->world.y[j] + sign * h * c->world.rate[j];
            case_at(c, y, c->world.rate);
            sn_segment_kinetic(&c->in, &c->shape, momentum);
            for (int i = 0; i < 6; i++)
                truth[i] -= sign * momentum[i] / (2 * h);
        }
        near(sum, truth, 6, 1e-7, "rate of the momenta");
    }
    g_free(c);
}

/* Bodies moved on for a time with their rates. */
static void world_move(World *world, double time)
{
    for (int b = 0; b < 3; b++) {
        double *y = world->y + world->body_column[b];
        const double *rate = world->rate + world->body_column[b];
        double angle[3], q[4], turn[9];
        sn_v3_axpy(time, rate, y);
        sn_v3_scale(time, rate + 3, angle);
        sn_q_exp(angle, q);
        sn_q_to_m3(q, turn);
        sn_m3_mul(world->turned[b], turn, world->turned[b]);
    }
    for (int i = 0; i < 2; i++)
        if (world->eulerian_column[i] >= 0 &&
            (i == 0 || world->eulerian_column[0] != world->eulerian_column[i]))
            world->y[world->eulerian_column[i]] += time * world->rate[world->eulerian_column[i]];
}

/* Nodes of a pulley: arcs between them on one body.  The matter on them does not lie on the chords,
 * but what the forces of inertia take away is what the kinetic energy gains; M belongs to it. */
static void test_arcs(void)
{
    uint64_t seed = 12;
    const double h = 1e-5;
    double extra[WORLD_NODES], unused[6], momentum[WORLD_COLUMNS], product;
    Case *c = g_new0(Case, 1);
    for (int n = 3; n <= 9; n++)
        for (int eulerian = 0; eulerian <= 4; eulerian++) {
            double power = 0, gain = 0, twice = 0;
            world_random(&c->world, &seed, n, WORLD_ATTACHED, eulerian, false);
            for (int i = 0; i + 1 < n; i++) {
                const bool same = c->world.nodes[i].column == c->world.nodes[i + 1].column;
                extra[i] = same ? world_uniform(&seed, 0, 0.1) : 0;
            }
            const World start = c->world;
            for (int k = -1; k <= 1; k++) {
                c->world = start;
                world_move(&c->world, k * h);
                case_at(c, c->world.y, c->world.rate);
                c->in.extra = extra;
                sn_segment_shape(&c->in, &c->shape);
                const double energy = sn_segment_kinetic(&c->in, &c->shape, unused);
                gain += k * energy / (2 * h);
                if (k != 0)
                    continue;
                sn_segment_inertia(&c->in, &c->shape, c->mass, c->quadratic, c->scratch);
                sn_segment_momentum(&c->in, &c->shape, momentum, c->scratch);
                for (int i = 0; i < c->in.n_columns; i++) {
                    product = 0;
                    for (int j = 0; j < c->in.n_columns; j++)
                        product += c->mass[i * c->in.n_columns + j] * c->world.rate[j];
                    g_assert_cmpfloat(fabs(product - momentum[i]), <, 1e-11);
                    twice += product * c->world.rate[i];
                    power -= c->quadratic[i] * c->world.rate[i];
                }
                g_assert_cmpfloat(fabs(twice / 2 - energy), <, 1e-11 * fmax(1, energy));
            }
            g_test_message("%d nodes, flow %d: power %g, gain %g", n, eulerian, power, gain);
            near(&power, &gain, 1, 1e-6, "power");
        }
    g_free(c);
}

/* Nodes, their Jacobians and arcs of a case moved on by so much. */
static void shift_case(Case *c, const SnSegmentNode *nodes, const SnNodeShift *shifts,
                       const double (*jacobians)[18], double by, double *extra)
{
    for (int k = 0; k < c->in.n_nodes; k++) {
        c->nodes[k] = nodes[k];
        for (int i = 0; i < 18; i++)
            c->nodes[k].jacobian[i] += by * jacobians[k][i];
        sn_v3_axpy(by, shifts[k].x, c->nodes[k].x);
        sn_v3_axpy(by, shifts[k].v, c->nodes[k].v);
        if (k > 0)
            extra[k - 1] += by * shifts[k].arc;
    }
    sn_segment_shape(&c->in, &c->shape);
}

/* change += what changes of Jacobians do to momenta. */
static void add_turned(const Case *c, const double (*jacobians)[18], const SnNodeSlope *slopes,
                       double *change)
{
    for (int k = 0; k < c->in.n_nodes; k++)
        for (int j = 0; j < c->nodes[k].width; j++)
            for (int i = 0; i < 3; i++)
                change[c->nodes[k].column + j] +=
                    jacobians[k][c->nodes[k].width * i + j] * slopes[k].v[i];
}

/* Momenta and energies of nodes that something else moves, against central differences. */
static void check_shift(Case *c, uint64_t *seed)
{
    static const double g[3] = {0.7, -2.1, -9.3};
    const double h = 1e-5;
    SnSegmentNode nodes[WORLD_NODES];
    SnNodeShift shifts[WORLD_NODES] = {0};
    SnNodeSlope slopes[2][WORLD_NODES];
    SnPartMomenta momenta[WORLD_NODES];
    double jacobians[WORLD_NODES][18] = {0};
    const double(*turned)[18] = (const double(*)[18])jacobians;
    double extra[WORLD_NODES], momentum[WORLD_COLUMNS], change[WORLD_COLUMNS],
        truth[WORLD_COLUMNS + 2] = {0}, unused[6];
    const int n = c->in.n_columns;
    memcpy(nodes, c->nodes, sizeof nodes);
    for (int k = 0; k < c->in.n_nodes; k++) {
        extra[k] = k % 2 ? world_uniform(seed, 0.01, 0.1) : 0;
        shifts[k].arc = k % 2 ? 0 : world_uniform(seed, -1, 1); /* arcs end at even nodes */
        for (int i = 0; i < 3; i++) {
            shifts[k].x[i] = world_uniform(seed, -1, 1);
            shifts[k].v[i] = world_uniform(seed, -1, 1);
        }
        for (int i = 0; i < 3 * nodes[k].width; i++)
            jacobians[k][i] = world_uniform(seed, -1, 1);
    }
    c->in.extra = extra;
    sn_segment_shape(&c->in, &c->shape);
    g_assert_cmpint(sn_segment_shift_scratch(c->in.n_nodes), <=, (int)G_N_ELEMENTS(c->scratch));
    sn_segment_kinetic_slopes(&c->in, &c->shape, slopes[0], momenta);
    sn_segment_momentum_shift(&c->in, &c->shape, shifts, momenta, change, c->scratch);
    add_turned(c, turned, slopes[0], change);
    sn_segment_height_slopes(&c->in, &c->shape, g, slopes[1]);
    double value[2] = {0};
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < c->in.n_nodes; k++)
            value[e] += sn_v3_dot(slopes[e][k].x, shifts[k].x) +
                        sn_v3_dot(slopes[e][k].v, shifts[k].v) + slopes[e][k].arc * shifts[k].arc;
    for (int sign = 1; sign >= -1; sign -= 2) {
        shift_case(c, nodes, shifts, turned, sign > 0 ? h : -h, extra);
        sn_segment_momentum(&c->in, &c->shape, momentum, c->scratch);
        for (int i = 0; i < n; i++)
            truth[2 + i] += sign * momentum[i] / (2 * h);
        truth[0] += sign * sn_segment_kinetic(&c->in, &c->shape, unused) / (2 * h);
        truth[1] += sign * sn_segment_height(&c->in, &c->shape, g) / (2 * h);
        shift_case(c, nodes, shifts, turned, sign > 0 ? -h : h, extra);
    }
    near(change, truth + 2, n, 1e-7, "change of the momenta");
    near(value, truth, 2, 1e-7, "change of the energies");
}

static void test_shift(void)
{
    uint64_t seed = 31;
    Case *c = g_new0(Case, 1);
    for (int n = 2; n <= 7; n++)
        for (int flow = 0; flow <= 5; flow++) { /* 5: lumped */
            world_random(&c->world, &seed, n, WORLD_KINDS, flow % 5, flow == 5);
            case_at(c, c->world.y, c->world.rate);
            check_shift(c, &seed);
        }
    g_free(c);
}

/* strands.md 7.1 */
static void test_published(void)
{
    static const double x[3][3] = {{0, 0, 0}, {.6, .2, .1}, {1, .9, -.3}};
    static const double v[3][3] = {{.1, .2, .3}, {-.4, .5, .6}, {.7, -.8, .9}};
    static const double diagonal[9] = {.15479071,  .078784591, .071659017, .097568654, .110792385,
                                       .162053342, .111068535, .139295279, .111068535};
    static const double gravity[9] = {.261525756,  .087175252,  -.975923867,
                                      -.349777245, -.241615359, -2.407836136,
                                      .08825149,   .154440107,  -1.521239996};
    static const double quadratic[9] = {-.111583771, -.033110194, -.015242255,
                                        .034324269,  -.019392397, .022566927,
                                        -.034400457, -.088426898, .046653647};
    static const double g[3] = {0, 0, -9.81};
    SnSegmentNode nodes[3] = {0};
    Case *c = g_new0(Case, 1);
    double force[9], momentum[6];
    for (int k = 0; k < 3; k++) {
        sn_v3_copy(x[k], nodes[k].x);
        sn_v3_copy(v[k], nodes[k].v);
        sn_m3_identity(nodes[k].jacobian);
        nodes[k].column = 3 * k, nodes[k].width = 3;
    }
    c->in = (SnSegmentInput){.n_nodes = 3,
                             .nodes = nodes,
                             .n_columns = 9,
                             .line_density = 0.25,
                             .rest_length = 2,
                             .eulerian_column = {-1, -1}};
    c->shape =
        (SnSegmentShape){.part = c->part, .d = c->d, .share = c->share, .passing = c->passing};
    sn_segment_shape(&c->in, &c->shape);
    sn_segment_inertia(&c->in, &c->shape, c->mass, c->quadratic, c->scratch);
    sn_segment_gravity(&c->in, &c->shape, g, force);
    g_assert_cmpfloat(fabs(c->shape.share[1] - .415702953422), <, 1e-12);
    g_assert_cmpfloat(fabs(c->shape.passing[1] + .080887458146), <, 1e-12);
    g_assert_cmpfloat(fabs(sn_segment_kinetic(&c->in, &c->shape, momentum) - .168890009403), <,
                      1e-12);
    for (int i = 0; i < 9; i++) {
        g_assert_cmpfloat(fabs(force[i] - gravity[i]), <, 1e-9);
        g_assert_cmpfloat(fabs(c->quadratic[i] - quadratic[i]), <, 1e-9);
        g_assert_cmpfloat(fabs(c->mass[10 * i] - diagonal[i]), <, 1e-9);
    }
    g_free(c);
}

/* Thesis (6.13 - 6.15): one node held, the strand runs through it round a corner. */
static void test_thumb(void)
{
    SnSegmentNode nodes[3] = {
        {.x = {0, 0, 0}}, {.x = {1, 0, 0}, .v = {1, 0, 0}}, {.x = {1, -1, 0}, .v = {0, 1, 0}}};
    double part[2], d[2][3], share[3], passing[3];
    const SnSegmentInput in = {.n_nodes = 3,
                               .nodes = nodes,
                               .line_density = 0.5,
                               .rest_length = 2,
                               .eulerian_column = {-1, -1}};
    SnSegmentShape shape = {.part = part, .d = d, .share = share, .passing = passing};
    sn_segment_shape(&in, &shape);
    g_assert_cmpfloat(fabs(share[1] - 0.5), <, 1e-15);
    g_assert_cmpfloat(fabs(passing[1] + 1), <, 1e-15);
    double momentum[6]; /* v- = 0, v+ = (1, 1): T = m/12 (|v+|2 + v+.vb + |vb|2), m = 1 */
    g_assert_cmpfloat(fabs(sn_segment_kinetic(&in, &shape, momentum) - 4 / 12.0), <, 1e-15);
}

/* Many nodes on three bodies (a block and tackle): right, and nothing allocated. */
static void test_many_nodes(void)
{
    uint64_t seed = 5;
    Case *c = g_new0(Case, 1);
    double momentum[WORLD_COLUMNS], unused[6];
    world_random(&c->world, &seed, 130, WORLD_ATTACHED, 3, false);
    case_at(c, c->world.y, c->world.rate);
    const unsigned long before = sn_test_allocations();
    const gint64 begin = g_get_monotonic_time();
    const int rounds = 200;
    for (int i = 0; i < rounds; i++) {
        sn_segment_shape(&c->in, &c->shape);
        sn_segment_inertia(&c->in, &c->shape, c->mass, c->quadratic, c->scratch);
    }
    const double spent = (double)(g_get_monotonic_time() - begin) / rounds;
    sn_segment_momentum(&c->in, &c->shape, momentum, c->scratch);
    const double energy = sn_segment_kinetic(&c->in, &c->shape, unused);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    g_test_message("130 nodes, %d columns: %.1f us", c->in.n_columns, spent);
    double twice = 0, product[WORLD_COLUMNS];
    for (int i = 0; i < c->in.n_columns; i++) {
        product[i] = 0;
        for (int j = 0; j < c->in.n_columns; j++)
            product[i] += c->mass[i * c->in.n_columns + j] * c->world.rate[j];
        twice += product[i] * c->world.rate[i];
    }
    near(momentum, product, c->in.n_columns, 1e-12, "momentum");
    g_assert_cmpfloat(fabs(twice / 2 - energy), <, 1e-12 * energy);
    check_quadratic(c);
    g_free(c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/segment/published", test_published);
    g_test_add_func("/segment/thumb", test_thumb);
    g_test_add_func("/segment/mass", test_mass);
    g_test_add_func("/segment/kinetic", test_kinetic);
    g_test_add_func("/segment/quadratic", test_quadratic);
    g_test_add_func("/segment/gravity", test_gravity);
    g_test_add_func("/segment/length", test_length);
    g_test_add_func("/segment/power", test_power);
    g_test_add_func("/segment/momenta", test_momenta);
    g_test_add_func("/segment/arcs", test_arcs);
    g_test_add_func("/segment/shift", test_shift);
    g_test_add_func("/segment/many-nodes", test_many_nodes);
    return g_test_run();
}
