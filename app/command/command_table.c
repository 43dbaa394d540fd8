/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/command_table.h"

#include "app/command/text_columns.h"
#include "engine/text/json_text.h"

#include <string.h>

static const char SIMULATE[] = "Simulate", SHOW[] = "Pictures, films and plots",
                  ANALYSE[] = "Analyse", FILES[] = "Models and files", ITSELF[] = "The program";

static const SnCommand COMMANDS[] = {
    {"run", SIMULATE, "MODEL [OPTION]...", "simulate, and write what output probes record",
     "The last line is t=... steps=... hash=...: the time reached, steps taken, and a number for "
     "all "
     "of the state, the same for the same run. overlapping=N in it: so many pairs of shapes are in "
     "each other at that time, which began so or are pressed into each other. Ctrl+C keeps what "
     "was simulated: the line ends in "
     "\"stopped\", the exit status is 1, and DIR/STOPPED.txt says why.",
     "sinew run jaw-open --probes out\n"
     "sinew run jaw-open --time 0.6 --set muscles/ldg:law.max_force=80 --probes out",
     sn_command_run},
    {"script", SIMULATE, "FILE.lua [OPTION]... [ARGUMENT]...",
     "read, change and run models by a script in Lua",
     "What it prints goes to the standard output; arguments are args[1], args[2] ... in it. What "
     "it "
     "can call: engine/script/README.md.",
     "sinew script sweep.lua --model arm 0.2 0.4 > table.csv", sn_command_script},

    {"render", SHOW, "MODEL --out FILE.png|svg|pdf [OPTION]...", "draw a picture", "",
     "sinew render arm --set joints/elbow_flex:angle=1.2 --out bent.png\n"
     "sinew render knee --size 85x60mm --dpi 300 --transparent --legend --out figure.png",
     sn_command_render},
    {"movie", SHOW, "MODEL --out FOLDER|FILE.webm [OPTION]...", "simulate and film", "",
     "sinew movie jaw-open --speed 0.25 --out jaw.webm", sn_command_movie},
    {"plot", SHOW, "MODEL --out FILE.svg|png|csv [OPTION]...",
     "simulate and draw a plot of the document, or curves of your own",
     "Without --plot or --curve it is the first plot of the document.",
     "sinew plot jaw-open --curve markers/lower_incisor:position.z --out gape.svg",
     sn_command_plot},

    {"analyze", ANALYSE, "MODEL --motion FILE --out DIR [OPTION]...",
     "lead coordinates along a motion, without dynamics",
     "Writes what comes of the motion to DIR/results.csv.",
     "sinew analyze leg.sinew --motion walk.mot --results 'muscles/*:length' --out out",
     sn_command_analyze},
    {"sweep", ANALYSE, "MODEL --coordinate NAME|PATH:COORDINATE --out FILE.csv [OPTION]...",
     "lengths, moment arms and forces at rest over a coordinate",
     "The other coordinates are as they are at the start.",
     "sinew sweep arm --coordinate elbow_flex --out arms.csv", sn_command_sweep},
    {"modes", ANALYSE, "MODEL [OPTION]...", "small motions about the start at rest",
     "Frequencies, damping and what moves most, slowest first; with --out a film of one of them.",
     "sinew modes arm --count 5", sn_command_modes},
    {"laxity", ANALYSE, "MODEL --joint PATH [OPTION]...", "how far a joint gives way under load",
     "At rest, each way along and about its axes.", "sinew laxity knee --joint joints/knee",
     sn_command_laxity},
    {"fit", ANALYSE, "MODEL --markers FILE.trc --out FILE.mot [OPTION]...",
     "inverse kinematics from measured markers",
     "The coordinates by which the model's markers come nearest to where they were measured (least "
     "squares), row by row, each from the pose before. `sinew analyze` takes what it writes.",
     "sinew fit leg.sinew --markers walk.trc --out walk.mot", sn_command_fit},
    {"scale", ANALYSE, "MODEL --out MODEL.sinew [OPTION]...",
     "fit the size of a model to a subject",
     "Bodies are scaled along their axes with all that is fixed to them. Muscles and springs keep "
     "the ratio of their lengths to those of their paths.",
     "sinew scale leg.sinew --segment femur_r=1.05,1.1,1.05 --mass 72 --out subject.sinew",
     sn_command_scale},

    {"info", FILES, "MODEL [OPTION]...", "what is in a model, and what is suspicious",
     "Components, degrees of freedom, constraints, mass, checks. Exit status 1 if a check finds an "
     "error.",
     "sinew info jaw", sn_command_info},
    {"demos", FILES, "", "the demo models, one a line, name first", "", "", sn_command_demos},
    {"import", FILES, "FILE --out MODEL.sinew [OPTION]...",
     "make a model of a mesh, or from OpenSim, MuJoCo or URDF",
     "FILE: a surface mesh, or a model of OpenSim (.osim), MuJoCo (.xml) or a robot (.urdf), of "
     "which it says what became of each component. A model file (.sinew) is saved as a whole, or "
     "as "
     "what differs from --base.",
     "sinew import gait2392.osim --geometry Geometry --out gait2392.sinew", sn_command_import},
    {"export", FILES, "MODEL --out FILE.osim|xml [OPTION]...",
     "write a model for OpenSim or MuJoCo", "What they can express; it says what was left out.",
     "sinew export arm --out arm.osim", sn_command_export},

    {"verify", ITSELF, "[CASE]... [OPTION]...", "check the numbers against known answers",
     "Value, reference, error, tolerance and source of each; exit status 1 if one fails.",
     "sinew verify B1-pendulum-60", sn_command_verify},
    {"bench", ITSELF, "[CASE|MODEL]... [OPTION]...", "measure the speed",
     "Of all cases, or those named; of a model: 1 s of it.", "sinew bench chain-20 jth",
     sn_command_bench},
    {"reference", ITSELF, "", "every class and property, and the file format", "", "",
     sn_command_reference},
};

