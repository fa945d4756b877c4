// The bodies of a replay as few instanced meshes: one per primitive and one per mesh.

import {
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  RepeatWrapping,
  SphereGeometry,
  SRGBColorSpace,
  Texture,
  Vector3,
} from "three";
import type { Part, Pose, Replay, Shape } from "./data";
import { BODY_COLOURS, ISLAND_COLOURS, MARKED_COLOUR, STATIC_COLOUR, type Theme } from "./theme";

/** Which parts a mode shows: visuals, and the collision shapes of models without visuals. */
type Category = "visual" | "covered" | "always";

interface Entry {
  body: number;
  local: Matrix4; // includes the scale of a unit primitive
  colour: Color;
}

interface Batch {
  mesh: InstancedMesh;
  entries: Entry[];
  category: Category;
  decor: Decor | null;
}

/** Colours that vary over a mesh and multiply the colour of its instances. */
interface Decor {
  map: Texture | null;
  vertexColors: boolean;
}

/** Geometry and scales of a shape; several for a capsule. */
interface Piece {
  key: string;
  scale: Vector3;
  offset?: Vector3;
}

function pieces(shape: Shape, index: number): Piece[] {
  const [x, y, z] = shape.size ?? [1, 1, 1];
  switch (shape.kind) {
    case "box":
      return [{ key: "box", scale: new Vector3(x, y, z) }];
    case "sphere":
      return [{ key: "sphere", scale: new Vector3(x, x, x) }];
    case "hollow_sphere":
      return [{ key: "hollow_sphere", scale: new Vector3(x, x, x) }];
    case "ellipsoid":
      return [{ key: "sphere", scale: new Vector3(x, y, z) }];
    case "cylinder":
      return [{ key: "cylinder", scale: new Vector3(x, x, y) }];
    case "cone":
      return [{ key: "cone", scale: new Vector3(x, x, y) }];
    case "capsule":
      return [
        { key: "tube", scale: new Vector3(x, x, y) },
        { key: "sphere", scale: new Vector3(x, x, x), offset: new Vector3(0, 0, y / 2) },
        { key: "sphere", scale: new Vector3(x, x, x), offset: new Vector3(0, 0, -y / 2) },
      ];
    case "plane":
      return [{ key: "plane", scale: new Vector3(1, 1, 1) }];
    default:
      return [{ key: `mesh ${index}`, scale: new Vector3(1, 1, 1) }];
  }
}

/** Half extents of a shape [m]; zero for unbounded shapes. */
export function halfExtents(shape: Shape): Vector3 {
  const [x, y, z] = shape.size ?? [0, 0, 0];
  switch (shape.kind) {
    case "box":
      return new Vector3(x / 2, y / 2, z / 2);
    case "sphere":
      return new Vector3(x, x, x);
    case "ellipsoid":
      return new Vector3(x, y, z);
    case "cylinder":
    case "cone":
      return new Vector3(x, x, y / 2);
    case "capsule":
      return new Vector3(x, x, y / 2 + x);
    case "mesh":
      return new Vector3(...(shape.extent ?? [0, 0, 0]));
    default:
      return new Vector3();
  }
}

/** Three numbers per colour, from sRGB words 0xAABBGGRR. */
function linearColours(words: Int32Array): Float32Array {
  const colours = new Float32Array(3 * words.length);
  const colour = new Color();
  words.forEach((word, i) => {
    const [r, g, b] = [word & 255, (word >> 8) & 255, (word >> 16) & 255];
    colour.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace).toArray(colours, 3 * i);
  });
  return colours;
}

