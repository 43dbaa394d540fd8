/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_contact.h"

#include "engine/base/memory.h"

#include <string.h>

SnContactShape *sn_build_contact_shape(SnBuild *build, int block)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactShape *shape = (SnContactShape *)SN_BUILD_GROW(contacts->shapes, contacts->n_shapes++);
    shape->id = sn_build_next_id(build);
    shape->block = block;
    return shape;
}

SnContactRule *sn_build_contact_rule(SnBuild *build, const SnContactRule *rule)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactRule *own = (SnContactRule *)SN_BUILD_GROW(contacts->rules, contacts->n_rules++);
    const size_t n = (size_t)(contacts->n_shapes + contacts->n_deformable);
    *own = *rule;
    own->id = sn_build_next_id(build);
    for (int s = 0; s < 2; s++) {
        own->side[s] = sn_alloc(n + 1, sizeof *own->side[s]);
        memset(own->side[s], 1, n);
    }
    return own;
}
