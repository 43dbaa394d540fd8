/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a model and looks at every surface that may touch after each step, by exact tests of its
 * own: triangles that cut each other, elements inside out, energy that nothing puts in.
 *
 *     contact_audit_helper MODEL SECONDS [PROCESSOR_SECONDS]
 *
 * One line, of processor time: steps=N of=N cut=N meet=N inverted=N gain=SHARE net=SHARE rise=J
 * fastest=M/S deepest=M ms=MEDIAN worst=MS end=TEXT (gain, rise: over the least energy before; net:
 * from start to end; fastest: of the speeds at the end, turns in rad/s; deepest: overlap beyond
 * what is kept, of all contacts and steps) */
#include "engine/base/vec.h"
#include "engine/geometry/box_tree.h"
#include "engine/geometry/predicates.h"
#include "engine/model/file/file.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All triangles of all surfaces, in the world. */
typedef struct Soup {
    int n_points, n;
    double *x;       /* [n_points][3] */
    int32_t *corner; /* [n][3] */
    int *surface;    /* [n] */
    SnBoxTree *tree;
    SnPairList pairs;
} Soup;

static void place(const SnSystem *system, const SnState *state, Soup *soup)
{
    const double *q = sn_state_q_const(state);
    size_t at = 0;
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        for (int v = 0; v < s->n_vertices; v++, at += 3) {
            const double *pose = s->block >= 0 ? q + system->blocks[s->block].q : NULL;
            if (pose)
                sn_pose_point(pose, pose + 3, s->local + 3 * v, soup->x + at);
            else
                sn_v3_copy(q + system->blocks[s->vertex_block[v]].q, soup->x + at);
        }
    }
}

static Soup make_soup(const SnSystem *system, const SnState *state)
{
    Soup soup = {0};
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        soup.n_points += system->contacts.surfaces[i].n_vertices;
        soup.n += system->contacts.surfaces[i].n_triangles;
    }
    soup.x = g_new0(double, 3 * soup.n_points + 1);
    soup.corner = g_new0(int32_t, 3 * soup.n + 1);
    soup.surface = g_new0(int, soup.n + 1);
    for (int i = 0, first = 0, t = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        for (int k = 0; k < s->n_triangles; k++, t++) {
            soup.surface[t] = i;
            for (int c = 0; c < 3; c++)
                soup.corner[3 * t + c] = first + s->triangles[3 * k + c];
        }
        first += s->n_vertices;
    }
    place(system, state, &soup);
    const SnBoxItems items = {.corners = 3, .items = soup.corner, .x = soup.x};
    soup.tree = sn_box_tree_new(soup.n, &items);
    return soup;
}

static void corners(const Soup *soup, int t, double x[3][3])
{
    for (int k = 0; k < 3; k++)
        sn_v3_copy(soup->x + 3 * (size_t)soup->corner[3 * t + k], x[k]);
}

static bool share_a_corner(const Soup *soup, int a, int b)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (soup->corner[3 * a + i] == soup->corner[3 * b + k])
                return true;
    return false;
}

/* Pairs of triangles that have a point in common and no corner, of which one deforms. */
static int count_meetings(const SnSystem *system, Soup *soup)
{
    int n = 0;
    const SnBoxItems items = {.corners = 3, .items = soup->corner, .x = soup->x};
    sn_box_tree_refit(soup->tree, &items);
    while (!sn_box_tree_pairs(soup->tree, soup->tree, &soup->pairs))
        sn_pair_list_reserve(&soup->pairs, 2 * soup->pairs.n);
    for (int i = 0; i < soup->pairs.n; i++) {
        const int a = soup->pairs.pairs[i][0], b = soup->pairs.pairs[i][1];
        double x[3][3], y[3][3];
        if (soup->surface[a] >= system->contacts.n_deformable &&
            soup->surface[b] >= system->contacts.n_deformable)
            continue;
        if (share_a_corner(soup, a, b))
            continue;
        corners(soup, a, x);
        corners(soup, b, y);
        n += sn_triangles_meet((const double(*)[3])x, (const double(*)[3])y);
    }
    return n;
}

/* Points of what deforms that are below a half-space. */
static int count_below(const SnSystem *system, const Soup *soup)
{
    int n = 0, deformable = 0;
    const double *origin = soup->x;
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const SnTouchSurface *s = &system->contacts.surfaces[i];
        deformable += i < system->contacts.n_deformable ? s->n_vertices : 0;
        for (int v = 0; s->half_space && v < deformable; v++) {
            double up[3], arm[3];
            sn_v3_sub(origin + 3, origin, up);
            sn_v3_sub(soup->x + 3 * (size_t)v, origin, arm);
            n += sn_v3_dot(up, arm) <= 0;
        }
        origin += 3 * (size_t)s->n_vertices;
    }
    return n;
}

