#ifndef RAW_EVENT_H
#define RAW_EVENT_H

#include <stdint.h>

/* An event as SHOP/1 carries it: topic, header and a body, here one that begins with the time of sending. */
#define EVENT_TOPIC "prices/strawberry"
#define EVENT_HEADER                                                                                         \
    "SHOP/1 EVT price.changed\nstream: prices\nepoch: 3f6c1f0a9b2e4d57\nseq: 0000000041\n"                    \
    "time: 2026-06-19T09:30:00.000Z\nct: application/cbor\nsrc: pricing-1"

enum { event_body_bytes = 120 };

struct event_body {
    uint64_t sent_nanoseconds;
    char filler[event_body_bytes - sizeof(uint64_t)];
};

#endif
