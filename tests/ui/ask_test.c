/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new component needs is clicked one by one. */
#include "ui/edits/ask.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "ui/edits/edits.h"

#include <math.h>
#include <string.h>

static void wake(void *data)
{
}

typedef struct Stage {
    SnModel *model;
    SnSession *session;
    SnEngine *engine;
} Stage;

static Stage stage_open(void)
{
    Stage stage = {sn_model_new(), sn_session_new(), sn_engine_new(wake, NULL)};
    sn_session_set_document(stage.session, stage.model, stage.engine);
    return stage;
}

static void stage_close(Stage *stage)
{
    sn_session_set_document(stage->session, NULL, NULL);
    g_object_unref(stage->session);
    sn_engine_free(stage->engine);
    sn_model_free(stage->model);
}

static void turn_loop(void)
{
    while (g_main_context_iteration(NULL, FALSE))
        continue;
}

static double number_of(const Stage *stage, SnId id, const char *name)
{
    SnValue value;
    const int row = sn_model_find_property(stage->model, id, name);
    sn_field_get(sn_model_get(stage->model, id), sn_model_property(stage->model, id, row), &value);
    return value.number[0];
}

/* Two bones as one scan gives them: their origins coincide, one lies below the other, both are
 * wider along y.  A hinge between them turns about y; asked for with Shift, the next one follows;
 * its limits are round when they begin to count, and as they were after an undo. */
static void test_hinge(void)
{
    Stage stage = stage_open();
    SnId bones[2];
    const double half = G_PI / 2;
    for (int i = 0; i < 2; i++) {
        sn_session_select_none(stage.session);
        bones[i] = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
        SnRigidBody *body = (SnRigidBody *)sn_model_get(stage.model, bones[i]);
        sn_v3_set(0, 0, 0, body->position);
        sn_v3_set(0.04, 0.08, i == 0 ? 0.1 : 0.3, body->size);
    }
    sn_ask_begin(stage.session, SN_ID_NULL, sn_class_by_name("hinge"));
    sn_ask_back(stage.session, false); /* the last bone was selected */
    g_assert_true(sn_ask_offer(stage.session, bones[0], NULL, false));
    double orientation[4], axis[3], z[3] = {0, 0, 1};
    g_assert_false(sn_ask_axes(stage.session, bones[0], orientation));
    g_assert_true(sn_ask_axes(stage.session, bones[1], orientation));
    SnRigidBody *lower = (SnRigidBody *)sn_model_get(stage.model, bones[1]);
    sn_v3_set(0, 0, -0.2, lower->position);
    g_assert_true(sn_ask_axes(stage.session, bones[1], orientation));
    sn_q_rotate(orientation, z, axis);
    g_assert_cmpfloat(fabs(axis[1]), >, 0.999);
    g_assert_true(sn_ask_offer(stage.session, bones[1], (double[]){0, 0, -0.05}, true));
    turn_loop();
    g_assert_true(sn_ask_class(stage.session) == sn_class_by_name("hinge"));
    g_assert_true(sn_ask_back(stage.session, true));
    const SnComponent *list = sn_model_list(stage.model->root, "joints");
    g_assert_cmpuint(list->children->len, ==, 1);
    const SnId hinge = ((const SnComponent *)list->children->pdata[0])->id;
    g_assert_true(sn_edits_set_bool(stage.session, &hinge, 1, "limited", true));
    g_assert_cmpfloat(number_of(&stage, hinge, "lower"), ==, -half);
    g_assert_cmpfloat(number_of(&stage, hinge, "upper"), ==, half);
    g_assert_true(sn_undo(stage.model));
    g_assert_cmpfloat(number_of(&stage, hinge, "lower"), ==, -1);
    stage_close(&stage);
}

