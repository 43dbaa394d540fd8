/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/file/waypoint_layout.h"

#include "engine/sim/spline/spline.h"

#include <string.h>

static void clear_part(void *data)
{
    SnLayoutPart *part = data;
    g_free(part->path);
    g_free(part->unit);
}

SnLayout *sn_layout_new(void)
{
    SnLayout *layout = g_new0(SnLayout, 1);
    layout->parts = g_array_new(FALSE, FALSE, sizeof(SnLayoutPart));
    g_array_set_clear_func(layout->parts, clear_part);
    return layout;
}

void sn_layout_free(SnLayout *layout)
{
    if (!layout)
        return;
    g_array_unref(layout->parts);
    g_free(layout);
}

void sn_layout_add(SnLayout *layout, const char *path, const char *unit, uint32_t count)
{
    const SnLayoutPart part = {g_strdup(path), g_strdup(unit), count};
    g_array_append_val(layout->parts, part);
}

static SnLayoutPart *part_at(const SnLayout *layout, guint i)
{
    return &g_array_index(layout->parts, SnLayoutPart, i);
}

/* --- of a system --- */

/* Counts one more of a component; those that follow each other are one part. */
static void count(SnLayout *layout, const SnModel *model, SnId id, const char *unit, int n)
{
    const SnComponent *component = sn_model_get(model, id);
    char *path = component ? sn_model_path(model, component->id) : g_strdup("");
    SnLayoutPart *last = layout->parts->len ? part_at(layout, layout->parts->len - 1) : NULL;
    if (last && strcmp(last->path, path) == 0 && strcmp(last->unit, unit) == 0)
        last->count += (uint32_t)n;
    else if (n > 0)
        sn_layout_add(layout, path, unit, (uint32_t)n);
    g_free(path);
}

static void add_blocks(SnLayout *layout, const SnModel *model, const SnSystem *system)
{
    static const char *const states[] = {"", "attached ", "kinematic "};
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        const int state = i < system->n_active                        ? 0
                          : i < system->n_active + system->n_attached ? 1
                                                                      : 2;
        static const char *const kinds[] = {[SN_BLOCK_POINT] = "point",
                                            [SN_BLOCK_BODY] = "body",
                                            [SN_BLOCK_GUIDE] = "place on a guide",
                                            [SN_BLOCK_SURFACE] = "place on a surface",
                                            [SN_BLOCK_EULERIAN] = "passing coordinate"};
        const bool node = block->kind == SN_BLOCK_POINT && block->id.entry;
        const char *what = node ? "node" : kinds[block->kind];
        char *unit = g_strconcat(states[state], what, NULL);
        count(layout, model, block->id, unit, 1);
        if (block->memory >= 0)
            count(layout, model, block->id, "target", 1);
        g_free(unit);
    }
}

static void add_fems(SnLayout *layout, const SnModel *model, const SnSystem *system)
{
    for (int i = 0; i < system->fems.n; i++) {
        const SnSystemFem *fem = &system->fems.fems[i], *next = fem + 1;
        const bool last = i + 1 == system->fems.n;
        count(layout, model, fem->id, "volume constraint",
              (last ? system->rows.n - system->general.n_rows : next->first_row) - fem->first_row);
        count(layout, model, fem->id, "number of viscous memory", fem->solid->n_history);
    }
}

static void add_strands(SnLayout *layout, const SnModel *model, const SnSystem *system)
{
    for (int i = 0; i < system->general.n_rows; i++)
        count(layout, model, system->general.rows[i].id, "constraint", 1);
    for (int i = 0; i < system->general.n_limits; i++)
        count(layout, model, system->general.limits[i].id, "limit", 1);
    for (int i = 0; i < system->splines.n_constraints; i++)
        count(layout, model, system->splines.constraints[i].id, "place on a spline",
              sn_spline_n_kept(&system->splines.constraints[i]));
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        int coordinates = 0;
        for (int k = strand->first_node; k < strand->first_node + strand->n_nodes; k++)
            coordinates += system->strands.nodes[k].rest >= 0;
        count(layout, model, strand->id, "material coordinate", coordinates);
    }
}

