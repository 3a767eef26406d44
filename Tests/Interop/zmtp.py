"""ZMTP 3.0 (RFC 23) over plain TCP: a peer that does what no libzmq would do.

`connect` says the greeting and READY of the NULL mechanism; after that frames go out and come in as they are.
"""
import socket

MORE, LONG, COMMAND = 1, 2, 4
GREETING = b"\xff" + bytes(8) + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + b"\0" + bytes(31)


def frame(body, flags=0):
    """A frame as it stands on the wire."""
    if len(body) > 255:
        return bytes([flags | LONG]) + len(body).to_bytes(8, "big") + body
    return bytes([flags, len(body)]) + body


def ready(socket_type, identity=None):
    """The READY command of a socket: "DEALER", "REQ", "SUB", …, and the routing id that it chooses."""
    properties = [(b"Socket-Type", socket_type.encode())] + ([(b"Identity", identity)] if identity else [])
    return frame(bytes([5]) + b"READY" + b"".join(
        bytes([len(name)]) + name + len(value).to_bytes(4, "big") + value for name, value in properties), COMMAND)


def connect(host, port, socket_type, timeout=10, identity=None):
    """A peer that has shaken hands; `timeout` in seconds bounds every later wait as well."""
    peer = Peer(socket.create_connection((host, port), timeout))
    try:
        peer.shake_hands(socket_type, identity)
    except BaseException:
        peer.close()
        raise
    return peer


def address(endpoint):
    """Host and port of `tcp://host:port`."""
    host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
    return host, int(port)


class Peer:
    def __init__(self, connection):
        self.connection = connection
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()

    def shake_hands(self, socket_type, identity=None):
        self.send_raw(GREETING)
        greeting = self.read(64)
        assert greeting[0] == 0xFF and greeting[9] == 0x7F and greeting[10] == 3, greeting
        assert greeting[12:32].rstrip(b"\0") == b"NULL", greeting
        self.send_raw(ready(socket_type, identity))
        flags, body = self.read_frame()
        assert flags & COMMAND and body.startswith(b"\x05READY"), (flags, body)

    def send_raw(self, data):
        self.connection.sendall(data)

    def send_frame(self, body, more=False):
        self.send_raw(frame(body, MORE if more else 0))

    def send_message(self, *frames):
        """All frames of one message in one piece."""
        parts = [frame(body, MORE) for body in frames[:-1]] + [frame(frames[-1])]
        self.send_raw(b"".join(parts))

    def subscribe(self, topic):
        """As SUB: the message 1 and the topic."""
        self.send_frame(b"\x01" + topic)

    def unsubscribe(self, topic):
        self.send_frame(b"\x00" + topic)

    def read(self, count):
        """So many bytes. Raises EOFError when the other side has closed, TimeoutError when nothing comes."""
        while len(self.buffer) < count:
            data = self.connection.recv(65536)
            if not data:
                raise EOFError(f"closed after {len(self.buffer)} of {count} bytes")
            self.buffer += data
        taken = bytes(self.buffer[:count])
        del self.buffer[:count]
        return taken

    def read_frame(self):
        """Flags and body of the next frame, commands included."""
        flags = self.read(1)[0]
        length = int.from_bytes(self.read(8 if flags & LONG else 1), "big")
        return flags, self.read(length)

    def read_message(self):
        """The frames of the next message; commands in between are left out."""
        frames = []
        while True:
            flags, body = self.read_frame()
            if flags & COMMAND:
                continue
            frames.append(body)
            if not flags & MORE:
                return frames

    def is_open(self):
        """Whether the other side still holds the connection, as far as is known here without waiting."""
        self.connection.setblocking(False)
        try:
            data = self.connection.recv(65536)
            self.buffer += data
            return bool(data)
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            self.connection.setblocking(True)

    def is_open_unread(self):
        """The same, and what has come stays unread."""
        try:
            return self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def close(self):
        self.connection.close()
