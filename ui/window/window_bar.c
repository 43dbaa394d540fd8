/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window_bar.h"

#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/widgets/bar.h"

#include <string.h>

struct SnWindowBar {
    SnSession *session;  /* borrowed */
    GtkWidget *widget;   /* owned */
    bool of_model;       /* it says why the model does not compile */
    bool of_asking;      /* ... what to click next */
    bool of_saving;      /* ... why the model could not be saved */
    char *undo_reported; /* what could be undone when it spoke of an edit; NULL: it does not */
};

static void hide(SnWindowBar *bar)
{
    sn_bar_hide(SN_MESSAGE_BAR(bar->widget));
}

static void on_model_changed(SnSession *session, SnWindowBar *bar)
{
    const SnModel *model = sn_session_model(session);
    if (bar->of_saving && model && sn_edit_is_saved(model)) {
        bar->of_saving = false;
        hide(bar);
    }
    g_autofree char *undo = sn_edits_undo_text(session);
    if (bar->undo_reported && strcmp(bar->undo_reported, undo) != 0) {
        /* its button would take something else back, what was refused has been mended */
        g_clear_pointer(&bar->undo_reported, g_free);
        hide(bar);
    }
}

static void on_bar(SnSession *session, const SnBar *what, SnWindowBar *bar)
{
    g_clear_pointer(&bar->undo_reported, g_free);
    bar->of_model = what->of_model;
    bar->of_asking = what->of_asking;
    bar->of_saving = g_strcmp0(what->action, "win.save-as") == 0;
    if (g_strcmp0(what->action, "win.undo") == 0 || (what->severity == SN_ERROR && !what->button))
        bar->undo_reported = sn_edits_undo_text(session);
    sn_bar_show(SN_MESSAGE_BAR(bar->widget), what);
    sn_ask_tell(session, what->of_asking);
}

static void on_gone(SnWindowBar *bar)
{
    bar->of_asking = false;
    sn_ask_tell(bar->session, false);
}

static void on_mended(SnSession *session, SnWindowBar *bar)
{
    if (bar->of_model)
        hide(bar);
    bar->of_model = false;
}

static void on_asking(SnSession *session, SnWindowBar *bar)
{
    g_autofree char *hint = bar->of_asking ? sn_ask_hint(session) : NULL;
    if (bar->of_asking && !hint)
        hide(bar);
    else if (hint) /* the next thing to click */
        sn_bar_change(SN_MESSAGE_BAR(bar->widget), hint);
    bar->of_asking = hint != NULL;
}

SnWindowBar *sn_window_bar_new(SnSession *session)
{
    SnWindowBar *bar = g_new0(SnWindowBar, 1);
    bar->session = session;
    bar->widget = g_object_ref_sink(sn_bar_new());
    g_signal_connect_swapped(bar->widget, "gone", G_CALLBACK(on_gone), bar);
    g_signal_connect(session, "model-changed", G_CALLBACK(on_model_changed), bar);
    g_signal_connect(session, "bar", G_CALLBACK(on_bar), bar);
    g_signal_connect(session, "mended", G_CALLBACK(on_mended), bar);
    g_signal_connect(session, "asking", G_CALLBACK(on_asking), bar);
    return bar;
}

void sn_window_bar_free(SnWindowBar *bar)
{
    if (!bar)
        return;
    g_signal_handlers_disconnect_by_data(bar->session, bar);
    g_signal_handlers_disconnect_by_data(bar->widget, bar);
    g_object_unref(bar->widget);
    g_free(bar->undo_reported);
    g_free(bar);
}

GtkWidget *sn_window_bar_widget(const SnWindowBar *bar)
{
    return bar->widget;
}

void sn_window_bar_begin(SnWindowBar *bar)
{
    hide(bar);
    on_model_changed(bar->session, bar);
}
