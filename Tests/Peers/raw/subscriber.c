/* A SUB socket that tells how long events took to arrive. */

#include "../timing/clock.h"
#include "../timing/options.h"
#include "../timing/samples.h"
#include "event.h"
#include "frames.h"

enum { most_samples = 1000000, event_timeout_milliseconds = 5000 };

static uint64_t receive_delay(void *subscriber) {
    char topic[largest_frame_bytes], header[largest_frame_bytes];
    struct event_body body;
    require(zmq_recv(subscriber, topic, sizeof topic, 0) == sizeof EVENT_TOPIC - 1, "topic");
    require(zmq_recv(subscriber, header, sizeof header, 0) == sizeof EVENT_HEADER - 1, "header");
    require(zmq_recv(subscriber, &body, sizeof body, 0) == sizeof body, "body");
    return nanoseconds_now() - body.sent_nanoseconds;
}

int main(int argc, char **argv) {
    const char *endpoint = text_option(argc, argv, "--connect", NULL);
    uint64_t duration = nanoseconds_of(number_option(argc, argv, "--duration", "3"));
    struct samples samples = samples_make(most_samples);

    void *subscriber = zmq_socket(zmq_ctx_new(), ZMQ_SUB);
    set_option(subscriber, ZMQ_RCVTIMEO, event_timeout_milliseconds);
    require(zmq_setsockopt(subscriber, ZMQ_SUBSCRIBE, "prices/", 7) == 0, "subscribe");
    require(zmq_connect(subscriber, endpoint) == 0, endpoint);

    uint64_t begin = nanoseconds_now() + nanoseconds_of(number_option(argc, argv, "--warmup", "1"));
    while (nanoseconds_now() < begin + duration) {
        uint64_t delay = receive_delay(subscriber);
        if (nanoseconds_now() >= begin) samples_add(&samples, delay);
    }

    printf("{\"eventBytes\":%zu,", sizeof EVENT_TOPIC - 1 + sizeof EVENT_HEADER - 1 + sizeof(struct event_body));
    samples_print(&samples);
    puts("}");
    return 0;
}
