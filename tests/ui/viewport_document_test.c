/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of a viewer when its document goes and another comes. */
#include "viewport_fixture.h"

#include "engine/model/classes/class_table.h"

static Fixture f;

static void wake_nobody(void *data)
{
}

static void test_document_goes(void)
{
    fixture_begin(&f);
    sn_session_set_tool(f.session, SN_TOOL_MOVE);
    sn_session_select_one(f.session, f.right);
    wait_for_picture(&f);
    double at[2];
    pixel_of(&f, 0.05, 0, 0, at);
    at[0] += 60;
    press_at(&f, GDK_BUTTON_PRIMARY, at, 0);
    move_to(&f, at[0] + 50, at[1], 0);
    g_assert_true(f.viewport->input.drag == &SN_DRAG_MOVE);
    sn_session_set_document(f.session, NULL, NULL);
    g_assert_null(f.viewport->input.drag);
    g_assert_cmpint(f.viewport->settings.manipulator, ==, 0);
    move_to(&f, at[0] + 80, at[1], 0);
    release_at(&f, at[0] + 80, at[1], 0);
    sn_session_set_document(f.session, f.model, f.engine);
    fixture_end(&f);
}

/* How dark the darkest pixel of the picture's middle line is below the lightest, of 255: boxes have
 * shaded sides there, the background is one quiet colour with a grid on it. */
static int contrast_along_the_middle(void)
{
    GdkTexture *texture = f.viewport->picture.texture;
    const int width = gdk_texture_get_width(texture), height = gdk_texture_get_height(texture);
    guchar *pixels = g_malloc((gsize)(4 * width * height)), *line = pixels + 2 * height * width;
    gdk_texture_download(texture, pixels, 4 * (gsize)width);
    int darkest = 255, lightest = 0;
    for (int i = 0; i < 4 * width; i += 4) {
        darkest = MIN(darkest, line[i]);
        lightest = MAX(lightest, line[i]);
    }
    g_free(pixels);
    return lightest - darkest;
}

/* Nothing of the document before is shown, also when the new one takes its time. */
static void test_document_comes(void)
{
    fixture_begin(&f);
    wait_for_picture(&f);
    g_assert_false(f.viewport->picture.awaited);
    const int boxes = contrast_along_the_middle();
    SnModel *model = sn_model_new();
    SnEngine *engine = sn_engine_new(wake_nobody, NULL);
    sn_session_set_document(f.session, model, engine);
    g_assert_null(f.viewport->picture.texture);
    WAIT_FOR(f.viewport->picture.texture); /* of the empty scene, not of the three boxes */
    g_assert_cmpint(2 * contrast_along_the_middle(), <, boxes); /* lines of the grid */
    WAIT_FOR(f.viewport->picture.told);                         /* which is said after a moment */
    keep_picture(&f, "document-comes");
    g_assert_true(f.viewport->picture.awaited);
    sn_session_set_document(f.session, f.model, f.engine);
    fixture_compile(&f);
    WAIT_FOR(!f.viewport->picture.awaited && !f.viewport->picture.told);
    sn_engine_free(engine);
    sn_model_free(model);
    fixture_end(&f);
}

int main(int argc, char **argv)
{
    fixture_init(&argc, &argv);
    g_test_add_func("/viewport-document/goes", test_document_goes);
    g_test_add_func("/viewport-document/comes", test_document_comes);
    return g_test_run();
}
