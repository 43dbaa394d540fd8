/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_TEXT_REFUSE_H
#define SN_TEXT_REFUSE_H

#include "engine/model/model.h"

/* Sets an error of the model's domain, made valid UTF-8 whatever was quoted in it, and returns
 * false. */
bool sn_refuse(GError **error, SnModelError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

#endif
