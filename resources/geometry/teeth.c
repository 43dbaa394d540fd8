/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crown shapes and dental arches.
 *
 * Mesio-distal and bucco-lingual widths: textbook values (Ash and Nelson, Wheeler's Dental
 * Anatomy). Arch curves: measured on the smoothed tooth bands of the jaw and maxilla models of
 * Stavness et al. 2011 (see plate.c). Crown profiles are modelling choices. */
#include "teeth.h"

#include "spline.h"

static const SnGeoToothKind kinds[SN_GEO_TEETH] = {SN_GEO_INCISOR,  SN_GEO_INCISOR,  SN_GEO_CANINE,
                                                   SN_GEO_PREMOLAR, SN_GEO_PREMOLAR, SN_GEO_MOLAR,
                                                   SN_GEO_MOLAR};

/* md, bl: I1 I2 C P1 P2 M1 M2, mm; then the seat that makes the arches meet in the closed pose
 * without cutting into each other: added crown height and shift outward, tuned on the fields. */
typedef struct {
    double md, bl, rise, outward;
} ToothSize;

static const ToothSize lower_size[SN_GEO_TEETH] = {
    {5.3, 5.9, 0, 0},    {5.8, 6.2, 0, 0},     {6.8, 7.6, 0, 0},    {7.0, 7.7, -0.15, 0},
    {7.1, 8.3, -0.4, 0}, {11.0, 10.3, 0.0, 0}, {10.5, 10.1, 2.0, 0}};
static const ToothSize upper_size[SN_GEO_TEETH] = {
    {8.5, 7.0, 0, 0}, {6.6, 6.2, 0, 0},   {7.6, 8.1, 0, 0}, {7.0, 9.2, 0, 0},
    {6.8, 9.0, 0, 0}, {10.2, 11.2, 0, 0}, {9.6, 11.0, 0, 0}};

/* Lower curves in the chart of the plate (s, n, z). */
static const double lower_occlusal[][3] = {{0, 12.0, -37.2}, {8, 8.6, -36.6},   {16, 4.4, -35.0},
                                           {24, 0.6, -33.4}, {32, -1.8, -33.0}, {40, -3.2, -34.0},
                                           {48, -3.6, -35}};
static const double lower_cervical[][3] = {{0, 6.2, -45.0},   {8, 4.6, -44.5},   {16, 1.9, -43.3},
                                           {24, -0.7, -40.8}, {32, -2.3, -39.6}, {40, -3.2, -38.8},
                                           {48, -3.6, -38}};
/* Upper curves (x, y, z). */
static const double upper_occlusal[][3] = {
    {83.4, 0, -28.2},  {82, 7, -28.4},  {77.3, 13.2, -28.8}, {69.5, 18.4, -28.4},
    {61, 22.4, -27.6}, {52, 24.8, -27}, {43, 26.6, -26},     {34, 27.4, -25}};
static const double upper_cervical[][3] = {
    {78.6, 0, -18.6}, {77.2, 6.4, -18.8}, {73.2, 12.6, -19.2}, {66.5, 18, -20},
    {59, 22, -20.4},  {51, 25, -20},      {42.5, 26.4, -19.4}, {34, 26.8, -18.8}};

/* Width profiles along r = w / height: fraction of the half widths (a: along the arch, b:
 * outward), by kind. */
static const double incisor_a[][2] = {{-.9, .45}, {-.3, .62}, {0, .70},
                                      {.3, .84},  {.75, 1},   {1, .97}};
static const double incisor_b[][2] = {{-.9, .5}, {-.3, .85}, {0, .97}, {.15, 1},
                                      {.5, .68}, {.8, .36},  {1, .22}};
static const double canine_a[][2] = {{-.9, .5}, {-.3, .66}, {0, .74}, {.3, .9}, {.65, 1}, {1, .8}};
static const double canine_b[][2] = {{-.9, .6}, {-.3, .9}, {0, .97}, {.2, 1},
                                     {.5, .8},  {.8, .5},  {1, .28}};
static const double premolar_a[][2] = {{-.9, .55}, {-.3, .75}, {0, .8},
                                       {.35, .93}, {.65, 1},   {1, .86}};
static const double premolar_b[][2] = {{-.9, .65}, {-.3, .9},  {0, .94},
                                       {.4, 1},    {.75, .86}, {1, .62}};
static const double molar_a[][2] = {{-.9, .7}, {-.3, .86}, {0, .88}, {.4, .96}, {.7, 1}, {1, .9}};
static const double molar_b[][2] = {{-.9, .75}, {-.3, .9}, {0, .94}, {.35, 1}, {.75, .88}, {1, .7}};

/* Section power and rounding of the occlusal edge, by kind. */
static const double section_power[] = {2.6, 2.3, 2.5, 3.0};
static const double edge_round[] = {0.35, 0.6, 0.5, 0.5};

enum { WALK = 600 };

/* A point of one of the curves at knot parameter u; knots are mirrored at the midline so that the
 * curve crosses it square. */
