/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The navigator with 100 000 components: correct, and the main loop never waits long for it.  Times
 * are printed; the limit asserted leaves room for slow machines and sanitizers. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "tests/ui/window_support.h"
#include "ui/edits/edits.h"
#include "ui/navigator/model.h"
#include "ui/navigator/navigator.h"
#include "ui/widgets/widget_tree.h"

#include <time.h>

#define MANY      100000
#define MAX_PAUSE 400.0 /* [ms] */

/* [us] of processor time on this thread: other programs on the machine do not count. */
static gint64 now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (gint64)time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void check_time(const char *what, gint64 start)
{
    double ms = (double)(now() - start) * 1e-3;
    g_test_message("%-10s %6.1f ms", what, ms);
    g_assert_cmpfloat(ms, <, MAX_PAUSE);
}

/* A document nobody compiles: the engine has nothing to do with these times. */
static SnModel *many_particles(int n, bool named)
{
    SnModel *model = sn_model_new();
    SnComponent *list = sn_model_list(model->root, "particles");
    for (int i = 0; i < n; i++) {
        char name[32];
        g_snprintf(name, sizeof name, "p%d", i);
        SnComponent *particle = sn_component_new(sn_class_by_name("particle"), named ? name : NULL);
        sn_model_insert(model, list, particle, -1, -1);
    }
    return model;
}

typedef struct Scene {
    SnModel *model;
    SnEngine *engine;
    SnSession *session;
    GtkWidget *window;
    SnNavigator *navigator;
} Scene;

static void no_wake(void *data)
{
}

static void scene_open(Scene *scene, int n, bool named)
{
    scene->model = many_particles(n, named);
    scene->engine = sn_engine_new(no_wake, NULL);
    scene->session = sn_session_new();
    scene->window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(scene->window), 300, 700);
    GtkWidget *navigator = sn_navigator_new(scene->session);
    scene->navigator = SN_NAVIGATOR(navigator);
    gtk_window_set_child(GTK_WINDOW(scene->window), navigator);
    gtk_window_present(GTK_WINDOW(scene->window));
    settle(200);
    gint64 start = now();
    sn_session_set_document(scene->session, scene->model, scene->engine);
    check_time("document", start);
    settle(100);
}

static void scene_close(Scene *scene)
{
    sn_session_set_document(scene->session, NULL, NULL);
    gtk_window_destroy(GTK_WINDOW(scene->window));
    settle(20);
    g_object_unref(scene->session);
    sn_engine_free(scene->engine);
    sn_model_free(scene->model);
}

static SnId child(Scene *scene, guint i)
{
    const SnComponent *list = sn_model_list(scene->model->root, "particles");
    return ((const SnComponent *)g_ptr_array_index(list->children, i))->id;
}

static guint n_rows(Scene *scene)
{
    return g_list_model_get_n_items(G_LIST_MODEL(sn_navigator_tree(scene->navigator)));
}

static guint64 n_marked(Scene *scene)
{
    GtkBitset *marks = gtk_selection_model_get_selection(
        GTK_SELECTION_MODEL(sn_navigator_selection(scene->navigator)));
    guint64 n = gtk_bitset_get_size(marks);
    gtk_bitset_unref(marks);
    return n;
}

/* Runs the loop until all that was put off is done, counting as one pause what it blocks. */
static void drain(void)
{
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    settle(60);
}

/* All that can be done with many components, timed. */
static void use(Scene *scene, guint n)
{
    gint64 start = now();
    sn_navigator_reveal(scene->navigator, child(scene, 0));
    check_time("open", start);
    drain();

    start = now();
    sn_navigator_reveal(scene->navigator, child(scene, n / 2));
    g_main_context_iteration(NULL, FALSE);
    check_time("scroll", start);
    drain();

    start = now();
    sn_session_select_one(scene->session, child(scene, n - 1));
    check_time("select", start);
    drain();
    g_assert_cmpuint(n_marked(scene), ==, 1);

    SnId *all = g_new(SnId, n);
    for (guint i = 0; i < n; i++)
        all[i] = child(scene, i);
    start = now();
    sn_session_select(scene->session, all, (int)n, SN_SELECT_REPLACE);
    check_time("select all", start);
    drain();
    g_free(all);

    start = now();
    gtk_selection_model_select_item(GTK_SELECTION_MODEL(sn_navigator_selection(scene->navigator)),
                                    1, TRUE);
    check_time("click", start);
    int selected = 0;
    sn_session_selection(scene->session, &selected);
    g_assert_cmpint(selected, ==, 1);

    GtkWidget *search = sn_find_widget(GTK_WIDGET(scene->navigator), "navigator-search");
    gtk_editable_set_text(GTK_EDITABLE(search), "p77");
    start = now();
    g_signal_emit_by_name(search, "search-changed");
    check_time("search", start);
    drain();
    g_assert_cmpuint(n_rows(scene), ==, n == MANY ? 1111 : 111); /* p77, p77x, p77xx ... */
    start = now();
    gtk_editable_set_text(GTK_EDITABLE(search), ""); /* told at once when it is empty */
    check_time("clear", start);
    drain();
}

