"""`cardan view` of running worlds, and a WebSocket client written out [RFC 6455]."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess


class Program:
    """Runs `cardan view FILE` until the end of a with block."""

    def __init__(self, command, file, *options, token=None):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY", "CARDAN_VIEW_TOKEN")}
        if token:
            environment["CARDAN_VIEW_TOKEN"] = token
        self.process = subprocess.Popen([command, "view", str(file), "--no-browser", *map(str, options)],
                                        stdout=subprocess.PIPE, text=True, env=environment)
        self.url = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.url)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address but {self.url!r}")
        self.port, self.token = int(found[1]), found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self, target, method="GET", **headers):
        """Status and body of a request. A header that is None is left out."""
        with self.connect() as connection:
            connection.sendall(self.request(target, method, headers))
            data = b""
            while piece := connection.recv(1 << 16):
                data += piece
        head, _, body = data.partition(b"\r\n\r\n")
        return int(head.split()[1]) if head else 0, head.decode(), body

    def request(self, target, method="GET", headers=None):
        fields = {"Host": f"127.0.0.1:{self.port}", **(headers or {})}
        lines = [f"{method} {target} HTTP/1.1", *(f"{k}: {v}" for k, v in fields.items() if v is not None)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def upgrade(self, target=None, **headers):
        fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                  "Origin": f"http://127.0.0.1:{self.port}", **headers}
        return self.request(target or f"/live?token={self.token}", "GET", fields)


class Client:
    """A WebSocket of a program."""

    def __init__(self, program):
        self.socket = program.connect()
        self.socket.sendall(program.upgrade())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.fill()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise AssertionError(head.decode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def fill(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise EOFError
        self.data += piece

    def take(self, count):
        while len(self.data) < count:
            self.fill()
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def send_frame(self, payload, opcode=1):
        mask = os.urandom(4)
        size = len(payload)
        length = (bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
                  if size < 65536 else bytes([0x80 | 127]) + struct.pack(">Q", size))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def send(self, **message):
        self.send_frame(json.dumps(message).encode())

    def receive(self):
        """Opcode and payload of the next whole message."""
        whole = b""
        kind = None
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            payload = self.take(size)
            opcode = first & 15
            if opcode >= 8:
                if opcode == 9:
                    self.send_frame(payload, 10)
                    continue
                return opcode, payload
            kind = opcode or kind
            whole += payload
            if first & 0x80:
                return kind, whole

    def frame(self):
        """Head of the next frame and its words of 32 bits."""
        kind, payload = self.receive()
        if kind != 2:
            raise EOFError
        length, = struct.unpack_from("<I", payload)
        return json.loads(payload[4:4 + length]), payload[4 + length:]

    def frame_where(self, condition, most=600):
        """The first frame whose head fulfils a condition."""
        for _ in range(most):
            head, words = self.frame()
            if condition(head):
                return head, words
        raise AssertionError("no frame fulfils the condition")

    def is_closed_by_program(self):
        try:
            while True:
                if self.receive()[0] == 8:
                    return True
        except (EOFError, ConnectionError):
            return True
