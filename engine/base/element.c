/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/element.h"

#include <string.h>

#define TRI(a, b, c)                                                                               \
    {                                                                                              \
        3, 3,                                                                                      \
        {                                                                                          \
            a, b, c                                                                                \
        }                                                                                          \
    }
#define QUAD(a, b, c, d)                                                                           \
    {                                                                                              \
        4, 4,                                                                                      \
        {                                                                                          \
            a, b, c, d                                                                             \
        }                                                                                          \
    }

#define TET_EDGES(m)                                                                               \
    {                                                                                              \
        {0, 1, m(4)}, {1, 2, m(5)}, {2, 0, m(6)}, {0, 3, m(7)}, {1, 3, m(8)},                      \
        {                                                                                          \
            2, 3, m(9)                                                                             \
        }                                                                                          \
    }
#define HEX_EDGES(m)                                                                               \
    {                                                                                              \
        {0, 1, m(8)}, {1, 2, m(9)}, {2, 3, m(10)}, {3, 0, m(11)}, {4, 5, m(12)}, {5, 6, m(13)},    \
            {6, 7, m(14)}, {7, 4, m(15)}, {0, 4, m(16)}, {1, 5, m(17)}, {2, 6, m(18)},             \
        {                                                                                          \
            3, 7, m(19)                                                                            \
        }                                                                                          \
    }
#define NO(m)  (-1)
#define YES(m) (m)

static const SnElementShape shapes[SN_ELEMENT_KIND_COUNT] = {
    [SN_ELEMENT_TET4] = {"tet4",
                         4,
                         4,
                         4,
                         {TRI(0, 2, 1), TRI(0, 1, 3), TRI(1, 2, 3), TRI(2, 0, 3)},
                         6,
                         TET_EDGES(NO)},
    [SN_ELEMENT_TET10] = {"tet10",
                          10,
                          4,
                          4,
                          {{6, 3, {0, 2, 1, 6, 5, 4}},
                           {6, 3, {0, 1, 3, 4, 8, 7}},
                           {6, 3, {1, 2, 3, 5, 9, 8}},
                           {6, 3, {2, 0, 3, 6, 7, 9}}},
                          6,
                          TET_EDGES(YES)},
    [SN_ELEMENT_HEX8] = {"hex8",
                         8,
                         8,
                         6,
                         {QUAD(0, 3, 2, 1), QUAD(4, 5, 6, 7), QUAD(0, 1, 5, 4), QUAD(1, 2, 6, 5),
                          QUAD(2, 3, 7, 6), QUAD(3, 0, 4, 7)},
                         12,
                         HEX_EDGES(NO)},
    [SN_ELEMENT_HEX20] = {"hex20",
                          20,
                          8,
                          6,
                          {{8, 4, {0, 3, 2, 1, 11, 10, 9, 8}},
                           {8, 4, {4, 5, 6, 7, 12, 13, 14, 15}},
                           {8, 4, {0, 1, 5, 4, 8, 17, 12, 16}},
                           {8, 4, {1, 2, 6, 5, 9, 18, 13, 17}},
                           {8, 4, {2, 3, 7, 6, 10, 19, 14, 18}},
                           {8, 4, {3, 0, 4, 7, 11, 16, 15, 19}}},
                          12,
                          HEX_EDGES(YES)},
    [SN_ELEMENT_WEDGE6] =
        {"wedge6",
         6,
         6,
         5,
         {TRI(0, 2, 1), TRI(3, 4, 5), QUAD(0, 1, 4, 3), QUAD(1, 2, 5, 4), QUAD(2, 0, 3, 5)},
         9,
         {{0, 1, -1},
          {1, 2, -1},
          {2, 0, -1},
          {3, 4, -1},
          {4, 5, -1},
          {5, 3, -1},
          {0, 3, -1},
          {1, 4, -1},
          {2, 5, -1}}},
    [SN_ELEMENT_PYRAMID5] =
        {"pyramid5",
         5,
         5,
         5,
         {QUAD(0, 3, 2, 1), TRI(0, 1, 4), TRI(1, 2, 4), TRI(2, 3, 4), TRI(3, 0, 4)},
         8,
         {{0, 1, -1},
          {1, 2, -1},
          {2, 3, -1},
          {3, 0, -1},
          {0, 4, -1},
          {1, 4, -1},
          {2, 4, -1},
          {3, 4, -1}}},
    [SN_ELEMENT_MEMBRANE3] =
        {"membrane3", 3, 3, 1, {TRI(0, 1, 2)}, 3, {{0, 1, -1}, {1, 2, -1}, {2, 0, -1}}},
    [SN_ELEMENT_MEMBRANE4] =
        {"membrane4",
         4,
         4,
         1,
         {QUAD(0, 1, 2, 3)},
         4,
         {{0, 1, -1}, {1, 2, -1}, {2, 3, -1}, {3, 0, -1}}},
    [SN_ELEMENT_SHELL3] =
        {"shell3", 3, 3, 1, {TRI(0, 1, 2)}, 3, {{0, 1, -1}, {1, 2, -1}, {2, 0, -1}}},
    [SN_ELEMENT_SHELL4] =
        {"shell4",
         4,
         4,
         1,
         {QUAD(0, 1, 2, 3)},
         4,
         {{0, 1, -1}, {1, 2, -1}, {2, 3, -1}, {3, 0, -1}}},
};

const SnElementShape *sn_element_shape(SnElementKind kind)
{
    return &shapes[kind];
}
