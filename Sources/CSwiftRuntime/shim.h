#pragma once

#include <stdint.h>

// Where the Swift runtime asks who runs the tasks that have asked for no executor of their own: a hook that
// libswift_Concurrency has exported since 5.5, with its own calling convention. See `TaskPool`.

#define CORNERSHOP_SWIFT __attribute__((swiftcall))

extern CORNERSHOP_SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern CORNERSHOP_SWIFT void swift_job_run(void *job, void *executor, uintptr_t witness_table);

typedef void (*cornershop_job_taker)(void *job);

static inline cornershop_job_taker *cornershop_taker(void) {
    static cornershop_job_taker taker;
    return &taker;
}

static inline CORNERSHOP_SWIFT void cornershop_enqueue(void *job, void *original) {
    (void)original;
    (*cornershop_taker())(job);
}

// From now on every such job goes to the taker.
static inline void cornershop_take_jobs(cornershop_job_taker taker) {
    *cornershop_taker() = taker;
    swift_task_enqueueGlobal_hook = cornershop_enqueue;
}

// Runs a job on this thread, on no executor in particular.
static inline void cornershop_run_job(void *job) { swift_job_run(job, 0, 0); }
