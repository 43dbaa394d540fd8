/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep.h"

#include <math.h>

bool sn_has_moment_arm(const SnComponent *component)
{
    for (int i = 0; i < sn_class_n_properties(component->class); i++)
        if (sn_class_property(component->class, i)->bind == SN_BIND_PATH_LENGTH)
            return true;
    return false;
}

static void append_number(GString *text, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (isfinite(value))
        g_string_append(text, g_ascii_formatd(number, sizeof number, "%.17g", value));
}

char *sn_sweep_csv(const SnModel *model, const SnSweep *sweep)
{
    GString *text = g_string_new(NULL);
    const SnTarget *coordinate = &sweep->coordinate;
    const double *const values[] = {sweep->moment_arm, sweep->length, sweep->force};
    g_autofree char *joint = sn_model_path(model, coordinate->id);
    g_string_append_printf(text, "%s:%s", joint,
                           sn_model_property(model, coordinate->id, coordinate->row)->name);
    for (int p = 0; p < sweep->n_paths; p++) {
        g_autofree char *path = sn_model_path(model, sweep->paths[p]);
        g_string_append_printf(text, ",%s:moment_arm,%s:length,%s:force", path, path, path);
    }
    g_string_append_c(text, '\n');
    for (int i = 0; i < sweep->n; i++) {
        append_number(text, sweep->at[i]);
        for (int p = 0; p < sweep->n_paths; p++)
            for (int q = 0; q < 3; q++) {
                g_string_append_c(text, ',');
                append_number(text, values[q][p * sweep->n + i]);
            }
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}
