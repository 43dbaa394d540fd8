/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few threads that share the parts of one short task.  What the parts write must not depend on
 * who runs them or when, so that results have the same bits for any number of threads. */
#ifndef SN_BASE_WORKERS_H
#define SN_BASE_WORKERS_H

typedef struct SnWorkers SnWorkers;

/* `count` threads in all, the caller's included (so 1 starts none); 0: as many as there are
 * processors, at most 8. */
SnWorkers *sn_workers_new(int count);
void sn_workers_free(SnWorkers *workers);
int sn_workers_count(const SnWorkers *workers);

/* Runs task(data, part) for every part in 0 .. n_parts-1 and returns when all are done; the caller
 * works too.  workers NULL: the caller alone.  Not re-entrant. */
typedef void (*SnWorkTask)(void *data, int part);
void sn_workers_run(SnWorkers *workers, SnWorkTask task, void *data, int n_parts);

#endif
