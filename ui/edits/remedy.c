/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/remedy.h"

#include "ui/edits/edits.h"
#include "ui/edits/pose.h"

static bool set_value(SnSession *session, const SnFinding *finding)
{
    const SnProperty *property =
        sn_model_property(sn_session_model(session), finding->on, finding->property);
    return property && sn_edits_set(session, &finding->on, 1, property->name, &finding->value);
}

bool sn_edits_remedy(SnSession *session, const SnFinding *finding)
{
    if (!sn_model_get(sn_session_model(session), finding->id))
        return false; /* it is gone meanwhile */
    switch (finding->remedy) {
    case SN_REMEDY_NONE:
        return false;
    case SN_REMEDY_SET:
        return set_value(session, finding);
    case SN_REMEDY_GIVE_WAY:
        return sn_edits_give_way(session, finding);
    case SN_REMEDY_DELETE:
        return sn_edits_delete(session, &finding->id, 1);
    case SN_REMEDY_CLOSE:
        return sn_edits_close_joint(session, finding->id);
    case SN_REMEDY_APART:
        return sn_edits_push_apart(session);
    case SN_REMEDY_UPRIGHT:
        return sn_edits_upright_nodes(session, finding->id);
    case SN_REMEDY_SETTLE:
        sn_edits_settle(session);
        return true;
    }
    return false;
}
