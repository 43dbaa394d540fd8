/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/engine/engine_layout.h"

#include "engine/run/engine/engine_private.h"

static void get_layout(SnEngine *engine, void *data)
{
    const SnStructure *head = engine->recording->head;
    if (head)
        *(SnLayout **)data = sn_layout_of(head->model, head->compiled->system);
}

SnLayout *sn_engine_layout(SnEngine *engine)
{
    SnLayout *layout = NULL;
    sn_engine_call(engine, get_layout, &layout, -1);
    return layout;
}
