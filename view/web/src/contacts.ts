// Contacts as drawn: arrows of forces, friction cones with the force in them.

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  GreaterDepth,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  LessEqualDepth,
  Matrix4,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import type { Contact, Replay } from "./data";
import { roundNumber } from "./instances";
import { MARKED_COLOUR, STATE_COLOURS } from "./theme";

/** A contact as it is drawn: on the body that rests on the other one, or on the one that moves. */
export interface Drawn {
  contact: Contact;
  point: Vector3;
  normal: Vector3; // away from the other body
  force: Vector3; // on the drawn body [N]
  shown: Vector3; // the arrow [m]
}

const FEW = 400; // contacts that are drawn in full detail
const LONGEST = 2; // of an arrow, in lengths of the reference

function upAxis(geometry: BufferGeometry, lift: number): BufferGeometry {
  geometry.rotateX(Math.PI / 2);
  geometry.translate(0, 0, lift);
  return geometry;
}

/** A matrix with its z axis along `axis`, scaled by (across, across, along). */
function along(axis: Vector3, point: Vector3, across: number, length: number, into: Matrix4): void {
  const [x, y, z] = [axis.x, axis.y, axis.z];
  // A basis without a branch that jumps [Duff et al. 2017].
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  into.set(
    across * (1 + sign * x * x * a), across * b, length * x, point.x,
    across * sign * b, across * (sign + y * y * a), length * y, point.y,
    across * -sign * x, across * -y, length * z, point.z,
    0, 0, 0, 1,
  ); // prettier-ignore
}

function longer(attribute: InstancedBufferAttribute, count: number): InstancedBufferAttribute {
  const array = new Float32Array(count * attribute.itemSize);
  array.set(attribute.array);
  return new InstancedBufferAttribute(array, attribute.itemSize).setUsage(DynamicDrawUsage);
}

class Glyphs {
  readonly meshes: InstancedMesh[] = [];
  private count = 0;

  constructor(
    group: Group,
    geometry: BufferGeometry,
    private capacity: number,
    opacities: { seen: number; hidden: number },
  ) {
    for (const [opacity, hidden] of [
      [opacities.seen, false],
      [opacities.hidden, true],
    ] as const) {
      if (opacity === 0) continue;
      const mesh = new InstancedMesh(
        geometry,
        new MeshBasicMaterial({
          transparent: opacity < 1,
          opacity,
          side: opacities.seen < 1 ? DoubleSide : FrontSide,
          depthFunc: hidden ? GreaterDepth : LessEqualDepth,
          depthWrite: opacity === 1,
        }),
        Math.max(1, capacity),
      );
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.setColorAt(0, new Color());
      mesh.frustumCulled = false;
      mesh.count = 0;
      mesh.renderOrder = hidden ? 3 : 2;
      this.meshes.push(mesh);
      group.add(mesh);
    }
  }

  clear(): void {
    this.count = 0;
  }
  add(matrix: Matrix4, colour: Color): void {
    if (this.count >= this.capacity) this.grow();
    for (const mesh of this.meshes) {
      matrix.toArray(mesh.instanceMatrix.array, 16 * this.count);
      colour.toArray(mesh.instanceColor!.array, 3 * this.count);
    }
    ++this.count;
  }
  private grow(): void {
    this.capacity = 2 * Math.max(1, this.count);
    for (const mesh of this.meshes) {
      mesh.instanceMatrix = longer(mesh.instanceMatrix, this.capacity);
      mesh.instanceColor = longer(mesh.instanceColor!, this.capacity);
    }
  }
  finish(): void {
    for (const mesh of this.meshes) {
      mesh.count = this.count;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.round(share * (values.length - 1))];
}

/** The force whose arrow has the reference length: the median over the frames of a large force. The
 * frames of a running world are not known yet; half of the weight of a model stands for them. */
function referenceForce(replay: Replay): number {
  if (replay.head.live) return 0.5 * replay.head.live.force;
  const large: number[] = [];
  const stride = Math.max(1, Math.floor(replay.frames / 1000));
  for (let frame = 0; frame < replay.frames; frame += stride) {
    const forces: number[] = [];
    const [first, last] = replay.contactRows(frame);
    const table = replay.table("contacts");
    for (let row = first; row < last; ++row) {
      const force = Math.hypot(table.float(row, 8), table.float(row, 9), table.float(row, 10));
      if (force > 0) forces.push(force);
    }
    if (forces.length > 0) large.push(quantile(forces, 0.8));
  }
  return large.length > 0 ? quantile(large, 0.5) : 1;
}

export class Contacts {
  readonly group = new Group();
  readonly drawn: Drawn[] = [];
  readonly force: number; // [N] of an arrow of the reference length
  length: number; // the reference length [m]
  showArrows = true;
  showCones: boolean;
  private readonly shafts: Glyphs;
  private readonly heads: Glyphs;
  private readonly points: Glyphs;
  private readonly cones: Glyphs;
  private readonly rims: Glyphs;
  private readonly colours = STATE_COLOURS.map((hex) => new Color(hex));
  private readonly selectedColour = new Color(MARKED_COLOUR);

