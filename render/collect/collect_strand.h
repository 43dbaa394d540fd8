/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_RENDER_COLLECT_STRAND_H
#define SN_RENDER_COLLECT_STRAND_H

#include "render/collect/collect.h"

/* The tube (or line) of a STRAND or GUIDE path; false: it has no length. */
bool sn_collect_strand_line(const SnCollector *c, const SnSceneItem *item, SnLayer layer,
                            SnInk ink);
/* Marks of a strand's nodes, where they are to be seen. */
void sn_collect_strand_nodes(const SnCollector *c, const SnSceneItem *item, const SnInk *ink);

#endif
