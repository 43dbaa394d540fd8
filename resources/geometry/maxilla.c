/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper jaw body, palate, nasal cavity and articular surface of the skull.
 *
 * Wall radii, palatal vault and condyle path are measured on the models of Stavness et al. 2011
 * (see plate.c); joint space, crown heights and nasal cavity are textbook values. */
#include "skull.h"

#include "spline.h"

/* Radius of the outer wall about the vertical axis (45, 0): rows z, columns angle from the front,
 * 0 .. 150 step 15, then 180 degrees. */
static const double wall_z[12] = {-29, -24, -19, -14, -10, -6, -2, 2, 6, 10, 15, 20};
static const double wall[12][12] = {
    {38.5, 38.3, 35.8, 31.8, 29.3, 28.2, 28.2, 25, 22, 20, 18, 16},
    {39.4, 39.3, 36.5, 32.6, 29.8, 29.2, 29.2, 27, 24, 22, 19, 17},
    {38.8, 38.9, 36.8, 33.0, 30.8, 30.1, 30.4, 28.7, 27, 24, 20, 18},
    {37.6, 37.3, 36.1, 32.7, 30.8, 31.2, 31.4, 30.6, 28.8, 25, 20, 18},
    {35.9, 35.1, 33.9, 31.3, 30.6, 31.5, 31.4, 30.3, 28.6, 26, 20, 18},
    {34.1, 32.3, 31.1, 29.5, 29.9, 32.0, 31.3, 30.6, 28.7, 26, 20, 18},
    {33.0, 30.9, 29.6, 28.3, 29.6, 32.5, 32.0, 30.9, 28.6, 26, 20, 18},
    {31.0, 30.2, 28.5, 27.6, 30.3, 33.5, 33.0, 30.9, 28.9, 26, 20, 18},
    {29.5, 29.2, 28.1, 28.4, 32.0, 34.5, 33.5, 31, 29.3, 26, 20, 18},
    {28.7, 28.8, 28.9, 29.8, 34.0, 36.0, 34.0, 31, 29.8, 26, 20, 18},
    {28.0, 28.2, 28.5, 31.1, 35.0, 36.5, 34.5, 31, 30, 26, 20, 18},
    {27.5, 27.8, 28.3, 31.5, 35.5, 37.0, 34.5, 31, 30, 26, 20, 18}};

/* Palatal vault z = zm - (zm - ze) min(y / yl, 1.6)^p along x. */
static const double vault_zm[][2] = {{22, -7.6},  {30, -7.7},  {36, -8.2},  {42, -8.7},  {48, -9},
                                     {54, -9.3},  {60, -11.4}, {66, -14.8}, {70, -16.8}, {74, -19},
                                     {78, -22.4}, {81, -26},   {86, -32}};
static const double vault_yl[][2] = {{22, 20},   {30, 19},   {36, 20},   {42, 21},   {48, 21.3},
                                     {54, 20.8}, {60, 19.8}, {66, 18.2}, {70, 16.4}, {74, 14.4},
                                     {78, 11.8}, {81, 8.5},  {86, 8}};
static const double vault_ze[][2] = {{22, -14},   {30, -17}, {36, -21}, {42, -24}, {48, -25},
                                     {54, -25.5}, {60, -26}, {66, -27}, {70, -28}, {74, -28},
                                     {78, -28},   {81, -28}, {86, -30}};
static const double vault_p[][2] = {{22, 2.8}, {30, 3.2}, {36, 3.6}, {42, 3.8}, {48, 3.6},
                                    {54, 3.2}, {60, 3.0}, {66, 2.8}, {70, 2.6}, {74, 2.3},
                                    {78, 2.0}, {81, 2.0}, {86, 2.0}};
/* Alveolar crest: measured occlusion less textbook crown heights. */
static const double crest[][2] = {{20, -16}, {30, -18}, {40, -19.8}, {55, -20.5},
                                  {68, -20}, {76, -19}, {90, -18.5}};
static const double nasal_half_width[][2] = {{-5.5, 6.0}, {-3, 9.0}, {2, 10.8},
                                             {12, 9.4},   {20, 5.8}, {27, 3.2}};
