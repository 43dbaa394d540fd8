/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/probe_box.h"

#include <glib.h>

SnProbeBox *sn_probe_box_of(const SnSystem *system)
{
    SnProbeBox *box = g_new0(SnProbeBox, 1);
    box->references = 1;
    box->inputs = sn_probe_inputs_fingerprint(system);
    return box;
}

SnProbeBox *sn_probe_box_new(SnProbeTables *tables)
{
    SnSystem view;
    sn_probe_tables_view(tables, &view);
    SnProbeBox *box = sn_probe_box_of(&view);
    box->tables = tables;
    return box;
}

SnProbeBox *sn_probe_box_ref(SnProbeBox *box)
{
    box->references++;
    return box;
}

void sn_probe_box_unref(SnProbeBox *box)
{
    if (!box || --box->references > 0)
        return;
    sn_probe_tables_free(box->tables);
    g_free(box);
}

void sn_probe_box_exchange(SnProbeBox *former, SnProbeBox *box, SnSystem *system)
{
    if (former == box)
        return;
    sn_probe_tables_swap(box->tables, system);
    former->tables = box->tables;
    box->tables = NULL;
}

void sn_probe_box_replace(SnProbeBox *box, SnProbeTables *tables, SnSystem *system)
{
    if (box->tables) {
        sn_probe_tables_free(box->tables);
        box->tables = tables;
    } else {
        sn_probe_tables_swap(tables, system);
        sn_probe_tables_free(tables);
    }
}
