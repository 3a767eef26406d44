#ifndef TIMING_OPTIONS_H
#define TIMING_OPTIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The word after `name` on the command line, else the fallback; without one the option is required. */
static inline const char *text_option(int argc, char **argv, const char *name, const char *fallback) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0) return argv[i + 1];
    if (fallback) return fallback;
    fprintf(stderr, "%s: %s is missing\n", argv[0], name);
    exit(2);
}

static inline double number_option(int argc, char **argv, const char *name, const char *fallback) {
    const char *text = text_option(argc, argv, name, fallback);
    char *end;
    double value = strtod(text, &end);
    if (end != text && *end == 0 && value >= 0) return value;
    fprintf(stderr, "%s: %s %s is not a number\n", argv[0], name, text);
    exit(2);
}

#endif
