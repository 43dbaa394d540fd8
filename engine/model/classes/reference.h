/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The component reference, from the tables (`sinew reference`). */
#ifndef SN_MODEL_CLASSES_REFERENCE_H
#define SN_MODEL_CLASSES_REFERENCE_H

/* Markdown: every class with its lists, arrays and properties. g_free. */
char *sn_reference_text(void);

#endif
