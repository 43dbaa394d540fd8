/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_patches.h"

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/compliant_bristle.h"
#include "engine/sim/contact/compliant_field.h"

#include <math.h>
#include <string.h>

/* Patches while they are taken over. */
typedef struct Patches {
    SnPairForce *pair;
    const SnFoundationSurface *surface;
    double *pressure;       /* of the triangles [Pa] */
    SnBristleSum *sum;      /* [n triangles]; NULL: no springs along the surface */
    double *pressing;       /* [n triangles] what will press [N] */
    SnPatchesAhead *ahead;  /* in all */
    double back[3];         /* from the end of the step to now [m] */
    double largest;         /* pressure now [Pa] */
    double area, steepness; /* that press now [m2]; its pressure by approach, times it [Pa m] */
} Patches;

static void add_matrix(double scale, double (*from)[12], double (*to)[12])
{
    for (int r = 0; r < 12; r++)
        sn_pair_wrench(scale, from[r], to[r]);
}

/* The triangle that a place within the first body is under: tetrahedra from a middle lead there
 * aslant, and theirs may be far from it. */
static int triangle_above(const Patches *patches, int triangle, const double place[3])
{
    const SnFoundationSurface *surface = patches->surface;
    const SnSurfaceView view = {surface->mesh, surface->tree, surface->x};
    const SnPlacedShape *placed = &patches->pair->placed[0];
    double arm[3], local[3];
    SnClosest closest;
    sn_v3_sub(place, placed->origin, arm);
    sn_m3_tmul_v3(placed->rotation, arm, local);
    sn_surface_closest(&view, local, HUGE_VAL, triangle, &closest);
    return closest.triangle;
}

static void add_patch(void *data, int triangle, const SnPressurePatch *patch)
{
    Patches *patches = data;
    SnPairForce *c = patches->pair;
    const SnCompliantLaw law = sn_patch_law(c->rule, patch);
    SnCompliantPoint p = {.overlap = patch->pressure / patch->slope};
    sn_v3_copy(patch->normal, p.normal);
    const double pressing = sn_pair_point(c, &law, &p, patch->place, patch->area);
    const double damp = 1 + law.dissipation * sn_compliant_rate(&p);
    double g[12];
    sn_patch_wrench(patch, c->placed, patch->place, g);
    sn_pair_wrench(pressing, g, patches->ahead->now);
    if (c->implicit && damp > 0) {
        double more[12][12];
        sn_patch_stiffness(patch, c->placed, more);
        add_matrix(c->plain ? -1 : -damp, more, c->stiffness);
    }
    if (!c->implicit) { /* of a step that is taken */
        const int above = triangle_above(patches, triangle, patch->place);
        if (patches->surface->area[above] > 0)
            patches->pressure[above] += pressing / patches->surface->area[above];
    }
    if (patches->sum)
        sn_bristle_add(&patches->sum[triangle], patch, pressing);
    patches->largest = fmax(patches->largest, patch->largest);
    patches->area += patch->area;
    patches->steepness += patch->slope * patch->area;
}

/* A patch at the end of the step, seen from now, on a line through how it presses there: its
 * overlap (now as much less deep as they approach), what it has along that line. */
typedef struct Line {
    SnPressurePatch patch; /* moved back as the bodies were, not turned */
    SnCompliantLaw law;
    SnCompliantPoint point;
    double rate, damp; /* of the overlap, at the end [m/s]; 1 + dissipation x that of now */
    double slope;      /* of the pressing force by the rate there [N s/m] */
    double wrench[12]; /* of a unit of that force */
} Line;

