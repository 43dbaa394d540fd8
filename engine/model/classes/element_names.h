/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_ELEMENT_NAMES_H
#define SN_MODEL_CLASSES_ELEMENT_NAMES_H

/* Names of the shapes by SnElementKind, as sn_element_shape has them; NULL-terminated. */
extern const char *const SN_ELEMENT_NAMES[];

#endif
