// The three-dimensional view: camera, light, bodies, contacts.

import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  Fog,
  GridHelper,
  HemisphereLight,
  InstancedMesh,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Contacts, type Drawn } from "./contacts";
import type { Contact, Replay } from "./data";
import { Bodies, halfExtents, roundNumber } from "./instances";
import type { Theme } from "./theme";

/** Box of the moving models at a frame; of all bodies if none moves. */
export function boxAt(replay: Replay, frame: number): Box3 {
  const { bodies, models, parts, shapes } = replay.head;
  const box = new Box3();
  const anyMoves = models.some((model) => model.moves);
  const table = bodies.length > 0 ? replay.table("poses") : null;
  for (const part of parts) {
    const extents = halfExtents(shapes[part.shape]);
    if (extents.lengthSq() === 0) continue;
    if (anyMoves && !models[bodies[part.body].model].moves) continue;
    if (!table) continue;
    const at = frame * table.width + 7 * part.body;
    const centre = new Vector3(table.floats[at], table.floats[at + 1], table.floats[at + 2]);
    if (!centre.toArray().every(Number.isFinite)) continue;
    // The turn of the part is left out: a sphere about its place covers it.
    const offset = Math.hypot(part.pose[0], part.pose[1], part.pose[2]);
    const radius = Math.min(extents.length(), 1e3) + 0.5 * offset;
    box.expandByPoint(centre.clone().addScalar(radius));
    box.expandByPoint(centre.clone().addScalar(-radius));
  }
  if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  return box;
}

