/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/info_start.h"

#include "engine/base/terminal.h"

#include <math.h>
#include <stdio.h>

/* As in the property settle.method. */
static const char *const settle_names[] = {
    [SN_SETTLE_NONE] = "none", [SN_SETTLE_STATIC] = "static", [SN_SETTLE_DAMPED] = "damped"};

static char *component_path(const SnModel *model, SnId id)
{
    return sn_model_get(model, id) ? sn_model_path(model, id) : g_strdup("/model");
}

json_t *sn_info_start_json(const SnSimulation *s, const SnRest *rest)
{
    const SnSettleMethod method = s->compiled->system->settle.method;
    json_t *start = json_object();
    json_object_set_new(start, "settle", json_string(settle_names[method]));
    json_object_set_new(start, "accepted", json_boolean(s->assembly.code == SN_FAULT_NONE));
    if (s->settled) {
        g_autofree char *path = component_path(s->model, s->moved_most);
        json_object_set_new(start, "moved", json_real(s->moved));
        json_object_set_new(start, "moved_most", json_string(path));
    }
    g_autofree char *path = component_path(s->model, rest->id);
    json_object_set_new(start, "from_rest",
                        isfinite(rest->distance) ? json_real(rest->distance) : json_null());
    json_object_set_new(start, "furthest", json_string(path));
    return start;
}

void sn_info_print_start(const SnSimulation *s, const SnRest *rest)
{
    if (s->settled) {
        g_autofree char *path = component_path(s->model, s->moved_most);
        sn_say(stdout, "  %-24s %6.3g mm  (%s, settled %s)", "Start moved by", 1e3 * s->moved, path,
               settle_names[s->compiled->system->settle.method]);
    }
    if (s->assembly.code == SN_FAULT_NONE && rest->bound && isfinite(rest->distance))
        sn_say(stdout, "  %-24s %6.3g mm", "Start from rest", 1e3 * rest->distance);
}
