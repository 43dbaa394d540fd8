/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start at rest as the model's start. */
#include "engine/model/classes/model_component.h"
#include "ui/edits/edits.h"

void sn_edits_settle(SnSession *session)
{
    if (sn_session_engine(session))
        sn_engine_find_rest(sn_session_engine(session));
}

static void refuse(SnSession *session, SnId id, const char *text)
{
    g_autofree char *label = sn_session_label(session, id);
    g_autofree char *whole = *label ? g_strdup_printf("%s: %s", label, text) : g_strdup(text);
    sn_session_report(session, &(SnBar){.severity = SN_ERROR, .text = whole, .about = id});
}

static void store_values(SnModel *model, const SnRestStart *rest, GError **error)
{
    for (int i = 0; i < rest->n && !*error; i++) {
        const SnRestValue *start = &rest->values[i];
        const SnProperty *property = sn_model_property(model, start->id, start->property);
        SnValue value;
        if (property && sn_value_from_numbers(property, start->value, start->n, &value))
            sn_edit_set(model, start->id, start->property, &value, error);
    }
}

static void store_method(SnModel *model, GError **error)
{
    const SnId root = model->root->id;
    const SnValue method = {.type = SN_TYPE_ENUM, .integer = SN_START_STATIC};
    if (((const SnModelComponent *)model->root)->settle == SN_START_AS_GIVEN)
        sn_edit_set(model, root, sn_model_find_property(model, root, "settle.method"), &method,
                    error);
}

static void tell(SnSession *session, const SnRestStart *rest)
{
    g_autofree char *text =
        rest->whole ? g_strdup_printf("The start is at rest now: %.3g mm from where it was.",
                                      1e3 * rest->moved)
                    : g_strdup_printf(
                          "The model settles at each start now (settle.method), by %.3g mm: its "
                          "tissue, attachments or lengths follow from where it is placed, so "
                          "that stays.",
                          1e3 * rest->moved);
    sn_session_report(
        session,
        &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
}

bool sn_edits_rest_found(SnSession *session, SnId id, const char *text)
{
    SnModel *model = sn_session_model(session);
    g_autofree SnRestStart *rest = sn_engine_take_rest(sn_session_engine(session));
    if (!rest) {
        refuse(session, id, text);
        return false;
    }
    GError *error = NULL;
    sn_edit_begin(model, "Settle and use as start");
    if (rest->whole)
        store_values(model, rest, &error);
    else
        store_method(model, &error);
    if (error)
        sn_edit_abandon(model);
    else
        sn_edit_end(model);
    if (error) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    tell(session, rest);
    return true;
}