SnLayout *sn_layout_of(const SnModel *model, const SnSystem *system)
{
    SnLayout *layout = sn_layout_new();
    add_blocks(layout, model, system);
    for (int i = 0; i < system->paths.n; i++)
        if (!system->paths.paths[i].muscle) {
            const SnSpringParameters *spring = &system->paths.springs[system->paths.paths[i].law];
            count(layout, model, system->paths.paths[i].id, "dashpot", sn_spring_remembers(spring));
        } else {
            const SnMuscleParameters *muscle = &system->paths.muscles[system->paths.paths[i].law];
            count(layout, model, system->paths.paths[i].id, "activation", 1);
            count(layout, model, system->paths.paths[i].id, "fibre length",
                  muscle->type >= SN_MUSCLE_TYPE_THELEN);
        }
    for (int i = 0; i < system->fems.n_bundles; i++)
        count(layout, model, system->fems.bundles[i].id, "activation", 1);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        count(layout, model, joint->id, "constraint", joint->n_rows);
        count(layout, model, joint->id, "limit", joint->n_limits);
        count(layout, model, joint->id, "turn", joint->n_turns);
    }
    add_fems(layout, model, system);
    add_strands(layout, model, system);
    sn_layout_add(layout, "", "integrator", (uint32_t)system->method);
    return layout;
}

/* --- comparing --- */

static const char *short_path(const char *path)
{
    return g_str_has_prefix(path, "/model/") ? path + strlen("/model/") : path;
}

static char *key_of(const SnLayoutPart *part)
{
    return g_strconcat(part->path, "\n", part->unit, NULL);
}

/* Parts by path and unit -> part, and paths alone. */
static GHashTable *index_of(const SnLayout *layout)
{
    GHashTable *index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < layout->parts->len; i++) {
        SnLayoutPart *part = part_at(layout, i);
        g_hash_table_insert(index, key_of(part), part);
        g_hash_table_insert(index, g_strdup(part->path), part);
    }
    return index;
}

static char *say_count(const SnLayoutPart *part, int64_t more)
{
    const int64_t n = ABS(more);
    return g_strdup_printf("%" G_GINT64_FORMAT " %s%s %s in %s", n, part->unit, n == 1 ? "" : "s",
                           more > 0 ? "more" : "fewer", short_path(part->path));
}

/* How a part of `was` has changed; NULL: it has not. */
static char *say_change(const SnLayoutPart *part, GHashTable *is)
{
    char *key = key_of(part);
    const SnLayoutPart *now = g_hash_table_lookup(is, key);
    g_free(key);
    if (now && now->count == part->count)
        return NULL;
    if (*part->path == '\0')
        return g_strdup("another integrator");
    if (now)
        return say_count(part, (int64_t)now->count - part->count);
    if (g_hash_table_contains(is, part->path))
        return say_count(part, -(int64_t)part->count);
    return g_strdup_printf("%s is gone", short_path(part->path));
}

/* A part of `is` that was not there before. */
static char *say_new(const SnLayoutPart *part, GHashTable *was)
{
    char *key = key_of(part);
    const bool known = g_hash_table_contains(was, key);
    g_free(key);
    if (known)
        return NULL;
    return g_hash_table_contains(was, part->path)
               ? say_count(part, part->count)
               : g_strdup_printf("%s is new", short_path(part->path));
}

static bool is_same(const SnLayout *a, const SnLayout *b)
{
    if (a->parts->len != b->parts->len)
        return false;
    for (guint i = 0; i < a->parts->len; i++) {
        const SnLayoutPart *x = part_at(a, i), *y = part_at(b, i);
        if (x->count != y->count || strcmp(x->path, y->path) != 0 || strcmp(x->unit, y->unit) != 0)
            return false;
    }
    return true;
}

/* Takes the text. */
static void note(char *text, char **first, int *n)
{
    if (!text)
        return;
    if ((*n)++ == 0)
        *first = text;
    else
        g_free(text);
}

char *sn_layout_difference(const SnLayout *was, const SnLayout *is)
{
    if (is_same(was, is))
        return NULL;
    char *first = NULL;
    int n = 0;
    GHashTable *before = index_of(was), *now = index_of(is);
    for (guint i = 0; i < was->parts->len; i++)
        note(say_change(part_at(was, i), now), &first, &n);
    for (guint i = 0; i < is->parts->len; i++)
        note(say_new(part_at(is, i), before), &first, &n);
    g_hash_table_unref(before);
    g_hash_table_unref(now);
    if (n == 0)
        return g_strdup("its components are in another order");
    if (n == 1)
        return first;
    char *text = g_strdup_printf("%s and %d more difference%s", first, n - 1, n == 2 ? "" : "s");
    g_free(first);
    return text;
}