static void test_named(void)
{
    Scene scene;
    scene_open(&scene, MANY, true);
    use(&scene, MANY);
    scene_close(&scene);
}

/* The longest list that is not cut into ranges. */
static void test_flat(void)
{
    Scene scene;
    scene_open(&scene, SN_RANGE_NAMED, true);
    use(&scene, SN_RANGE_NAMED);
    sn_navigator_reveal(scene.navigator, child(&scene, 0));
    g_assert_cmpuint(n_rows(&scene), >, SN_RANGE_NAMED);
    SnId ends[] = {child(&scene, 0), child(&scene, SN_RANGE_NAMED - 1)};
    sn_session_select(scene.session, ends, 2, SN_SELECT_REPLACE);
    drain();
    g_assert_cmpuint(n_marked(&scene), ==, 2);
    scene_close(&scene);
}

/* Nameless: ranges of a thousand; revealing one opens its range only. */
static void test_ranges(void)
{
    Scene scene;
    scene_open(&scene, MANY, false);
    guint folded = n_rows(&scene);
    sn_navigator_reveal(scene.navigator, child(&scene, 54321));
    drain();
    g_assert_cmpuint(n_rows(&scene), ==, folded + MANY / SN_RANGE + SN_RANGE);
    sn_session_select_one(scene.session, child(&scene, 54321));
    drain();
    g_assert_cmpuint(n_marked(&scene), ==, 1);
    /* one of them goes: the ranges follow */
    SnId id = child(&scene, 100);
    g_assert_true(sn_edits_delete(scene.session, &id, 1));
    drain();
    g_assert_cmpuint(n_rows(&scene), ==, folded + MANY / SN_RANGE + SN_RANGE); /* still open */
    g_assert_cmpuint(n_marked(&scene), ==, 1);
    g_assert_true(sn_edits_undo(scene.session));
    drain();
    g_assert_cmpuint(n_rows(&scene), ==, folded + MANY / SN_RANGE + SN_RANGE);
    g_assert_true(sn_id_equal(child(&scene, 100), id));
    scene_close(&scene);
}

/* Rows follow additions, removals and renames in one go. */
static void test_changes(void)
{
    Scene scene;
    scene_open(&scene, SN_RANGE_NAMED, true);
    sn_navigator_reveal(scene.navigator, child(&scene, 0));
    drain();
    guint rows = n_rows(&scene);
    SnId some[1000];
    for (guint i = 0; i < 1000; i++)
        some[i] = child(&scene, 500 + i);
    gint64 start = now();
    g_assert_true(sn_edits_delete(scene.session, some, 1000));
    check_time("delete 1000", start);
    drain();
    g_assert_cmpuint(n_rows(&scene), ==, rows - 1000);
    start = now();
    g_assert_true(sn_edits_undo(scene.session));
    check_time("undo", start);
    drain();
    g_assert_cmpuint(n_rows(&scene), ==, rows);
    /* the document goes while there is a search */
    GtkWidget *search = sn_find_widget(GTK_WIDGET(scene.navigator), "navigator-search");
    gtk_editable_set_text(GTK_EDITABLE(search), "p77");
    g_signal_emit_by_name(search, "search-changed");
    drain();
    scene_close(&scene);
}

int main(int argc, char **argv)
{
    if (!stage_init(&argc, &argv))
        return 77;
    g_test_add_func("/navigator/named", test_named);
    g_test_add_func("/navigator/flat", test_flat);
    g_test_add_func("/navigator/ranges", test_ranges);
    g_test_add_func("/navigator/changes", test_changes);
    return g_test_run();
}