/* What something could carry is not fixed to the world before somebody has said so. */
static void test_loose(void)
{
    Stage stage = stage_open();
    SnAddNeeds needs;
    bool used[1];
    const SnClass *wrap = sn_class_by_name("wrap_surface");
    sn_edits_add_needs(stage.session, wrap, NULL, 0, &needs, used);
    g_assert_true(!needs.missing && !needs.loose); /* there is nothing else */
    const SnId body = sn_edits_add(stage.session, SN_ID_NULL, sn_class_by_name("rigid_body"), NULL);
    sn_edits_add_needs(stage.session, wrap, NULL, 0, &needs, used);
    g_assert_true(!needs.missing && needs.loose);
    sn_edits_add_needs(stage.session, wrap, &body, 1, &needs, used);
    g_assert_true(!needs.missing && !needs.loose && used[0]);
    sn_edits_add_needs(stage.session, sn_class_by_name("drag"), NULL, 0, &needs, used);
    g_assert_cmpstr(needs.missing, ==,
                    "a body or frame"); /* on the world it would act on nothing */
    g_clear_pointer(&needs.missing, g_free);
    sn_edits_add_needs(stage.session, sn_class_by_name("drag"), &body, 1, &needs, used);
    g_assert_true(!needs.missing && !needs.loose && needs.full && used[0]);
    sn_edits_add_needs(stage.session, sn_class_by_name("hinge"), &body, 1, &needs, used);
    g_assert_true(!needs.missing && needs.loose);
    sn_session_select_none(stage.session);
    sn_ask_begin(stage.session, SN_ID_NULL, wrap);
    g_assert_true(sn_ask_offer(stage.session, body, (double[]){0.025, 0, 0}, false));
    turn_loop();
    const SnComponent *list = sn_model_list(stage.model->root, "wraps");
    g_assert_cmpuint(list->children->len, ==, 1);
    g_assert_cmpfloat(
        fabs(number_of(&stage, ((const SnComponent *)list->children->pdata[0])->id, "size") -
             0.0125),
        <, 1e-9); /* a quarter of the box */
    stage_close(&stage);
}

enum { OFFERED = 9 };

/* What there is to click: two bodies, a marker on each, soft tissue, a particle, two hinges and a
 * muscle. */
static void add_offered(SnSession *session, SnId *all)
{
    static const char *const made[OFFERED] = {"rigid_body", "rigid_body", "marker", "marker", "fem",
                                              "particle",   "hinge",      "hinge",  "muscle"};
    for (int i = 0; i < OFFERED; i++) {
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
}

/* Clicks one after the other until it is made; taken back in the end. */
static void make_by_clicks(SnModel *model, SnSession *session, const SnClass *class,
                           const SnId *all)
{
    const SnComponent *list = sn_model_list_for(model->root, class);
    const guint before = list->children->len;
    sn_session_select_none(session);
    sn_ask_begin(session, SN_ID_NULL, class);
    g_autofree char *first = sn_ask_hint(session);
    g_assert_true(g_str_has_prefix(first, class->label));
    int taken = 0;
    for (int k = 0; k < OFFERED && sn_ask_active(session); k++) {
        taken += sn_ask_offer(session, all[k], k % 2 ? (double[]){0.01, 0.02, 0.03} : NULL, false);
        while (g_main_context_iteration(NULL, FALSE))
            continue;
    }
    if (sn_ask_active(session)) /* it would take more */
        sn_ask_accept(session, false);
    if (list->children->len != before + 1)
        g_test_message("%s: %s; %d taken", class->name, first, taken);
    g_assert_cmpuint(list->children->len, ==, before + 1);
    g_assert_false(sn_ask_active(session));
    g_assert_true(sn_undo(model));
}

/* Every class that needs more than a click is made of clicks: what it asks for is offered one by
 * one, among things that do not fit. */
static void test_asks(void)
{
    SnModel *model = sn_model_new();
    SnSession *session = sn_session_new();
    SnEngine *engine = sn_engine_new(wake, NULL);
    sn_session_set_document(session, model, engine);
    SnId all[OFFERED];
    add_offered(session, all);
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
        make_by_clicks(model, session, classes[i], all);
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
    g_test_add_func("/ask/hinge", test_hinge);
    g_test_add_func("/ask/loose", test_loose);
    return g_test_run();
}
