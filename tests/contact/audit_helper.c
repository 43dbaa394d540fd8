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
#include "engine/model/file/file.h"
#include "engine/run/simulation/simulation.h"
#include "tests/contact/audit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    SnSoup *soup = sn_soup_new(system, s->state);
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
        sn_soup_place(soup, system, s->state);
        r.meet += sn_soup_meetings(soup, system) + sn_soup_below(soup, system) > 0;
        r.inverted += sn_count_inverted(system, s->state);
        r.deepest = fmax(r.deepest, deepest(system, s->state, s->work));
        audit(s, &kinetic, &total);
        swing = fmax(swing, kinetic);
        r.gain = fmax(r.gain, (total - least) / fmax(swing, 1e-300));
        r.rise = fmax(r.rise, total - least);
        r.net = (total - first) / fmax(swing, 1e-300);
        least = fmin(least, total);
    }
    sn_soup_free(soup);
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
