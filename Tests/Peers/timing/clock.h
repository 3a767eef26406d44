#ifndef TIMING_CLOCK_H
#define TIMING_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Monotonic: comparable between the processes of one machine. */
static inline uint64_t nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t nanoseconds_of(double seconds) { return (uint64_t)(seconds * 1e9); }

#endif
