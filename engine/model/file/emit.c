/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/emit.h"

#include "engine/base/vec.h"
#include "engine/model/name_like.h"

static char *free_name(GHashTable *names, const char *list, const char *wish)
{
    g_autofree char *base = sn_name_like(wish);
    for (int number = 1;; number++) {
        char *name = number > 1 ? g_strdup_printf("%s_%d", base, number) : g_strdup(base);
        char *key = g_strdup_printf("%s/%s", list, name);
        if (g_hash_table_add(names, key))
            return name;
        g_free(name); /* the table has freed the key */
    }
}

char *sn_emit(json_t *root, GHashTable *names, const char *list, const char *wish,
              json_t *component)
{
    g_autofree char *name = free_name(names, list, wish);
    json_object_set_new(component, "name", json_string(name));
    json_t *array = json_object_get(root, list);
    if (!array) {
        array = json_array();
        json_object_set_new(root, list, array);
    }
    json_array_append_new(array, component);
    return g_strdup_printf("%s/%s", list, name);
}

json_t *sn_emit_numbers(const double *values, int n)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_real(values[i] + 0.0)); /* no -0 */
    return array;
}

json_t *sn_emit_quaternion(const double r[9])
{
    double q[4];
    sn_q_from_m3(r, q);
    const double sign = q[0] < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++)
        q[k] *= sign;
    return sn_emit_numbers(q, 4);
}
