/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A-damping: bars that are let go gain no energy and come to rest, whatever their elements, their
 * treatment of volume, the integrator and its step. */
#include "engine/check/build/hung_bar.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>

static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
static const char *const MODE_NAMES[] = {"off", "soft", "element", "nodal"};

static SnHungBar bar_of(SnElementKind kind, SnIncompressibility mode)
{
    const bool quadratic = kind == SN_ELEMENT_HEX20 || kind == SN_ELEMENT_TET10;
    const int n = quadratic ? 1 : 2;
    return (SnHungBar){.kind = kind,
                       .cells = {n, n, quadratic ? 2 : 4},
                       .material = sn_material_mooney(5000, 0, 0, 1e7),
                       .mode = mode,
                       .mass_damping = 10,
                       .stiffness_damping = 0.03,
                       .weight = 0.02,
                       .gravity = {0.2, 0.1, -9.8},
                       .time = 0.5};
}

static void energies(SnVerifySink *sink, SnElementKind kind, SnIncompressibility mode)
{
    double gain = 0, kinetic = 0;
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
        for (int k = 0; k < 2; k++) {
            SnHungBar bar = bar_of(kind, mode);
            bar.method = METHODS[i];
            bar.step = k ? 0.01 : 0.002;
            const SnHungBarResult result = sn_hung_bar(&bar);
            const double bad = result.fault.code == SN_FAULT_NONE ? 0 : HUGE_VAL;
            gain = fmax(gain, result.gain + bad);
            kinetic = fmax(kinetic, result.kinetic + bad);
        }
    char text[64];
    const char *name = sn_element_shape(kind)->name;
    snprintf(text, sizeof text, "A-damping-energy-%s-%s", name, MODE_NAMES[mode]);
    sn_verify_absolute(sink, text, gain, 0, 1e-3, "nothing puts energy in");
    snprintf(text, sizeof text, "A-damping-rest-%s-%s", name, MODE_NAMES[mode]);
    sn_verify_absolute(sink, text, kinetic, 0, 0.02, "it comes to rest");
}

/* The weight of 1.2 kg on 24 g of incompressible tissue. */
static void heavy(SnVerifySink *sink)
{
    double sunk[2];
    for (int k = 0; k < 2; k++) {
        SnHungBar bar = bar_of(SN_ELEMENT_HEX8, SN_INCOMPRESSIBLE_ELEMENT);
        bar.material = sn_material_mooney(50000, 0, 0, 1e8);
        bar.weight = 1.2;
        bar.gravity[0] = bar.gravity[1] = 0;
        bar.method = k ? SN_STEP_TRAPEZOIDAL : SN_STEP_BACKWARD_EULER;
        bar.step = 0.002, bar.time = 2;
        const SnHungBarResult result = sn_hung_bar(&bar);
        sunk[k] = result.fault.code == SN_FAULT_NONE ? result.sunk : (double)NAN;
        sn_verify_absolute(sink, k ? "A-damping-weight-trapezoidal" : "A-damping-weight-euler",
                           result.kinetic, 0, 1e-9, "it comes to rest");
    }
    sn_verify_relative(sink, "A-damping-weight-sunk", sunk[0], sunk[1], 1e-6,
                       "rest does not depend on the integrator");
}

void sn_verify_damping(SnVerifySink *sink)
{
    static const SnElementKind kinds[] = {SN_ELEMENT_TET4,  SN_ELEMENT_TET10,  SN_ELEMENT_HEX8,
                                          SN_ELEMENT_HEX20, SN_ELEMENT_WEDGE6, SN_ELEMENT_PYRAMID5};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int mode = 0; mode < 4; mode++) {
            /* a volume to each leaves tetrahedra nothing, and pyramids little */
            if (mode == SN_INCOMPRESSIBLE_ELEMENT &&
                (kinds[i] == SN_ELEMENT_TET4 || kinds[i] == SN_ELEMENT_PYRAMID5))
                continue;
            energies(sink, kinds[i], (SnIncompressibility)mode);
        }
    heavy(sink);
}
