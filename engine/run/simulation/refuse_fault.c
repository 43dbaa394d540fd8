/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/refuse_fault.h"

bool sn_refuse_fault(const SnSimulation *s, const SnFault *fault, GError **error)
{
    g_autofree char *path =
        s->model && sn_model_get(s->model, fault->id) ? sn_model_path(s->model, fault->id) : NULL;
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s%s%s", fault->time,
                path ? path : "", path ? ": " : "", fault->text);
    return false;
}
