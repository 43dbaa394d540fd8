/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/material_rows.h"

#include "engine/model/classes/fem_rows.h"

#define NAME(KIND, name, label, flags)  [SN_MATERIAL_##KIND] = #name,
#define LABEL(KIND, name, label, flags) [SN_MATERIAL_##KIND] = label,

const char *const SN_MATERIAL_NAMES[] = {SN_MATERIALS(NAME)[SN_MATERIAL_KIND_COUNT] = NULL};
const char *const SN_MATERIAL_LABELS[] = {SN_MATERIALS(LABEL)[SN_MATERIAL_KIND_COUNT] = NULL};

const char *const SN_VOLUME_LAW_NAMES[] = {"quadratic", "logarithm", NULL};

/* Terms of Prony's series after a gap would be left out silently. */
static void check_prony(const SnMaterial *material, SnId id, SnChecks *checks)
{
    for (int i = 1; i < SN_PRONY_TERMS; i++)
        if (material->prony_g[i] > 0 && material->prony_g[i - 1] == 0)
            sn_checks_add(checks, SN_ERROR, id,
                          "material.prony_g_%d is given but material.prony_g_%d is 0: the terms in "
                          "use come first",
                          i + 1, i);
}

void sn_material_check(const SnMaterial *material, SnId id, SnChecks *checks)
{
    const SnMaterialClass *class = sn_material_class(material);
    char text[256];
    check_prony(material, id, checks);
    if (class->law->check && !class->law->check(material, text, sizeof text))
        sn_checks_add(checks, SN_ERROR, id, "%s", text);
}
