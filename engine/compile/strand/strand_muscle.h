/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The muscle of a strand of any kind. */
#ifndef SN_COMPILE_STRAND_STRAND_MUSCLE_H
#define SN_COMPILE_STRAND_STRAND_MUSCLE_H

#include "engine/compile/core/compiler.h"
#include "engine/model/classes/strand.h"

/* Appends the muscle with its excitation and activation; returns its number. */
int sn_compiler_add_strand_muscle(SnCompiler *compiler, const SnAnyStrand *strand,
                                  const SnStrandMuscle *muscle, SnMuscleType type);

#endif
