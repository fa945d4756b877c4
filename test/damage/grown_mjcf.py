"""MJCF files that are grown at random, with every kind of element that is read, and one or two damaged parts each."""

from grown import Node, grown_cases, numbers

DEFAULT_COUNT = 5000
_TETRAHEDRON = "0 0 0 0.2 0 0 0 0.2 0 0 0 0.2"


class _Model:
    """Grows a model. Names are unique by a counter."""

    def __init__(self, rng):
        self.rng, self.count = rng, 0
        self.joints, self.bodies, self.geoms, self.sites, self.tendons, self.actuators = [], [], [], [], [], []
        self.slides, self.nq = [], 0  # joints of one coordinate
        self.meshes, self.classes, self.materials = [], [], []

    def name(self, kind):
        self.count += 1
        return "%s%d" % (kind, self.count)

    def chance(self, probability):
        return self.rng.random() < probability

    def turn(self):
        rng = self.rng
        return rng.choice(({}, {}, {"euler": numbers(rng, -90, 90, 3)}, {"quat": "1 " + numbers(rng, -1, 1, 3)},
                           {"axisangle": "0 0 1 " + numbers(rng, -90, 90)}, {"xyaxes": "1 0 0 0 1 0"}, {"zaxis": "0 0.1 1"}))

    def geom(self, moves):
        rng = self.rng
        kind = rng.choice(["sphere", "capsule", "box", "cylinder", "ellipsoid"] + (["mesh"] if self.meshes else []) + ([] if moves else ["plane"]))
        count = {"sphere": 1, "capsule": 2, "box": 3, "cylinder": 2, "ellipsoid": 3, "plane": 3}.get(kind, 0)
        values = {"name": self.name("g"), "type": kind}
        if count:
            values["size"] = numbers(rng, 0.03, 0.2, count)
        if kind == "mesh":
            values["mesh"] = rng.choice(self.meshes)
        if kind in ("capsule", "cylinder") and self.chance(0.3):
            values.update(size=numbers(rng, 0.02, 0.1), fromto="0 0 0 " + numbers(rng, 0.1, 0.3, 3))
        else:
            values["pos"] = numbers(rng, -0.05, 0.05, 3)
            values.update(self.turn())
        for key, value in (("friction", numbers(rng, 0, 1, 3)), ("condim", rng.choice("1346")), ("mass", numbers(rng, 0.1, 5)),
                           ("density", numbers(rng, 100, 5000)), ("contype", rng.choice("1237")), ("conaffinity", rng.choice("0123")),
                           ("solref", "0.02 1"), ("solimp", "0.9 0.95 0.001"), ("margin", "0.001"), ("rgba", "1 0 0 1"), ("priority", "1"),
                           ("group", rng.choice("0123"))):
            if self.chance(0.12) and not (key == "density" and "mass" in values):
                values[key] = value
        if self.classes and self.chance(0.3):
            values["class"] = rng.choice(self.classes)
        if self.materials and self.chance(0.2):
            values["material"] = rng.choice(self.materials)
        self.geoms.append(values["name"])
        return Node("geom", values)

    def joint(self):
        rng = self.rng
        kind = rng.choice(("hinge", "hinge", "slide", "ball"))
        values = {"name": self.name("j"), "type": kind}
        if kind != "ball":
            values["axis"] = rng.choice(("1 0 0", "0 1 0", "0 0 1", "1 1 0"))
        if self.chance(0.3):
            values["pos"] = numbers(rng, -0.1, 0.1, 3)
        if self.chance(0.4):
            values["range"] = "0 60" if kind == "ball" else "-0.5 0.5" if kind == "slide" else "-90 45"
        for key, value in (("damping", numbers(rng, 0, 2)), ("stiffness", numbers(rng, 0, 50)), ("armature", numbers(rng, 0, 0.1)),
                           ("frictionloss", numbers(rng, 0, 1)), ("ref", "0.1"), ("springref", "0.1"), ("limited", "true"),
                           ("actuatorfrcrange", "-5 5"), ("solreflimit", "0.02 1")):
            if self.chance(0.12) and not (key in ("ref", "springref") and kind == "ball") and (key != "limited" or "range" in values):
                values[key] = value
        self.joints.append(values["name"])
        if kind != "ball":
            self.slides.append(values["name"])
        self.nq += 4 if kind == "ball" else 1
        return Node("joint", values)

    def body(self, depth):
        rng = self.rng
        node = Node("body", dict({"name": self.name("b"), "pos": numbers(rng, -0.5, 0.5, 2) + " " + numbers(rng, 0.2, 1)}, **self.turn()))
        self.bodies.append(node.values["name"])
        if depth == 0 and self.chance(0.6):
            node.children.append(Node("freejoint", {"name": self.name("j")}))
            self.nq += 7
        elif self.chance(0.9):
            node.children += [self.joint() for _ in range(rng.choice((1, 1, 1, 2)))]
        if self.chance(0.3):
            node.children.append(Node("inertial", {"pos": "0 0 0", "mass": numbers(rng, 0.5, 3), "diaginertia": "0.01 0.012 0.014"}))
        node.children += [self.geom(True) for _ in range(rng.choice((1, 1, 2)))]
        if self.chance(0.4):
            self.sites.append(self.name("s"))
            node.children.append(Node("site", {"name": self.sites[-1], "pos": numbers(rng, -0.1, 0.1, 3)}))
        if depth < 3:
            node.children += [self.body(depth + 1) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
        return node

    def assets(self):
        rng, children = self.rng, []
        if self.chance(0.4):
            self.meshes.append(self.name("m"))
            children.append(Node("mesh", {"name": self.meshes[-1], "vertex": _TETRAHEDRON, "scale": "1 1 1"}))
        if self.chance(0.3):
            self.materials.append(self.name("t"))
            children.append(Node("material", {"name": self.materials[-1], "rgba": numbers(rng, 0, 1, 4)}))
        return children

    def defaults(self):
        if not self.chance(0.5):
            return []
        self.classes.append(self.name("c"))
        inner = Node("default", {"class": self.classes[-1]}, [Node("geom", {"friction": "0.5"}), Node("joint", {"damping": "1"})])
        return [Node("default", {}, [Node("geom", {"condim": "3"}), Node("joint", {"armature": "0.01"}), Node("motor", {"ctrlrange": "-1 1"}), inner])]

    def tendon(self):
        name = self.name("t")
        self.tendons.append(name)
        if len(self.sites) > 1 and self.chance(0.4):
            return Node("spatial", {"name": name, "range": "0 2"}, [Node("site", {"site": site}) for site in self.rng.sample(self.sites, 2)])
        return Node("fixed", {"name": name}, [Node("joint", {"joint": joint, "coef": numbers(self.rng, 0.5, 2)})
                                              for joint in self.rng.sample(self.slides, min(2, len(self.slides)))])

    def equality(self):
        rng = self.rng
        kind = rng.choice(("connect", "weld", "joint"))
        if kind == "joint" and len(self.slides) > 1:
            first, second = rng.sample(self.slides, 2)
            return Node("joint", {"joint1": first, "joint2": second, "polycoef": "0 1 0 0 0"})
        values = {"body1": rng.choice(self.bodies), "anchor": "0 0 0.1"} if kind != "weld" else {"body1": rng.choice(self.bodies)}
        others = [body for body in self.bodies if body != values["body1"]]
        if others and self.chance(0.7):
            values["body2"] = rng.choice(others)
        return Node("connect" if kind != "weld" else "weld", values)

    def actuator(self):
        rng = self.rng
        kind = rng.choice(("motor", "position", "velocity", "general", "damper"))
        values = {"name": self.name("a"), "joint": rng.choice(self.slides)}
        if kind == "position":
            values["kp"] = numbers(rng, 1, 100)
        if kind in ("velocity", "damper"):
            values["kv"] = numbers(rng, 0.1, 10)
        if kind == "general":
            values.update(gainprm="1", biastype="affine", biasprm="0 -10 -1")
        if kind == "damper":
            values["ctrlrange"] = "0 1"
        if self.chance(0.5):
            values["gear"] = numbers(rng, 0.5, 3)
        if self.chance(0.4):
            values["forcerange"] = "-10 10"
        self.actuators.append(values["name"])
        return Node(kind, values)

    def sensor(self):
        rng = self.rng
        kinds = [("framepos", {"objtype": "body", "objname": rng.choice(self.bodies)})]
        if self.slides:
            kinds += [("jointpos", {"joint": rng.choice(self.slides)}), ("jointvel", {"joint": rng.choice(self.slides)})]
        if self.sites:
            kinds += [(kind, {"site": rng.choice(self.sites)}) for kind in ("accelerometer", "gyro", "force", "touch", "velocimeter")]
        kind, values = rng.choice(kinds)
        return Node(kind, dict(values, name=self.name("n")))

    def grow(self):
        rng = self.rng
        head = [Node("compiler", {"angle": "degree", "autolimits": "true"}),
                Node("option", {"timestep": "0.002", "gravity": "0 0 -9.81"}, [Node("flag", {"warmstart": "enable"})] if self.chance(0.2) else [])]
        head += self.defaults()
        assets = self.assets()
        ground = Node("geom", {"name": "floor", "type": "plane", "size": "5 5 0.1"})
        world = Node("worldbody", {}, [ground] + [self.geom(False) for _ in range(rng.choice((0, 0, 1)))])
        world.children += [self.body(0) for _ in range(rng.choice((1, 2, 3)))]
        rest = []
        if len(self.bodies) > 1 and self.chance(0.4):
            first, second = rng.sample(self.bodies, 2)
            a, b = rng.sample(self.geoms, 2) if len(self.geoms) > 1 else (None, None)
            rest.append(Node("contact", {}, [Node("exclude", {"body1": first, "body2": second})] +
                             ([Node("pair", {"geom1": a, "geom2": b})] if a and self.chance(0.4) else [])))
        if self.slides and self.chance(0.3):
            rest.append(Node("tendon", {}, [self.tendon()]))
        if self.chance(0.4):
            rest.append(Node("equality", {}, [self.equality() for _ in range(rng.choice((1, 2)))]))
        if self.slides and self.chance(0.6):
            rest.append(Node("actuator", {}, [self.actuator() for _ in range(rng.choice((1, 2, 3)))]))
        if self.chance(0.5):
            rest.append(Node("sensor", {}, [self.sensor() for _ in range(rng.choice((1, 3)))]))
        return Node("mujoco", {"model": "grown"}, head + ([Node("asset", {}, assets)] if assets else []) + [world] + rest)


def add_arguments(_parser):
    pass


def cases(arguments, rng):
    """Yields arguments.count damaged models, and one undamaged model in twenty (group healthy)."""
    return grown_cases(arguments, rng, lambda: _Model(rng).grow(), "m.xml", {})
