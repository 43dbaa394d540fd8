/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many threads the user wants at most (engine/base/workers.h). */
#ifndef SN_BASE_WORKERS_LIMIT_H
#define SN_BASE_WORKERS_LIMIT_H

/* Counts for workers made from now on; 0: any number.  Any thread. */
void sn_workers_limit(int most);

#endif
