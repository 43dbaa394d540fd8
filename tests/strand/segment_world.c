/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/strand/segment_world.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

typedef long double Real;

double world_uniform(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

void world_random(World *world, uint64_t *seed, int n_nodes, int kind, int eulerians, bool lumped)
{
    memset(world, 0, sizeof *world);
    world->n_nodes = n_nodes;
    world->lumped = lumped;
    world->line_density = world_uniform(seed, 0.2, 2);
    world->start = world_uniform(seed, -1, 1);
    world->rest_length = world_uniform(seed, 0.5, 3);
    int columns = 0;
    for (int b = 0; b < 3; b++) {
        double v[3], q[4];
        for (int i = 0; i < 3; i++)
            v[i] = world_uniform(seed, -2, 2);
        sn_q_exp(v, q);
        sn_q_to_m3(q, world->turned[b]);
        world->body_column[b] = columns;
        columns += 6;
    }
    for (int k = 0; k < n_nodes; k++) {
        WorldNode *node = &world->nodes[k];
        static const int width[WORLD_KINDS] = {0, 3, 0, 1, 2, 6};
        node->kind = kind < WORLD_KINDS ? (WorldKind)kind
                                        : (WorldKind)world_uniform(seed, 0, WORLD_KINDS - 1e-9);
        node->column = node->kind == WORLD_ATTACHED
                           ? world->body_column[(int)world_uniform(seed, 0, 2.999)]
                           : columns;
        columns += width[node->kind];
        for (int i = 0; i < 3; i++) {
            node->base[i] = world_uniform(seed, -1, 1) + (i == 0 ? 0.7 * k : 0);
            node->shape[i] = world_uniform(seed, 0.2, 0.9);
        }
    }
    world->eulerian_column[0] = eulerians & 5 ? columns++ : -1;
    world->eulerian_column[1] = eulerians & 4   ? world->eulerian_column[0]
                                : eulerians & 2 ? columns++
                                                : -1;
    world->n_columns = columns;
    for (int j = 0; j < columns; j++) {
        world->y[j] = world_uniform(seed, -0.5, 0.5);
        world->rate[j] = world_uniform(seed, -1, 1);
    }
    for (int b = 0; b < 3; b++)
        for (int i = 3; i < 6; i++)
            world->y[world->body_column[b] + i] = 0;
    for (int i = 0; i < 2; i++)
        if (world->eulerian_column[i] >= 0)
            world->y[world->eulerian_column[i]] =
                world->start + (i && !(eulerians & 4) ? world->rest_length : 0);
}

/* exp[theta] r */
static void turn(const Real theta[3], const Real r[3], Real out[3])
{
    const Real angle2 = theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2];
    const Real angle = sqrtl(angle2);
    const Real s = angle > 1e-4L ? sinl(angle) / angle : 1 - angle2 / 6 * (1 - angle2 / 20);
    const Real c =
        angle > 1e-4L ? (1 - cosl(angle)) / angle2 : (1 - angle2 / 12 * (1 - angle2 / 30)) / 2;
    Real cross[3], twice[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = theta[j] * r[k] - theta[k] * r[j];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        twice[i] = theta[j] * cross[k] - theta[k] * cross[j];
    }
    for (int i = 0; i < 3; i++)
        out[i] = r[i] + s * cross[i] + c * twice[i];
}

static int body_of(const World *world, const WorldNode *node)
{
    int b = 0;
    while (world->body_column[b] != node->column)
        b++;
    return b;
}

static void node_place(const World *world, const WorldNode *node, const Real *y, Real x[3])
{
    const Real *own = y + node->column;
    for (int i = 0; i < 3; i++)
        x[i] = node->base[i];
    switch (node->kind) {
    case WORLD_FIXED:
    case WORLD_KINDS:
        break;
    case WORLD_FREE:
        for (int i = 0; i < 3; i++)
            x[i] += own[i];
        break;
    case WORLD_ATTACHED: {
        const double *r0 = world->turned[body_of(world, node)];
        Real turned[3];
        turn(own + 3, x, turned);
        for (int i = 0; i < 3; i++)
            x[i] = own[i] + r0[3 * i] * turned[0] + r0[3 * i + 1] * turned[1] +
                   r0[3 * i + 2] * turned[2];
        break;
    }
    case WORLD_CURVE:
        x[0] += node->shape[0] * cosl(own[0]);
        x[1] += node->shape[0] * sinl(own[0]);
        x[2] += node->shape[1] * own[0];
        break;
    case WORLD_SURFACE:
        x[0] += own[0];
        x[1] += own[1];
        x[2] += (node->shape[0] * own[0] * own[0] - node->shape[1] * own[1] * own[1]) / 2 +
                node->shape[2] * own[0] * own[1];
        break;
    case WORLD_BLEND:
        for (int i = 0; i < 3; i++)
            x[i] += node->shape[0] * own[i] + (1 - node->shape[0]) * own[3 + i];
        break;
    }
}