static void line_of(const Patches *patches, const SnPressurePatch *patch, Line *l)
{
    const SnPairForce *c = patches->pair;
    l->patch = *patch;
    l->law = sn_patch_law(c->rule, patch);
    l->point = (SnCompliantPoint){0};
    sn_v3_add(l->patch.place, patches->back, l->patch.place);
    sn_v3_add(l->patch.middle, patches->back, l->patch.middle);
    sn_v3_copy(l->patch.normal, l->point.normal);
    sn_pair_place(c, l->patch.place, &l->point);
    SnCompliantPoint ahead = l->point;
    for (int s = 0; s < 2; s++) {
        ahead.velocity[s] = c->ahead[s];
        ahead.spin[s] = c->ahead[s] + 3;
    }
    const double there = patch->pressure / patch->slope;
    l->rate = sn_compliant_rate(&ahead);
    l->damp = 1 + l->law.dissipation * sn_compliant_rate(&l->point);
    l->point.overlap = there - c->h * l->rate;
    l->slope = l->law.coefficient[0] * (c->h + l->law.dissipation * fmax(l->point.overlap, there));
    sn_patch_wrench(&l->patch, c->placed, l->patch.place, l->wrench);
}

static void sum_ahead(SnPatchesAhead *ahead, const SnPressurePatch *patch)
{
    const double force = patch->pressure * patch->area;
    ahead->force += force;
    ahead->area += patch->area;
    sn_v3_axpy(force, patch->place, ahead->place);
}

/* How it presses, without what is along it; its area resists being turned, too. */
static void press_ahead(const Line *l, SnPairForce *c, SnPatchesAhead *ahead)
{
    const double start = l->law.coefficient[0] * l->point.overlap;
    double more[12][12];
    sn_patch_stiffness(&l->patch, c->placed, more);
    for (int r = 0; r < 12; r++) {
        double held = 0;
        for (int k = 0; k < 12; k++) {
            held += c->h * more[r][k] * c->ahead[k / 6][k % 6];
            ahead->slope[r][k] -= c->h * more[r][k] + l->slope * l->wrench[r] * l->wrench[k];
            c->stiffness[r][k] -= more[r][k];
        }
        c->start[r] += held;
        ahead->start[r] += start * l->wrench[r] + held;
    }
}

static void foresee_patch(void *data, int triangle, const SnPressurePatch *patch)
{
    const Patches *patches = data;
    SnPairForce *c = patches->pair;
    Line l;
    line_of(patches, patch, &l);
    sn_pair_linearise(c, &l.law, &l.point, NULL);
    if (l.damp > 0)
        press_ahead(&l, c, patches->ahead);
    sum_ahead(patches->ahead, &l.patch);
    if (patches->sum)
        patches->pressing[triangle] += patch->pressure * patch->area;
}

/* How it presses where it was looked for: at the end of its line. */
static void press_there(void *data, int triangle, const SnPressurePatch *patch)
{
    (void)triangle;
    const Patches *patches = data;
    Line l;
    line_of(patches, patch, &l);
    const double force = l.law.coefficient[0] * l.point.overlap + l.slope * l.rate;
    if (l.damp > 0)
        sn_pair_wrench(force, l.wrench, patches->ahead->start);
    sum_ahead(patches->ahead, &l.patch);
}

/* --- springs along them --- */

typedef void (*BristleVisitor)(SnPairForce *c, const SnBristle *b, double most);

static void add_bristle(SnPairForce *c, const SnBristle *b, double most)
{
    const double pull = sn_bristle_pull(b, b->size, most), share = pull / b->stiffness;
    double force[3], wrench[12];
    sn_bristle_force(b, pull, force, wrench);
    sn_pair_wrench(1, wrench, c->wrench);
    sn_v3_axpy(c->sign, force, c->sums->force);
    c->sums->friction_force += sn_v3_norm(force);
    c->sums->energy += 0.5 * b->stiffness * share * share * b->size * b->size;
    if (!c->implicit || c->euler)
        return;
    sn_pair_wrench(1, wrench, c->start);
    sn_bristle_stiffen(b, pull, pull < b->stiffness, c->stiffness);
}

/* As it will be, so that it holds no more there than friction lets it. */
static void foresee_bristle(SnPairForce *c, const SnBristle *b, double most)
{
    double force[3], wrench[12];
    const double pull = sn_bristle_pull(b, sn_bristle_ahead(b, c->h, c->ahead), most);
    sn_bristle_force(b, pull, force, wrench);
    sn_pair_wrench(1, wrench, c->start);
    sn_bristle_stiffen(b, pull, false, c->stiffness);
}