static SnGeoVec arch_point(const double (*knots)[3], int count, double u)
{
    double rows[10][3], value[3];
    rows[0][0] = knots[1][0];
    rows[0][1] = -knots[1][1];
    rows[0][2] = knots[1][2];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            rows[i + 1][k] = knots[i][k];
    sn_geo_catmull_rom(&rows[0][0], count + 1, 3, u + 1.0, value);
    return vec(value[0], value[1], value[2]);
}

/* Walk along the contact curve with the mesio-distal widths and set the teeth up. */
static void place(SnGeoTooth *teeth, const double (*occlusal)[3], const double (*cervical)[3],
                  int count, const ToothSize *size, int upper, double walk_scale, double draw_scale)
{
    double start = 0.0, walked = 0.0, u = 0.0, du = (count - 1.0) / WALK;
    SnGeoVec last = vlerp(arch_point(cervical, count, 0), arch_point(occlusal, count, 0), 0.75);
    for (int i = 0; i < SN_GEO_TEETH; i++) {
        double centre = start + 0.5 * walk_scale * size[i].md;
        while (walked < centre && u < count - 1.0) {
            u += du;
            SnGeoVec next =
                vlerp(arch_point(cervical, count, u), arch_point(occlusal, count, u), 0.75);
            walked += vlen(vsub(next, last));
            last = next;
        }
        start += walk_scale * size[i].md;
        SnGeoVec o = arch_point(occlusal, count, u), c = arch_point(cervical, count, u);
        SnGeoVec ahead = vlerp(arch_point(cervical, count, u + 0.05),
                               arch_point(occlusal, count, u + 0.05), 0.75);
        SnGeoVec behind = vlerp(arch_point(cervical, count, u - 0.05),
                                arch_point(occlusal, count, u - 0.05), 0.75);
        SnGeoTooth *t = &teeth[i];
        SnGeoVec along = vsub(ahead, behind);
        t->kind = kinds[i];
        t->upper = upper;
        t->w = vunit(vsub(o, c));
        t->u = vunit(vmad(along, t->w, -vdot(along, t->w)));
        t->v = vcross(t->w, t->u);
        if (vdot(t->v, vsub(c, vec(45, 0, c.z))) < 0.0)
            t->v = vscale(t->v, -1.0);
        t->height = vlen(vsub(o, c)) + size[i].rise;
        t->cervix = vmad(c, t->v, size[i].outward);
        t->half_md = 0.5 * draw_scale * size[i].md;
        t->half_bl = 0.5 * size[i].bl;
    }
}

void sn_geo_teeth_lower(const SnGeoPlate *plate, SnGeoTooth teeth[SN_GEO_TEETH])
{
    enum { KNOTS = SN_GEO_COUNT(lower_occlusal) };
    double occlusal[KNOTS][3], cervical[KNOTS][3];
    for (int i = 0; i < KNOTS; i++) {
        const double *o = lower_occlusal[i], *c = lower_cervical[i];
        SnGeoVec po = sn_geo_plate_point(plate, o[0], o[1], o[2]);
        SnGeoVec pc = sn_geo_plate_point(plate, c[0], c[1], c[2]);
        occlusal[i][0] = po.x, occlusal[i][1] = po.y, occlusal[i][2] = po.z;
        cervical[i][0] = pc.x, cervical[i][1] = pc.y, cervical[i][2] = pc.z;
    }
    place(teeth, (const double(*)[3])occlusal, (const double(*)[3])cervical, KNOTS, lower_size, 0,
          1.0, 1.02);
}

void sn_geo_teeth_upper(SnGeoTooth teeth[SN_GEO_TEETH])
{
    place(teeth, upper_occlusal, upper_cervical, SN_GEO_COUNT(upper_occlusal), upper_size, 1, 1.03,
          1.06);
}

#define PROFILE(table, r) sn_geo_profile(table, SN_GEO_COUNT(table), r)

static void section_widths(const SnGeoTooth *tooth, double r, double *a, double *b)
{
    switch (tooth->kind) {
    case SN_GEO_INCISOR:
        *a = PROFILE(incisor_a, r), *b = PROFILE(incisor_b, r);
        break;
    case SN_GEO_CANINE:
        *a = PROFILE(canine_a, r), *b = PROFILE(canine_b, r);
        break;
    case SN_GEO_PREMOLAR:
        *a = PROFILE(premolar_a, r), *b = PROFILE(premolar_b, r);
        break;
    case SN_GEO_MOLAR:
    default:
        *a = PROFILE(molar_a, r), *b = PROFILE(molar_b, r);
        break;
    }
    *a *= tooth->half_md;
    *b *= tooth->half_bl;
}

static double bump(double d, double sigma)
{
    return exp(-0.5 * sqd(d / sigma));
}

