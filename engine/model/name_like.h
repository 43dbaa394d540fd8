/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_NAME_LIKE_H
#define SN_MODEL_NAME_LIKE_H

/* A name that a component may have (sn_name_check), as like `wish` as can be; to be freed with
 * g_free. */
char *sn_name_like(const char *wish);

#endif
