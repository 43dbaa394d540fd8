/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items of strands, guides, pulleys and wrapping surfaces, for scene.c. */
#ifndef SN_COMPILE_STRAND_STRAND_SCENE_H
#define SN_COMPILE_STRAND_STRAND_SCENE_H

#include "engine/compile/core/compiler.h"
#include "engine/model/classes/strand.h"

/* A reduced strand that is in the system. */
void sn_compile_strand_item(SnCompiler *compiler, const SnComponent *component);
void sn_compile_guide_item(SnCompiler *compiler, const SnGuideCurve *guide);
bool sn_compile_pulley_item(SnCompiler *compiler, const SnPulley *pulley);
bool sn_compile_wrap_item(SnCompiler *compiler, const SnWrapSurface *wrap);

#endif
