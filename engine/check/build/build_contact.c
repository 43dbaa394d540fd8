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

SnContactRule *sn_build_contact_rule(SnBuild *build)
{
    SnSystemContacts *contacts = &build->system->contacts;
    SnContactRule *rule = (SnContactRule *)SN_BUILD_GROW(contacts->rules, contacts->n_rules++);
    *rule = (SnContactRule){.id = sn_build_next_id(build), .enabled = true};
    for (int s = 0; s < 2; s++) {
        rule->side[s] = sn_alloc((size_t)contacts->n_shapes + 1, sizeof *rule->side[s]);
        memset(rule->side[s], 1, (size_t)contacts->n_shapes);
    }
    return rule;
}
