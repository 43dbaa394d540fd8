/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/fem_rows.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"

static const SnProperty fem_load_properties[] = {
    {.name = "fem",
     .label = "FEM",
     .help = "What it acts on",
     SN_ROW(SnFemLoad, fem),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_FEM},
    {.name = "nodes",
     .label = "Nodes",
     .help = "Numbers of the nodes it acts on",
     SN_ROW(SnFemLoad, nodes)},
    {.name = "force",
     .label = "Force",
     .help = "World axes",
     SN_ROW(SnFemLoad, force),
     .unit = SN_UNIT_FORCE,
     .kind = SN_INPUT,
     .bind = SN_BIND_LOAD_FORCE},
    {.name = "each",
     .label = "On each node",
     .help = "The force acts on each node; otherwise they share it equally",
     SN_ROW(SnFemLoad, each)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnFemLoad *self = (const SnFemLoad *)component;
    const SnFem *fem = (const SnFem *)sn_model_get(model, self->fem);
    if (self->nodes.n == 0)
        sn_checks_add(checks, SN_WARNING, component->id, "has no nodes to act on");
    sn_fem_check_numbers(model, component->id, fem, "nodes", &self->nodes, true, checks);
}

const SnClass SN_CLASS_FEM_LOAD = {
    .name = "fem_load",
    .label = "FEM load",
    .help = "A force on nodes of a FEM.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnFemLoad),
    .properties = fem_load_properties,
    .n_properties = SN_COUNT(fem_load_properties),
    .validate = validate,
};