/* Of all triangles; pressing [N]: what friction goes by, NULL: what presses now. */
static void visit_bristles(const Patches *patches, const double *pressing, BristleVisitor visit)
{
    SnPairForce *c = patches->pair;
    const double *kept = sn_state_history_const(c->state) + c->pair->anchors;
    for (int i = 0; patches->sum && i < patches->surface->n; i++) {
        SnBristle b;
        if (sn_bristle_at(kept + SN_N_BRISTLE * i, &patches->sum[i], c->placed, &b))
            visit(c, &b, c->rule->friction * (pressing ? pressing[i] : patches->sum[i].pressing));
    }
}

/* Both bodies at the end of the step, as far as it is known. */
static void place_ahead(const SnPairForce *c, SnPlacedShape placed[2], double center[2][3],
                        double rotation[2][9])
{
    for (int s = 0; s < 2; s++) {
        double angle[3], turn[4], by[9];
        sn_v3_scale(c->h, c->ahead[s] + 3, angle);
        sn_q_exp(angle, turn);
        sn_q_to_m3(turn, by);
        sn_m3_mul(c->placed[s].rotation, by, rotation[s]);
        sn_v3_copy(c->placed[s].center, center[s]);
        sn_v3_axpy(c->h, c->ahead[s], center[s]);
        placed[s] = c->placed[s];
        placed[s].center = center[s];
        placed[s].rotation = rotation[s];
        sn_m3_mul_v3(rotation[s], placed[s].shape->offset, placed[s].origin);
        sn_v3_add(placed[s].origin, center[s], placed[s].origin);
    }
}

/* What the motion of a body counts in that of the contact [1/kg]: of the lighter one most. */
static double lightness(const SnPairForce *c, int side)
{
    const SnSystem *system = c->system;
    const SnBlock *block = &system->blocks[c->bodies.block[side]];
    const bool moves = c->bodies.block[side] < system->n_active + system->n_attached;
    return moves && block->mass > 0 ? 1 / block->mass : 0;
}

/* The patches of the end of the step, seen from now.  Where they press on each other is one place
 * for both bodies, so that angular momentum is kept, and has moved as they have, but not turned:
 * what spins without friction is not pushed aside. */
static void foresee(const SnCompliantContacts *contacts, Patches *patches, SnPatchVisitor visit)
{
    const SnPairForce *c = patches->pair;
    SnPlacedShape placed[2];
    double center[2][3], rotation[2][9];
    const double light[2] = {lightness(c, 0), lightness(c, 1)}, sum = light[0] + light[1];
    place_ahead(c, placed, center, rotation);
    sn_v3_set(0, 0, 0, patches->back);
    for (int s = 0; s < 2; s++)
        sn_v3_axpy(-c->h * (sum > 0 ? light[s] / sum : 0.5), c->ahead[s], patches->back);
    sn_compliant_patches(contacts, patches->pair->pair, patches->pair->rule, placed, visit, patches,
                         NULL);
}

/* Pressing wrench at these velocities. */
static void pressing_at(const SnPatchesAhead *ahead, double velocity[2][6], double wrench[12])
{
    for (int r = 0; r < 12; r++) {
        wrench[r] = ahead->start[r];
        for (int k = 0; k < 12; k++)
            wrench[r] += ahead->slope[r][k] * velocity[k / 6][k % 6];
    }
}

/* Whether the step would gain energy: where the wrench turns or grows along its way, that of the
 * end does more work than is lost of what the fields hold, by half of this change times the way;
 * the mean of both ends does as much, but for what is of third order.  Backward Euler loses the
 * kinetic energy of the change of velocity: where that is more, as in an impact, the end's is
 * taken. */
static bool gains(SnPairForce *c, const SnPatchesAhead *ahead)
{
    double wrench[12], rise = 0, lost = 0;
    pressing_at(ahead, c->ahead, wrench);
    for (int r = 0; r < 12; r++)
        rise += (wrench[r] - ahead->now[r]) * c->ahead[r / 6][r % 6];
    for (int s = 0; s < 2; s++) {
        double change[3];
        sn_v3_sub(c->ahead[s], c->velocity[s], change);
        lost += c->system->blocks[c->bodies.block[s]].mass * sn_v3_dot(change, change);
    }
    return c->h * rise > lost;
}

