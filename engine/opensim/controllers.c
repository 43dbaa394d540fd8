/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prescribed controllers: functions of time that lead excitations and controls. */
#include "engine/opensim/osim.h"

#include <string.h>

/* Actuators named in a list, by the last step of their paths; ALL: every one of the file. */
static GPtrArray *actuators(const SnOsim *osim, const SnXmlNode *node)
{
    GPtrArray *found = g_ptr_array_new();
    g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, node, "actuator_list"));
    for (int n = 0; names[n]; n++) {
        const bool all = g_ascii_strcasecmp(names[n], "ALL") == 0;
        const char *slash = strrchr(names[n], '/');
        for (int i = 0; i < (int)osim->items->len; i++) {
            const SnOsimItem *item = sn_osim_item(osim, i);
            if (item->kind == SN_OSIM_FORCE &&
                (all || strcmp(sn_osim_name_of(item->node), slash ? slash + 1 : names[n]) == 0))
                g_ptr_array_add(found, (gpointer)item->node);
        }
    }
    return found;
}

/* What of it a controller leads; NULL: nothing. */
static const char *input_of(const char *path)
{
    if (!path)
        return NULL;
    return g_str_has_prefix(path, "muscles/") ? ":excitation"
           : g_str_has_prefix(path, "loads/") ? ":control"
                                              : NULL;
}

static void emit_prescribed(SnOsim *osim, const SnXmlNode *node)
{
    g_autoptr(GPtrArray) driven = actuators(osim, node);
    const SnXmlNode *set = sn_osim_objects(osim, node, "ControlFunctions");
    if (!set)
        set = sn_osim_objects(osim, node, "FunctionSet");
    guint i = 0, n = 0;
    const char *note = NULL;
    for (const SnXmlNode *at = set ? set->first : NULL; at && i < driven->len; at = at->next, i++) {
        SnOsimFunction function;
        const char *path = g_hash_table_lookup(osim->made, driven->pdata[i]);
        const char *input = input_of(path);
        if (!input || !sn_osim_function_read(osim, at, 0, 10, &function)) {
            note = "some of what it drives, or its function, is not there";
            continue;
        }
        g_autofree char *target = g_strconcat(path, input, NULL);
        g_autofree char *name =
            g_strconcat(sn_osim_name_of(node), "_", strchr(path, '/') + 1, NULL);
        sn_osim_emit_probe(osim, name, target, &function, 1);
        if (function.note)
            note = function.note;
        sn_osim_function_clear(&function);
        n++;
    }
    if (n == 0)
        sn_osim_left_out(osim, node, "nothing that it drives is there");
    else if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

void sn_osim_emit_controllers(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_CONTROLLER)
            continue;
        if (!sn_osim_flag(osim, item->node, "isDisabled", false) &&
            sn_osim_flag(osim, item->node, "enabled", true) &&
            sn_osim_is(item->node, "PrescribedController"))
            emit_prescribed(osim, item->node);
        else
            sn_osim_left_out(osim, item->node,
                             "there is no such controller here, or it is "
                             "switched off");
    }
}
