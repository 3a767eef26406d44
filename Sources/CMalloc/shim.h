#pragma once

#ifdef __linux__
#include <malloc.h>

// Gives free memory back to the system. glibc keeps what was freed anywhere but at the end of a heap.
static inline void cornershop_give_back(void) { malloc_trim(0); }
#else
static inline void cornershop_give_back(void) {}
#endif
