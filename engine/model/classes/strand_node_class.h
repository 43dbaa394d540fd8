/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a kind of strand node in the document: one row for each of SN_STRAND_NODES. */
#ifndef SN_MODEL_CLASSES_STRAND_NODE_CLASS_H
#define SN_MODEL_CLASSES_STRAND_NODE_CLASS_H

#include "engine/model/classes/strand.h"

typedef struct SnStrandNodeClass {
    const char *needs; /* what it must name, for messages; NULL: nothing */
    size_t reference;  /* with `needs`: offset of that SnId in SnStrandNode */
    /* Adds what else is wrong with it; what it needs is named.  NULL: nothing can be. */
    void (*check)(const SnModel *model, SnId id, const SnStrandNode *node, SnChecks *checks);
    /* Whether two of the kind are in one place for certain; NULL: never. */
    bool (*coincide)(const SnStrandNode *a, const SnStrandNode *b);
} SnStrandNodeClass;

extern const SnStrandNodeClass sn_strand_node_classes[SN_NODE_KIND_COUNT];

#endif
