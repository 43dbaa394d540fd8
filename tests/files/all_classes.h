/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model file with something of every class, for tests and fuzzers. */
#ifndef SN_TESTS_ALL_CLASSES_H
#define SN_TESTS_ALL_CLASSES_H

static const char ALL_CLASSES[] =
    "{\"sinew\": 1, \"model\": {\n"
    "  \"title\": \"All\", \"gravity\": [0, 0, -9.81],\n"
    "  \"bodies\": [\n"
    "    {\"class\": \"rigid_body\", \"name\": \"a\", \"position\": [0, 0, 1],\n"
    "     \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.2, 0.3]}},\n"
    "    {\"name\": \"b\", \"geometry\": {\"shape\": \"capsule\"}},\n"
    "    {\"name\": \"c\", \"geometry\": {\"shape\": \"ellipsoid\"}, \"dynamic\": false}\n"
    "  ],\n"
    "  \"frames\": [{\"name\": \"f\", \"body\": \"bodies/a\"}, {}],\n"
    "  \"particles\": [{\"name\": \"p\"}, {\"position\": [0.1, 0.2, 0.3]}],\n"
    "  \"markers\": {\"render\": {\"color\": \"#ff0000\"}, \"items\": [\n"
    "    {\"name\": \"m\", \"frame\": \"bodies/a\"}, {\"name\": \"n\", \"location\": [0, 1, 0]},\n"
    "    {\"name\": \"o\", \"frame\": \"frames/f\", \"location\": [0.1, 0, 0]}]},\n"
    "  \"visuals\": [{\"name\": \"v\", \"frame\": \"bodies/b\"}],\n"
    "  \"springs\": [\n"
    "    {\"class\": \"axial_spring\", \"name\": \"s\", \"points\": [\"markers/m\", "
    "\"markers/n\"]},\n"
    "    {\"class\": \"frame_spring\", \"name\": \"t\", \"frame_a\": \"bodies/a\"}],\n"
    "  \"muscles\": [{\"name\": \"l\", \"points\": [\"markers/n\", \"particles/p\", "
    "\"markers/o\"]}],\n"
    "  \"joints\": [\n"
    "    {\"class\": \"hinge\", \"name\": \"h\", \"frame_a\": \"bodies/a\", "
    "\"frame_b\": \"bodies/b\"},\n"
    "    {\"class\": \"spherical\", \"name\": \"i\", \"frame_b\": \"bodies/b\"},\n"
    "    {\"class\": \"fixed\", \"name\": \"j\", \"frame_b\": \"frames/f\"},\n"
    "    {\"class\": \"point_on_plane\", \"name\": \"k\", \"point\": \"markers/m\"},\n"
    "    {\"class\": \"point_on_polyline\", \"name\": \"q\", \"point\": \"markers/o\",\n"
    "     \"points\": [{\"position\": [-1, 0, 0]}, {\"position\": [0, 0, 0.5]},\n"
    "                {\"position\": [1, 0, 0]}]}],\n"
    "  \"loads\": [\n"
    "    {\"class\": \"point_load\", \"name\": \"w\", \"point\": \"markers/m\"},\n"
    "    {\"class\": \"body_load\", \"name\": \"x\", \"body\": \"bodies/a\"}],\n"
    "  \"probes\": [\n"
    "    {\"class\": \"input_probe\", \"name\": \"y\", \"targets\": [\"muscles/l:excitation\"],\n"
    "     \"knots\": [{\"time\": 0, \"values\": [0]}, {\"time\": 0.5, \"values\": [1]}]},\n"
    "    {\"class\": \"output_probe\", \"name\": \"z\", \"targets\": [\"markers/m:position\",\n"
    "     \"/model/models/inner:gravity\"], \"interval\": 0.01}],\n"
    "  \"models\": [{\"name\": \"inner\", \"bodies\": [{\"name\": \"a\", \"number\": 7,\n"
    "     \"geometry\": {\"shape\": \"cylinder\"}}],\n"
    "     \"markers\": [{\"frame\": \"bodies/a\"}, {\"frame\": \"bodies/7\"}]}]\n"
    "}}\n";

#endif
