import contextlib
import io
import json
import re
import unittest

import zmq

import cluster
from cluster import Client

CUPCAKE = {"currency": "USD", "lines": [
    {"sku": "cupcake", "quantity": 10, "options": {"flavour": ["rainbow"], "extras": ["frosting", "sprinkles"]}}]}
ADDRESS = {"street": "1 Market Street", "city": "Springfield", "postalCode": "62701", "country": "US"}


def headers(text):
    return dict(line.split(": ", 1) for line in text.split("\n")[1:])


class PlainClients(unittest.TestCase):
    def test_the_readme_example_runs_and_prints_what_it_says(self):
        readme = (cluster.ROOT / "README.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", readme, re.S)
        self.assertTrue(blocks, "README has no Python example")
        code = blocks[0].replace("tcp://127.0.0.1:7020", cluster.endpoints["pricing"])
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, "README.md", "exec"), {})
        expected = re.findall(r"# prints (.*)", code)
        self.assertEqual(said.getvalue().strip().split("\n"), expected)

    def test_a_req_socket_quotes_and_searches(self):
        self.assertEqual(Client("pricing").value("pricing.quote", CUPCAKE)["total"], 3650)
        found = Client("catalog").value("catalog.search", {"text": "berr"})
        self.assertEqual([item["product"]["name"] for item in found["items"]], ["Blueberries", "Strawberries"])

    def test_a_req_socket_that_correlates_gets_its_envelope_back(self):
        client = Client("pricing", options=[(zmq.REQ_CORRELATE, 1), (zmq.REQ_RELAXED, 1)])
        for _ in range(3):
            self.assertEqual(client.value("pricing.quote", CUPCAKE)["total"], 3650)

    def test_a_dealer_socket_has_many_calls_under_way(self):
        client = Client("pricing", zmq.DEALER)
        for number in range(100):
            header = f"SHOP/1 REQ pricing.quote\nid: call-{number}".encode()
            client.send(b"", header, json.dumps(CUPCAKE).encode())
        answered = set()
        for _ in range(100):
            delimiter, header, body = client.receive()
            self.assertEqual(delimiter, b"")
            self.assertEqual(json.loads(body)["total"], 3650)
            answered.add(headers(header.decode())["id"])
        self.assertEqual(answered, {f"call-{number}" for number in range(100)})

    def test_envelope_frames_come_back_byte_for_byte(self):
        client = Client("pricing", zmq.DEALER)
        envelope = [b"\x00\xff\x01", b"a" * 255, b"third", b""]
        client.send(*envelope, b"SHOP/1 REQ $sys.ping", b"")
        answer = client.receive()
        self.assertEqual(answer[:4], envelope)
        self.assertTrue(answer[4].startswith(b"SHOP/1 REP ok"))

    def test_a_call_without_an_id_is_answered_without_one(self):
        header, _ = Client("pricing").call("$sys.ping", {})
        self.assertNotIn("id", headers(header))
        self.assertIn("inst", headers(header))

    def test_carriage_returns_and_unknown_headers_are_tolerated(self):
        client = Client("pricing")
        client.send(b"SHOP/1 REQ $sys.ping\r\nid: 7\r\nx-unknown: 1\r\n", b"{}")
        header, _ = client.receive()
        self.assertEqual(headers(header.decode())["id"], "7")

    def test_an_order_is_placed_repeated_and_found(self):
        pricing, checkout = Client("pricing"), Client("checkout")
        basket = {"currency": "USD", "lock": True, "lines": [{"sku": "kiwi", "quantity": 2}],
                  "destination": {"country": "US", "postalCode": "62701"}}
        quote = pricing.value("pricing.quote", basket)
        order = {"token": quote["token"], "expectedTotal": quote["total"], "customer": {"name": "Ada"},
                 "address": ADDRESS, "payment": {"method": "offline"}}
        before = checkout.value("checkout.stock", {"skus": ["kiwi"]})["levels"][0]["available"]
        placed = checkout.value("checkout.place", order, key="interop-1")
        again = checkout.value("checkout.place", order, key="interop-1")
        self.assertEqual(placed, again)
        after = checkout.value("checkout.stock", {"skus": ["kiwi"]})["levels"][0]["available"]
        self.assertEqual(before - after, 2)
        self.assertEqual(checkout.value("checkout.order", {"key": "interop-1"})["id"], placed["id"])
        status, fault = checkout.fault("checkout.place", order, key="interop-2")
        self.assertEqual((status, fault["code"]), ("failed_precondition", "quote_used"))
        status, fault = checkout.fault("checkout.place", order)
        self.assertEqual((status, fault["code"]), ("invalid_argument", "idempotency_key_required"))

    def test_every_service_describes_itself(self):
        for service in cluster.SERVICES:
            client = Client(service)
            methods = client.value("$sys.info", {})["methods"]
            described = {item["method"]: item for item in client.value("$sys.describe", {})["methods"]}
            self.assertEqual({name for name in methods if name.startswith(service + ".")}, set(described))
            for item in described.values():
                self.assertEqual(item["request"]["type"], "object", item["method"])