/* Roof behind the condyle's rest point: fossa and postglenoid process, height over the curve. */
static const double behind_fossa[][2] = {{-14, -6}, {-10, -5.5}, {-6.5, 1.5}, {-3, 2.6}, {0, 0}};

#define PROFILE(table, x) sn_geo_profile(table, SN_GEO_COUNT(table), x)

static double wall_radius(double angle, double z)
{
    int i = 0;
    while (i < 10 && z > wall_z[i + 1])
        i++;
    double row = i + clampd((z - wall_z[i]) / (wall_z[i + 1] - wall_z[i]), 0.0, 1.0);
    double deg = angle * 180.0 / SN_GEO_PI;
    double col = deg <= 150.0 ? deg / 15.0 : 10.0 + (deg - 150.0) / 30.0;
    return sn_geo_tensor(&wall[0][0], 12, 12, row, col, 1);
}

static double oral_height(double x, double y)
{
    double zm = PROFILE(vault_zm, x), ze = PROFILE(vault_ze, x);
    double across = fmin(y / PROFILE(vault_yl, x), 1.6);
    double vault = zm - (zm - ze) * pow(across, PROFILE(vault_p, x));
    return smax(PROFILE(crest, x), vault, 2.0);
}

double sn_geo_maxilla_body(const SnGeoSkull *skull, SnGeoVec p)
{
    double r = hypot(p.x - 45.0, p.y);
    if (r > 55.0 || p.z > 30.0)
        return -fmax(r - 40.0, p.z - 24.0);
    double f = 0.95 * (wall_radius(atan2(p.y, p.x - 45.0), p.z) - r);
    f = smin(f, p.x - 27.5, 3.0);
    f = smin(f, 24.0 - p.z, 3.0);
    if (p.z < -8.0) { /* root sheaths raise the juga on the outer wall */
        double sockets = -1e3;
        for (int i = 0; i < SN_GEO_TEETH; i++)
            sockets = smax(sockets, sn_geo_tooth_socket(&skull->teeth[i], p), 0.8);
        f = smax(f, sockets, 1.8);
    }
    return smin(f, 0.75 * (p.z - oral_height(p.x, p.y)), 2.5);
}

double sn_geo_nasal_cavity(SnGeoVec p)
{
    double half = PROFILE(nasal_half_width, p.z);
    double f = 0.9 * (half - p.y);
    f = smin(f, p.z + 4.2, 2.0);
    f = smin(f, 28.0 - p.z, 3.0);
    f = smin(f, p.x - 44.0, 3.0);
    /* septum, set back from the aperture */
    double septum = smin(1.1 - p.y, 72.0 + 0.1 * p.z - p.x, 1.0);
    return smin(f, -septum, 1.0);
}

double sn_geo_condyle_path(double x)
{
    double s = clampd(x + 1.30, 0.0, 12.0);
    return 0.98 + ((-2.73134e-4 * s + 0.0267330) * s - 0.698132) * s;
}

double sn_geo_fossa_height(double x)
{
    /* the bone lies 4.2 mm above the condyle point: 1.7 mm to the condyle's top, 2.5 mm space */
    double s = x + 1.30, z = sn_geo_condyle_path(x) + 4.2;
    if (s > 12.0)
        z += 0.25 * pow(s - 12.0, 1.5) - 0.1745 * (s - 12.0) * exp(-(s - 12.0) / 3.0);
    if (s < 0.0)
        z += PROFILE(behind_fossa, s);
    return z;
}

double sn_geo_joint_block(SnGeoVec p)
{
    double s = clampd((p.x + 1.30) / 12.0, 0.0, 1.0);
    double across = 1.4 * sqd((p.y - 48.6) / 11.0) * lerpd(-1.0, 0.2, s);
    double f = 0.85 * (p.z - sn_geo_fossa_height(p.x) - across);
    return smin(f, sn_geo_box(p, vec(-15.5, 36.0, -20), vec(17.0, 60.5, 15.5), 4.0), 3.0);
}
