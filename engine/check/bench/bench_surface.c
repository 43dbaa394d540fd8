/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that one step asks of two closed surfaces that move and overlap: both trees refitted,
 * contours, what is inside, the volume shared, distances of the vertices inside.  Two bumpy
 * spheres. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"

enum { ROUNDS = 40 };

typedef struct Ball {
    int n_vertices;
    double *rest, *x;
    SnTriangleMesh *mesh;
    SnBoxTree *tree;
} Ball;

/* Number of the vertex (i, j) of one of the eight faces of an octahedron, by its place on |i| + |j|
 * + |k| = n: rows of i, in them rings of |j| + |k| = n - |i|. */
static int32_t vertex_at(int n, int i, int j, int k)
{
    int32_t first = 0;
    for (int row = -n; row < i; row++)
        first += MAX(1, 4 * (n - abs(row)));
    const int ring = n - abs(i);
    return first + (ring == 0         ? 0
                    : j > 0 && k >= 0 ? k
                    : j <= 0 && k > 0 ? ring - j
                    : j < 0 && k <= 0 ? 2 * ring - k
                                      : 3 * ring + j);
}

static int32_t *ball_triangles(int n, double *rest)
{
    int32_t *triangles = sn_alloc((size_t)n * (size_t)n * 24, sizeof *triangles), *t = triangles;
    for (int o = 0; o < 8; o++) {
        const int s[3] = {o & 1 ? 1 : -1, o & 2 ? 1 : -1, o & 4 ? 1 : -1};
        const bool turned = s[0] * s[1] * s[2] < 0;
        for (int e = 0; e < n * n; e++) {
            const int i = e / n, j = e % n;
            const bool up = i + j < n; /* else the triangle that points the other way */
            const int at[2][3][2] = {{{i, j}, {i + 1, j}, {i, j + 1}},
                                     {{n - i, n - j}, {n - i - 1, n - j}, {n - i, n - j - 1}}};
            for (int c = 0; c < 3; c++) {
                const int a = at[!up][c][0], b = at[!up][c][1];
                const double place[3] = {s[0] * a, s[1] * b, s[2] * (n - a - b)};
                const int32_t v = vertex_at(n, s[0] * a, s[1] * b, s[2] * (n - a - b));
                t[turned ? 2 - c : c] = v;
                sn_v3_normalize(place, rest + 3 * (size_t)v);
            }
            t += 3;
        }
    }
    return triangles;
}

static void ball_start(Ball *ball, int n)
{
    ball->n_vertices = 4 * n * n + 2;
    ball->rest = sn_alloc(3 * (size_t)ball->n_vertices, sizeof *ball->rest);
    ball->x = sn_alloc(3 * (size_t)ball->n_vertices, sizeof *ball->x);
    int32_t *triangles = ball_triangles(n, ball->rest);
    for (int v = 0; v < ball->n_vertices; v++) {
        double *p = ball->rest + 3 * (size_t)v;
        sn_v3_scale(1 + 0.02 * sin(20 * p[0]) * sin(20 * p[1]) * sin(20 * p[2]), p, p);
    }
    const SnBoxItems items = {3, triangles, ball->rest, NULL, 0};
    ball->mesh = sn_triangle_mesh_new(ball->n_vertices, 8 * n * n, triangles);
    ball->tree = sn_box_tree_new(8 * n * n, &items);
    sn_free(triangles);
}

static void ball_end(Ball *ball)
{
    sn_free(ball->rest);
    sn_free(ball->x);
    sn_triangle_mesh_free(ball->mesh);
    sn_box_tree_free(ball->tree);
}

static SnSurfaceView place_ball(Ball *ball, const double position[3], const double turn[3])
{
    double q[4];
    sn_q_exp(turn, q);
    for (int v = 0; v < ball->n_vertices; v++)
        sn_pose_point(position, q, ball->rest + 3 * (size_t)v, ball->x + 3 * (size_t)v);
    const SnBoxItems items = {3, ball->mesh->triangles, ball->x, NULL, 0};
    sn_box_tree_refit(ball->tree, &items);
    return (SnSurfaceView){ball->mesh, ball->tree, ball->x};
}

typedef struct Meeting {
    Ball balls[2];
    SnContour contour;
    SnInside inside[2];
    SnOverlap overlap;
    double deepest;
} Meeting;

static void meet(Meeting *meeting, int round)
{
    const double place[2][3] = {{0, 0, 0}, {1.87 + 0.001 * round, 0.3, 0.2}};
    const double turn[2][3] = {{0.01 * round, 0, 0}, {0, 0.02 * round, 0.01 * round}};
    SnSurfaceView view[2];
    for (int s = 0; s < 2; s++)
        view[s] = place_ball(&meeting->balls[s], place[s], turn[s]);
    while (!sn_contour_find(&view[0], &view[1], &meeting->contour))
        sn_contour_grow(&meeting->contour);
    for (int s = 0; s < 2; s++) {
        sn_inside_reserve(&meeting->inside[s], meeting->balls[s].n_vertices,
                          meeting->contour.capacity);
        sn_inside_find(&view[0], &view[1], &meeting->contour, s, &meeting->inside[s]);
    }
    sn_overlap(&view[0], &view[1], &meeting->contour, meeting->inside, &meeting->overlap);
    meeting->deepest = 0;
    for (int s = 0; s < 2; s++) {
        SnClosest closest = {.triangle = -1};
        for (int32_t i = 0; i < meeting->inside[s].n; i++) {
            const double *p = view[s].x + 3 * (size_t)meeting->inside[s].vertices[i];
            double gradient[3];
            meeting->deepest =
                fmin(meeting->deepest,
                     sn_surface_distance(&view[1 - s], p, 2, closest.triangle, gradient, &closest));
        }
    }
}

bool sn_bench_surface_pair(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                           GError **error)
{
    Meeting meeting = {0};
    double wall[ROUNDS];
    for (int s = 0; s < 2; s++)
        ball_start(&meeting.balls[s], this_case->size);
    meet(&meeting, 0);
    const int64_t cpu = sn_bench_cpu_ns();
    for (int i = 0; i < ROUNDS; i++) {
        const int64_t from = sn_clock_ns();
        meet(&meeting, i);
        wall[i] = 1e-6 * (double)(sn_clock_ns() - from);
    }
    result->name = this_case->name;
    result->steps = ROUNDS;
    result->contacts = meeting.inside[0].n + meeting.inside[1].n;
    result->cpu_ms = 1e-6 * (double)(sn_bench_cpu_ns() - cpu) / ROUNDS;
    sn_bench_percentiles(wall, ROUNDS, &result->median_ms, &result->p95_ms);
    g_snprintf(
        result->note, sizeof result->note,
        "    budget: 20 000 us (joint-modeller: 45 s); %d vertices, %d inside, %d segments in "
        "%d loops, %.6f m3 shared, %.3f m deep\n",
        2 * meeting.balls[0].n_vertices, result->contacts, meeting.contour.n_segments,
        meeting.contour.n_loops, meeting.overlap.volume, -meeting.deepest);
    for (int s = 0; s < 2; s++) {
        ball_end(&meeting.balls[s]);
        sn_inside_clear(&meeting.inside[s]);
    }
    sn_contour_clear(&meeting.contour);
    return true;
}
