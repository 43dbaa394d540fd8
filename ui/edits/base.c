/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/base.h"

#include "engine/model/edit/edit.h"

const SnModel *sn_session_base(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    return model && model->base ? model->base_model : NULL;
}

/* Ends the step; false after a word about what went wrong. */
static bool end_step(SnSession *session, GError *error)
{
    SnModel *model = sn_session_model(session);
    if (!error) {
        sn_edit_end(model);
        sn_edit_seal(model);
        return true;
    }
    sn_edit_abandon(model);
    sn_session_fail(session, error->message);
    g_error_free(error);
    return false;
}

bool sn_edits_reset_to_base(SnSession *session, const SnDifference *difference)
{
    SnModel *model = sn_session_model(session);
    const SnModel *base = sn_session_base(session);
    if (!base)
        return false;
    GError *error = NULL;
    sn_edit_begin(model, "Reset to Base");
    sn_edit_reset_to_base(model, base, difference, &error);
    return end_step(session, error);
}

bool sn_edits_reset_properties_to_base(SnSession *session, const SnTarget *targets, int n)
{
    SnModel *model = sn_session_model(session);
    const SnModel *base = sn_session_base(session);
    if (!base)
        return false;
    GError *error = NULL;
    sn_edit_begin(model, "Reset to Base");
    for (int i = 0; i < n && !error; i++) {
        SnDifference difference;
        if (sn_model_differs(model, base, targets[i].id, targets[i].row, &difference))
            sn_edit_reset_to_base(model, base, &difference, &error);
    }
    return end_step(session, error);
}

bool sn_edits_differ_from_base(SnSession *session, const SnTarget *targets, int n)
{
    const SnModel *base = sn_session_base(session);
    SnDifference difference;
    for (int i = 0; base && i < n; i++) {
        if (sn_model_differs(sn_session_model(session), base, targets[i].id, targets[i].row,
                             &difference))
            return true;
    }
    return false;
}
