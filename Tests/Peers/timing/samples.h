#ifndef TIMING_SAMPLES_H
#define TIMING_SAMPLES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Every single duration, so that percentiles are exact. What exceeds the capacity is counted, not kept. */
struct samples {
    uint64_t *nanoseconds;
    size_t count, capacity;
    int sorted;
};

static inline struct samples samples_make(size_t capacity) {
    struct samples made = {(uint64_t *)malloc(capacity * sizeof(uint64_t)), 0, capacity, 0};
    if (!made.nanoseconds) {
        fputs("no memory for samples\n", stderr);
        exit(1);
    }
    return made;
}

static inline void samples_add(struct samples *samples, uint64_t nanoseconds) {
    if (samples->count < samples->capacity) samples->nanoseconds[samples->count] = nanoseconds;
    samples->count++;
    samples->sorted = 0;
}

static inline int samples_order(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static inline double samples_microseconds(struct samples *samples, double quantile) {
    size_t kept = samples->count < samples->capacity ? samples->count : samples->capacity;
    if (kept == 0) return 0;
    if (!samples->sorted) qsort(samples->nanoseconds, kept, sizeof(uint64_t), samples_order);
    samples->sorted = 1;
    return (double)samples->nanoseconds[(size_t)(quantile * (double)(kept - 1) + 0.5)] / 1000;
}

/* The members that every result line shares, without the braces around them. */
static inline void samples_print(struct samples *samples) {
    printf("\"count\":%zu,\"p50Microseconds\":%.2f,\"p90Microseconds\":%.2f,\"p99Microseconds\":%.2f,"
           "\"maxMicroseconds\":%.2f",
           samples->count, samples_microseconds(samples, 0.5), samples_microseconds(samples, 0.9),
           samples_microseconds(samples, 0.99), samples_microseconds(samples, 1));
}

#endif
