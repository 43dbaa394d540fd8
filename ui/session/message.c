/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/message.h"

struct _SnMessage {
    GObject parent_instance;
    SnSeverity severity;
    SnId id;
    char *text;
    char *clock;
};

G_DEFINE_FINAL_TYPE(SnMessage, sn_message, G_TYPE_OBJECT)

static void sn_message_finalize(GObject *object)
{
    SnMessage *message = SN_MESSAGE(object);
    g_free(message->text);
    g_free(message->clock);
    G_OBJECT_CLASS(sn_message_parent_class)->finalize(object);
}

static void sn_message_class_init(SnMessageClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_message_finalize;
}

static void sn_message_init(SnMessage *message)
{
}

SnMessage *sn_message_new(SnSeverity severity, SnId id, const char *text)
{
    SnMessage *message = g_object_new(SN_TYPE_MESSAGE, NULL);
    message->severity = severity;
    message->id = id;
    message->text = g_strdup(text);
    GDateTime *now = g_date_time_new_now_local();
    message->clock = g_date_time_format(now, "%H:%M:%S");
    g_date_time_unref(now);
    return message;
}

SnSeverity sn_message_severity(SnMessage *message)
{
    return message->severity;
}

const char *sn_message_text(SnMessage *message)
{
    return message->text;
}

SnId sn_message_id(SnMessage *message)
{
    return message->id;
}

const char *sn_message_clock(SnMessage *message)
{
    return message->clock;
}