function meshGeometry(replay: Replay, shape: Shape): BufferGeometry {
  const vertices = replay.table("vertices");
  const triangles = replay.table("triangles");
  const [firstVertex, vertexCount] = shape.vertices ?? [0, 0];
  const [firstTriangle, triangleCount] = shape.triangles ?? [0, 0];
  const indexed = new BufferGeometry();
  indexed.setAttribute(
    "position",
    new BufferAttribute(
      vertices.floats.slice(3 * firstVertex, 3 * (firstVertex + vertexCount)),
      3,
    ),
  );
  indexed.setIndex(
    new BufferAttribute(
      Uint32Array.from(
        triangles.integers.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount)),
      ),
      1,
    ),
  );
  const [firstColour, colourCount] = shape.colours ?? [0, 0];
  if (colourCount > 0) {
    const words = replay.table("colours").integers.subarray(firstColour, firstColour + colourCount);
    indexed.setAttribute("color", new BufferAttribute(linearColours(words), 3));
  }
  const [firstUv, uvCount] = shape.uv ?? [0, 0];
  if (uvCount > 0) {
    const uv = replay.table("uv").floats.slice(2 * firstUv, 2 * (firstUv + uvCount));
    indexed.setAttribute("uv", new BufferAttribute(uv, 2));
  }
  // Flat faces show the triangles as the engine sees them.
  const flat = indexed.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

function upright<T extends BufferGeometry>(geometry: T): T {
  geometry.rotateX(Math.PI / 2); // axis y to axis z
  return geometry;
}

// The middle of an image on the side is at +x, and the caps show x to the right
// (view/textured_shape.h).
function cylinder(around: number): CylinderGeometry {
  const geometry = upright(new CylinderGeometry(1, 1, 1, around, 1, false, Math.PI));
  geometry.rotateZ(Math.PI / 2);
  return geometry;
}

/** Many bodies are drawn with fewer triangles each. */
const FEW = 200;

function geometryOf(
  key: string,
  replay: Replay,
  shape: Shape,
  planeSize: number,
  count: number,
): BufferGeometry {
  const [around, along] = count > FEW ? [14, 10] : [32, 20];
  switch (key) {
    case "box":
      return upright(new BoxGeometry(1, 1, 1));
    case "sphere":
      return upright(new SphereGeometry(1, around, along));
    case "hollow_sphere":
      return new SphereGeometry(1, 48, 32);
    case "cylinder":
      return cylinder(around);
    case "tube":
      return upright(new CylinderGeometry(1, 1, 1, around, 1, true));
    case "cone":
      return upright(new ConeGeometry(1, 1, around));
    case "plane":
      return new PlaneGeometry(planeSize, planeSize);
    default:
      return meshGeometry(replay, shape);
  }
}

/** The 1, 2 or 5 times a power of ten that is nearest to x, by ratio. */
export function roundNumber(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const factor = [1, 2, 5, 10].find((candidate, i) => x / power < candidate * [1.41, 1.58, 1.41, 2][i]);
  return Number(((factor ?? 10) * power).toPrecision(1));
}

