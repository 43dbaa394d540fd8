/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/analyze/sweep_gap.h"

#include <math.h>

enum { MOST = 6 }; /* sentences that anyone reads */

static char *place(const SnSweep *sweep, double at)
{
    return sweep->unit == SN_UNIT_ANGLE ? g_strdup_printf("%.4g°", at * 180 / G_PI)
                                        : g_strdup_printf("%.4g mm", 1e3 * at);
}

/* Where path p has no way: all of it as one range. */
static void add_lost(const SnModel *model, const SnSweep *sweep, int p, const bool *reached,
                     GPtrArray *sentences)
{
    int first = -1, last = -1;
    for (int i = 0; i < sweep->n; i++)
        if (reached[i] && isnan(sweep->length[p * sweep->n + i])) {
            first = first < 0 ? i : first;
            last = i;
        }
    if (first < 0)
        return;
    g_autofree char *path = sn_model_path(model, sweep->paths[p]);
    g_autofree char *from = place(sweep, sweep->at[first]), *to = place(sweep, sweep->at[last]);
    g_ptr_array_add(sentences,
                    g_strdup_printf("%s: no way over its surfaces is found from %s to %s; give "
                                    "surfaces a side, move one, or take one off the path.",
                                    path, from, to));
}

static void add_jump(const SnModel *model, const SnSweep *sweep, const SnSweepJump *jump,
                     GPtrArray *sentences)
{
    g_autofree char *path = sn_model_path(model, sweep->paths[jump->path]);
    g_autofree char *at = place(sweep, jump->at);
    g_ptr_array_add(sentences,
                    g_strdup_printf("%s: its length jumps by %.3g mm at %s, as where an end comes "
                                    "into a surface or the path slips off one.",
                                    path, 1e3 * fabs(jump->by), at));
}

char *sn_sweep_gap(const SnModel *model, const SnSweep *sweep, const bool *reached,
                   const GArray *jumps, const char *stopped)
{
    g_autoptr(GPtrArray) sentences = g_ptr_array_new_with_free_func(g_free);
    if (stopped)
        g_ptr_array_add(sentences, g_strdup(stopped));
    for (int p = 0; p < sweep->n_paths; p++)
        add_lost(model, sweep, p, reached, sentences);
    for (guint i = 0; i < jumps->len; i++)
        add_jump(model, sweep, &g_array_index(jumps, SnSweepJump, i), sentences);
    if (sentences->len == 0)
        return NULL;
    if (sentences->len > MOST) {
        g_autofree char *more = g_strdup_printf("%u more.", sentences->len - MOST);
        g_ptr_array_set_size(sentences, MOST);
        g_ptr_array_add(sentences, g_steal_pointer(&more));
    }
    g_ptr_array_add(sentences, NULL);
    return g_strjoinv(" ", (char **)sentences->pdata);
}
