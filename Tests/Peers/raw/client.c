/* A DEALER in a closed loop: a fixed number of requests in flight, each reply makes room for the next request. */

#include "../timing/clock.h"
#include "../timing/options.h"
#include "../timing/samples.h"
#include "frames.h"

enum { most_in_flight = 2048, most_samples = 4000000, reply_timeout_milliseconds = 5000 };

static char request_header[] = REQUEST_HEADER;
static char request_body[request_body_bytes];
static uint64_t sent_at[most_in_flight];
static uint64_t next_request, next_reply;

static void send_request(void *dealer) {
    write_id(request_header + request_id_offset, next_request);
    sent_at[next_request % most_in_flight] = nanoseconds_now();
    next_request++;
    require(zmq_send(dealer, "", 0, ZMQ_SNDMORE) >= 0, "send");
    require(zmq_send(dealer, request_header, request_header_bytes, ZMQ_SNDMORE) >= 0, "send");
    require(zmq_send(dealer, request_body, request_body_bytes, 0) >= 0, "send");
}

/* Answers when the request of this reply was sent. One server answers in order, so the id is known before. */
static uint64_t receive_reply(void *dealer) {
    char delimiter[1], header[largest_frame_bytes], body[largest_frame_bytes];
    require(zmq_recv(dealer, delimiter, sizeof delimiter, 0) == 0, "delimiter");
    require(zmq_recv(dealer, header, sizeof header, 0) == reply_header_bytes, "header");
    require(zmq_recv(dealer, body, sizeof body, 0) == reply_body_bytes, "body");
    require(read_id(header + reply_id_offset) == next_reply, "id");
    return sent_at[next_reply++ % most_in_flight];
}

static void *connected_dealer(const char *endpoint) {
    void *dealer = zmq_socket(zmq_ctx_new(), ZMQ_DEALER);
    set_option(dealer, ZMQ_SNDHWM, 4000);
    set_option(dealer, ZMQ_RCVHWM, 4000);
    set_option(dealer, ZMQ_RCVTIMEO, reply_timeout_milliseconds);
    set_option(dealer, ZMQ_LINGER, 0);
    require(zmq_connect(dealer, endpoint) == 0, endpoint);
    return dealer;
}

int main(int argc, char **argv) {
    void *dealer = connected_dealer(text_option(argc, argv, "--connect", NULL));
    int in_flight = (int)number_option(argc, argv, "--inflight", "1");
    uint64_t duration = nanoseconds_of(number_option(argc, argv, "--duration", "3"));
    if (in_flight < 1 || in_flight > most_in_flight) return 2;
    fill_body(request_body, sizeof request_body);
    struct samples samples = samples_make(most_samples);

    uint64_t begin = nanoseconds_now() + nanoseconds_of(number_option(argc, argv, "--warmup", "1"));
    uint64_t now = 0;
    for (int i = 0; i < in_flight; i++) send_request(dealer);
    while (now < begin + duration) {
        uint64_t sent = receive_reply(dealer);
        now = nanoseconds_now();
        if (now >= begin) samples_add(&samples, now - sent);
        send_request(dealer);
    }

    printf("{\"perSecond\":%.1f,\"inFlight\":%d,\"requestBytes\":%d,\"replyBytes\":%d,",
           (double)samples.count * 1e9 / (double)(now - begin), in_flight,
           request_header_bytes + request_body_bytes, reply_header_bytes + reply_body_bytes);
    samples_print(&samples);
    puts("}");
    return 0;
}