/** Typical size of one moving model [m]: the median of the diagonals of their boxes, halved. */
function modelSize(replay: Replay): number {
  const { bodies, models, parts, shapes } = replay.head;
  if (bodies.length === 0) return 1;
  const table = replay.table("poses");
  const boxes = new Map<number, Box3>();
  for (const part of parts) {
    const model = bodies[part.body].model;
    if (!models[model].moves) continue;
    const extents = halfExtents(shapes[part.shape]);
    const at = 7 * part.body;
    const centre = new Vector3(table.floats[at], table.floats[at + 1], table.floats[at + 2]);
    if (!centre.toArray().every(Number.isFinite) || extents.lengthSq() === 0) continue;
    const box = boxes.get(model) ?? new Box3();
    box.expandByPoint(centre.clone().add(extents));
    box.expandByPoint(centre.clone().sub(extents));
    boxes.set(model, box);
  }
  const sizes = [...boxes.values()]
    .map((box) => box.getSize(new Vector3()).length() / 2)
    .sort((a, b) => a - b);
  return sizes.length > 0 ? sizes[Math.floor(sizes.length / 2)] : 1;
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly bodies: Bodies;
  readonly contacts: Contacts;
  readonly size: number; // of a model [m]
  readonly reach: number; // radius of the scene [m]
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera: PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly sun = new DirectionalLight(0xffffff, 2.4);
  private readonly direction = new Vector3(0.82, -1, 0.52).normalize(); // to the camera
  private zoom = 1;
  private dirty = true;
  private calls = 0;

  constructor(
    private readonly replay: Replay,
    parent: HTMLElement,
    colours: Theme,
    scenery: Replay,
  ) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "Three-dimensional view of the replay");
    this.canvas.setAttribute("role", "img");
    parent.append(this.canvas);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.info.autoReset = false;
    this.size = modelSize(replay);
    const whole = boxAt(replay, 0).union(boxAt(replay, replay.frames - 1));
    this.reach = whole.getSize(new Vector3()).length() / 2;
    this.bodies = new Bodies(scenery, this.reach);
    this.contacts = new Contacts(replay, this.size);
    this.scene.add(this.bodies.group, this.contacts.group);
    this.scene.add(new AmbientLight(0xffffff, 0.35), new HemisphereLight(0xffffff, 0x9aa4ae, 1.1));
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.intensity = 0.6;
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.02 * this.size;
    this.scene.add(this.sun, this.sun.target);
    this.camera = new PerspectiveCamera(38, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.setTheme(colours);
    new ResizeObserver(() => this.resize(parent)).observe(parent);
    this.resize(parent);
    this.fitStart();
  }

  add(...things: Object3D[]): void {
    this.scene.add(...things);
  }
  /** A grid below the models, for pages without a ground. */
  addGrid(): void {
    const box = boxAt(this.replay, 0);
    const centre = box.getCenter(new Vector3());
    const cell = roundNumber(box.getSize(new Vector3()).length() / 8);
    const grid = new GridHelper(40 * cell, 40, 0x8a929b, 0x8a929b);
    grid.rotateX(Math.PI / 2);
    grid.position.set(
      cell * Math.round(centre.x / cell),
      cell * Math.round(centre.y / cell),
      Math.min(0, cell * Math.floor(box.min.z / cell + 1e-6)),
    );
    grid.material.transparent = true;
    grid.material.opacity = 0.3;
    this.scene.add(grid);
  }

  setTheme(colours: Theme): void {
    this.scene.background = new Color(colours.sky);
    this.scene.fog = new Fog(colours.sky, 1, 2);
    this.bodies.setTheme(colours);
    this.placeFog();
    this.dirty = true;
  }

  private placeFog(): void {
    const reach = 50 * this.bodies.cell;
    const distance = this.camera.position.distanceTo(this.controls?.target ?? new Vector3());
    const fog = this.scene.fog as Fog;
    fog.near = 0.5 * distance + 0.35 * reach;
    fog.far = distance + reach;
  }

  private resize(parent: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = parent;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** Looks at the moving models at a frame. */
  fit(frame: number): void {
    this.fitBox(boxAt(this.replay, frame));
  }
  /** Looks at the whole motion, unless it leads far away. */
  fitStart(): void {
    const first = boxAt(this.replay, 0);
    const whole = first.clone();
    const last = this.replay.frames - 1;
    for (const share of [0.25, 0.5, 0.75, 1])
      whole.union(boxAt(this.replay, Math.round(share * last)));
    const size = (box: Box3) => box.getSize(new Vector3()).length();
    this.fitBox(size(whole) < 3 * size(first) ? whole : first);
  }
  /** Looks at the motion from an azimuth about z and an elevation [deg], `zoom` times as near. */
  look(azimuth: number, elevation: number, zoom: number): void {
    const [turn, rise] = [azimuth, elevation].map((angle) => (angle * Math.PI) / 180);
    this.direction.set(
      Math.cos(turn) * Math.cos(rise),
      Math.sin(turn) * Math.cos(rise),
      Math.sin(rise),
    );
    this.zoom = zoom;
    this.fitStart();
  }
  fitBox(box: Box3): void {
    const centre = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-3);
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(1, this.camera.aspect);
    const distance =
      (0.84 * radius) / Math.sin(Math.atan(Math.tan(half) * narrow)) / this.zoom;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(this.direction, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance + 80 * this.bodies.cell + 100 * radius;
    this.camera.updateProjectionMatrix();
    const reach = 1.6 * radius;
    this.sun.target.position.copy(centre);
    this.sun.position.copy(centre).add(new Vector3(0.9, -0.6, 2.2).normalize().multiplyScalar(3 * reach));
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -reach;
    shadow.right = shadow.top = reach;
    shadow.near = 0.1 * reach;
    shadow.far = 8 * reach;
    shadow.updateProjectionMatrix();
    this.controls.update();
    this.placeFog();
    this.dirty = true;
  }

  show(frame: number, selected: Contact | null): void {
    this.bodies.show(frame);
    this.contacts.show(frame, selected);
    this.dirty = true;
  }
  changed(): void {
    this.dirty = true;
  }

  /** Draws if something has changed. */
  draw(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    this.calls = this.renderer.info.render.calls;
  }
  get drawCalls(): number {
    return this.calls;
  }

  /** Pixel of the page on which a point in W is drawn. */
  project(point: Vector3): { x: number; y: number } {
    const place = this.canvas.getBoundingClientRect();
    this.camera.updateMatrixWorld();
    const seen = point.clone().project(this.camera);
    return {
      x: place.left + ((1 + seen.x) / 2) * place.width,
      y: place.top + ((1 - seen.y) / 2) * place.height,
    };
  }

  /** Place and lens of the camera, in W [m], and the vertical angle of view [deg]. */
  cameraPlace() {
    const { position, fov, aspect } = this.camera;
    return {
      position: position.toArray(),
      target: this.controls.target.toArray(),
      fov,
      aspect,
    };
  }

  /** The contact whose arrow or cone is nearest to a pixel, within a finger's reach. */
  contactAt(x: number, y: number): Drawn | null {
    let best: Drawn | null = null;
    let least = 14;
    for (const drawn of this.contacts.drawn) {
      const from = this.project(drawn.point);
      const to = this.project(drawn.point.clone().add(drawn.shown));
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const square = dx * dx + dy * dy;
      const share =
        square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square));
      const distance = Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
      if (distance < least) {
        least = distance;
        best = drawn;
      }
    }
    return best;
  }

  /** The ray from the camera through a pixel. */
  private rayThrough(x: number, y: number): Raycaster {
    const place = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(
      new Vector2((2 * (x - place.left)) / place.width - 1, 1 - (2 * (y - place.top)) / place.height),
      this.camera,
    );
    return ray;
  }
  /** The body at a pixel and the point of its surface there, in W; null: none. */
  hitAt(x: number, y: number, bodies = this.bodies): { body: number; point: Vector3 } | null {
    const shown = bodies.shown();
    for (const mesh of shown) mesh.boundingSphere = null; // its instances have moved
    const hit = this.rayThrough(x, y).intersectObjects(shown, false)[0];
    if (!hit || hit.instanceId === undefined) return null;
    const body = bodies.bodyOf(hit.object as InstancedMesh, hit.instanceId);
    return { body, point: hit.point };
  }
  /** The body at a pixel, −1: none. */
  bodyAt(x: number, y: number, bodies = this.bodies): number {
    return this.hitAt(x, y, bodies)?.body ?? -1;
  }
  /** The point at a pixel that is as deep in the view as another point, in W. */
  pointBeside(x: number, y: number, point: Vector3): Vector3 {
    const facing = this.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
    return this.rayThrough(x, y).ray.intersectPlane(plane, new Vector3()) ?? point.clone();
  }

  picture(): string {
    this.dirty = true;
    this.draw();
    return this.canvas.toDataURL("image/png");
  }
}