static void limits(const World *world, const Real *y, Real *first, Real *length)
{
    const int *eulerian = world->eulerian_column;
    *first = eulerian[0] >= 0 ? y[eulerian[0]] : (Real)world->start;
    if (eulerian[0] >= 0 && eulerian[0] == eulerian[1])
        *length = world->rest_length;
    else
        *length =
            (eulerian[1] >= 0 ? y[eulerian[1]] : (Real)world->start + world->rest_length) - *first;
}

typedef struct Chain {
    Real x[WORLD_NODES][3];
    Real s[WORLD_NODES]; /* of the matter at the nodes */
} Chain;

static void chain_at(const World *world, const Real *y, Chain *chain)
{
    const int n = world->n_nodes - 1;
    Real first, length;
    limits(world, y, &first, &length);
    for (int k = 0; k <= n; k++) {
        node_place(world, &world->nodes[k], y, chain->x[k]);
        chain->s[k] = 0;
        if (k > 0) {
            Real sum = 0;
            for (int i = 0; i < 3; i++)
                sum +=
                    (chain->x[k][i] - chain->x[k - 1][i]) * (chain->x[k][i] - chain->x[k - 1][i]);
            chain->s[k] = chain->s[k - 1] + sqrtl(sum);
        }
    }
    const Real whole = chain->s[n];
    for (int k = 0; k <= n; k++)
        chain->s[k] = first + length * chain->s[k] / whole;
}

static void matter_place(const Chain *chain, int part, Real s, Real x[3])
{
    const Real t = (s - chain->s[part]) / (chain->s[part + 1] - chain->s[part]);
    for (int i = 0; i < 3; i++)
        x[i] = (1 - t) * chain->x[part][i] + t * chain->x[part + 1][i];
}

static const Real gauss_place[3] = {0.1127016653792583114820736L, 0.5L,
                                    0.8872983346207416885179264L};
static const Real gauss_weight[3] = {5 / 18.0L, 8 / 18.0L, 5 / 18.0L};
/* f' = sum weight[i] f(place[i] h) / h, of fourth order */
static const int difference_place[4] = {-2, -1, 1, 2};
static const Real difference_weight[4] = {1 / 12.0L, -8 / 12.0L, 8 / 12.0L, -1 / 12.0L};

static void add_momentum(Real mass, const Real x[3], const Real v[3], Real momentum[6])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        momentum[i] += mass * v[i];
        momentum[3 + i] += mass * (x[j] * v[k] - x[k] * v[j]);
    }
}

static Real lumped_kinetic(const World *world, const Chain *chain, const Chain moved[4], Real h,
                           const Real *y, Real momentum[6])
{
    Real energy = 0, first, length;
    limits(world, y, &first, &length);
    for (int end = 0; end < 2; end++) {
        const int k = end ? world->n_nodes - 1 : 0;
        Real v[3] = {0, 0, 0};
        for (int d = 0; d < 4; d++)
            for (int i = 0; i < 3; i++)
                v[i] += difference_weight[d] * moved[d].x[k][i] / h;
        const Real mass = world->line_density * length / 2;
        energy += mass / 2 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        add_momentum(mass, chain->x[k], v, momentum);
    }
    return energy;
}

