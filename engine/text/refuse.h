/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_TEXT_REFUSE_H
#define SN_TEXT_REFUSE_H

#include <glib.h>
#include <stdbool.h>

/* Errors of the document and of the files it is made of. */
#define SN_MODEL_ERROR (sn_model_error_quark())
GQuark sn_model_error_quark(void);
typedef enum SnModelError {
    SN_MODEL_ERROR_NAME,
    SN_MODEL_ERROR_PATH,
    SN_MODEL_ERROR_VALUE,
    SN_MODEL_ERROR_FORMAT,
    SN_MODEL_ERROR_FILE,
    SN_MODEL_ERROR_MESH,
    SN_MODEL_ERROR_CLASS,
    SN_MODEL_ERROR_COMPILE,
    SN_MODEL_ERROR_MEMORY, /* an allocation failed */
} SnModelError;

/* Sets an error of the model's domain, made valid UTF-8 whatever was quoted in it, and returns
 * false. */
bool sn_refuse(GError **error, SnModelError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
