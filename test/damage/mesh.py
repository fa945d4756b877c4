"""Damaged meshes: STL (text and binary), OBJ, DAE, glTF and GLB, each as a body of a scene."""

import base64
import json
import math
import struct

from harness import Case
import mutate

DEFAULT_COUNT = 2000  # of each format
FORMATS = ("stl-text", "stl-binary", "obj", "dae", "gltf", "glb")
_EXTENSION = {"stl-text": "stl", "stl-binary": "stl"}


def _tetrahedron():
    return ([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)],
            [(0, 2, 1), (0, 3, 2), (0, 1, 3), (1, 2, 3)])


def _sphere(rows=8):
    points, triangles = [], []
    for i in range(rows + 1):
        for j in range(rows):
            theta, phi = math.pi * i / rows, 2 * math.pi * j / rows
            points.append((math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi),
                           math.cos(theta)))
    for i in range(rows):
        for j in range(rows):
            a, b = i * rows + j, i * rows + (j + 1) % rows
            triangles += [(a, a + rows, b + rows), (a, b + rows, b)]
    return points, triangles


def _stl_text(points, triangles):
    text = "solid part\n"
    for t in triangles:
        text += " facet normal 0 0 1\n  outer loop\n"
        for i in t:
            text += "   vertex %.6g %.6g %.6e\n" % points[i]
        text += "  endloop\n endfacet\n"
    return (text + "endsolid part\n").encode()


def _stl_binary(points, triangles):
    data = b"solid? no".ljust(80) + struct.pack("<I", len(triangles))
    for t in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *[x for i in t for x in points[i]], 0)
    return data


def _obj(points, triangles):
    text = "# seed\nmtllib m.mtl\n"
    text += "".join("v %.6g %.6g %.6g\n" % p for p in points) + "vt 0 0\nvn 0 0 1\n"
    text += "o first\nusemtl red\ns off\n"
    for k, t in enumerate(triangles):
        if k == len(triangles) // 2:
            text += "g second\n"
        if k % 5 == 4:
            text += "f %d %d %d\n" % tuple(i - len(points) for i in t)
        else:
            text += "f %s\n" % " ".join("%d/1/1" % (i + 1) for i in t)
    return text.encode()


_OBJ_POLYGONS = (b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.5 0.2 0\nv 0 1 0\nv 0 0 1 1\nv 1 0 1 0.5 0.5 0.5\n"
                 b"f 1 2 3 4 5\nf 5 4 3 2 1 \\\n6\nf 1 2 6\nf 1 2 7 6\nl 1 2 3\np 4\n")


def _dae(points, triangles, nodes=None):
    floats = " ".join("%.6g" % x for p in points for x in p)
    corners = " ".join(str(i) for t in triangles for i in t)
    nodes = nodes or ('<node id="n"><translate>1 2 3</translate><rotate>0 0 1 30</rotate><node><scale>1 -2 1</scale>'
                      '<instance_geometry url="#g"/></node></node><node><matrix>1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1</matrix>'
                      '<instance_geometry url="#g"/></node>')
    return ('<?xml version="1.0" encoding="utf-8"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" '
            'version="1.4.1"><asset><unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis></asset>'
            '<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="%d">%s</float_array>'
            '<technique_common><accessor source="#pa" count="%d" stride="3"><param name="X" type="float"/><param name="Y" '
            'type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input '
            'semantic="POSITION" source="#p"/></vertices><triangles count="%d"><input semantic="VERTEX" source="#v" '
            'offset="0"/><p>%s</p></triangles><polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>'
            '<vcount>4</vcount><p>0 1 2 3</p></polylist></mesh></geometry></library_geometries>'
            '<library_visual_scenes><visual_scene id="s">%s</visual_scene></library_visual_scenes>'
            '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
            % (3 * len(points), floats, len(points), len(triangles), corners, nodes)).encode()


def _gltf_parts(points, triangles, uri):
    corners = b"".join(struct.pack("<3H", *t) for t in triangles)
    corners += b"\0" * (-len(corners) % 4)
    places = b"".join(struct.pack("<3f", *p) for p in points)
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1], "translation": [1, 2, 3]}, {"mesh": 0, "scale": [1, -1, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0, "mode": 4}]}],
        "buffers": [{"byteLength": len(corners) + len(places)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(corners)},
                        {"buffer": 0, "byteOffset": len(corners), "byteLength": len(places)}],
        "accessors": [{"bufferView": 0, "componentType": 5123, "count": 3 * len(triangles), "type": "SCALAR"},
                      {"bufferView": 1, "componentType": 5126, "count": len(points), "type": "VEC3",
                       "min": [min(p[k] for p in points) for k in range(3)],
                       "max": [max(p[k] for p in points) for k in range(3)]}]}
    if uri is not None:
        document["buffers"][0]["uri"] = uri or (
            "data:application/octet-stream;base64," + base64.b64encode(corners + places).decode())
    return json.dumps(document).encode(), corners + places


def _gltf(points, triangles):
    return _gltf_parts(points, triangles, "")[0]


