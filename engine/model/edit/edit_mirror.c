/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mirroring components to the other side of a plane (image.h). */
#include "engine/base/vec.h"
#include "engine/model/drawable.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/image.h"
#include "engine/model/edit/mirror_company.h"
#include "engine/text/refuse.h"

static char *name_for(const SnComponent *original)
{
    char *name = sn_mirrored_name(original->name);
    return name ? name : g_strconcat(original->name, "_mirrored", NULL);
}

/* What is inside a mirrored model has changed sides too; lists keep their names. */
static bool rename_inner(SnComponent *component, void *data)
{
    SnComponent *list = component->parent;
    if (!list || list->class != &SN_CLASS_LIST || !component->name)
        return true;
    char *name = sn_mirrored_name(component->name);
    if (name)
        sn_component_set_name(component, name);
    return true;
}

static void prepare(SnImage *image, const SnMirrorPlane *plane)
{
    double normal[3];
    sn_v3_normalize(plane->normal, normal);
    sn_v3_copy(normal, image->normal);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            image->world.m[3 * i + k] = (i == k) - 2 * normal[i] * normal[k];
    sn_v3_scale(2 * sn_v3_dot(normal, plane->point), normal, image->world.t);
}

static bool make_mirrored(SnImage *image)
{
    const SnCopies *copies = &image->copies;
    if (!sn_image_make(image))
        return false;
    for (guint i = 0; i < copies->copies->len; i++) {
        const SnComponent *copy = copies->copies->pdata[i];
        for (guint k = 0; copy->children && k < copy->children->len; k++)
            sn_component_walk(copy->children->pdata[k], rename_inner, NULL);
    }
    return true;
}

bool sn_edit_mirror(SnModel *model, const SnId *ids, int n, const SnMirrorPlane *plane,
                    bool attached, GArray *made, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (!(sn_v3_norm(plane->normal) > 0))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "the plane has no normal");
    if (n == 0)
        return true;
    SnImage mirror = {.mirrored = true, .turns = true, .error = error};
    prepare(&mirror, plane);
    sn_copies_init(&mirror.copies, model, ids, n, attached);
    sn_mirror_choose(&mirror.copies, plane);
    const bool good = make_mirrored(&mirror);
    if (good) {
        const SnComponent *first = sn_model_get(model, ids[0]);
        g_autofree char *label = n == 1 ? sn_edit_label("Mirror", first->class->label)
                                        : g_strdup_printf("Mirror %d components", n);
        sn_edit_log_open(model, label);
        sn_copies_put(&mirror.copies, name_for, made);
        sn_edit_log_close(model);
    }
    sn_copies_clear(&mirror.copies);
    return good;
}
