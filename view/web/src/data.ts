// The contents of a page: a head in JSON, and tables in compressed chunks (docs/viewer.md).

export type Pose = [number, number, number, number, number, number, number];

export interface Shape {
  kind: string;
  size?: [number, number, number];
  vertices?: [number, number];
  triangles?: [number, number];
  extent?: [number, number, number];
  colours?: [number, number];
  uv?: [number, number];
}

export interface Part {
  role: "collision" | "visual";
  body: number;
  shape: number;
  pose: Pose;
  rgba?: [number, number, number, number];
  image?: number;
}

/** An image file in a chunk of the page. */
export interface PageImage {
  name: string;
  type: string;
  width: number; // [px]
  height: number;
  chunk: number;
}

export interface PageEvent {
  kind: "impact" | "fallback" | "failed";
  step: number;
  time: number;
  text: string;
}

/** A joint on the page of a robot without a run. */
export interface Joint {
  name: string;
  type: string;
  parent: number;
  child: number;
  pose: Pose;
  axis: [number, number, number];
  pitch: number;
  lower: number | null;
  upper: number | null;
  mimic?: { leader: number; multiplier: number; offset: number };
}

export interface Inertial {
  body: number;
  mass: number;
  pose: Pose;
  moments: [number, number, number];
  half: [number, number, number];
}

export interface Finding {
  severity: "info" | "warning" | "error";
  line: number;
  element: string;
  message: string;
}

export interface Robot {
  accepted: boolean;
  base: string;
  joints: Joint[];
  inertials: Inertial[];
  diagnostics: Finding[];
}

/** Data that exist only on the page of a running world. */
export interface Live {
  id: string;
  formulations: string[];
  solvers: string[];
  force: number;
}

/** Contents of a frame of a running world in addition to its tables. */
export interface LiveStatus {
  page: string;
  step: number;
  time: number;
  plays: boolean;
  speed: number | null;
  formulation: string;
  solver: string;
  chain: string[];
  gravity: [number, number, number];
  parameters: { path: string; unit: string; value: number }[];
  kept: [number, number, number]; // first time, last time, number of states
  pulled: number;
  note: [number, string];
  numbers: number;
  contacts: number;
  islands: number;
  steps: number;
}

export interface TableHead {
  name: string;
  rows: number;
  repeat: number;
  columns: { name: string; type: "f32" | "i32"; unit: string }[];
  chunks: { id: number; rows: number }[];
}

/** Data that exist only on the page of a comparison. */
export interface Comparison {
  reference: number;
  base: number; // body whose path a plot shows, −1: none
  runs: {
    name: string;
    formulation: string;
    chain: string[];
    events: PageEvent[];
    tables: TableHead[];
  }[];
}

export interface Head {
  format: number;
  cardan: string;
  title: string;
  formulation: string;
  chain: string[];
  first_chain: number; // number of solvers in `chain` that belong to the chain at the start
  recording: string; // name of its file, "" if there is none
  time_step: number;
  rate: number;
  gravity: [number, number, number];
  scene: string;
  models: { name: string; moves: boolean }[];
  bodies: { model: number; link: string; visual_missing?: boolean }[];
  shapes: Shape[];
  parts: Part[];
  images: PageImage[];
  notes: string[]; // parts of the models that are not shown
  events: PageEvent[];
  robot?: Robot;
  live?: Live;
  comparison?: Comparison;
  tables: TableHead[];
}

/** Rows of 32-bit numbers, row by row. Both views are of the same memory. */
export class Table {
  readonly floats: Float32Array;
  readonly integers: Int32Array;
  private readonly places = new Map<string, number>();

  constructor(
    readonly rows: number,
    readonly width: number,
    private readonly columns: string[],
    words: Uint32Array,
  ) {
    this.floats = new Float32Array(words.buffer);
    this.integers = new Int32Array(words.buffer);
    columns.forEach((name, i) => this.places.set(name, i));
  }

  /** A table with the same columns and other rows. */
  with(words: Uint32Array): Table {
    return new Table(words.length / Math.max(1, this.width), this.width, this.columns, words);
  }
  column(name: string): number {
    const place = this.places.get(name);
    if (place === undefined) throw new Error(`the page has no column ${name}`);
    return place;
  }
  float(row: number, column: number): number {
    return this.floats[row * this.width + column];
  }
  integer(row: number, column: number): number {
    return this.integers[row * this.width + column];
  }
}