function gridTexture(colours: Theme, repeats: number): CanvasTexture {
  const size = 256;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d")!;
  const style = (colour: number) => `#${colour.toString(16).padStart(6, "0")}`;
  pen.fillStyle = style(colours.ground);
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = style(colours.line);
  pen.lineWidth = 6;
  pen.strokeRect(0, 0, size, size);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(repeats, repeats);
  texture.anisotropy = 8;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function pictureTexture(picture: ImageBitmap): Texture {
  const texture = new Texture(picture);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false; // the picture is already upside down
  texture.needsUpdate = true;
  return texture;
}

export class Bodies {
  readonly group = new Group();
  readonly matrices: Matrix4[];
  readonly cell: number; // side of a square of the ground [m]
  hasVisuals = false;
  private readonly batches: Batch[] = [];
  private readonly present: Uint8Array;
  private readonly planeRepeats: number;
  private readonly textures = new Map<number, Texture>();
  private tinted = false;
  private islandOf: Int32Array | null = null;
  private drawn = -1;
  private marked = -1;

  constructor(
    private readonly replay: Replay,
    reach: number, // radius of the scene [m]
  ) {
    const { bodies, models, parts, shapes } = replay.head;
    this.matrices = bodies.map(() => new Matrix4());
    this.present = new Uint8Array(bodies.length);
    this.cell = roundNumber(reach / 4);
    this.planeRepeats = 120;
    const withVisuals = new Set(
      parts.filter((part) => part.role === "visual").map((part) => bodies[part.body].model),
    );
    this.hasVisuals = withVisuals.size > 0;
    const groups = new Map<string, { entries: Entry[]; part: Part; category: Category }>();
    for (const part of parts) {
      const model = bodies[part.body].model;
      const category: Category =
        part.role === "visual"
          ? "visual"
          : withVisuals.has(model) && !bodies[part.body].visual_missing
            ? "covered"
            : "always";
      const moves = models[model].moves;
      const colour = new Color(
        part.rgba ? 0 : moves ? BODY_COLOURS[model % BODY_COLOURS.length] : STATIC_COLOUR,
      );
      if (part.rgba) colour.setRGB(part.rgba[0], part.rgba[1], part.rgba[2], SRGBColorSpace);
      for (const piece of pieces(shapes[part.shape], part.shape)) {
        const opacity = part.rgba ? part.rgba[3] : 1;
        const key = JSON.stringify([piece.key, category, opacity, part.image ?? -1]);
        const local = poseMatrix(part.pose);
        if (piece.offset) local.multiply(new Matrix4().makeTranslation(piece.offset));
        local.scale(piece.scale);
        const group = groups.get(key) ?? { entries: [], part, category };
        group.entries.push({ body: part.body, local, colour });
        groups.set(key, group);
      }
    }
    for (const [key, { entries, part, category }] of groups) {
      const [piece, , opacity] = JSON.parse(key) as [string, string, number];
      this.addBatch(piece, opacity, entries, category, part);
    }
  }

  private addBatch(
    key: string,
    opacity: number,
    entries: Entry[],
    category: Category,
    part: Part,
  ): void {
    const shape = this.replay.head.shapes[part.shape];
    const isPlane = key === "plane";
    const geometry = geometryOf(key, this.replay, shape, this.planeRepeats * this.cell, entries.length);
    const side = key === "hollow_sphere" ? BackSide : key.startsWith("mesh") ? DoubleSide : FrontSide;
    const material = isPlane
      ? new MeshLambertMaterial({ side: DoubleSide })
      : new MeshStandardMaterial({ roughness: 0.75, metalness: 0.05, side });
    material.opacity = opacity;
    material.transparent = opacity < 1;
    material.userData.opacity = opacity;
    const mesh = new InstancedMesh(geometry, material, entries.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = !isPlane && opacity === 1;
    mesh.receiveShadow = key !== "hollow_sphere";
    mesh.name = key;
    entries.forEach((entry, i) => mesh.setColorAt(i, isPlane ? new Color(0xffffff) : entry.colour));
    const batch = { mesh, entries, category, decor: this.decorOf(part, shape) };
    this.batches.push(batch);
    this.decorate(batch);
    this.group.add(mesh);
  }

  private decorOf(part: Part, shape: Shape): Decor | null {
    const picture = part.image === undefined ? null : this.replay.pictures[part.image];
    const vertexColors = shape.colours !== undefined;
    if (part.image === undefined || !picture) return vertexColors ? { map: null, vertexColors } : null;
    const map = this.textures.get(part.image) ?? pictureTexture(picture);
    this.textures.set(part.image, map);
    return { map, vertexColors };
  }

  /** A shape that has a colour of the page has no texture. */
  private decorate({ mesh, entries, decor }: Batch): void {
    if (!decor) return;
    const isMarked = entries.some((entry) => entry.body === this.marked);
    const isPlain = this.tinted || this.islandOf !== null || isMarked;
    const material = mesh.material as MeshStandardMaterial;
    const map = isPlain ? null : decor.map;
    const vertexColors = !isPlain && decor.vertexColors;
    if (material.map === map && material.vertexColors === vertexColors) return;
    material.map = map;
    material.vertexColors = vertexColors;
    material.needsUpdate = true;
  }

  setTheme(colours: Theme): void {
    for (const { mesh } of this.batches) {
      if (mesh.name !== "plane") continue;
      const material = mesh.material as MeshLambertMaterial;
      material.map?.dispose();
      material.map = gridTexture(colours, this.planeRepeats);
      material.needsUpdate = true;
    }
  }

  showVisuals(on: boolean): void {
    for (const { mesh, category } of this.batches)
      mesh.visible = category === "always" || (category === "visual") === on;
  }

  setGhostly(on: boolean): void {
    for (const { mesh } of this.batches) {
      if (mesh.name === "plane") continue;
      const material = mesh.material as MeshStandardMaterial;
      const opacity = material.userData.opacity as number;
      material.opacity = on ? 0.3 * opacity : opacity;
      material.transparent = material.opacity < 1;
      material.depthWrite = !on;
      material.needsUpdate = true;
      mesh.castShadow = !on && opacity === 1;
    }
  }

  /** Draws all bodies in one colour. */
  tint(tint: Color): void {
    this.tinted = true;
    for (const { mesh, entries } of this.batches) {
      if (mesh.name !== "plane") for (const entry of entries) entry.colour = tint;
    }
    this.colour();
  }

  /** Colours bodies by their island; null: by their model. */
  setIslands(islandOf: Int32Array | null): void {
    this.islandOf = islandOf;
    this.colour();
  }

  /** Highlights one body; −1: none. */
  setMarked(body: number): void {
    this.marked = body;
    this.colour();
  }

  private colour(): void {
    const colour = new Color();
    for (const batch of this.batches) {
      const { mesh, entries } = batch;
      if (mesh.name === "plane") continue;
      this.decorate(batch);
      entries.forEach((entry, i) => {
        const island = this.islandOf ? this.islandOf[entry.body] : -2;
        if (island === -2) colour.copy(entry.colour);
        else if (island < 0) colour.setHex(STATIC_COLOUR);
        else colour.setHex(ISLAND_COLOURS[island % ISLAND_COLOURS.length]);
        if (entry.body === this.marked) colour.setHex(MARKED_COLOUR);
        mesh.setColorAt(i, colour);
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  show(frame: number): void {
    if (frame !== this.drawn) this.readPoses(frame);
    this.drawn = frame;
    this.write();
  }

  /** Marks the poses as changed since they were drawn. */
  forget(): void {
    this.drawn = -1;
  }

  /** Places the bodies at poses that the page computes itself. */
  place(poses: Matrix4[]): void {
    poses.forEach((pose, body) => this.matrices[body].copy(pose));
    this.present.fill(1);
    this.drawn = -1;
    this.write();
  }

  private write(): void {
    const product = new Matrix4();
    for (const { mesh, entries } of this.batches) {
      const into = mesh.instanceMatrix.array;
      for (let i = 0; i < entries.length; ++i) {
        const { body, local } = entries[i];
        if (this.present[body]) product.multiplyMatrices(this.matrices[body], local);
        else product.makeScale(0, 0, 0);
        product.toArray(into, 16 * i);
      }
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  private readPoses(frame: number): void {
    if (this.matrices.length === 0) return;
    const poses = this.replay.table("poses");
    const turn = new Quaternion();
    const place = new Vector3();
    const one = new Vector3(1, 1, 1);
    for (let body = 0; body < this.matrices.length; ++body) {
      const at = frame * poses.width + 7 * body;
      const x = poses.floats;
      this.present[body] = x.subarray(at, at + 7).every(Number.isFinite) ? 1 : 0;
      place.set(x[at], x[at + 1], x[at + 2]);
      turn.set(x[at + 4], x[at + 5], x[at + 6], x[at + 3]);
      this.matrices[body].compose(place, turn, one);
    }
  }

  /** Body of an instance of a mesh of this group. */
  bodyOf(mesh: InstancedMesh, instance: number): number {
    const batch = this.batches.find((candidate) => candidate.mesh === mesh);
    return batch ? batch.entries[instance].body : -1;
  }
  /** Meshes that the current mode shows, for picking. */
  shown(): InstancedMesh[] {
    return this.batches.filter(({ mesh }) => mesh.visible).map(({ mesh }) => mesh);
  }
}

export function poseMatrix(pose: Pose): Matrix4 {
  return new Matrix4().compose(
    new Vector3(pose[0], pose[1], pose[2]),
    new Quaternion(pose[4], pose[5], pose[6], pose[3]),
    new Vector3(1, 1, 1),
  );
}