const SnCommand *sn_command_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    return NULL;
}

const char *sn_command_nearest(const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++)
        g_ptr_array_add(names, (gpointer)COMMANDS[i].name);
    return sn_nearest_word(name, names);
}

char *sn_command_overview(void)
{
    GString *text =
        g_string_new("usage: sinew [MODEL] [--script FILE] [--log FILE]   the window\n"
                     "       sinew COMMAND ...                            without it\n");
    const char *group = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(COMMANDS); i++) {
        if (COMMANDS[i].group != group)
            g_string_append_printf(text, "\n%s\n", COMMANDS[i].group);
        group = COMMANDS[i].group;
        sn_text_columns(text, 2, COMMANDS[i].name, 12, COMMANDS[i].summary);
    }
    g_string_append_c(text, '\n');
    sn_text_wrap(
        text, 0,
        "MODEL is a file or a demo's name. `sinew COMMAND --help` says what a command takes. "
        "Exit status: 0 done, 1 failed, 2 wrong usage.");
    return g_string_free(text, FALSE);
}

char *sn_command_help(const SnCommand *command, const char *options)
{
    GString *text = g_string_new(NULL);
    g_autofree char *usage =
        g_strdup_printf("usage: sinew %s %s", command->name, command->arguments);
    sn_text_wrap(text, 0, g_strchomp(usage));
    g_autofree char *about =
        g_strdup_printf("%c%s.%s%s", g_ascii_toupper(command->summary[0]), command->summary + 1,
                        *command->text ? " " : "", command->text);
    g_string_append_c(text, '\n');
    sn_text_wrap(text, 0, about);
    if (*options)
        g_string_append_printf(text, "\n%s", options);
    if (*command->examples) {
        g_string_append(text, "\nFor example\n");
        g_auto(GStrv) lines = g_strsplit(command->examples, "\n", -1);
        for (int i = 0; lines[i]; i++)
            g_string_append_printf(text, "  %s\n", lines[i]);
    }
    return g_string_free(text, FALSE);
}
