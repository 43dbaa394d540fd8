/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clicks and keys that come before the render thread has answered the one before. */
#include "viewport_fixture.h"

#include "engine/model/classes/annotation.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"

static Fixture f;

static int n_selected(void)
{
    int n = 0;
    sn_session_selection(f.session, &n);
    return n;
}

/* One that does not wait for its answer. */
static void fast_click(double x, double y, GdkModifierType state)
{
    f.viewport->input.event_time += 1000;
    sn_viewport_press(f.viewport, GDK_BUTTON_PRIMARY, x, y, 0);
    sn_viewport_release(f.viewport, x, y, state);
}

/* Clicks made before the first is answered: all count, in their order, and Enter after the last. */
static void test_fast_clicks(void)
{
    fixture_begin(&f);
    double left[2], right[2];
    pixel_of(&f, -0.05, -0.02, 0, left);
    pixel_of(&f, 0.05, -0.02, 0, right);
    const double *const places[] = {left, right, left};
    sn_session_set_tool(f.session, SN_TOOL_MEASURE);
    for (int i = 0; i < 3; i++)
        fast_click(places[i][0] + i, places[i][1], 0);
    g_assert_true(sn_measure_key(f.viewport, GDK_KEY_Return));
    const GPtrArray *kept = sn_model_list(f.model->root, "measurements")->children;
    WAIT_FOR(kept->len == 1);
    g_assert_cmpint(((const SnMeasurement *)kept->pdata[0])->points.n, ==, 3);
    g_assert_cmpint(f.viewport->measure.n, ==, 0);
    sn_session_set_tool(f.session, SN_TOOL_SELECT);
    sn_session_select_none(f.session);
    for (int i = 0; i < 2; i++) /* below the markers of the measurement */
        fast_click(places[i][0], places[i][1] + 20, i > 0 ? GDK_SHIFT_MASK : 0);
    WAIT_FOR(n_selected() == 2);
    g_assert_true(sn_id_equal(sn_session_primary(f.session), f.right));
    sn_viewport_press(f.viewport, GDK_BUTTON_PRIMARY, left[0], left[1], 0);
    sn_viewport_release(f.viewport, left[0], left[1], 0);
    sn_viewport_press(f.viewport, GDK_BUTTON_PRIMARY, left[0] + 9, left[1], 0);
    sn_viewport_escape(f.viewport); /* takes what waits back */
    sn_viewport_release(f.viewport, left[0] + 9, left[1], 0);
    settle(500); /* no picture need follow: nothing has changed */
    g_assert_cmpint(n_selected(), ==, 2);
    fixture_end(&f);
}

/* Enter belongs to the clicks before it, however late they are answered: two ligaments of two
 * places, not one of four. */
static void test_fast_drawing(void)
{
    fixture_begin(&f);
    double left[2], right[2];
    pixel_of(&f, -0.05, -0.02, 0, left);
    pixel_of(&f, 0.05, -0.02, 0, right);
    sn_viewport_draw(f.viewport, &SN_CLASS_LIGAMENT);
    for (int i = 0; i < 2; i++) {
        fast_click(left[0], left[1] + 9 * i, 0);
        fast_click(right[0], right[1] + 9 * i, 0);
        g_assert_true(sn_drawing_key(f.viewport, GDK_KEY_Return, 0));
    }
    const GPtrArray *made = sn_model_list(f.model->root, "ligaments")->children;
    WAIT_FOR(f.viewport->pick.press_serial == 0 && made->len > 0);
    g_assert_cmpint(made->len, ==, 2);
    for (guint i = 0; i < 2; i++)
        g_assert_cmpint(((const SnPath *)made->pdata[i])->points.n, ==, 2);
    sn_session_set_tool(f.session, SN_TOOL_MEASURE);
    fast_click(left[0], left[1], 0);
    g_assert_true(sn_measure_key(f.viewport, GDK_KEY_BackSpace));
    g_assert_cmpint(f.viewport->measure.n, ==, 0); /* there is none to take away */
    fixture_end(&f);
}
/* A drag of the selection that is over before what lay under it is told moves it all the same; not
 * if the next press comes first, or Esc. */
static void test_flick(void)
{
    fixture_begin(&f);
    double left[2];
    pixel_of(&f, -0.05, 0, 0, left);
    sn_session_select_one(f.session, f.left);
    sn_session_set_tool(f.session, SN_TOOL_MOVE);
    wait_for_picture(&f);
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(f.model, f.left);
    const double at = body->position[0];
    for (int turn = 0; turn < 3; turn++) {
        const double before = body->position[0];
        sn_viewport_press(f.viewport, GDK_BUTTON_PRIMARY, left[0], left[1], 0);
        sn_viewport_motion(f.viewport, left[0] + 20, left[1], 0);
        sn_viewport_motion(f.viewport, left[0] + 40, left[1], 0);
        sn_viewport_release(f.viewport, left[0] + 40, left[1], 0);
        g_assert_cmpfloat(body->position[0], ==, before);
        sn_viewport_motion(f.viewport, left[0] + 90, left[1], 0); /* the hand goes on */
        if (turn == 0)
            sn_viewport_escape(f.viewport);
        if (turn == 1)
            fast_click(10, 10, GDK_SHIFT_MASK);
        settle(300);
        WAIT_FOR(f.viewport->pick.press_serial == 0);
        g_assert_cmpint(f.viewport->input.press, ==, SN_PRESS_NONE);
        g_assert_true(turn == 2 ? body->position[0] > at : body->position[0] == at);
    }
    g_assert_true(sn_undo(f.model));
    g_assert_cmpfloat(body->position[0], ==, at);
    g_assert_false(sn_undo(f.model)); /* one step */
    fixture_end(&f);
}

int main(int argc, char **argv)
{
    fixture_init(&argc, &argv);
    g_test_add_func("/fast-hands/clicks", test_fast_clicks);
    g_test_add_func("/fast-hands/drawing", test_fast_drawing);
    g_test_add_func("/fast-hands/flick", test_flick);
    return g_test_run();
}