class HostileBodies(unittest.TestCase):
    """Each gets a fault that names the field; the service goes on."""

    CASES = [
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":1e21}]}', "quantity_too_large", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":3.5}]}', "not_a_whole_number", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":"3"}]}', "not_a_whole_number", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":true}]}', "not_a_whole_number", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":null}]}', "not_a_whole_number", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango","quantity":0}]}', "quantity_too_small", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"cupcake","quantity":21,"options":{"flavour":["vanilla"]}}]}',
         "quantity_too_large", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[{"sku":"mango"}]}', "invalid_request", "lines[0].quantity"),
        (b'{"currency":"USD","lines":[null]}', "invalid_request", "lines[0]"),
        (b'{"currency":"USD","lines":null}', "invalid_request", "lines"),
        (b'{"currency":"USD"}', "invalid_request", "lines"),
        (b'{"currency":"USD","lines":{}}', "invalid_request", "lines"),
        (b'{"currency":"USD","lines":[]}', "invalid_request", "lines"),
        # The standard's code for no currency.
        (b'{"currency":"XXX","lines":[{"sku":"mango","quantity":1}]}', "unsupported_currency", "currency"),
        (b'{"currency":"USD","lines":[{"sku":"a b","quantity":1}]}', "invalid_request", "lines[0].sku"),
        (b'', "invalid_request", "currency"),
        (b'{}', "invalid_request", "currency"),
        (b'null', "invalid_request", ""),
        (b'[]', "invalid_request", ""),
        (b'"text"', "invalid_request", ""),
        (b'{', "invalid_request", ""),
        (b'{"currency":"USD",}', "invalid_request", ""),
        (b'[' * 100_000, "invalid_request", ""),
        (b'{"a":' * 100_000, "invalid_request", ""),
        (b'{"currency":"US\xff","lines":[]}', "invalid_request", ""),
        (b'{"skipped":"\xc3\x28","currency":"USD","lines":[]}', "invalid_request", ""),
        (b'\x00\x01\x02', "invalid_request", ""),
        (b'GET / HTTP/1.1\r\n\r\n', "invalid_request", ""),
    ]

    def test_hostile_json_gets_a_fault_that_names_the_field(self):
        for body, code, field in self.CASES:
            with self.subTest(body=body[:80]):
                status, fault = Client("pricing").fault("pricing.quote", body, id="h")
                self.assertEqual((status, fault["code"]), ("invalid_argument", code), fault)
                self.assertEqual(fault["details"][0]["field"], field, fault)

    def test_bounds_are_named(self):
        body = {"currency": "USD", "lines": [{"sku": "cupcake", "quantity": 21, "options": {"flavour": ["vanilla"]}}]}
        _, fault = Client("pricing").fault("pricing.quote", body)
        detail = fault["details"][0]
        self.assertEqual((detail["min"], detail["max"], detail["step"]), (3, 20, 1))

    def test_all_bad_lines_are_named_at_once(self):
        body = {"currency": "USD", "lines": [{"sku": "mango", "quantity": 0}, {"sku": "kiwi", "quantity": 10_000}]}
        _, fault = Client("pricing").fault("pricing.quote", body)
        self.assertEqual([detail["field"] for detail in fault["details"]], ["lines[0].quantity", "lines[1].quantity"])

    def test_an_unknown_sku_is_named(self):
        body = {"currency": "USD", "lines": [{"sku": "durian", "quantity": 1}]}
        status, fault = Client("pricing").fault("pricing.quote", body)
        self.assertEqual((status, fault["code"]), ("not_found", "unknown_sku"))
        self.assertIn("durian", fault["message"])

    def test_every_method_survives_every_hostile_body(self):
        bodies = [case[0] for case in self.CASES] + [b'{"skus":null}', b'{"skus":[1]}', b'{"limit":-1}', b'{"limit":1e99}']
        for service in cluster.SERVICES:
            client = Client(service)
            for method in client.value("$sys.info", {})["methods"]:
                for body in bodies:
                    header, answer = client.call(method, body, key="hostile")
                    status = header.split("\n")[0]
                    self.assertNotIn("internal", status, (method, body[:80], answer))
            client.value("$sys.ping", {})