/* Height of the chewing surface over (u, v). */
static double occlusal_height(const SnGeoTooth *tooth, double u, double v)
{
    double a = tooth->half_md, b = tooth->half_bl, h = tooth->height;
    switch (tooth->kind) {
    case SN_GEO_INCISOR:
        return h - 0.02 * u * u;
    case SN_GEO_CANINE:
        return 1.03 * h - 0.42 * sqrt(u * u + 0.3);
    case SN_GEO_PREMOLAR: {
        double lingual = tooth->upper ? 0.85 : 0.55;
        double cusps = bump(v - 0.50 * b, 0.33 * b) * bump(u, 0.60 * a) +
                       lingual * bump(v + 0.52 * b, 0.30 * b) * bump(u, 0.60 * a);
        return h - 1.9 + 1.9 * cusps + 0.35 * sqd(u / a);
    }
    case SN_GEO_MOLAR:
    default: {
        double cusps = 0.0;
        for (int i = 0; i < 4; i++)
            cusps += bump(u - (i & 1 ? 0.48 : -0.48) * a, 0.31 * a) *
                     bump(v - (i & 2 ? 0.50 : -0.50) * b, 0.30 * b);
        return h - 1.8 + 1.75 * cusps + 0.5 * sqd(sqd(u / a));
    }
    }
}

double sn_geo_tooth_local(const SnGeoTooth *tooth, SnGeoVec q)
{
    double r = q.z / tooth->height, a, b;
    section_widths(tooth, r, &a, &b);
    double v = q.y;
    if (tooth->kind == SN_GEO_INCISOR || tooth->kind == SN_GEO_CANINE)
        v -= 0.10 * tooth->half_bl * 4.0 * clampd(r, 0, 1) * (1.0 - clampd(r, 0, 1));
    double power = section_power[tooth->kind];
    double norm = pow(pow(fabs(q.x) / a, power) + pow(fabs(v) / b, power), 1.0 / power);
    double section = (1.0 - norm) * fmin(a, b);
    double top = 0.85 * (occlusal_height(tooth, q.x, v) - q.z);
    double root = q.z + 0.8 * tooth->height;
    return smin(smin(section, top, edge_round[tooth->kind]), root, 1.5);
}

double sn_geo_tooth_field(const SnGeoTooth *tooth, SnGeoVec p)
{
    SnGeoVec d = vsub(p, tooth->cervix);
    return sn_geo_tooth_local(tooth, vec(vdot(d, tooth->u), vdot(d, tooth->v), vdot(d, tooth->w)));
}

double sn_geo_tooth_socket(const SnGeoTooth *tooth, SnGeoVec p)
{
    SnGeoVec d = vsub(p, tooth->cervix);
    double w = vdot(d, tooth->w);
    double length = tooth->kind == SN_GEO_CANINE ? 15.0 : 11.0;
    /* the sheath narrows towards the apex; molars have the broadest one */
    double t = clampd((-1.0 - w) / length, 0.0, 1.0), taper = 1.0 - 0.55 * t;
    double a = (0.72 * tooth->half_md + 0.6) * taper, b = (0.92 * tooth->half_bl + 0.75) * taper;
    double u = vdot(d, tooth->u) / a, v = vdot(d, tooth->v) / b;
    double beyond = fmax(w + 1.0, -1.0 - length - w);
    double section = (1.0 - sqrt(u * u + v * v)) * fmin(a, b);
    return smin(section, -beyond, 1.2);
}

typedef struct {
    const SnGeoTooth *tooth;
} LocalTooth;

static double eval_local(const void *self, SnGeoVec p)
{
    return sn_geo_tooth_local(((const LocalTooth *)self)->tooth, p);
}

void sn_geo_teeth_mesh(SnGeoMesh *mesh, const SnGeoTooth teeth[SN_GEO_TEETH], int per_tooth)
{
    for (int i = 0; i < SN_GEO_TEETH; i++) {
        const SnGeoTooth *t = &teeth[i];
        LocalTooth local = {t};
        double a = 1.15 * t->half_md, b = 1.3 * t->half_bl, h = t->height;
        SnGeoMeshing how = {.lo = vec(-a, -b, -0.9 * h),
                            .hi = vec(a, b, 1.25 * h),
                            .step = 0.42,
                            .smooth = 2,
                            .target = per_tooth,
                            .keep = 1.0};
        SnGeoMesh part = {0};
        sn_geo_build(&part, (SnGeoField){eval_local, &local}, &how);
        /* (u, v, w) is left-handed when v had to be turned outward: the faces turn with it */
        int flip = vdot(vcross(t->u, t->v), t->w) < 0.0;
        for (int k = 0; k < part.vertex_count; k++) {
            SnGeoVec q = part.vertex[k];
            part.vertex[k] = vmad(vmad(vmad(t->cervix, t->u, q.x), t->v, q.y), t->w, q.z);
        }
        for (int k = 0; flip && k < part.triangle_count; k++) {
            int swap = part.triangle[k][1];
            part.triangle[k][1] = part.triangle[k][2];
            part.triangle[k][2] = swap;
        }
        sn_geo_mesh_append(mesh, &part);
        sn_geo_mesh_append_mirror(mesh, &part);
        sn_geo_mesh_clear(&part);
    }
}
