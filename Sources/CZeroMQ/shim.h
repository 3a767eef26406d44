#pragma once

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>
#ifdef __linux__
#include <sys/eventfd.h>
#endif

// Every function answers what libzmq answered, or minus the errno: read here, next to the call, before
// anything else on the thread can overwrite it.

// The header shows option 93 to DRAFT builds only, but every 4.3 library obeys it.
#define CORNERSHOP_ZMQ_ZAP_ENFORCE_DOMAIN 93

static inline int cornershop_result(int result) {
    return result == -1 ? -zmq_errno() : result;
}

static inline int cornershop_context_set(void *context, int option, int value) {
    return cornershop_result(zmq_ctx_set(context, option, value));
}

static inline int cornershop_context_terminate(void *context) {
    return cornershop_result(zmq_ctx_term(context));
}

static inline int cornershop_context_shutdown(void *context) {
    return cornershop_result(zmq_ctx_shutdown(context));
}

static inline int cornershop_socket_open(void *context, int type, void **socket) {
    *socket = zmq_socket(context, type);
    return *socket ? 0 : -zmq_errno();
}

static inline int cornershop_socket_close(void *socket) {
    return cornershop_result(zmq_close(socket));
}

static inline int cornershop_socket_set(void *socket, int option, const void *value, size_t size) {
    return cornershop_result(zmq_setsockopt(socket, option, value, size));
}

static inline int cornershop_socket_get(void *socket, int option, void *value, size_t *size) {
    return cornershop_result(zmq_getsockopt(socket, option, value, size));
}

static inline int cornershop_socket_bind(void *socket, const char *endpoint) {
    return cornershop_result(zmq_bind(socket, endpoint));
}

static inline int cornershop_socket_unbind(void *socket, const char *endpoint) {
    return cornershop_result(zmq_unbind(socket, endpoint));
}

static inline int cornershop_socket_connect(void *socket, const char *endpoint) {
    return cornershop_result(zmq_connect(socket, endpoint));
}

static inline int cornershop_socket_disconnect(void *socket, const char *endpoint) {
    return cornershop_result(zmq_disconnect(socket, endpoint));
}

static inline int cornershop_socket_monitor(void *socket, const char *endpoint, int events) {
    return cornershop_result(zmq_socket_monitor(socket, endpoint, events));
}

// Never waits: a socket that cannot go on answers EAGAIN.
static inline int cornershop_send(void *socket, const void *bytes, size_t count, int more) {
    return cornershop_result(zmq_send(socket, bytes, count, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)));
}

static inline int cornershop_message_send(zmq_msg_t *message, void *socket, int more) {
    return cornershop_result(zmq_msg_send(message, socket, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)));
}

static inline int cornershop_message_receive(zmq_msg_t *message, void *socket) {
    return cornershop_result(zmq_msg_recv(message, socket, ZMQ_DONTWAIT));
}

static inline int cornershop_message_with_size(zmq_msg_t *message, size_t size) {
    return cornershop_result(zmq_msg_init_size(message, size));
}

static inline int cornershop_message_with_data(
    zmq_msg_t *message, void *bytes, size_t count, zmq_free_fn *release, void *owner) {
    return cornershop_result(zmq_msg_init_data(message, bytes, count, release, owner));
}

static inline int cornershop_poll(zmq_pollitem_t *items, int count, long timeout_milliseconds) {
    return cornershop_result(zmq_poll(items, count, timeout_milliseconds));
}

static inline int cornershop_curve_keypair(char *public_key, char *secret_key) {
    return cornershop_result(zmq_curve_keypair(public_key, secret_key));
}

static inline int cornershop_curve_public(char *public_key, const char *secret_key) {
    return cornershop_result(zmq_curve_public(public_key, secret_key));
}

// A descriptor that another thread makes readable: an eventfd where there is one, a pipe elsewhere.
static inline int cornershop_wake_open(int *read_end, int *write_end) {
#ifdef __linux__
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor == -1) return -errno;
    *read_end = *write_end = descriptor;
    return 0;
#else
    int ends[2];
    if (pipe(ends) == -1) return -errno;
    for (int index = 0; index < 2; index++) {
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        fcntl(ends[index], F_SETFL, O_NONBLOCK);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
#endif
}

// A full pipe or counter already wakes the reader, so EAGAIN is success.
static inline int cornershop_wake_signal(int write_end) {
    uint64_t one = 1;
    if (write(write_end, &one, sizeof one) != -1 || errno == EAGAIN) return 0;
    return -errno;
}

static inline int cornershop_wake_drain(int read_end) {
    uint64_t values[8];
    for (;;) {
        ssize_t count = read(read_end, values, sizeof values);
        if (count == (ssize_t)sizeof values) continue;
        if (count >= 0 || errno == EAGAIN) return 0;
        return -errno;
    }
}

static inline void cornershop_wake_close(int read_end, int write_end) {
    close(read_end);
    if (write_end != read_end) close(write_end);
}
