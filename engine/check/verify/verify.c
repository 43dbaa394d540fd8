/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/verify/verify_case.h"

#include "engine/base/vec.h"

#include <stdio.h>
#include <string.h>

static const struct Group {
    const char *id;
    void (*run)(SnVerifySink *sink);
} groups[] = {
    {"A1", sn_verify_patch},
    {"A3", sn_verify_cantilever},
    {"A4", sn_verify_elastica},
    {"A6", sn_verify_end_moment},
    {"A7", sn_verify_cook},
    {"A9", sn_verify_incompressible},
    {"A11", sn_verify_compressible},
    {"A12", sn_verify_confined},
    {"A13", sn_verify_transverse},
    {"A14", sn_verify_blemker},
    {"A15", sn_verify_lame},
    {"A16", sn_verify_inflation},
    {"A18", sn_verify_torsion},
    {"A20", sn_verify_twist},
    {"A22", sn_verify_column},
    {"A23", sn_verify_frequency},
    {"A24", sn_verify_buckling},
    {"A25", sn_verify_relaxation},
    {"A-order", sn_verify_element_order},
    {"A-damping", sn_verify_damping},
    {"A-soft", sn_verify_soft},
    {"A-mass", sn_verify_mass_matrix},
    {"M", sn_verify_motion},
    {"V1", sn_verify_paper_beam},
    {"V2", sn_verify_paper_cube},
    {"B1", sn_verify_pendulum},
    {"B2", sn_verify_double_pendulum},
    {"B5", sn_verify_hanging_chain},
    {"B-accuracy", sn_verify_accuracy},
    {"B6", sn_verify_free_top},
    {"B7", sn_verify_symmetric_top},
    {"B8", sn_verify_heavy_top},
    {"B10", sn_verify_slider_crank},
    {"B11", sn_verify_free_crank},
    {"B14", sn_verify_pin_reaction},
    {"B15", sn_verify_mass},
    {"B13", sn_verify_two_link},
    {"B-joints", sn_verify_joints},
    {"B-joints-friction", sn_verify_joint_friction},
    {"B-coordinate", sn_verify_coordinate},
    {"B-ratio", sn_verify_ratio},
    {"B-drift", sn_verify_joint_drift},
    {"C1", sn_verify_incline},
    {"C2", sn_verify_sliding},
    {"C3", sn_verify_rolling},
    {"C5", sn_verify_restitution},
    {"C5-contact", sn_verify_impact},
    {"C5-boxes", sn_verify_stack},
    {"C6", sn_verify_cradle},
    {"C7", sn_verify_hertz},
    {"C-arch", sn_verify_arch},
    {"C-resistance", sn_verify_resistance},
    {"C-wedge", sn_verify_wedge},
    {"C-rest", sn_verify_at_rest},
    {"C-conserved", sn_verify_conserved},
    {"C-cylinder", sn_verify_cylinder},
    {"C-mesh", sn_verify_mesh_contact},
    {"C-thin", sn_verify_thin_plate},
    {"C-compliant", sn_verify_compliant},
    {"C-soft", sn_verify_soft_contact},
    {"C-half-plane", sn_verify_half_plane},
    {"D1-ring-spline", sn_verify_spline_ring},
    {"D2-catenary-spline", sn_verify_spline_catenary},
    {"D4-string-spline", sn_verify_spline_string},
    {"D1", sn_verify_capstan},
    {"D-catenary-static", sn_verify_catenary_static},
    {"D2", sn_verify_catenary},
    {"D4", sn_verify_string},
    {"D5", sn_verify_atwood},
    {"D7", sn_verify_tackle},
    {"D-segment", sn_verify_segment},
    {"D-peg", sn_verify_peg},
    {"D-drum", sn_verify_drum},
    {"D-payout", sn_verify_payout},
    {"D-belt", sn_verify_belt},
    {"D-geodesic", sn_verify_geodesic},
    {"D-cosserat", sn_verify_cosserat},
    {"D-bending", sn_verify_strand_bending},
    {"D-bead", sn_verify_bead},
    {"D-flail", sn_verify_flail},
    {"D-limb", sn_verify_limb},
    {"D-drift", sn_verify_strand_drift},
    {"D-rope", sn_verify_rope},
    {"D-whip", sn_verify_whip},
    {"D-tension", sn_verify_equal_tension},
    {"E-peck", sn_verify_peck},
    {"E-wrap", sn_verify_wrap},
    {"F1", sn_verify_string_cylinder},
    {"F2", sn_verify_string_sphere},
    {"F3", sn_verify_string_ellipsoid},
    {"F-mesh", sn_verify_wrap_mesh},
    {"E1", sn_verify_millard},
    {"E2", sn_verify_thelen},
    {"E2-tendon", sn_verify_thelen_tendon},
    {"E3", sn_verify_equilibrium},
    {"E4", sn_verify_isokinetic},
    {"E5", sn_verify_activation},
    {"G1", sn_verify_oscillator},
    {"G2", sn_verify_damped},
    {"G3", sn_verify_rayleigh},
    {"G-order", sn_verify_order},
    {"G-driven", sn_verify_prescribed},
    {"G-newton", sn_verify_newton},
    {"G-settle", sn_verify_settle},
    {"G-modes", sn_verify_modes},
};
#define N_GROUPS ((int)(sizeof groups / sizeof *groups))

static const char *const pending[] = {
    "H1",
    "H4",
};

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* "B1" is the group of "B1-pendulum-60" but not of "B10-...". */
static bool group_matches(const char *id, const char *name)
{
    const size_t n = strlen(id);
    return begins_with(id, name) || (begins_with(name, id) && (name[n] == '-' || name[n] == 0));
}

int sn_verify_run(const char *name, SnVerifyReport report, void *data)
{
    bool exact = false;
    for (int i = 0; i < N_GROUPS; i++)
        exact = exact || (name && strcmp(groups[i].id, name) == 0);
    SnVerifySink sink = {.only = exact ? NULL : name, .report = report, .data = data};
    for (int i = 0; i < N_GROUPS; i++)
        if (!name || (exact ? strcmp(groups[i].id, name) == 0 : group_matches(groups[i].id, name)))
            groups[i].run(&sink);
    return sink.reported > 0 ? sink.failed : -1;
}

const char *sn_verify_group(int i)
{
    return i < (int)N_GROUPS ? groups[i].id : NULL;
}

const char *const *sn_verify_pending(int *n)
{
    *n = (int)(sizeof pending / sizeof *pending);
    return pending;
}
