/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/fault.h"

#include <stdio.h>

SnFault sn_fault(SnFaultCode code, SnId id, double time, const char *text)
{
    SnFault fault = {.code = code, .id = id, .time = time};
    snprintf(fault.text, sizeof fault.text, "%s", text);
    return fault;
}