long double world_kinetic(const World *world, const long double *y, const long double *rate,
                          long double momentum[6])
{
    static Chain chain, moved[4];
    const Real h = 1e-4L;
    Real energy = 0, unused[6], shifted[WORLD_COLUMNS];
    if (!momentum)
        momentum = unused;
    memset(momentum, 0, 6 * sizeof(Real));
    chain_at(world, y, &chain);
    for (int d = 0; d < 4; d++) {
        for (int j = 0; j < world->n_columns; j++)
            shifted[j] = y[j] + difference_place[d] * h * rate[j];
        chain_at(world, shifted, &moved[d]);
    }
    if (world->lumped)
        return lumped_kinetic(world, &chain, moved, h, y, momentum);
    for (int part = 0; part < world->n_nodes - 1; part++)
        for (int g = 0; g < 3; g++) {
            const Real span = chain.s[part + 1] - chain.s[part];
            const Real s = chain.s[part] + gauss_place[g] * span;
            Real x[3], v[3] = {0, 0, 0};
            for (int d = 0; d < 4; d++) {
                matter_place(&moved[d], part, s, x);
                for (int i = 0; i < 3; i++)
                    v[i] += difference_weight[d] * x[i] / h;
            }
            const Real mass = gauss_weight[g] * world->line_density * span;
            energy += mass / 2 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            matter_place(&chain, part, s, x);
            add_momentum(mass, x, v, momentum);
        }
    return energy;
}

long double world_height(const World *world, const long double *y, const double g[3])
{
    static Chain chain;
    Real energy = 0, first, length;
    chain_at(world, y, &chain);
    limits(world, y, &first, &length);
    for (int k = 0; k + 1 < world->n_nodes; k++)
        for (int i = 0; i < 3 && !world->lumped; i++)
            energy -= world->line_density * (chain.s[k + 1] - chain.s[k]) * g[i] *
                      (chain.x[k][i] + chain.x[k + 1][i]) / 2;
    for (int i = 0; i < 3 && world->lumped; i++)
        energy -= world->line_density * length * g[i] *
                  (chain.x[0][i] + chain.x[world->n_nodes - 1][i]) / 2;
    return energy;
}

static void widen(int n, const double *from, Real *to)
{
    for (int j = 0; j < n; j++)
        to[j] = from[j];
}

/* dT/d(rate_j), exact because T is a quadratic form. */
static Real momentum_of(const World *world, const Real *y, const Real *rate, int j)
{
    Real changed[WORLD_COLUMNS];
    memcpy(changed, rate, sizeof changed);
    changed[j] = rate[j] + 1;
    const Real plus = world_kinetic(world, y, changed, NULL);
    changed[j] = rate[j] - 1;
    return (plus - world_kinetic(world, y, changed, NULL)) / 2;
}

void world_quadratic(const World *world, double *force)
{
    const Real h = 3e-4L;
    Real y[WORLD_COLUMNS], rate[WORLD_COLUMNS], moved[WORLD_COLUMNS];
    widen(world->n_columns, world->y, y);
    widen(world->n_columns, world->rate, rate);
    for (int j = 0; j < world->n_columns; j++) {
        Real sum = 0;
        for (int d = 0; d < 4; d++) {
            memcpy(moved, y, sizeof moved);
            moved[j] += difference_place[d] * h;
            sum += difference_weight[d] * world_kinetic(world, moved, rate, NULL) / h;
            for (int i = 0; i < world->n_columns; i++)
                moved[i] = y[i] + difference_place[d] * h * rate[i];
            sum -= difference_weight[d] * momentum_of(world, moved, rate, j) / h;
        }
        force[j] = (double)sum;
    }
}

void world_mass(const World *world, double *mass)
{
    const int n = world->n_columns;
    Real y[WORLD_COLUMNS], rate[WORLD_COLUMNS] = {0};
    double alone[WORLD_COLUMNS];
    widen(n, world->y, y);
    for (int i = 0; i < n; i++) {
        rate[i] = 1;
        alone[i] = (double)world_kinetic(world, y, rate, NULL);
        mass[i * n + i] = 2 * alone[i];
        rate[i] = 0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            rate[i] = rate[j] = 1;
            mass[i * n + j] = mass[j * n + i] =
                (double)world_kinetic(world, y, rate, NULL) - alone[i] - alone[j];
            rate[i] = rate[j] = 0;
        }
}

