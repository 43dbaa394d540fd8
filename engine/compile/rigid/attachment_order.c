/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attachments in an order in which masters come before slaves, and the circles that have none. */
#include "engine/compile/core/compiler.h"

static SnBlockDraft *draft_at(SnCompiler *c, int number)
{
    return &g_array_index(c->drafts, SnBlockDraft, number);
}

/* Names the attachments of one circle, among those that wait for each other (waits > 0). */
static void report_circle(SnCompiler *c, const int *waits)
{
    const SnAttachmentDraft *attachments =
        (const SnAttachmentDraft *)(const void *)c->attachments->data;
    guint at = 0;
    while (waits[at] == 0)
        at++;
    GString *text = g_string_new(NULL);
    GHashTable *seen = g_hash_table_new(NULL, NULL);
    const SnComponent *last = NULL;
    bool again = false; /* the second time round names them: the first may begin outside */
    for (;;) {
        if (!g_hash_table_add(seen, GUINT_TO_POINTER(at + 1))) {
            if (again)
                break;
            again = true;
            g_hash_table_remove_all(seen);
            g_hash_table_add(seen, GUINT_TO_POINTER(at + 1));
        }
        if (again && attachments[at].component != last) {
            char *path = sn_model_path(c->model, attachments[at].component->id);
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", path);
            g_free(path);
            last = attachments[at].component;
        }
        for (int k = 0; k < attachments[at].count; k++) {
            const int next = draft_at(c, g_array_index(c->attachment_masters, SnMasterDraft,
                                                       attachments[at].first + k)
                                             .draft)
                                 ->attachment;
            if (next >= 0 && waits[next] > 0) {
                at = (guint)next;
                break;
            }
        }
    }
    sn_compiler_fail(c, attachments[at].component,
                     "the block is attached to itself, in a circle: %s; take one of them out",
                     text->str);
    g_hash_table_destroy(seen);
    g_string_free(text, TRUE);
}

bool sn_sort_attachments(SnCompiler *c)
{
    const int n = (int)c->attachments->len;
    const SnAttachmentDraft *attachments =
        (const SnAttachmentDraft *)(const void *)c->attachments->data;
    int *waits = g_new0(int, n + 1), *first = g_new0(int, n + 2), done = 0, total = 0;
    for (int pass = 0; pass < 2; pass++) { /* count the followers of each, then list them */
        int *follower = pass ? c->attachment_order + n : NULL;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < attachments[i].count; k++) {
                const int number = attachments[i].first + k;
                const int on =
                    draft_at(c, g_array_index(c->attachment_masters, SnMasterDraft, number).draft)
                        ->attachment;
                if (on < 0)
                    continue;
                if (pass)
                    follower[first[on]++] = i;
                else
                    first[on + 1]++, waits[i]++, total++;
            }
        if (pass)
            break;
        for (int i = 0; i < n; i++)
            first[i + 1] += first[i];
        c->attachment_order = g_new0(int, n + total + 1);
    }
    for (int i = 0; i < n; i++)
        if (waits[i] == 0)
            c->attachment_order[done++] = i;
    for (int i = 0; i < done; i++) {
        const int on = c->attachment_order[i], *follower = c->attachment_order + n;
        for (int k = on > 0 ? first[on - 1] : 0; k < first[on]; k++)
            if (--waits[follower[k]] == 0)
                c->attachment_order[done++] = follower[k];
    }
    if (done < n)
        report_circle(c, waits);
    g_free(waits);
    g_free(first);
    return done == n;
}
