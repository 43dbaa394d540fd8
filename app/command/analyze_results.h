/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results by name: which properties a list of PATH:PROP means, where * stands for anything, and the
 * columns of a table of them, named as probes name theirs. */
#ifndef SN_APP_ANALYZE_RESULTS_H
#define SN_APP_ANALYZE_RESULTS_H

#include "engine/run/simulation/simulation.h"

typedef struct SnResult {
    SnId id;
    int row, width;
} SnResult;

/* What a list with commas between means, in tree order for each; NULL with an error: a part means
 * nothing that has numbers.  list NULL: what the model's output probes record, else lengths of all
 * paths and strands.  The simulation's state must have been evaluated. */
GArray *sn_results_find(const SnSimulation *simulation, const char *list, GError **error);
/* "time,/model/...:angle,...\n" */
void sn_results_header(const SnSimulation *simulation, const GArray *results, GString *text);
/* One row as they are now; false with an error: one is no number. */
bool sn_results_row(const SnSimulation *simulation, const GArray *results, double time,
                    GString *text, GError **error);

#endif
