/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What collisions ask for, before there are any shapes. */
#include "engine/compile/core/compiler.h"
#include "engine/model/classes/collision.h"

static bool names(const SnIdList *side, SnId id)
{
    bool found = side->n == 0; /* none is all */
    for (int k = 0; k < side->n; k++)
        found = found || sn_id_equal(side->ids[k], id);
    return found;
}

bool sn_compiler_touches(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->components->len; i++) {
        const SnCollision *rule = c->components->pdata[i];
        if (rule->base.class == &SN_CLASS_COLLISION && rule->method == SN_COLLISION_CONSTRAINT &&
            (names(&rule->bodies_a, id) || names(&rule->bodies_b, id)))
            return true;
    }
    return false;
}