void world_gravity(const World *world, const double g[3], double *force)
{
    const Real h = 1e-3L;
    Real y[WORLD_COLUMNS], moved[WORLD_COLUMNS];
    widen(world->n_columns, world->y, y);
    for (int j = 0; j < world->n_columns; j++) {
        Real sum = 0;
        for (int d = 0; d < 4; d++) {
            memcpy(moved, y, sizeof moved);
            moved[j] += difference_place[d] * h;
            sum -= difference_weight[d] * world_height(world, moved, g) / h;
        }
        force[j] = (double)sum;
    }
}

/* --- for the engine: places, velocities and Jacobians in closed form --- */

static void set_column(SnSegmentNode *node, int j, const double value[3])
{
    for (int i = 0; i < 3; i++)
        node->jacobian[i * node->width + j] = value[i];
}

static void attached_input(const World *world, const WorldNode *from, const double *rate,
                           SnSegmentNode *node)
{
    const double *r0 = world->turned[body_of(world, from)], *spin = rate + from->column + 3;
    double v[3], a[3];
    node->width = 6;
    node->on_body = true;
    for (int j = 0; j < 6; j++) {
        double unit[3] = {j % 3 == 0, j % 3 == 1, j % 3 == 2};
        if (j >= 3) {
            sn_v3_cross(unit, from->base, unit);
            sn_m3_mul_v3(r0, unit, unit);
        }
        set_column(node, j, unit);
    }
    sn_v3_cross(spin, from->base, v);
    sn_v3_cross(spin, v, a);
    sn_m3_mul_v3(r0, a, node->a);
}

void world_input(const World *world, const double *y, const double *rate, SnSegmentNode *nodes,
                 SnSegmentInput *in)
{
    Real wide[WORLD_COLUMNS], x[3];
    widen(world->n_columns, y, wide);
    for (int k = 0; k < world->n_nodes; k++) {
        const WorldNode *from = &world->nodes[k];
        const double *own = y + from->column, *speed = rate + from->column, *c = from->shape;
        SnSegmentNode *node = &nodes[k];
        *node = (SnSegmentNode){.column = from->column};
        node_place(world, from, wide, x);
        sn_v3_set((double)x[0], (double)x[1], (double)x[2], node->x);
        switch (from->kind) {
        case WORLD_FIXED:
        case WORLD_KINDS:
            break;
        case WORLD_FREE:
        case WORLD_BLEND:
            node->width = from->kind == WORLD_FREE ? 3 : 6;
            for (int j = 0; j < node->width; j++) {
                const double w = from->kind == WORLD_FREE ? 1 : j < 3 ? c[0] : 1 - c[0];
                set_column(node, j,
                           (double[3]){w * (j % 3 == 0), w * (j % 3 == 1), w * (j % 3 == 2)});
            }
            break;
        case WORLD_ATTACHED:
            attached_input(world, from, rate, node);
            break;
        case WORLD_CURVE:
            node->width = 1;
            set_column(node, 0, (double[3]){-c[0] * sin(own[0]), c[0] * cos(own[0]), c[1]});
            node->a[0] = -c[0] * cos(own[0]) * speed[0] * speed[0];
            node->a[1] = -c[0] * sin(own[0]) * speed[0] * speed[0];
            break;
        case WORLD_SURFACE:
            node->width = 2;
            set_column(node, 0, (double[3]){1, 0, c[0] * own[0] + c[2] * own[1]});
            set_column(node, 1, (double[3]){0, 1, c[2] * own[0] - c[1] * own[1]});
            node->a[2] = c[0] * speed[0] * speed[0] - c[1] * speed[1] * speed[1] +
                         2 * c[2] * speed[0] * speed[1];
            break;
        }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < node->width; j++)
                node->v[i] += node->jacobian[i * node->width + j] * speed[j];
    }
    Real first, length;
    limits(world, wide, &first, &length);
    *in =
        (SnSegmentInput){.n_nodes = world->n_nodes,
                         .nodes = nodes,
                         .n_columns = world->n_columns,
                         .line_density = world->line_density,
                         .rest_length = (double)length,
                         .eulerian_column = {world->eulerian_column[0], world->eulerian_column[1]},
                         .lumped = world->lumped};
    for (int end = 0; end < 2; end++)
        in->eulerian[end] = in->eulerian_column[end] >= 0 ? rate[in->eulerian_column[end]] : 0;
}