async function unpacked(id: number): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.getElementById(`chunk-${id}`);
  if (!element) throw new Error(`the page has no chunk ${id}: it is not complete`);
  const text = atob(element.textContent ?? "");
  element.remove();
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes the arrangement of a chunk: four planes of bytes, columns, exclusive or by rows. */
function arrange(bytes: Uint8Array, rows: number, width: number, into: Uint32Array): void {
  const count = rows * width;
  let place = 0;
  for (let column = 0; column < width; ++column) {
    let word = 0;
    for (let row = 0, at = column; row < rows; ++row, ++place, at += width) {
      word ^=
        bytes[place] |
        (bytes[count + place] << 8) |
        (bytes[2 * count + place] << 16) |
        (bytes[3 * count + place] << 24);
      into[at] = word;
    }
  }
}

async function readTable(head: TableHead): Promise<Table> {
  const width = head.columns.length * head.repeat;
  const words = new Uint32Array(head.rows * width);
  let row = 0;
  for (const chunk of head.chunks) {
    const bytes = await unpacked(chunk.id);
    if (bytes.length !== 4 * chunk.rows * width)
      throw new Error(`chunk ${chunk.id} of the page is damaged`);
    arrange(bytes, chunk.rows, width, words.subarray(row * width, (row + chunk.rows) * width));
    row += chunk.rows;
  }
  return new Table(
    head.rows,
    width,
    head.columns.map((column) => column.name),
    words,
  );
}

export async function readTables(heads: TableHead[]): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  for (const head of heads) tables.set(head.name, await readTable(head));
  return tables;
}

/** Pixels of all images of a page together: more of them take long to open and much memory. */
const MOST_PIXELS = 2 ** 24;

/**
 * The images of a page, upside down as WebGL requires, and smaller if they have too many pixels
 * together; null and a note for damaged images.
 */
export async function readPictures(head: Head): Promise<(ImageBitmap | null)[]> {
  const pictures: (ImageBitmap | null)[] = [];
  const pixels = head.images.reduce((sum, { width, height }) => sum + width * height, 0);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / pixels));
  const side = (length: number) => Math.max(1, Math.floor(scale * length));
  for (const { name, type, chunk, width, height } of head.images) {
    const file = new Blob([await unpacked(chunk)], { type });
    const picture = await createImageBitmap(file, {
      imageOrientation: "flipY",
      premultiplyAlpha: "none",
      colorSpaceConversion: "none",
      ...(scale < 1 && { resizeWidth: side(width), resizeHeight: side(height), resizeQuality: "medium" }),
    }).catch(() => null);
    if (!picture) head.notes.push(`the image ${name} is not shown: it is damaged`);
    pictures.push(picture);
  }
  return pictures;
}

export type Vector = [number, number, number];

/** A contact of a frame as in the recording: force on B, normal from A into B. */
export interface Contact {
  bodyA: number;
  bodyB: number;
  point: Vector;
  normal: Vector;
  force: Vector;
  velocity: Vector;
  gap: number;
  mu: number;
  state: number;
  island: number;
}

export const STATES = ["open", "stick", "slide"] as const;

export interface Island {
  solver: number;
  status: number;
  contacts: number;
  rows: number;
  iterations: number;
  fallbacks: number;
  residual: number;
}

/** A replay: head and tables, with access by frame. */
export class Replay {
  readonly frames: number;
  readonly times: Float32Array;
  readonly most: number; // largest number of contacts in one frame

  constructor(
    readonly head: Head,
    readonly tables: Map<string, Table>,
    readonly pictures: (ImageBitmap | null)[],
  ) {
    const frames = this.table("frames");
    this.frames = frames.rows;
    this.times = Float32Array.from({ length: frames.rows }, (_, i) => frames.float(i, 1));
    let most = 0;
    for (let i = 0; i < this.frames; ++i) {
      const [first, last] = this.contactRows(i);
      most = Math.max(most, last - first);
    }
    this.most = most;
  }

  static async read(head: Head): Promise<Replay> {
    return new Replay(head, await readTables(head.tables), await readPictures(head));
  }

  /** The head of the page. */
  static readHead(): Head {
    if (!("DecompressionStream" in window))
      throw new Error("This page needs a newer browser: Chrome 103, Firefox 113 or Safari 16.4.");
    const element = document.getElementById("head");
    if (!element) throw new Error("the page has no head: it is not complete");
    const head = JSON.parse(element.textContent ?? "") as Head;
    if (head.format !== 1) throw new Error(`format ${head.format} of the page is not known`);
    return head;
  }

  table(name: string): Table {
    const table = this.tables.get(name);
    if (!table) throw new Error(`the page has no table ${name}`);
    return table;
  }

