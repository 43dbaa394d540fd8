/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose samples plots want: merges the interests of all plots of a session into the one list of
 * traces the engine gets, and knows where the samples are: in an output probe that records the
 * property, else in a trace.  One for each session.
 *
 * Signals:
 *   "cut"     (void)  recorded samples are about to be forgotten; the sources still hold them
 *   "changed" (void)  other series, or samples where there were none; not for each sample
 */
#ifndef SN_UI_PLOTS_TRACE_LIST_H
#define SN_UI_PLOTS_TRACE_LIST_H

#include "ui/plots/plot_source.h"
#include "ui/session/session.h"

#define SN_TYPE_TRACE_LIST (sn_trace_list_get_type())
G_DECLARE_FINAL_TYPE(SnTraceList, sn_trace_list, SN, TRACE_LIST, GObject)

/* That of the session, made when first asked for; borrowed. */
SnTraceList *sn_trace_list_of(SnSession *session);

/* Says whose samples somebody (any pointer, its own) wants from now on, instead of what it wanted
 * before; n 0: none.  Recorded from now on. */
void sn_trace_list_want(SnTraceList *list, gconstpointer who, const SnTarget *targets, int n);
/* Where the samples are now (of SnPlotSource), with all rows there are; borrowed until the next
 * call or turn of the main loop. */
const GArray *sn_trace_list_sources(SnTraceList *list);

#endif
