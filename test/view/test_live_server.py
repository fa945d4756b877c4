"""The server of the live view without a browser.

usage: test_live_server.py COMMAND SOURCE_DIR [unittest arguments]
"""

import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from live import Client, Program
from policy import check_policy

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
BALL = """
cardan: 1
name: ball
time: {step: 0.001, duration: 1}
contact: {formulation: cone, solver: conic}
materials: {default: {mu: 0.5}, ice: {mu: 0.1}}
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - {name: ball, sphere: {radius: 0.1}, mass: 2, pose: {xyz: [0, 0, 0.1]}}
"""


class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="cardan-live-")
        cls.scene = pathlib.Path(cls.folder.name) / "ball.yaml"
        cls.scene.write_text(BALL)
        cls.program = Program(COMMAND, cls.scene)

    @classmethod
    def tearDownClass(cls):
        cls.program.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        with Client(self.program) as client:
            client.send(type="pause")
            client.send(type="reset")
            client.frame_where(lambda head: head["step"] == 0)
            client.send(type="play")
            client.frame_where(lambda head: head["step"] > 0)

    def goes_on(self):
        """The world still steps, as a new client sees it."""
        with Client(self.program) as client:
            client.send(type="play")
            first, _ = client.frame()
            client.frame_where(lambda head: head["step"] > first["step"] + 20)

    def test_page_needs_the_token(self):
        token = self.program.token
        status, head, body = self.program.ask(f"/?token={token}")
        self.assertEqual(status, 200)
        self.assertIn(b"ball", body)
        self.assertIn("no-store", head)
        self.assertIn(f"connect-src ws://127.0.0.1:{self.program.port}".encode(), body)
        self.assertNotIn(token.encode(), body)
        for target in ("/", "/?token=", "/?token=" + 32 * "0", f"/?token={token}0", f"/?token={token[:-1]}",
                       f"/?tokens={token}", f"/?x={token}", f"/?token={token.upper()}x", "/live", f"/{token}"):
            self.assertEqual(self.program.ask(target)[0], 403, target)
        self.assertEqual(self.program.ask(f"/other?token={token}")[0], 404)
        self.assertEqual(self.program.ask(f"/?token={token}", "DELETE")[0], 405)

    def test_foreign_origins_and_hosts_are_refused(self):
        target, port = f"/?token={self.program.token}", self.program.port
        for origin in ("http://example.com", "null", f"http://localhost:{port}", f"https://127.0.0.1:{port}",
                       f"http://127.0.0.1:{port}.example.com", ""):
            self.assertEqual(self.program.ask(target, Origin=origin)[0], 403, origin)
        for host in ("example.com", f"example.com:{port}", "", None):
            self.assertEqual(self.program.ask(target, Host=host)[0], 403, host)

    def upgrade_status(self, *arguments, **headers):
        with self.program.connect() as connection:
            connection.sendall(self.program.upgrade(*arguments, **headers))
            return int(connection.recv(1 << 16).split()[1])

    def test_sockets_need_token_and_origin(self):
        self.assertEqual(self.upgrade_status(), 101)
        self.assertEqual(self.upgrade_status("/live"), 403)
        self.assertEqual(self.upgrade_status("/live?token=" + 32 * "f"), 403)
        self.assertEqual(self.upgrade_status(Origin="http://example.com"), 403)
        self.assertEqual(self.upgrade_status(Origin=None), 403)
        self.assertEqual(self.upgrade_status(Host="example.com"), 403)
        self.assertEqual(self.upgrade_status(f"/?token={self.program.token}"), 404)

    def test_only_this_machine_is_served(self):
        with open("/proc/net/tcp", encoding="ascii") as table:
            places = [line.split()[1] for line in table.readlines()[1:] if line.split()[3] == "0A"]
        at_port = [place for place in places if int(place.split(":")[1], 16) == self.program.port]
        self.assertEqual(at_port, [f"0100007F:{self.program.port:04X}"])

    def test_garbage_closes_the_connection_and_no_more(self):
        source = random.Random(2)
        garbage = [b"", b"{", b"\xff\xfe", b'{"type":"play","x":1}', b'{"type":"stop"}', b'{"type":"play","type":"play"}',
                   b"x" * 65536,
                   b"[" * 60000, source.randbytes(3000)]
        for payload in garbage:
            with Client(self.program) as client:
                client.send_frame(payload)
                self.assertTrue(client.is_closed_by_program(), payload[:20])
        with Client(self.program) as client:
            client.send_frame(b'{"type":"play"}', opcode=2)
            self.assertTrue(client.is_closed_by_program())
        with Client(self.program) as client:  # a frame beyond 64 kB
            client.send_frame(b" " * 70000)
            self.assertTrue(client.is_closed_by_program())
        with Client(self.program) as client:  # a length that is never sent
            client.socket.sendall(bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 62) + b"abcd")
            self.assertTrue(client.is_closed_by_program())
        for data in (source.randbytes(2000), b"GET " + b"a" * 100000, b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
            with self.program.connect() as connection:
                try:
                    connection.sendall(data)
                    connection.recv(1000)
                except OSError:
                    pass
        self.goes_on()

    def test_fifty_connections_are_opened_and_dropped(self):
        files = pathlib.Path(f"/proc/{self.engine()}/fd")
        self.open_and_drop()  # what the first connections make once is no leak
        memory = self.memory()
        before = len(list(files.iterdir()))
        self.open_and_drop()
        self.goes_on()
        for _ in range(100):
            after = len(list(files.iterdir()))
            if after <= before:
                break
            time.sleep(0.05)
        self.assertLessEqual(after, before)
        # A connection has buffers of 64 kB and more: 50 of them would be seen.
        self.assertLess(self.memory() - memory, 2 << 20)

    def open_and_drop(self):
        for i in range(50):
            client = Client(self.program)
            if i % 3 == 0:
                client.frame()
            if i % 3 == 1:
                client.send(type="push", body=1, point=[0, 0, 0], target=[0, 0, 1])
            client.__exit__()

    def memory(self):
        """Resident anonymous memory of the engine [bytes]."""
        status = pathlib.Path(f"/proc/{self.engine()}/status").read_text()
        return 1024 * int(status.split("RssAnon:")[1].split()[0])

    def engine(self):
        """The process that steps: a child of the command."""
        of = f"/proc/{self.program.process.pid}/task/{self.program.process.pid}/children"
        children = pathlib.Path(of).read_text().split()
        return int(children[0]) if children else self.program.process.pid

    def test_strangers_do_not_keep_a_page_out(self):
        """More idle connections than places, some with half of a request, some without the token."""
        starts = (b"", b"GET / HTTP/1.1\r\n", self.program.request("/"),
                  self.program.upgrade("/live?token=" + 32 * "0"))
        strangers = []
        try:
            for i in range(100):
                stranger = self.program.connect()
                stranger.sendall(starts[i % 2])
                strangers.append(stranger)
            self.assertEqual(self.program.ask(f"/?token={self.program.token}")[0], 200)
            self.goes_on()
            for i in range(100):
                stranger = self.program.connect()
                stranger.sendall(starts[i % 4])
                strangers.append(stranger)
            begin = time.monotonic()
            self.goes_on()
            for stranger in strangers:  # each is answered or not, and closed
                stranger.settimeout(5)
                try:
                    while stranger.recv(1 << 16):
                        pass
                except ConnectionError:
                    pass
            self.assertLess(time.monotonic() - begin, 3)
        finally:
            for stranger in strangers:
                stranger.close()

    def test_slow_stranger_is_closed_after_a_second(self):
        with self.program.connect() as stranger:
            begin = time.monotonic()
            stranger.settimeout(0.2)
            closed = False
            for byte in 100 * b"G":
                try:
                    stranger.sendall(bytes([byte]))
                    closed = stranger.recv(1) == b""
                except socket.timeout:
                    continue
                except ConnectionError:
                    closed = True
                if closed:
                    break
            self.assertTrue(closed)
            self.assertLess(time.monotonic() - begin, 3)

    def test_policy_allows_the_script_and_the_style_of_the_page_alone(self):
        _, _, body = self.program.ask(f"/?token={self.program.token}")
        check_policy(self, body.decode())

    def test_connections_are_limited(self):
        clients = []
        try:
            with self.assertRaisesRegex(AssertionError, " 503 "):
                for _ in range(17):
                    clients.append(Client(self.program))
            self.assertEqual(len(clients), 16)
        finally:
            for client in clients:
                client.__exit__()
        for _ in range(100):
            try:
                self.goes_on()
                return
            except (AssertionError, EOFError, ConnectionError):
                time.sleep(0.02)
        self.fail("no place is free again")

    def test_a_client_that_does_not_read_delays_nothing(self):
        with Client(self.program) as idle, Client(self.program) as client:
            client.send(type="speed", speed=4)
            first, _ = client.frame()
            last, _ = client.frame_where(lambda head: head["time"] > first["time"] + 4)
            client.send(type="speed", speed=1)
            idle.frame_where(lambda head: head["step"] >= last["step"])

    def test_steps_seeks_and_resets(self):
        with Client(self.program) as client:
            client.send(type="pause")
            client.frame_where(lambda head: not head["plays"])
            client.send(type="reset")
            head, _ = client.frame_where(lambda head: head["step"] == 0)
            client.send(type="step", count=5)
            client.frame_where(lambda head: head["step"] == 5)
            client.send(type="step", count=100)
            end, words = client.frame_where(lambda head: head["step"] == 105)
            self.assertGreater(end["kept"][2], 5)
            client.send(type="seek", time=0.05)
            back, _ = client.frame_where(lambda head: head["step"] < 105)
            self.assertLessEqual(back["time"], 0.05 + 5e-4)
            self.assertGreater(back["time"], 0.05 - 1 / 60 - 1e-3)
            client.send(type="step", count=105 - back["step"])
            again, same = client.frame_where(lambda head: head["step"] == 105)
            self.assertEqual(same, words)

    def test_a_push_moves_the_ball(self):
        with Client(self.program) as client:
            client.send(type="play")
            client.send(type="push", body=1, point=[0, 0, 0], target=[0, 0, 1])

            def height(words):
                return struct.unpack_from("<3f", words, 28)[2]

            for _ in range(300):
                head, words = client.frame()
                # A spring of m ω² carries the weight at g / ω² below its target.
                if abs(height(words) - (1 - 9.81 / 100)) < 2e-3:
                    break
            self.assertAlmostEqual(height(words), 1 - 9.81 / 100, delta=5e-3)
            self.assertEqual(head["pulled"], 1)
        with Client(self.program) as client:  # the end of the connection has released the ball
            head, _ = client.frame_where(lambda head: head["pulled"] == -1)
            client.send(type="push", body=0, point=[0, 0, 0], target=[0, 0, 1])
            head, _ = client.frame_where(lambda head: "ground" in head["note"][1])
            client.send(type="push", body=99, point=[0, 0, 0], target=[0, 0, 1])
            client.frame_where(lambda head: "not in the world" in head["note"][1])

    def test_parameters_and_pairs_change_while_it_runs(self):
        def value(head, path):
            return next(one["value"] for one in head["parameters"] if one["path"] == path)

        with Client(self.program) as client:
            head, _ = client.frame()
            self.assertEqual(head["formulation"], "cone")
            self.assertAlmostEqual(value(head, "friction.ice"), 0.1)
            client.send(type="set", path="gravity.z", value=-1.62)
            client.send(type="set", path="friction.ice", value=0.3)
            head, _ = client.frame_where(lambda head: value(head, "friction.ice") == 0.3)
            self.assertEqual(value(head, "gravity.z"), -1.62)
            client.send(type="set", path="friction.ice", value=-1)
            head, _ = client.frame_where(lambda head: head["note"][1] != "")
            self.assertEqual(value(head, "friction.ice"), 0.3)
            client.send(type="set", path="friction.wood", value=1)
            client.frame_where(lambda head: "friction.wood" in head["note"][1])
            client.send(type="pair", formulation="polyhedral", solver="lemke")
            head, _ = client.frame_where(lambda head: head["solver"] == "lemke")
            self.assertTrue(head["formulation"].startswith("polyhedral"))
            client.send(type="pair", formulation="cone", solver="lemke")
            head, _ = client.frame_where(lambda head: head["note"][1] != "")
            self.assertEqual(head["solver"], "lemke")
            self.assertNotIn("\n", head["note"][1])
            client.send(type="pair", formulation="cone", solver="conic")
            client.frame_where(lambda head: head["solver"] == "conic" and head["note"][1] == "")
            client.send(type="set", path="gravity.z", value=-9.81)
        self.goes_on()


class Command(unittest.TestCase):
    def test_robot_is_dropped_on_a_ground(self):
        robot = SOURCE / "data/robots/quadruped.urdf"
        with Program(COMMAND, robot) as program, Client(program) as client:
            # It falls 5 cm, and rests on the ground with contacts.
            head, _ = client.frame_where(lambda head: head["contacts"] > 0)
            self.assertAlmostEqual(head["time"], (2 * 0.05 / 9.81) ** 0.5, delta=0.05)
        self.assertEqual(program.process.returncode, 128 + signal.SIGINT)

    def test_token_and_port_may_be_kept(self):
        token = "0123456789abcdef" * 2
        robot = SOURCE / "data/robots/pendulum.urdf"
        with Program(COMMAND, robot, token=token) as first:
            self.assertEqual(first.token, token)
        with Program(COMMAND, robot, "--port", first.port, token=token) as second:
            self.assertEqual(second.url, first.url)

    def test_steps_of_a_recording_are_simulated_again(self):
        with tempfile.TemporaryDirectory(prefix="cardan-live-") as folder:
            file, table = pathlib.Path(folder) / "run.h5", pathlib.Path(folder) / "page.html"
            subprocess.run([COMMAND, "run", SOURCE / "data/scenes/stand.yaml", "--record", file,
                            "--set", "time.duration=0.3"], check=True, capture_output=True)
            subprocess.run([COMMAND, "view", file, "-o", table], check=True, capture_output=True)
            self.assertIn(b'"recording":"run.h5"', table.read_bytes())
            with Program(COMMAND, file, "--at", 0.1) as program, Client(program) as client:
                first, words = client.frame()
                self.assertFalse(first["plays"])
                self.assertAlmostEqual(first["time"], 0.1, delta=1e-9)
                self.assertEqual(first["kept"][0], 0)
                self.assertAlmostEqual(first["kept"][1], 0.3, delta=1e-9)

                def seek(time):
                    client.send(type="seek", time=time)
                    return client.frame_where(lambda head: abs(head["time"] - time) < 1e-9)

                later, _ = seek(0.25)
                again, same = seek(0.1)
                self.assertEqual((again["hash"], same), (first["hash"], words))
                # The steps from there on are those of the recording.
                client.send(type="step", count=later["step"] - again["step"])
                stepped, _ = client.frame_where(lambda head: head["step"] == later["step"])
                self.assertEqual((stepped["hash"], stepped["note"][1]), (later["hash"], ""))
                # With another solver, the run is another one, and the page says from which step on.
                seek(0.1)
                client.send(type="pair", formulation="polyhedral", solver="lemke")
                client.frame_where(lambda head: head["solver"] == "lemke")
                client.send(type="step", count=later["step"] - again["step"])
                other, _ = client.frame_where(lambda head: head["step"] == later["step"])
                self.assertNotEqual(other["hash"], later["hash"])
                if not other["note"][1]:
                    other, _ = client.frame_where(lambda head: head["note"][1] != "", 5)
                self.assertIn(f"step {again['step'] + 1} ", other["note"][1])
                # Back at the recorded run, with its solver.
                back, same = seek(0.1)
                self.assertEqual((back["hash"], back["solver"], same), (first["hash"], first["solver"], words))
                seek(0.3)
                client.send(type="reset")
                start, _ = client.frame_where(lambda head: head["step"] == 0)
                client.send(type="speed", speed=1000)
                client.send(type="play")
                end, _ = client.frame_where(lambda head: "ends here" in head["note"][1] and not head["plays"])
                self.assertAlmostEqual(end["time"], 0.3, delta=1e-9)
            self.assertIn("--at", self.refused(file, "--at", 0.31))
            self.assertIn("--live", self.refused(SOURCE / "data/scenes/stand.yaml", "--live"))

    def refused(self, *arguments, **environment):
        result = subprocess.run([COMMAND, "view", *map(str, arguments)], capture_output=True, text=True, timeout=20,
                                env={**os.environ, **environment})
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        return result.stderr

    def test_bad_input_is_one_line(self):
        robot = SOURCE / "data/robots/pendulum.urdf"
        self.assertIn("--glb", self.refused(robot, "--glb", "x.glb"))
        self.assertIn("--output", self.refused(robot, "-o", "x.html"))
        self.assertIn("--port", self.refused(robot, "--inspect", "--port", 8000))
        self.assertIn("--port", self.refused(robot, "--port", 70000))
        self.assertIn("--no-browser", self.refused("run.h5", "--no-browser"))
        self.assertIn("token", self.refused(robot, CARDAN_VIEW_TOKEN="secret"))
        self.assertIn("none.yaml", self.refused("none.yaml"))
        with Program(COMMAND, robot) as program:
            self.assertIn(str(program.port), self.refused(robot, "--port", program.port))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