  constructor(
    public replay: Replay,
    size: number,
  ) {
    // Round numbers, for the legend.
    this.length = roundNumber(0.5 * size);
    this.force = roundNumber(referenceForce(replay));
    this.showCones = replay.most <= FEW;
    const most = replay.most;
    const solid = { seen: 1, hidden: 0.5 };
    const [sides, rings] = most > FEW ? [5, 4] : [12, 8];
    this.shafts = new Glyphs(
      this.group,
      upAxis(new CylinderGeometry(1, 1, 1, sides, 1, true), 0.5),
      most,
      solid,
    );
    this.heads = new Glyphs(this.group, upAxis(new ConeGeometry(1, 1, sides), -0.5), most, solid);
    this.points = new Glyphs(this.group, new SphereGeometry(1, sides, rings), most, solid);
    // The apex is at the contact.
    this.cones = new Glyphs(
      this.group,
      upAxis(new ConeGeometry(1, 1, 28, 1, true), -0.5).rotateX(Math.PI),
      most,
      { seen: 0.2, hidden: 0.12 },
    );
    this.rims = new Glyphs(
      this.group,
      new TorusGeometry(1, 0.01, 4, 48).translate(0, 0, 1),
      most,
      { seen: 0.9, hidden: 0.35 },
    );
  }

  private draw(contact: Contact): Drawn {
    const up = new Vector3(...this.replay.head.gravity).negate();
    const normal = new Vector3(...contact.normal);
    const force = new Vector3(...contact.force);
    const aMoves = this.replay.bodyMoves(contact.bodyA);
    const bMoves = this.replay.bodyMoves(contact.bodyB);
    const onB = aMoves === bMoves ? up.dot(normal) >= 0 : bMoves;
    if (!onB) {
      normal.negate();
      force.negate();
    }
    const shown = force.clone().multiplyScalar(this.length / this.force);
    const most = LONGEST * this.length;
    if (shown.length() > most) shown.setLength(most);
    return { contact, point: new Vector3(...contact.point), normal, force, shown };
  }

  show(frame: number, selected: Contact | null): void {
    this.drawn.length = 0;
    for (const contact of this.replay.contacts(frame)) this.drawn.push(this.draw(contact));
    const all = [this.shafts, this.heads, this.points, this.cones, this.rims];
    for (const glyphs of all) glyphs.clear();
    for (const drawn of this.drawn) this.add(drawn, selected);
    for (const glyphs of all) glyphs.finish();
  }

  private add(drawn: Drawn, selected: Contact | null): void {
    const { contact, point, normal, shown } = drawn;
    const colour = this.colours[contact.state] ?? this.colours[0];
    const isSelected =
      selected !== null &&
      selected.bodyA === contact.bodyA &&
      selected.bodyB === contact.bodyB &&
      selected.point.every((x, i) => x === contact.point[i]);
    const matrix = new Matrix4();
    const thick = 0.028 * this.length;
    const dot = (isSelected ? 3.2 : 1.7) * thick;
    along(normal, point, dot, dot, matrix);
    this.points.add(matrix, isSelected ? this.selectedColour : colour);
    const length = shown.length();
    if (this.showArrows && length > 1e-9) {
      const axis = shown.clone().divideScalar(length);
      const head = Math.min(6 * thick, 0.6 * length);
      along(axis, point, thick, length - head, matrix);
      this.shafts.add(matrix, colour);
      along(axis, point.clone().add(shown), Math.min(2.6 * thick, 0.45 * head + thick), head, matrix);
      this.heads.add(matrix, colour);
    }
    const height = shown.dot(normal);
    if (this.showCones && Number.isFinite(contact.mu) && contact.mu > 0 && height > 0.02 * this.length) {
      along(normal, point, contact.mu * height, height, matrix);
      this.cones.add(matrix, colour);
      this.rims.add(matrix, colour);
    }
  }
}
