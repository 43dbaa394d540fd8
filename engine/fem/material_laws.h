/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All laws at a point, to be inlined by the kernels that choose among them. */
#ifndef SN_FEM_MATERIAL_LAWS_H
#define SN_FEM_MATERIAL_LAWS_H

/* the tools first: what the list includes below builds on them */
#include "engine/fem/material_fibre.h"
#include "engine/fem/material_principal.h"

#define SN_MATERIAL_LAW_FILES
#include "engine/fem/material_list.h"

#endif