class HostileFrames(unittest.TestCase):
    """A fault where an envelope allows one, else a counted drop; the service goes on."""

    def dropped(self, service):
        return Client(service).value("$sys.stats", {})["counters"].get("dropped", 0)

    def test_messages_without_a_delimiter_or_with_a_broken_envelope_are_counted_and_dropped(self):
        cases = [
            [b"x"], [b"SHOP/1 REQ $sys.ping"], [b"SHOP/1 REQ $sys.ping", b"{}"], [b"\xff" * 1000, b"\x00"],
            [b"e"] * 32 + [b"", b"SHOP/1 REQ $sys.ping", b""], [b"e" * 256, b"", b"SHOP/1 REQ $sys.ping", b""],
            [b""], [b"", b""],
        ]
        for frames in cases:
            with self.subTest(frames=[frame[:20] for frame in frames][:4]):
                before = self.dropped("pricing")
                client = Client("pricing", zmq.DEALER, timeout=200)
                client.send(*frames)
                # The answer to a ping on the same socket comes after the bad message was read.
                client.send(b"", b"SHOP/1 REQ $sys.ping\nid: after", b"")
                client.socket.setsockopt(zmq.RCVTIMEO, 5000)
                answers = [client.receive()]
                while b"id: after" not in answers[-1][1]:
                    self.assertTrue(answers[-1][1].startswith(b"SHOP/1 ERR invalid_argument"), answers)
                    answers.append(client.receive())
                if len(answers) == 1:
                    self.assertGreater(self.dropped("pricing"), before)

    def test_bad_headers_get_a_fault(self):
        cases = [
            b"SHOP/2 REQ pricing.quote", b"HTTP/1.1 GET /", b"GET / HTTP/1.1\r\nHost: x", b"SHOP/1", b"",
            b"SHOP/1 REQ", b"SHOP/1 REQ ", b"SHOP/1 FOO bar", b"SHOP/1 REQ pricing.quote\nid: " + b"x" * 65,
            b"SHOP/1 REQ pricing.quote\nkey: " + b"k" * 129, b"SHOP/1 REQ pricing.quote\nttl: soon",
            b"SHOP/1 REQ pricing.quote\nid: a\x07b", b"SHOP/1 REQ pricing.quote\nno colon",
            b"SHOP/1 REQ pricing.quote\nx: " + b"y" * 9000, b"\xff\xfe\x00", b"SHOP/1 REQ pricing.quote\nct: text/xml",
        ]
        for header in cases:
            with self.subTest(header=header[:60]):
                client = Client("pricing")
                client.send(header, b"{}")
                answer = client.receive()[0]
                self.assertTrue(answer.startswith(b"SHOP/1 ERR invalid_argument"), answer)

    def test_an_unknown_method_is_answered_at_once(self):
        status, fault = Client("pricing").fault("pricing.guess", {})
        self.assertEqual((status, fault["code"]), ("unimplemented", "unknown_method"))

    def test_a_call_whose_time_is_up_is_not_done(self):
        status, fault = Client("pricing").fault("pricing.quote", CUPCAKE, ttl=0)
        self.assertEqual((status, fault["retryable"]), ("deadline_exceeded", True))

    def test_a_message_over_the_size_limit_ends_only_its_own_connection(self):
        client = Client("pricing", timeout=500)
        client.send(b"SHOP/1 REQ pricing.quote", b" " * (8 << 20))
        with self.assertRaises(zmq.Again):
            client.receive()
        self.assertEqual(Client("pricing").value("pricing.quote", CUPCAKE)["total"], 3650)

    def test_raw_tcp_and_http_bytes_do_no_harm(self):
        import socket
        host, port = cluster.endpoints["pricing"][6:].split(":")
        for payload in (b"GET / HTTP/1.1\r\nHost: shop\r\n\r\n", b"\x00" * 4096, bytes(range(256)) * 64, b"\xff\x00\x00"):
            with socket.create_connection((host, int(port)), timeout=5) as raw:
                with contextlib.suppress(OSError):
                    raw.sendall(payload)
                    raw.settimeout(0.2)
                    raw.recv(1024)
        self.assertEqual(Client("pricing").value("pricing.quote", CUPCAKE)["total"], 3650)


class ClientsThatVanish(unittest.TestCase):
    def test_a_client_that_dies_mid_call_stalls_nobody(self):
        for _ in range(50):
            client = Client("pricing", zmq.DEALER)
            for _ in range(20):
                client.send(b"", b"SHOP/1 REQ pricing.quote\nid: 1", json.dumps(CUPCAKE).encode())
            client.close()
        self.assertEqual(Client("pricing").value("pricing.quote", CUPCAKE)["total"], 3650)


if __name__ == "__main__":
    unittest.main()