/* The mean of the wrenches of both ends, where that is to be. */
static void take_mean(SnPatchesAhead *ahead, SnPairForce *c)
{
    for (int r = 0; r < 12; r++) {
        const double start = 0.5 * (ahead->now[r] - ahead->start[r]);
        ahead->start[r] += start;
        if (c)
            c->start[r] += start;
        for (int k = 0; k < 12; k++) {
            ahead->slope[r][k] *= 0.5;
            if (c)
                c->stiffness[r][k] -= ahead->slope[r][k] / c->h;
        }
    }
}

/* Nothing of the end of the step, but what was come to. */
static void clear(SnPatchesAhead *ahead)
{
    ahead->force = ahead->area = 0;
    memset(ahead->now, 0, sizeof ahead->now);
    memset(ahead->place, 0, sizeof ahead->place);
    memset(ahead->start, 0, sizeof ahead->start);
    memset(ahead->slope, 0, sizeof ahead->slope);
}

void sn_pair_field(const SnCompliantContacts *contacts, SnPairForce *c,
                   const SnCompliantResults *results, SnPatchesAhead *ahead)
{
    Patches patches = {.pair = c,
                       .surface = &contacts->surfaces[c->pair->surface[0]],
                       .pressure = results->pressure + c->pair->first,
                       .ahead = ahead};
    const bool implicit = c->implicit, euler = implicit && c->euler;
    const size_t n = (size_t)patches.surface->n;
    const double before = c->sums->energy, deepest = c->sums->penetration;
    double energy = 0;
    memset(patches.pressure, 0, n * sizeof *patches.pressure);
    if (c->pair->anchors >= 0) {
        patches.sum = results->bristle;
        patches.pressing = results->ahead;
        memset(patches.sum, 0, n * sizeof *patches.sum);
        memset(patches.pressing, 0, n * sizeof *patches.pressing);
    }
    c->implicit = implicit && !euler;
    clear(ahead);
    /* nobody asks for the energy in the middle of a step */
    sn_compliant_patches(contacts, c->pair, c->rule, c->placed, add_patch, &patches,
                         euler ? NULL : &energy);
    c->sums->energy = before + energy;
    c->sums->pressure = fmax(c->sums->pressure, patches.largest);
    /* beside edges pressure grows by the distance to another side */
    const double deep = patches.area > 0 ? patches.largest * patches.area / patches.steepness : 0;
    c->sums->penetration = fmax(deepest, deep);
    visit_bristles(&patches, NULL, add_bristle);
    c->implicit = implicit;
    if (!euler)
        return;
    ahead->used = true;
    if (ahead->guessed)
        memcpy(c->ahead, ahead->guess, sizeof c->ahead);
    foresee(contacts, &patches, foresee_patch);
    if (ahead->mean)
        take_mean(ahead, c);
    visit_bristles(&patches, patches.pressing, foresee_bristle);
}

/* --- whether they were foreseen --- */

#define ENOUGH    1e-4 /* of what presses: what was solved for is that */
#define ADMITTED  1e-2 /* where nothing nearer is found */
#define MOST      24   /* solves of a step */
#define DECIDED   3    /* then it stays what of both ends of the step is taken */
#define HALF      8    /* after so many it goes half the way: they may go round in a circle */
#define OF_WEIGHT 0.1  /* where hardly anything presses: that counts beside it, ... */
#define SMALL     1e-7 /* ... and what would move it by that of the model's size in the step */

/* What of the lighter body counts beside what presses [N]; 0: neither moves. */
static double least_force(const SnSystem *system, const SnPairForce *c)
{
    double least = HUGE_VAL;
    for (int s = 0; s < 2; s++) {
        const SnBlock *block = &system->blocks[c->bodies.block[s]];
        if (c->bodies.block[s] < system->n_active + system->n_attached)
            least = fmin(least, block->mass * (OF_WEIGHT * sn_v3_norm(block->gravity) +
                                               SMALL * system->length_scale / (c->h * c->h)));
    }
    return isfinite(least) ? least : 0;
}

