/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/refuse.h"

GQuark sn_model_error_quark(void)
{
    return g_quark_from_static_string("sn-model-error-quark");
}

bool sn_refuse(GError **error, SnModelError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_set_error_literal(error, SN_MODEL_ERROR, (gint)code, valid);
    return false;
}
