/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/base.h"

#include "engine/model/edit/edit.h"
#include "ui/edits/edits.h"

const SnModel *sn_session_base(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    return model && model->base ? model->base_model : NULL;
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
    return sn_edits_end(session, error);
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
    return sn_edits_end(session, error);
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