/* Tetrahedra whose volume is not positive, exactly. */
static int count_inverted(const SnSystem *system, const SnState *state)
{
    int n = 0;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        for (int e = 0; e < fem->solid->n_elements; e++) {
            const double *x[4];
            if (fem->solid->kind[e] != SN_ELEMENT_TET4)
                continue;
            for (int k = 0; k < 4; k++) {
                const int block = fem->node_block[fem->solid->nodes[fem->solid->start[e] + k]];
                x[k] = sn_state_q_const(state) + system->blocks[block].q;
            }
            n += !(sn_orient3d(x[0], x[1], x[2], x[3]) > 0);
        }
    }
    return n;
}

static void audit(SnSimulation *s, double *kinetic, double *total)
{
    double energy[2];
    sn_energies(s->compiled->system, s->state, s->work, energy);
    *kinetic = energy[0];
    *total = energy[0] + energy[1];
}

/* The largest of the unknowns. */
static double fastest(const SnSystem *system, const SnState *state)
{
    double most = 0;
    for (int i = 0; i < system->n_u; i++)
        most = fmax(most, fabs(sn_state_u_const(state)[i]));
    return most;
}

/* Overlap of the contacts that the last step found, where they have come to. */
static double deepest(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    double most = 0;
    for (int i = 0; work->contacts && i < work->contacts->n; i++)
        most = fmax(most, -sn_contact_gap(state, system, NULL, &work->contacts->contacts[i]));
    return most;
}

/* Processor time of all threads [ms]: others may be busy here too. */
static double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct Report {
    int done, meet, inverted;
    double gain, net; /* of the largest kinetic energy */
    double rise;      /* [J] */
    double deepest;   /* [m] */
    double *ms;       /* [steps] */
    SnFault fault;
} Report;

static Report run(SnSimulation *s, int steps, double clock)
{
    const SnSystem *system = s->compiled->system;
    Soup soup = make_soup(system, s->state);
    Report r = {.ms = g_new0(double, steps + 1)};
    double kinetic, least, swing = 0;
    const double begin = processor_ms();
    audit(s, &kinetic, &least);
    const double first = least;
    while (r.done < steps && processor_ms() - begin < 1e3 * clock) {
        double total;
        const double before = processor_ms();
        r.fault = sn_simulation_step(s);
        if (r.fault.code != SN_FAULT_NONE)
            break;
        r.ms[r.done++] = processor_ms() - before;
        place(system, s->state, &soup);
        r.meet += count_meetings(system, &soup) + count_below(system, &soup) > 0;
        r.inverted += count_inverted(system, s->state);
        r.deepest = fmax(r.deepest, deepest(system, s->state, s->work));
        audit(s, &kinetic, &total);
        swing = fmax(swing, kinetic);
        r.gain = fmax(r.gain, (total - least) / fmax(swing, 1e-300));
        r.rise = fmax(r.rise, total - least);
        r.net = (total - first) / fmax(swing, 1e-300);
        least = fmin(least, total);
    }
    g_free(soup.x);
    g_free(soup.corner);
    g_free(soup.surface);
    sn_box_tree_free(soup.tree);
    sn_pair_list_clear(&soup.pairs);
    return r;
}

static SnSimulation *load(const char *path, GError **error)
{
    SnModel *model = sn_file_read(path, error);
    SnCompiled *compiled = model ? sn_compile(model, NULL, NULL, error) : NULL;
    if (!compiled)
        return NULL;
    SnSimulation *s = sn_simulation_new();
    const SnFault fault = sn_simulation_install(s, model, compiled, true);
    if (fault.code != SN_FAULT_NONE)
        fprintf(stderr, "%s\n", fault.text);
    return s;
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    if (argc < 3)
        return 2;
    SnSimulation *s = load(argv[1], &error);
    if (!s) {
        printf("end=%s\n", error->message);
        return 1;
    }
    const int steps = (int)lround(atof(argv[2]) / s->compiled->system->step_size);
    Report r = run(s, steps, argc > 3 ? atof(argv[3]) : 1e9);
    qsort(r.ms, (size_t)r.done, sizeof *r.ms, compare);
    const SnComponent *component = sn_model_get(s->model, r.fault.id);
    const char *where = component ? component->name : NULL;
    printf("steps=%d of=%d cut=%.0f meet=%d inverted=%d gain=%.2g net=%.2g rise=%.2g "
           "fastest=%.2g deepest=%.2g ms=%.3g worst=%.3g end=%s%s%s\n",
           r.done, steps, sn_state_parts_const(s->state)[SN_PARTS_CUT], r.meet, r.inverted, r.gain,
           r.net, r.rise, fastest(s->compiled->system, s->state), r.deepest, r.ms[r.done / 2],
           r.done > 0 ? r.ms[r.done - 1] : 0,
           r.fault.code != SN_FAULT_NONE ? r.fault.text
           : r.done < steps              ? "clock"
                                         : "ok",
           where ? " @" : "", where ? where : "");
    sn_simulation_free(s);
    g_free(r.ms);
    return 0;
}