  /** Replaces the current frame by a new frame of a running world (docs/viewer.md, "Frames"). */
  receive(frame: ArrayBuffer): LiveStatus {
    const length = new DataView(frame).getUint32(0, true);
    const head = new TextDecoder().decode(new Uint8Array(frame, 4, length));
    const status = JSON.parse(head) as LiveStatus;
    // The tables are not valid for a page with other bodies.
    if (status.page !== this.head.live?.id) return status;
    let at = 4 + length;
    const take = (name: string, numbers: number) => {
      const words = new Uint32Array(frame.slice(at, at + 4 * numbers));
      if (words.length !== numbers) throw new Error("a frame of the program is not complete");
      at += 4 * numbers;
      const table = this.tables.get(name);
      if (table) this.tables.set(name, table.with(words));
    };
    take("poses", status.numbers);
    take("contacts", status.contacts * this.table("contacts").width);
    take("islands", status.islands * this.table("islands").width);
    take("steps", status.steps * this.table("steps").width);
    const frames = this.table("frames");
    frames.integers.set([status.step, 0, 0, 0]);
    frames.floats[1] = this.times[0] = status.time;
    Object.assign(this.head, {
      chain: status.chain,
      formulation: status.formulation,
      gravity: status.gravity,
    });
    return status;
  }

  private range(frame: number, column: number, list: string): [number, number] {
    const frames = this.table("frames");
    const first = frames.integer(frame, column);
    const last =
      frame + 1 < frames.rows ? frames.integer(frame + 1, column) : this.table(list).rows;
    return [first, last];
  }
  contactRows(frame: number): [number, number] {
    return this.range(frame, 2, "contacts");
  }

  contact(row: number): Contact {
    const table = this.table("contacts");
    const vector = (first: number): Vector => [
      table.float(row, first),
      table.float(row, first + 1),
      table.float(row, first + 2),
    ];
    return {
      bodyA: table.integer(row, 0),
      bodyB: table.integer(row, 1),
      point: vector(2),
      normal: vector(5),
      force: vector(8),
      velocity: vector(11),
      gap: table.float(row, 14),
      mu: table.float(row, 15),
      state: table.integer(row, 16),
      island: table.integer(row, 17),
    };
  }
  contacts(frame: number): Contact[] {
    const [first, last] = this.contactRows(frame);
    return Array.from({ length: last - first }, (_, i) => this.contact(first + i));
  }

  island(frame: number, index: number): Island | undefined {
    const [first, last] = this.range(frame, 3, "islands");
    if (index < 0 || first + index >= last) return undefined;
    const table = this.table("islands");
    const row = first + index;
    return {
      solver: table.integer(row, 0),
      status: table.integer(row, 1),
      contacts: table.integer(row, 2),
      rows: table.integer(row, 3),
      iterations: table.integer(row, 4),
      fallbacks: table.integer(row, 5),
      residual: table.float(row, 6),
    };
  }

  /** True if a frame is later than a time [s] by more than the rounding of its 32 bits. */
  private isAfter(frame: number, time: number): boolean {
    return this.times[frame] > time + 1e-6 * Math.max(1, Math.abs(time));
  }
  /** True if a frame is earlier than a time [s] by more than the rounding of its 32 bits. */
  private isBefore(frame: number, time: number): boolean {
    return this.times[frame] < time - 1e-6 * Math.max(1, Math.abs(time));
  }

  /** First frame that is not earlier than a time [s]; the last frame if all are. */
  frameFrom(time: number): number {
    const frame = this.frameAt(time);
    return this.isBefore(frame, time) ? Math.min(frame + 1, this.frames - 1) : frame;
  }
  /** Last frame that is not later than a time [s]. */
  frameAt(time: number): number {
    let low = 0;
    let high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.isAfter(middle, time)) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  /**
   * Pose of a body in W: x, y, z [m], qw, qx, qy, qz; all NaN if the body is not in the world, all
   * infinite if its pose is not finite.
   */
  pose(frame: number, body: number): number[] {
    const table = this.table("poses");
    const at = frame * table.width + 7 * body;
    return Array.from(table.floats.subarray(at, at + 7));
  }

  /** The first of the consecutive frames, up to this one, in which a pose is not finite. */
  notFiniteSince(frame: number, body: number): number {
    let first = frame;
    while (first > 0 && this.pose(first - 1, body)[0] === Infinity) --first;
    return first;
  }

  bodyName(body: number): string {
    if (body < 0) return "?";
    const { model, link } = this.head.bodies[body];
    const name = this.head.models[model].name;
    return link === "" || link === name ? name : `${name}/${link}`;
  }
  bodyMoves(body: number): boolean {
    return body >= 0 && this.head.models[this.head.bodies[body].model].moves;
  }
  solverName(index: number): string {
    return index < 0 ? "last resort" : (this.head.chain[index] ?? `solver ${index}`);
  }
}
