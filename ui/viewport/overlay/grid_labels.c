/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/overlay/grid_labels.h"

#include "engine/base/vec.h"
#include "ui/session/units.h"
#include "ui/viewport/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define APART       70   /* [px] at least, between two labels in the middle of the picture */
#define SHARE       0.42 /* of the picture: the edges are not farther from its middle */
#define MARGIN      14   /* [px] of the picture's rim without labels */
#define FOOT        36   /* [px] the same below: there stand the status and the hint */
#define HALF        20   /* [px] half of a label beside what floats at the sides */
#define LEAST_SLOPE 0.03 /* sine of the angle at which the grid is seen */
#define MOST        16   /* on one edge */

/* A rectangle of the grid's plane whose corners lie on lines that are labelled. */
typedef struct Sheet {
    int axes[2], normal;
    double low[2], high[2];
    double height; /* of the plane, along its normal */
    double step;   /* between labels [m] */
} Sheet;

/* A multiple of the small cells that falls on the bold lines. */
static double label_step(const SnViewSettings *view)
{
    static const int multiples[] = {1, 2, 5, 10};
    double big;
    const double cell = sn_grid_cell(view, &big);
    const double pixel = sn_view_pixel_size(view, view->camera.center);
    for (size_t i = 0; i < sizeof multiples / sizeof *multiples; i++)
        if (fmod(big, multiples[i]) == 0 && multiples[i] * cell >= APART * pixel)
            return multiples[i] * cell;
    return big * cell;
}

/* Around what is shown, and not farther out than the picture is. */
static bool find_sheet(const SnViewSettings *view, const double bounds[2][3], Sheet *sheet)
{
    sheet->normal = sn_grid_normal(view);
    sheet->height = sheet->normal == 2 ? view->ground : 0;
    sheet->step = label_step(view);
    const double *middle = view->camera.center, scale = view->scale > 0 ? view->scale : 1;
    const double reach =
        SHARE * MIN(view->width, view->height) / scale * sn_view_pixel_size(view, middle);
    for (int i = 0; i < 2; i++) {
        const int k = sheet->axes[i] = (sheet->normal + 1 + i) % 3;
        const double step = sheet->step;
        sheet->low[i] = step * floor(fmax(bounds[0][k], middle[k] - reach) / step - 1e-9);
        sheet->high[i] = step * ceil(fmin(bounds[1][k], middle[k] + reach) / step + 1e-9);
        if (sheet->low[i] >= sheet->high[i])
            return false; /* what is shown lies beside the picture */
    }
    return true;
}

static void sheet_point(const Sheet *sheet, int along, double u, double v, double point[3])
{
    point[sheet->normal] = sheet->height;
    point[sheet->axes[along]] = u;
    point[sheet->axes[1 - along]] = v;
}

/* Of the two edges along an axis the one that is nearer to the eye, in an orthographic view the one
 * that is lower or more to the left. */
static double near_edge(const SnViewSettings *view, const Sheet *sheet, int along)
{
    const double middle = (sheet->low[along] + sheet->high[along]) / 2;
    double pixel[2][2];
    bool front[2];
    for (int side = 0; side < 2; side++) {
        double point[3];
        sheet_point(sheet, along, middle, side ? sheet->high[1 - along] : sheet->low[1 - along],
                    point);
        sn_view_project(view, point, pixel[side], &front[side]);
    }
    const double down = pixel[1][1] - pixel[0][1], right = pixel[1][0] - pixel[0][0];
    const bool high = fabs(down) > 0.05 * fabs(right) ? down > 0 : right < 0;
    return high ? sheet->high[1 - along] : sheet->low[1 - along];
}

/* Between the tools at the sides and left of colour bars, which take `right` pixels. */
static bool inside(const SnViewSettings *view, double right, const double pixel[2])
{
    const double scale = view->scale > 0 ? view->scale : 1;
    const double side = view->edge > 0 ? view->edge + HALF : MARGIN;
    return pixel[0] > side && pixel[1] > MARGIN &&
           pixel[0] < view->width / scale - fmax(side, right > 0 ? right + HALF : 0) &&
           pixel[1] < view->height / scale - FOOT;
}

/* Whether the lines of the grid can be told apart there: it is not seen from its edge. */
static bool is_plain(const SnViewSettings *view, const Sheet *sheet, const double pixel[2])
{
    double origin[3], direction[3];
    sn_view_ray(view, pixel[0], pixel[1], origin, direction);
    return fabs(direction[sheet->normal]) > LEAST_SLOPE;
}

/* Whether a label would touch one that is there. */
static bool covered(const SnGridLabel *labels, int n, const double pixel[2])
{
    for (int i = 0; i < n; i++)
        if (fabs(labels[i].pixel[0] - pixel[0]) < 44 && fabs(labels[i].pixel[1] - pixel[1]) < 15)
            return true;
    return false;
}

int sn_grid_labels(const SnViewSettings *view, const double bounds[2][3], double right,
                   SnGridLabel labels[SN_MAX_GRID_LABELS])
{
    Sheet sheet;
    if (view->width <= 0 || view->height <= 0 || !find_sheet(view, bounds, &sheet))
        return 0;
    const SnUnitScale unit =
        sn_unit_fitting(SN_UNIT_LENGTH, sheet.step, sn_unit_scale(SN_UNIT_LENGTH));
    int n = 0;
    for (int along = 0; along < 2; along++) {
        const double edge = near_edge(view, &sheet, along);
        const int count = (int)lround((sheet.high[along] - sheet.low[along]) / sheet.step);
        int last = -1;
        for (int i = 0; i <= count && count <= MOST && n < SN_MAX_GRID_LABELS; i++) {
            SnGridLabel *label = &labels[n];
            bool front;
            const double value = sheet.low[along] + i * sheet.step;
            sheet_point(&sheet, along, value, edge, label->at);
            sn_view_project(view, label->at, label->pixel, &front);
            if (!front || !inside(view, right, label->pixel) ||
                !is_plain(view, &sheet, label->pixel) || covered(labels, n, label->pixel))
                continue;
            snprintf(label->text, sizeof label->text, "%.6g",
                     sheet.step * round(value / sheet.step) * unit.factor + 0.0);
            last = n++;
        }
        if (last >= 0) { /* which axis, and in what */
            char number[24];
            snprintf(number, sizeof number, "%.20s", labels[last].text);
            snprintf(labels[last].text, sizeof labels[last].text, "%c %s %.8s",
                     "xyz"[sheet.axes[along]], number, unit.symbol);
        }
    }
    return n;
}
