/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new component needs is clicked one by one. */
#include "ui/edits/ask.h"

#include "engine/model/classes/class_table.h"
#include "ui/edits/edits.h"

#include <string.h>

static void wake(void *data)
{
}

/* Every class that needs more than a click is made of clicks: what it asks for is offered one by
 * one, among things that do not fit. */
static void test_asks(void)
{
    SnModel *model = sn_model_new();
    SnSession *session = sn_session_new();
    SnEngine *engine = sn_engine_new(wake, NULL);
    sn_session_set_document(session, model, engine);
    static const char *const made[] = {"rigid_body", "rigid_body", "marker", "marker", "fem",
                                       "particle",   "hinge",      "hinge",  "muscle"};
    enum { COUNT = G_N_ELEMENTS(made) };
    SnId all[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const bool joint = strcmp(made[i], "hinge") == 0;
        sn_session_select(session, joint ? all : all + 2,
                          i < 2   ? 0
                          : joint ? 2
                                  : i - 2,
                          SN_SELECT_REPLACE);
        if (i == 2 || i == 3)
            sn_session_select_one(session, all[i - 2]);
        if (i == 8)
            sn_session_select(session, all + 2, 2, SN_SELECT_REPLACE);
        all[i] = sn_edits_add(session, SN_ID_NULL, sn_class_by_name(made[i]), NULL);
        g_assert_false(sn_id_is_null(all[i]));
    }
    int n = 0, asked = 0;
    const SnClass *const *classes = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        if (classes[i]->abstract || !sn_model_list_for(model->root, classes[i]))
            continue;
        SnAddNeeds needs;
        bool used[1];
        sn_edits_add_needs(session, classes[i], NULL, 0, &needs, used);
        if (!needs.missing)
            continue;
        g_free(needs.missing);
        asked++;
        const SnComponent *list = sn_model_list_for(model->root, classes[i]);
        const guint before = list->children->len;
        sn_session_select_none(session);
        sn_ask_begin(session, SN_ID_NULL, classes[i]);
        g_autofree char *first = sn_ask_hint(session);
        g_assert_true(g_str_has_prefix(first, classes[i]->label));
        int taken = 0;
        for (int k = 0; k < COUNT && sn_ask_active(session); k++) {
            taken += sn_ask_offer(session, all[k], k % 2 ? (double[]){0.01, 0.02, 0.03} : NULL);
            while (g_main_context_iteration(NULL, FALSE))
                continue;
        }
        if (sn_ask_active(session)) /* it would take more */
            sn_ask_accept(session);
        if (list->children->len != before + 1)
            g_test_message("%s: %s; %d taken", classes[i]->name, first, taken);
        g_assert_cmpuint(list->children->len, ==, before + 1);
        g_assert_false(sn_ask_active(session));
        g_assert_true(sn_undo(model));
    }
    g_test_message("%d classes ask", asked);
    g_assert_cmpint(asked, >, 15);
    /* back, and out; a list of the navigator is clicked */
    sn_ask_begin(session, SN_ID_NULL, sn_class_by_name("hinge"));
    sn_session_select_one(session, all[0]);
    sn_session_select_one(session, all[4]); /* no frame: nothing changes */
    int chosen = 0;
    const SnId *ids = sn_session_selection(session, &chosen);
    g_assert_true(chosen == 1 && sn_id_equal(ids[0], all[0]));
    g_assert_true(sn_ask_back(session, false) && sn_ask_active(session));
    g_assert_true(sn_ask_back(session, false) && !sn_ask_active(session));
    sn_session_set_document(session, NULL, NULL);
    g_object_unref(session);
    sn_engine_free(engine);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ask/classes", test_asks);
    return g_test_run();
}
