#ifndef RAW_FRAMES_H
#define RAW_FRAMES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

/* A quote as SHOP/1 carries it: 151 bytes of header and body there, 555 bytes back. */
#define ID_DIGITS 10
#define REQUEST_HEADER "SHOP/1 REQ pricing.quote\nid: 0000000000\nct: application/cbor\nttl: 5000"
#define REPLY_HEADER "SHOP/1 REP ok\nid: 0000000000\nct: application/cbor\ninst: pricing-1\nq: 12\nsvc: 9"

enum {
    request_header_bytes = sizeof REQUEST_HEADER - 1,
    request_body_bytes = 151 - request_header_bytes,
    request_id_offset = sizeof "SHOP/1 REQ pricing.quote\nid: " - 1,
    reply_header_bytes = sizeof REPLY_HEADER - 1,
    reply_body_bytes = 555 - reply_header_bytes,
    reply_id_offset = sizeof "SHOP/1 REP ok\nid: " - 1,
    largest_frame_bytes = 1024
};

/* A server that nobody stops ends by itself. */
enum { longest_life_seconds = 900 };

static inline void require(int succeeded, const char *what) {
    if (succeeded) return;
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static inline void fill_body(char *body, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) body[i] = (char)('a' + i % 26);
}

static inline void write_id(char *digits, uint64_t id) {
    for (int i = ID_DIGITS - 1; i >= 0; i--, id /= 10) digits[i] = (char)('0' + id % 10);
}

static inline uint64_t read_id(const char *digits) {
    uint64_t id = 0;
    for (int i = 0; i < ID_DIGITS; i++) id = id * 10 + (uint64_t)(digits[i] - '0');
    return id;
}

static inline void set_option(void *socket, int option, int value) {
    require(zmq_setsockopt(socket, option, &value, sizeof value) == 0, "zmq_setsockopt");
}

#endif
