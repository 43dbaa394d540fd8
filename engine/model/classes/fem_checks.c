/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a FEM model, beyond its rows. */
#include "engine/model/classes/fem_rows.h"

/* An element has one material. */
static void check_regions(const SnModel *model, const SnFem *fem, SnChecks *checks)
{
    const GPtrArray *regions = sn_model_list(&fem->base.base, "regions")->children;
    if (regions->len < 2)
        return;
    const SnFemElement *elements = fem->elements.entries;
    for (guint r = 0; r < regions->len; r++) {
        const SnFemRegion *region = regions->pdata[r];
        for (int i = 0; i < region->elements.n; i++) {
            const int number = region->elements.values[i];
            if (number >= fem->elements.n || elements[number].region == region->base.base.number)
                continue;
            /* the last region that has an element is noted in it */
            const SnComponent *last = sn_component_child_by_number(
                sn_model_list(&fem->base.base, "regions"), elements[number].region);
            g_autofree char *path = sn_model_path(model, last ? last->id : SN_ID_NULL);
            sn_checks_add(checks, SN_ERROR, region->base.base.id,
                          "element %d is also in %s; an element can be in one region only", number,
                          path);
            break;
        }
    }
}

static void check_mesh(const SnModel *model, const SnFem *fem, SnChecks *checks)
{
    const SnId id = fem->base.base.id;
    if (sn_fem_is_current(fem) && (fem->mesh || fem->source != SN_FEM_FILE))
        return;
    if (fem->source == SN_FEM_FILE && (!fem->file || !*fem->file)) {
        sn_checks_add(checks, SN_ERROR, id, "has no mesh.file; choose one");
        return;
    }
    /* what keeps it from being made: a file that was there once, or that came back meanwhile */
    g_autoptr(GError) error = NULL;
    if (sn_fem_try_mesh(model, fem, &error))
        sn_checks_add(checks, SN_ERROR, id, "its mesh could be read again; open the model again");
    else
        sn_checks_add(checks, SN_ERROR, id, "%s", error->message);
}

void sn_fem_validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnFem *self = (const SnFem *)component;
    const SnId id = component->id;
    check_mesh(model, self, checks);
    if (self->density == 0)
        sn_checks_add(checks, SN_ERROR, id,
                      "density is 0: what has no mass cannot be moved by forces");
    sn_material_check(&self->material, id, checks);
    check_regions(model, self, checks);
    if (!self->field_automatic && self->field_minimum >= self->field_maximum)
        sn_checks_add(checks, SN_WARNING, id,
                      "field.minimum %g is not below field.maximum %g: everything has one colour",
                      self->field_minimum, self->field_maximum);
}
