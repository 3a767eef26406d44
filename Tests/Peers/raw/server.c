/* A ROUTER that answers each request with a reply of a quote's size: the least that a service over libzmq costs. */

#include "../timing/options.h"
#include "frames.h"

#include <unistd.h>

static char reply_header[] = REPLY_HEADER;
static char reply_body[reply_body_bytes];

static void answer_one(void *router) {
    char routing_id[256], delimiter[1], header[largest_frame_bytes], body[largest_frame_bytes];
    int routing_id_bytes = zmq_recv(router, routing_id, sizeof routing_id, 0);
    require(routing_id_bytes > 0, "routing id");
    require(zmq_recv(router, delimiter, sizeof delimiter, 0) == 0, "delimiter");
    require(zmq_recv(router, header, sizeof header, 0) == request_header_bytes, "header");
    require(zmq_recv(router, body, sizeof body, 0) == request_body_bytes, "body");

    memcpy(reply_header + reply_id_offset, header + request_id_offset, ID_DIGITS);
    require(zmq_send(router, routing_id, (size_t)routing_id_bytes, ZMQ_SNDMORE) >= 0, "send");
    require(zmq_send(router, "", 0, ZMQ_SNDMORE) >= 0, "send");
    require(zmq_send(router, reply_header, reply_header_bytes, ZMQ_SNDMORE) >= 0, "send");
    require(zmq_send(router, reply_body, reply_body_bytes, 0) >= 0, "send");
}

int main(int argc, char **argv) {
    const char *endpoint = text_option(argc, argv, "--bind", NULL);
    alarm(longest_life_seconds);
    fill_body(reply_body, sizeof reply_body);

    void *router = zmq_socket(zmq_ctx_new(), ZMQ_ROUTER);
    set_option(router, ZMQ_SNDHWM, 4000);
    set_option(router, ZMQ_RCVHWM, 4000);
    require(zmq_bind(router, endpoint) == 0, endpoint);
    puts("ready");
    fflush(stdout);
    for (;;) answer_one(router);
}
