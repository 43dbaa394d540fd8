/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/scaling.h"

#include "engine/model/undo.h"
#include "ui/edits/edits.h"

bool sn_edits_scale_model(SnSession *session, const SnScaling *scaling)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    if (sn_edits_dragging(session))
        return false;
    if (!sn_scale_model(sn_session_model(session), scaling, notes, &error)) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    sn_edit_seal(sn_session_model(session));
    GString *text = g_string_new("The model is scaled, with the lengths of its muscles.");
    for (guint i = 0; i < notes->len && i < 2; i++)
        g_string_append_printf(text, " Note: %s.", (const char *)notes->pdata[i]);
    if (notes->len > 2)
        g_string_append_printf(text, " And %u notes more.", notes->len - 2);
    sn_session_report(
        session,
        &(SnBar){.severity = SN_NOTE, .text = text->str, .button = "Undo", .action = "win.undo"});
    g_string_free(text, TRUE);
    return true;
}
