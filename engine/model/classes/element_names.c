/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/element_names.h"

#include "engine/base/element.h"

#include <stddef.h>

const char *const SN_ELEMENT_NAMES[] = {
    [SN_ELEMENT_TET4] = "tet4",           [SN_ELEMENT_TET10] = "tet10",
    [SN_ELEMENT_HEX8] = "hex8",           [SN_ELEMENT_HEX20] = "hex20",
    [SN_ELEMENT_WEDGE6] = "wedge6",       [SN_ELEMENT_PYRAMID5] = "pyramid5",
    [SN_ELEMENT_MEMBRANE3] = "membrane3", [SN_ELEMENT_MEMBRANE4] = "membrane4",
    [SN_ELEMENT_SHELL3] = "shell3",       [SN_ELEMENT_SHELL4] = "shell4",
    [SN_ELEMENT_KIND_COUNT] = NULL,
};
