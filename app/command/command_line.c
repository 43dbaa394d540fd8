/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/command_line.h"

#include "app/command/command.h"
#include "app/command/command_table.h"
#include "app/command/options.h"
#include "app/demos/demos.h"
#include "engine/base/terminal.h"

#include <stdio.h>
#include <string.h>

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* A file or demo to open in the window. */
static bool is_model(const char *word)
{
    char *path = sn_model_argument(word, NULL);
    g_free(path);
    return path != NULL;
}

bool sn_command_line_wanted(int argc, char **argv)
{
    int at = 1;
    while (argc > at + 1 &&
           (strcmp(argv[argc - 2], "--log") == 0 || strcmp(argv[argc - 2], "--script") == 0))
        argc -= 2; /* of the window */
    if (argc > at && !sn_command_find(argv[at]) && is_model(argv[at]))
        at++;
    return argc > at;
}

/* How to call a command; or, where the error is the help that was asked for, the help. */
static SnExit explain(const SnCommand *command, GError *misused)
{
    const bool help = misused->domain == SN_OPTIONS_HELP;
    if (help) {
        g_autofree char *text = sn_command_help(command, misused->message);
        sn_say_text(stdout, text);
    } else {
        sn_say(stderr, "sinew %s: %s", command->name, misused->message);
        sn_say(stderr, "usage: sinew %s %s   (`sinew %s --help` says more)", command->name,
               command->arguments, command->name);
    }
    g_error_free(misused);
    return help ? SN_EXIT_DONE : SN_EXIT_USAGE;
}

static SnExit carry_out(const SnCommand *command, int n, char **words)
{
    GError *misused = NULL;
    const SnExit status = command->run(n, words, &misused);
    return misused ? explain(command, misused) : status;
}

/* The window takes one model: what else is there is wrong. */
static SnExit explain_wrong_words(int argc, char **argv)
{
    const char *word = argv[1], *nearest = sn_command_nearest(word);
    if (word[0] == '-') {
        sn_say(stderr, "sinew: unknown option %s", word);
    } else if (argc > 2 || nearest) {
        sn_say(stderr, "sinew: there is no command \"%s\"%s%s%s", word,
               nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    } else {
        GError *error = NULL;
        char *path = sn_model_argument(word, &error);
        g_free(path);
        return sn_command_failed(error);
    }
    sn_say(stderr, "`sinew help` lists the commands");
    return SN_EXIT_USAGE;
}

/* `sinew help`, `sinew help COMMAND`. */
static SnExit print_help(int n, char **words)
{
    const SnCommand *command = n > 0 ? sn_command_find(words[0]) : NULL;
    if (command) {
        char word[] = "--help", *asked[] = {word, NULL};
        return carry_out(command, 1, asked);
    }
    if (n > 0) {
        const char *nearest = sn_command_nearest(words[0]);
        sn_say(stderr, "sinew: there is no command \"%s\"%s%s%s", words[0],
               nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
        return SN_EXIT_USAGE;
    }
    g_autofree char *text = sn_command_overview();
    sn_say_text(stdout, text);
    return SN_EXIT_DONE;
}

int sn_command_line_main(int argc, char **argv)
{
    SnExit status;
    const SnCommand *command = sn_command_find(argv[1]);
    if (is_help(argv[1])) {
        status = print_help(argc - 2, argv + 2);
    } else if (strcmp(argv[1], "--version") == 0) {
        puts("sinew " SN_VERSION);
        status = SN_EXIT_DONE;
    } else if (!command) {
        status = explain_wrong_words(argc, argv);
    } else {
        status = carry_out(command, argc - 2, argv + 2);
    }
    /* a full disk or a closed pipe must not look like success */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("sinew: cannot write to standard output\n", stderr);
        status = status == SN_EXIT_DONE ? SN_EXIT_FAILED : status;
    }
    return (int)status;
}