def _glb(points, triangles):
    document, buffer = _gltf_parts(points, triangles, None)
    document += b" " * (-len(document) % 4)
    body = struct.pack("<II", len(document), 0x4E4F534A) + document
    body += struct.pack("<II", len(buffer), 0x004E4942) + buffer
    return struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body


def _nested_instances(depth):
    """2 to the power of `depth` instances of one mesh."""
    library = "".join('<node id="d%d"><instance_node url="#d%d"/><instance_node url="#d%d"/></node>' % (i, i + 1, i + 1)
                      for i in range(depth))
    library += '<node id="d%d"><instance_geometry url="#g"/></node>' % depth
    return library + '<node><instance_node url="#d0"/></node>'


def _crafted():
    """(format, name, files): cases that random damage does not find."""
    shape = _tetrahedron()
    yield "stl-binary", "4294967295 triangles", {"m.stl": b"\0" * 80 + b"\xff" * 4 + b"\0" * 50}
    yield "obj", "an index of the heap", {"m.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2000000000\n"}
    yield "obj", "one polygon of 9000 corners", {"m.obj": b"".join(
        b"v %d %d 0\n" % (i, i * i % 97) for i in range(9000)) + b"f " + b" ".join(b"%d" % (i + 1) for i in range(9000)) + b"\n"}
    yield "dae", "2^20 instances", {"m.dae": _dae(*shape, nodes=_nested_instances(20))}
    yield "dae", "2^60 instances", {"m.dae": _dae(*shape, nodes=_nested_instances(60))}
    yield "dae", "a node within itself", {"m.dae": _dae(*shape, nodes='<node id="a"><instance_node url="#a"/></node>')}
    yield "dae", "a thousand million laughs", {"m.dae": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">' + b"".join(
        b'<!ENTITY a%d "&a%s;&a%s;&a%s;&a%s;">' % ((i,) + 4 * (str(i - 1).encode() if i > 1 else b"",)) for i in range(1, 16)) +
        b"]><COLLADA>&a15;</COLLADA>"}
    document, buffer = _gltf_parts(*shape, "m.bin")
    yield "gltf", "a buffer beside it", {"m.gltf": document, "m.bin": buffer}
    for uri in ("../../../../../../etc/passwd", "/etc/passwd", "/dev/zero", "file:///dev/zero", "."):
        yield "gltf", "a buffer of " + uri, {"m.gltf": _gltf_parts(*shape, uri)[0]}
    cyclic = json.loads(_gltf(*shape))
    cyclic["nodes"][1]["children"] = [0]
    yield "gltf", "nodes in a circle", {"m.gltf": json.dumps(cyclic).encode()}
    huge = json.loads(_gltf(*shape))
    huge["accessors"][0]["count"] = 1 << 31
    yield "gltf", "2^31 indices", {"m.gltf": json.dumps(huge).encode()}
    wild = json.loads(_gltf(*shape))
    wild["accessors"][1]["count"] = 1
    yield "gltf", "indices beyond the vertices", {"m.gltf": json.dumps(wild).encode()}
    yield "gltf", "deep brackets", {"m.gltf": b"[" * 1000000}


def _scene(file, convex, moves):
    return ("cardan: 1\ntime: {step: 0.001, duration: 0.002}\nmodels:\n"
            "  - {name: ground, plane: {}, static: true}\n"
            "  - {name: body, mesh: {file: %s, convex: %s}, pose: {xyz: [0, 0, 5]}%s}\n"
            % (file, "true" if convex else "false", "" if moves else ", static: true")).encode()


def _case(name, group, files, mesh, convex, moves):
    return Case(name, dict(files, **{"scene.yaml": _scene(mesh, convex, moves)}), ["run", "scene.yaml"], group)


def add_arguments(parser):
    parser.add_argument("--format", action="append", choices=FORMATS, help="only this (again: and this); default: all")


def cases(arguments, rng):
    """Yields arguments.count damaged meshes of each format, and some that are made by hand."""
    makers = {"stl-text": _stl_text, "stl-binary": _stl_binary, "obj": _obj, "dae": _dae, "gltf": _gltf, "glb": _glb}
    chosen = arguments.format or FORMATS
    for group, name, files in _crafted():
        if group in chosen:
            yield _case(name, group, files, next(iter(files)), True, True)
    for group in chosen:
        seeds = [makers[group](*_tetrahedron()), makers[group](*_sphere())]
        if group == "obj":
            seeds.append(_OBJ_POLYGONS)
        mesh = "m." + _EXTENSION.get(group, group)
        for seed in seeds:
            yield _case("undamaged", group, {mesh: seed}, mesh, True, True)
        ways = mutate.BYTES if group in ("stl-binary", "glb") else mutate.TEXT
        for _ in range(arguments.count):
            content, damage = mutate.damaged(rng.choice(seeds), rng, ways, seeds)
            yield _case(damage, group, {mesh: content}, mesh, rng.random() < 0.7, rng.random() < 0.7)
