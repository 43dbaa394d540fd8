/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/pulley_fixture.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/strand_workspace.h"

#include <stdlib.h>

void sn_pulley_fixture_free(SnPulleyFixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    sn_system_free(f->system);
}

double sn_pulley_length(SnPulleyFixture *f)
{
    sn_attachments_follow(f->system, sn_state_q(f->state), sn_state_u(f->state));
    sn_kinematics(f->system, sn_state_q(f->state), sn_state_u(f->state), f->work);
    sn_strand_look(f->system, f->state, f->work);
    return f->work->forces.strand->length[0];
}

SnPulleyStrand sn_pulley_strand(void)
{
    return (SnPulleyStrand){.build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3), .stiffness = 500};
}

void sn_pulley_point_node(SnPulleyStrand *s, int block, double x, double y)
{
    const double place[3] = {x, y, 0};
    s->nodes[s->n++].point = sn_build_point(s->build, block, place);
}

int sn_pulley_free_node(SnPulleyStrand *s, double mass, double x, double y)
{
    const double place[3] = {x, y, 0};
    const int particle = sn_build_particle(s->build, mass, place);
    s->nodes[s->n++].point = sn_build_point(s->build, particle, (double[3]){0});
    return particle;
}

void sn_pulley_node(SnPulleyStrand *s, int guide, int count, int side, int wheel, double friction)
{
    sn_build_pulley_nodes(s->build, guide, count, friction, s->nodes + s->n);
    s->guide[s->n_pulleys] = guide, s->first[s->n_pulleys] = s->n;
    s->count[s->n_pulleys] = count, s->side[s->n_pulleys] = side;
    s->wheel[s->n_pulleys++] = wheel;
    s->n += count;
}

SnPulleyFixture sn_pulley_finish(SnPulleyStrand *s, bool closed, double line_density, double ratio)
{
    const SnStrandParameters p = {.radius = 1e-3,
                                  .line_density = line_density,
                                  .stiffness = s->stiffness,
                                  .tension_only = true,
                                  .inextensible = s->stiffness == 0,
                                  .muscle = -1};
    sn_build_strand(s->build, &p, 0, closed, s->n, s->nodes);
    for (int i = 0; i < s->n_pulleys; i++)
        sn_build_pulley(s->build, s->guide[i], s->first[i], s->count[i], s->side[i], s->wheel[i],
                        s->grip);
    SnPulleyFixture f = {.system = sn_build_finish(s->build, (double[3]){0})};
    sn_strand_lay(f.system, 0, 0, ratio);
    f.state = sn_state_new(f.system);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    return f;
}

int sn_pulley_circle(SnBuild *build, int carrier, double x, double y, double radius)
{
    const double center[3] = {x, y, 0};
    return sn_build_ellipse(build, SN_GUIDE_WRAPPED, carrier, center, NULL, radius, radius);
}
