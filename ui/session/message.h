/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_SESSION_MESSAGE_H
#define SN_UI_SESSION_MESSAGE_H

#include "engine/model/model.h"

#include <glib-object.h>

/* One line of the log. */
#define SN_TYPE_MESSAGE (sn_message_get_type())
G_DECLARE_FINAL_TYPE(SnMessage, sn_message, SN, MESSAGE, GObject)

SnMessage *sn_message_new(SnSeverity severity, SnId id, const char *text);
SnSeverity sn_message_severity(SnMessage *message);
const char *sn_message_text(SnMessage *message);
/* What it is about; may be null or stale. */
SnId sn_message_id(SnMessage *message);
/* Time of day, "14:05:09". */
const char *sn_message_clock(SnMessage *message);

#endif
