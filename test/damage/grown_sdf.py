"""SDF models and worlds that are grown at random, with every kind of element that is read, and one or two damaged parts each."""

from grown import Node, grown_cases, numbers

DEFAULT_COUNT = 2000


def _leaf(name, text, **attributes):
    return Node(name, attributes, text=text)


class _World:
    def __init__(self, rng):
        self.rng, self.count = rng, 0

    def name(self, kind):
        self.count += 1
        return "%s%d" % (kind, self.count)

    def chance(self, probability):
        return self.rng.random() < probability

    def pose(self, low=-0.3, high=0.3):
        return _leaf("pose", numbers(self.rng, low, high, 3) + " " + numbers(self.rng, -1, 1, 3))

    def geometry(self, moves):
        rng = self.rng
        kind = rng.choice(["box", "sphere", "cylinder", "capsule", "ellipsoid"] + ([] if moves else ["plane"]))
        leaves = {"box": [("size", 3)], "sphere": [("radius", 1)], "cylinder": [("radius", 1), ("length", 1)], "capsule": [("radius", 1), ("length", 1)],
                  "ellipsoid": [("radii", 3)]}
        inside = [_leaf("normal", "0 0 1"), _leaf("size", "5 5")] if kind == "plane" else [_leaf(n, numbers(rng, 0.05, 0.3, c)) for n, c in leaves[kind]]
        return Node("geometry", {}, [Node(kind, {}, inside)])

    def surface(self):
        rng = self.rng
        friction = Node("friction", {}, [Node("ode", {}, [_leaf("mu", numbers(rng, 0, 1)), _leaf("mu2", numbers(rng, 0, 1))])])
        parts = [friction]
        if self.chance(0.3):
            parts.append(Node("bounce", {}, [_leaf("restitution_coefficient", numbers(rng, 0, 1))]))
        if self.chance(0.3):
            parts.append(Node("contact", {}, [_leaf("collide_bitmask", rng.choice(("0x01", "0x03", "65535")))]))
        if self.chance(0.2):
            friction.children.append(Node("torsional", {}, [_leaf("coefficient", "0.5"), _leaf("patch_radius", "0.01")]))
        return Node("surface", {}, parts)

    def link(self, name, moves):
        rng = self.rng
        node = Node("link", {"name": name}, [self.pose()])
        if moves and self.chance(0.8):
            inertia = Node("inertia", {}, [_leaf("i" + key, "0.01" if key[0] == key[1] else "0") for key in ("xx", "xy", "xz", "yy", "yz", "zz")])
            node.children.append(Node("inertial", {}, ([self.pose(-0.05, 0.05)] if self.chance(0.4) else []) + [_leaf("mass", numbers(rng, 0.2, 5)), inertia]))
        for _ in range(rng.choice((0, 1, 1, 2))):
            node.children.append(Node("collision", {"name": self.name("c")}, [self.pose(-0.1, 0.1), self.geometry(moves)] + ([self.surface()] if self.chance(0.4) else [])))
        if self.chance(0.3):
            node.children.append(Node("visual", {"name": self.name("v")}, [self.geometry(True)]))
        if self.chance(0.2):
            sensor = rng.choice((Node("imu"), Node("contact", {}, [_leaf("collision", "c")])))
            node.children.append(Node("sensor", {"name": self.name("s"), "type": sensor.name}, [_leaf("update_rate", "100")] + ([sensor] if sensor.name == "imu" else [])))
        return node

    def joint(self, parent, child):
        rng = self.rng
        kind = rng.choice(("revolute", "revolute", "prismatic", "continuous", "ball", "fixed", "universal", "screw"))
        node = Node("joint", {"name": self.name("j"), "type": kind}, [_leaf("parent", parent), _leaf("child", child)])
        if self.chance(0.3):
            node.children.append(self.pose(-0.1, 0.1))
        axes = {"universal": ("axis", "axis2"), "ball": (), "fixed": ()}.get(kind, ("axis",))
        for tag, direction in zip(axes, ("0 1 0", "1 0 0")):
            axis = Node(tag, {}, [_leaf("xyz", direction)])
            if kind in ("revolute", "prismatic") or self.chance(0.3):
                axis.children.append(Node("limit", {}, [_leaf("lower", "-0.5"), _leaf("upper", numbers(rng, 0, 1))] +
                                          ([_leaf("effort", "10"), _leaf("velocity", "5")] if self.chance(0.3) else [])))
            if self.chance(0.3):
                axis.children.append(Node("dynamics", {}, [_leaf("damping", numbers(rng, 0, 1)), _leaf("friction", numbers(rng, 0, 1)),
                                                           _leaf("spring_reference", "0"), _leaf("spring_stiffness", numbers(rng, 0, 10))]))
            node.children.append(axis)
        if kind == "screw":
            node.children.append(_leaf("thread_pitch", "2"))
        return node

    def model(self, depth=0):
        rng = self.rng
        node = Node("model", {"name": self.name("m")})
        moves = depth > 0 or self.chance(0.8)
        if not moves:
            node.children.append(_leaf("static", "true"))
        node.children.append(self.pose(0, 1))
        names = [self.name("l") for _ in range(rng.choice((1, 2, 3, 4)))]
        node.children += [self.link(name, moves) for name in names]
        if self.chance(0.3):
            node.children.append(Node("frame", {"name": self.name("f"), "attached_to": rng.choice(names)}, [self.pose()]))
        if moves:
            for i, name in enumerate(names[1:]):
                if self.chance(0.85):
                    node.children.append(self.joint(names[rng.randrange(i + 1)], name))
            if self.chance(0.2):
                node.children.append(self.joint("world", names[0]))
            if len(names) > 2 and self.chance(0.2):
                node.children.append(self.joint(names[-1], names[0]))
        if depth < 2 and self.chance(0.2):
            node.children.append(self.model(depth + 1))
        if self.chance(0.2):
            node.children.append(_leaf("self_collide", "true"))
        return node

    def grow(self):
        rng = self.rng
        if self.chance(0.5):
            return Node("sdf", {"version": rng.choice(("1.6", "1.7", "1.9"))}, [self.model()])
        world = Node("world", {"name": "w"}, [_leaf("gravity", "0 0 -9.8"), Node("physics", {"name": "p", "type": "ode"}, [_leaf("max_step_size", "0.002")])])
        world.children += [self.model() for _ in range(rng.choice((1, 2)))]
        if self.chance(0.4):
            world.children.append(Node("include", {}, [_leaf("uri", "part"), _leaf("name", self.name("i")), self.pose(1, 2)]))
        if self.chance(0.2):
            world.children.append(Node("light", {"name": "sun", "type": "directional"}, [_leaf("direction", "0 0 -1")]))
        return Node("sdf", {"version": "1.9"}, [world])


_PART = {"part/model.config": b"<model><name>part</name><sdf version=\"1.9\">model.sdf</sdf></model>",
         "part/model.sdf": b"<sdf version=\"1.9\"><model name=\"part\"><link name=\"l\"><collision name=\"c\"><geometry><box><size>1 1 1</size></box></geometry>"
                           b"</collision></link></model></sdf>"}


def add_arguments(_parser):
    pass


def cases(arguments, rng):
    """Yields arguments.count damaged files, and one undamaged file in twenty (group healthy)."""
    return grown_cases(arguments, rng, lambda: _World(rng).grow(), "m.sdf", _PART)
