/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attachments seen together.  What is attached has one holder, so following holders from each of
 * them finds every circle; ends are at the world, at what is not attached, and at FEMs as a whole:
 * which nodes of those hold it is the compiler's to find out. */
#include "engine/model/classes/attachment_checks.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"

/* Something attached. */
typedef struct Slave {
    SnId id;     /* particle, body, node */
    SnId holder; /* likewise; null: the world, or a FEM model */
    SnId by;     /* the attachment */
    int mark;    /* round of the search in which it was seen */
} Slave;

typedef struct Graph {
    const SnModel *model;
    SnChecks *checks;
    GHashTable *slaves; /* of Slave, by id */
} Graph;

static guint hash_slave(gconstpointer key)
{
    const SnId *id = key;
    return id->index * 2654435761u ^ id->entry * 40503u;
}

static gboolean equal_slave(gconstpointer a, gconstpointer b)
{
    return sn_id_equal(*(const SnId *)a, *(const SnId *)b);
}

/* The body, particle or node that a reference to a holder comes down to. */
static SnId holder_of(const SnModel *model, SnId to)
{
    const SnComponent *component = sn_model_get(model, to);
    if (!component || to.entry != 0 || component->class == &SN_CLASS_PARTICLE)
        return to;
    SnId body;
    double position[3], orientation[4];
    if (component->class == &SN_CLASS_FEM ||
        !sn_model_carrier(model, to, &body, position, orientation))
        return SN_ID_NULL;
    return body;
}

/* False if it is attached already. */
static bool add_slave(Graph *graph, const SnAttachment *attachment, SnId id)
{
    const Slave *other = g_hash_table_lookup(graph->slaves, &id);
    if (!sn_model_object(graph->model, id))
        return true; /* the attachment's own checks say so */
    if (other) {
        g_autofree char *path = sn_model_path(graph->model, id);
        g_autofree char *first = sn_model_path(graph->model, other->by);
        sn_checks_add(graph->checks, SN_ERROR, attachment->base.base.id,
                      "attaches %s, which %s attaches already", path, first);
        return false;
    }
    Slave *slave = g_new0(Slave, 1);
    *slave = (Slave){id, holder_of(graph->model, attachment->to), attachment->base.base.id, 0};
    g_hash_table_insert(graph->slaves, &slave->id, slave);
    return true;
}

static bool add_attachment(SnComponent *component, void *data)
{
    Graph *graph = data;
    const SnAttachment *attachment = (const SnAttachment *)component;
    if (component->class == &SN_CLASS_PARTICLE_ATTACHMENT) {
        add_slave(graph, attachment, ((const SnParticleAttachment *)component)->particle);
    } else if (component->class == &SN_CLASS_BODY_ATTACHMENT) {
        add_slave(graph, attachment, ((const SnBodyAttachment *)component)->body);
    } else if (component->class == &SN_CLASS_NODE_ATTACHMENT) {
        const SnNodeAttachment *self = (const SnNodeAttachment *)component;
        for (int i = 0; i < self->nodes.n; i++)
            if (!add_slave(graph, attachment,
                           sn_id_of_entry(self->fem, 0, (uint32_t)self->nodes.values[i])))
                break; /* one message is enough */
    }
    return true;
}

/* Follows holders from a slave; meeting something seen in the same round is a circle. */
static void follow_target(Graph *graph, Slave *slave, int round)
{
    while (slave && slave->mark == 0) {
        slave->mark = round;
        slave = sn_id_is_null(slave->holder) ? NULL
                                             : g_hash_table_lookup(graph->slaves, &slave->holder);
    }
    if (!slave || slave->mark != round)
        return;
    g_autofree char *path = sn_model_path(graph->model, slave->id);
    sn_checks_add(graph->checks, SN_ERROR, slave->by,
                  "attaches %s to something that is attached to it, directly or through others",
                  path);
}

typedef struct Search {
    Graph *graph;
    int round;
} Search;

static void follow_id(Search *search, SnId id)
{
    Slave *slave = g_hash_table_lookup(search->graph->slaves, &id);
    if (slave)
        follow_target(search->graph, slave, ++search->round);
}

static bool follow_attachment(SnComponent *component, void *data)
{
    if (component->class == &SN_CLASS_PARTICLE_ATTACHMENT) {
        follow_id(data, ((const SnParticleAttachment *)component)->particle);
    } else if (component->class == &SN_CLASS_BODY_ATTACHMENT) {
        follow_id(data, ((const SnBodyAttachment *)component)->body);
    } else if (component->class == &SN_CLASS_NODE_ATTACHMENT) {
        const SnNodeAttachment *self = (const SnNodeAttachment *)component;
        for (int i = 0; i < self->nodes.n; i++)
            follow_id(data, sn_id_of_entry(self->fem, 0, (uint32_t)self->nodes.values[i]));
    }
    return true;
}

void sn_attachments_check(const SnModel *model, SnChecks *checks)
{
    Graph graph = {model, checks, g_hash_table_new_full(hash_slave, equal_slave, NULL, g_free)};
    sn_component_walk(model->root, add_attachment, &graph);
    if (g_hash_table_size(graph.slaves) > 0)
        sn_component_walk(model->root, follow_attachment, &(Search){&graph, 0});
    g_hash_table_unref(graph.slaves);
}