/* Pressing wrench of the first body at these velocities, with its moment about a place. */
static void wrench_at(const SnPairForce *c, const SnPatchesAhead *ahead, double velocity[2][6],
                      const double place[3], double wrench[6])
{
    double arm[3], turn[3], both[12];
    pressing_at(ahead, velocity, both);
    memcpy(wrench, both, 6 * sizeof *wrench);
    sn_m3_mul_v3(c->placed[0].rotation, wrench + 3, turn);
    sn_v3_sub(place, c->placed[0].center, arm);
    sn_v3_cross(arm, wrench, wrench + 3);
    sn_v3_sub(turn, wrench + 3, wrench + 3);
}

/* How far what was solved for is from what presses where the solve has come to, over that. */
static double missed(const SnPairForce *c, const SnPatchesAhead *before,
                     const SnPatchesAhead *there, double velocity[2][6])
{
    const SnPatchesAhead *larger = there->force > before->force ? there : before;
    const double least = least_force(c->system, c);
    double place[3], wrench[2][6], miss[6];
    if (!(larger->force > 0) || !(least > 0))
        return 0;
    sn_v3_scale(1 / larger->force, larger->place, place);
    wrench_at(c, before, velocity, place, wrench[0]);
    wrench_at(c, there, velocity, place, wrench[1]);
    for (int i = 0; i < 6; i++)
        miss[i] = wrench[1][i] - wrench[0][i];
    return (sn_v3_norm(miss) + sn_v3_norm(miss + 3) / sqrt(larger->area)) / (larger->force + least);
}

/* Of a pair, after a solve: how far it missed; the next one is to foresee where this one came to.
 */
static double look_at_pair(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnCompliantPair *pair, const double *velocity,
                           SnPatchesAhead *ahead, int iteration)
{
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    SnPairForce c = {.system = system, .implicit = true, .euler = true, .h = work->step.size};
    SnPatchesAhead there = {0};
    const bool half = iteration >= HALF;
    sn_pair_begin(system, state, work, pair, &c);
    double guess[2][6];
    memcpy(guess, ahead->guessed ? ahead->guess : c.ahead, sizeof guess);
    for (int s = 0; s < 2; s++)
        memcpy(c.ahead[s], velocity + system->blocks[c.bodies.block[s]].u, sizeof c.ahead[s]);
    Patches patches = {.pair = &c, .ahead = &there};
    foresee(contacts, &patches, press_there);
    memcpy(there.now, ahead->now, sizeof there.now);
    if (iteration < DECIDED)
        ahead->mean = gains(&c, &there);
    if (ahead->mean)
        take_mean(&there, NULL);
    const double miss = missed(&c, ahead, &there, c.ahead);
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 6; k++)
            ahead->guess[s][k] = half ? 0.5 * (guess[s][k] + c.ahead[s][k]) : c.ahead[s][k];
    ahead->guessed = true;
    return miss;
}

bool sn_patches_again(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const double *velocity, int iteration, SnFault *fault)
{
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const SnCompliantResults *results = work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    double most = 0;
    int rule = 0;
    for (int i = 0; contacts && results && results->field && i < contacts->n; i++) {
        SnPatchesAhead *ahead = &results->field[i];
        const double miss = ahead->used ? look_at_pair(system, state, work, &contacts->pairs[i],
                                                       velocity, ahead, iteration)
                                        : 0;
        if (miss > most)
            most = miss, rule = contacts->pairs[i].rule;
    }
    if (iteration < MOST)
        return most > ENOUGH;
    if (most > ADMITTED)
        *fault = sn_fault(SN_FAULT_NEWTON, system->contacts.rules[rule].id, work->step.backup->time,
                          "Its fields of pressure are too stiff for this step, whose end is not "
                          "found: try a smaller step, a smaller modulus or the integrator "
                          "newton_euler.");
    return false;
}

void sn_patches_forget(const SnSystem *system, SnWorkspace *work)
{
    const SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const SnCompliantResults *results = work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    for (int i = 0; contacts && results && results->field && i < contacts->n; i++)
        results->field[i].guessed = results->field[i].used = results->field[i].mean = false;
}
