// Renders the tower with three.js. Loaded on demand; contains no rules. The coordinates are those of towerGeometry.ts.

import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  EdgesGeometry,
  GreaterDepth,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { type Cell, isStanding, topOf } from "../blocks";
import type { LastMove } from "../lastMove";
import type { Block } from "../schema";
import { drawGrain, drawGroundPlan, type Sides } from "./textures";
import { cameraPosition, cellCentre, centreOf, findViewpoint, MOST_TILT, type Viewpoint } from "./towerGeometry";
import { WOODS } from "./woods";

/** Something to click: where a block would go, or a block that can be taken off. */
export interface Place {
  key: string;
  block: Block;
}

/** The preview of the block at a place. */
export interface Ghost extends Place {
  isRemoval: boolean;
  /** Whether clicking it clicks its place; not if it follows the pointer, or it would hide the other places. */
  isTarget: boolean;
}

/** Everything that is drawn. */
export interface TowerScene {
  size: number;
  blocks: Block[];
  /** Legal places for blocks, highlighted. */
  places: Place[];
  /** Blocks that can be taken off. */
  removals: Place[];
  /** The preview of a block. */
  ghost: Ghost | null;
  /** What was just placed and taken off. */
  last: LastMove;
  barred: Cell[];
  sides: Sides;
}

const GAP = 0.035;
/** How far from a place it is still picked, in cells: a finger is not a mouse, and a hidden place has no surface. */
const REACH = 0.6;
/** How much larger than a block the outline of the last one is. */
const OUTLINE = 0.09;
/** Milliseconds of the animation of a placed block. */
const DROP_TIME = 380;

export class TowerRenderer {
  /** Called with the key of the place under the pointer, or null. */
  onHover: (key: string | null) => void = () => {};
  /** Called with the key of the place that was clicked or tapped. */
  onPick: (key: string) => void = () => {};
  /** Called when dragging turns the camera. */
  onTurn: (turn: number, tilt: number) => void = () => {};

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(30, 1, 0.1, 200);
  private readonly blocks = new Group();
  private readonly marks = new Group();
  /** The outlines of the last move. Apart from `marks`: they are not to be picked. */
  private readonly last = new Group();
  private readonly ground = new Group();
  private readonly woods: MeshStandardMaterial[];
  private readonly lying = new RoundedBoxGeometry(2 - GAP, 1 - GAP, 1 - GAP, 3, 0.07);
  private readonly upright = new RoundedBoxGeometry(1 - GAP, 2 - GAP, 1 - GAP, 3, 0.07);
  private shown: TowerScene | null = null;
  private turn = 0.6;
  private tilt = 0.5;
  private zoom = 1;
  private height = 3;
  private falling: { mesh: Object3D; from: number; to: number; begun: number }[] = [];
  private frame = 0;
  private drawnGround = "";
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pressed: { x: number; y: number; moved: boolean } | null = null;
  private readonly observer: ResizeObserver;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.woods = WOODS.map((wood) => new MeshStandardMaterial({ map: drawGrain(wood), roughness: 0.75 }));
    const sun = new DirectionalLight("#fff4dd", 2.1);
    sun.position.set(4, 10, 6);
    const fill = new DirectionalLight("#dfe8ff", 0.7);
    fill.position.set(-6, 4, -5);
    this.scene.add(new AmbientLight("#ffffff", 0.55), new HemisphereLight("#fffaf0", "#b59b77", 0.9), sun, fill);
    this.scene.add(this.ground, this.blocks, this.last, this.marks);
    canvas.addEventListener("pointerdown", this.press);
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerup", this.release);
    canvas.addEventListener("pointercancel", this.release);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("wheel", this.wheel, { passive: false });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement!);
    this.resize();
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Draw a scene; with `animate`, the blocks in `placed` drop into place. */
  show(model: TowerScene, placed: Block[] = [], animate = false): void {
    this.shown = model;
    this.drawGround(model);
    clear(this.blocks);
    this.falling = [];
    for (const block of model.blocks) {
      const mesh = this.makeBlock(block, this.woods[block.seat]!, model.size);
      this.blocks.add(mesh);
      mesh.userData.block = block;
      if (animate && placed.some((other) => isSame(other, block))) {
        const to = mesh.position.y;
        mesh.position.y = to + 2.5;
        this.falling.push({ mesh, from: to + 2.5, to, begun: performance.now() });
      }
    }
    this.mark();
    this.outlineLast(model);
    this.height = Math.max(3, ...model.blocks.map(topOf));
    this.render();
  }

  setCamera(turn: number, tilt: number): void {
    this.turn = turn;
    this.tilt = tilt;
    this.render();
  }

  /** From where a block, which may be in the tower or not, is in sight: as near to the camera as can be. */
  findViewpoint(block: Block): Viewpoint {
    const { blocks = [], size = 3 } = this.shown ?? {};
    const others = blocks.filter((other) => !isSame(other, block));
    return findViewpoint(block, others, size, this.viewpoint, this.target);
  }

  // ── Objects ──────────────────────────────────────────────────────────────────────────────────────────────────────

  private makeBlock(block: Block, material: MeshStandardMaterial | MeshBasicMaterial, size: number): Mesh {
    const mesh = new Mesh(isStanding(block) ? this.upright : this.lying, material);
    mesh.position.copy(centreOf(block, size));
    const [one, other] = block.columns;
    if (other !== undefined && other - one! !== 1) mesh.rotation.y = Math.PI / 2;
    return mesh;
  }

  /** Draw the legal places, the ghost and the barred cells. */
  private mark(): void {
    const model = this.shown;
    if (!model) return;
    clear(this.marks);
    const accent = new Color(getComputedStyle(this.canvas).getPropertyValue("--accent").trim() || "#a83e26");
    // Before the first block nearly every place is legal: the open squares say so, and the places themselves stay quiet.
    const isOpenPlan = model.blocks.length === 0;
    if (isOpenPlan) this.markOpenSquares(model, accent);
    for (const { key, block } of model.places) {
      const thin = isOpenPlan ? 0.4 : 1;
      const geometry = isStanding(block)
        ? new CylinderGeometry(0.3 * thin, 0.3 * thin, 0.06, 32)
        : new BoxGeometry(isOpenPlan ? 0.5 : 1.05, 0.06, 0.3 * thin);
      const plate = new Mesh(
        geometry,
        new MeshBasicMaterial({ color: accent, transparent: true, opacity: isOpenPlan ? 0.4 : 0.85 }),
      );
      const centre = centreOf(block, model.size);
      plate.position.set(centre.x, block.level - 1 + 0.05, centre.z);
      if (!isStanding(block) && block.columns[1]! - block.columns[0]! !== 1) plate.rotation.y = Math.PI / 2;
      plate.userData.key = key;
      if (!isOpenPlan) {
        const sheet = isStanding(block) ? new CircleGeometry(0.3, 32) : new PlaneGeometry(1.05, 0.3);
        plate.add(...makeXray(sheet.rotateX(-Math.PI / 2).translate(0, 0.05, 0), accent));
      }
      this.marks.add(plate);
    }
    for (const { key, block } of model.removals) {
      const box = this.makeBlock(
        block,
        new MeshBasicMaterial({ color: accent, transparent: true, opacity: 0.45, depthWrite: false }),
        model.size,
      );
      box.scale.setScalar(1.03);
      box.userData.key = key;
      box.add(...makeXray(boxGeometry(block, 0.96), accent));
      this.marks.add(box);
    }
    if (model.ghost) this.marks.add(this.makeGhost(model.ghost, model.size, accent));
    for (const [column, level] of model.barred) {
      const frame = new LineSegments(
        new EdgesGeometry(new BoxGeometry(0.9, 0.9, 0.9)),
        new LineBasicMaterial({ color: accent }),
      );
      frame.position.copy(cellCentre(column, level, model.size));
      this.marks.add(frame);
    }
  }

  /** Tint the squares of the ground that a legal place covers. */
  private markOpenSquares({ places, size }: TowerScene, accent: Color): void {
    for (const column of new Set(places.flatMap(({ block }) => block.columns))) {
      const square = new Mesh(
        new PlaneGeometry(0.94, 0.94),
        new MeshBasicMaterial({ color: accent, transparent: true, opacity: 0.14, depthWrite: false }),
      );
      square.rotation.x = -Math.PI / 2;
      square.position.copy(cellCentre(column, 1, size)).setY(0.01);
      this.marks.add(square);
    }
  }

  /** Outline what was just placed, and show as a shadow what was just taken off. */
  private outlineLast({ last, size }: TowerScene): void {
    clear(this.last);
    const ink = new Color(getComputedStyle(this.canvas).getPropertyValue("--ink").trim() || "#2d2620");
    for (const block of last.placed) {
      // The inside of a slightly larger block: a thick line around the block, from wherever one looks.
      const hull = this.makeBlock(block, new MeshBasicMaterial({ color: ink, side: BackSide }), size);
      const [long, short] = [1 + OUTLINE / 2, 1 + OUTLINE];
      hull.scale.set(
        ...((isStanding(block) ? [short, long, short] : [long, short, short]) as [number, number, number]),
      );
      this.last.add(hull);
    }
    for (const block of last.takenOff) {
      const shadow = this.makeBlock(
        block,
        new MeshBasicMaterial({ color: ink, transparent: true, opacity: 0.16, depthWrite: false }),
        size,
      );
      const geometry = isStanding(block) ? new BoxGeometry(0.96, 1.96, 0.96) : new BoxGeometry(1.96, 0.96, 0.96);
      shadow.add(new LineSegments(new EdgesGeometry(geometry), new LineBasicMaterial({ color: ink })));
      this.last.add(shadow);
    }
  }

  private makeGhost({ key, block, isRemoval, isTarget }: Ghost, size: number, accent: Color): Object3D {
    const material = this.woods[block.seat]!.clone();
    material.transparent = true;
    material.opacity = isRemoval ? 0.25 : 0.8;
    const ghost = this.makeBlock(block, material, size);
    if (isTarget) ghost.userData.key = key;
    const geometry = boxGeometry(block, 1.02);
    ghost.add(new LineSegments(new EdgesGeometry(geometry), new LineBasicMaterial({ color: accent })));
    ghost.add(...makeXray(geometry, accent));
    return ghost;
  }

  /** The ground: a disc with the ground plan on it. */
  private drawGround({ size, sides }: TowerScene): void {
    const style = getComputedStyle(this.canvas);
    const colours = ["--paper-deep", "--line-strong", "--muted"].map((name) => style.getPropertyValue(name).trim());
    const wanted = [size, ...sides, ...colours].join();
    if (wanted === this.drawnGround) return;
    this.drawnGround = wanted;
    clear(this.ground);
    const [plate, line, text] = colours as [string, string, string];
    const disc = new Mesh(new CircleGeometry(size * 1.05, 64), new MeshBasicMaterial({ color: plate }));
    disc.rotation.x = -Math.PI / 2;
    disc.position.y = -0.03;
    const sheet = new Mesh(
      new PlaneGeometry(size * 2, size * 2),
      new MeshBasicMaterial({ map: drawGroundPlan(size, sides, line, text), transparent: true, depthWrite: false }),
    );
    sheet.rotation.x = -Math.PI / 2;
    sheet.position.y = -0.01;
    this.ground.add(disc, sheet);
  }

  // ── Pointer ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private readonly press = (event: PointerEvent) => {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.pressed = { x: event.clientX, y: event.clientY, moved: this.pointers.size > 1 };
  };

  private readonly move = (event: PointerEvent) => {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.onHover(this.keyAt(event));
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (this.pressed && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > 6)
      this.pressed.moved = true;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (others[0]) {
      const [old, now] = [
        Math.hypot(before.x - others[0].x, before.y - others[0].y),
        Math.hypot(event.clientX - others[0].x, event.clientY - others[0].y),
      ];
      this.zoomBy(now / Math.max(1, old));
    } else if (this.pressed?.moved) {
      this.onTurn(this.turn + dx * 0.009, clamp(this.tilt + dy * 0.006, 0.05, MOST_TILT));
    }
  };

  private readonly release = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    const { pressed } = this;
    if (this.pointers.size === 0) this.pressed = null;
    if (!pressed || pressed.moved || event.type !== "pointerup") return;
    const key = this.keyAt(event);
    if (key !== null) this.onPick(key);
  };

  private readonly leave = () => this.onHover(null);

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY * 0.001));
  };

  private zoomBy(factor: number): void {
    this.zoom = clamp(this.zoom * factor, 0.6, 2.2);
    this.render();
  }

  /** The key of the place under the pointer: the first that is in sight there, otherwise the nearest. */
  private keyAt(event: PointerEvent): string | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - box.x) / box.width) * 2 - 1,
      1 - ((event.clientY - box.y) / box.height) * 2,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const targets = this.marks.children.filter(({ userData }) => userData.key !== undefined);
    const hits = ray.intersectObjects([...targets, ...this.blocks.children], false);
    const inSight = hits.find(({ object }) => object instanceof Mesh)?.object.userData.key as string | undefined;
    if (inSight !== undefined) return inSight;
    let [nearest, least]: [string | null, number] = [null, REACH];
    for (const { position, userData } of targets) {
      const distance = ray.ray.distanceToPoint(position);
      if (distance < least) [nearest, least] = [userData.key as string, distance];
    }
    return nearest;
  }

  // ── Drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.render();
  }

  private render(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.fall(now);
      this.camera.position.copy(cameraPosition(this.viewpoint, this.target));
      this.camera.lookAt(this.target);
      this.camera.updateProjectionMatrix();
      this.renderer.render(this.scene, this.camera);
      if (this.falling.length > 0) this.render();
    });
  }

  /** The point that the camera looks at. */
  private get target(): Vector3 {
    return new Vector3(0, this.height / 2 - 0.3, 0);
  }

  private get viewpoint(): Viewpoint {
    const room = Math.max(this.height + 2.6, 6.6 / Math.min(1, this.camera.aspect));
    const distance = room / (2 * Math.tan((this.camera.fov * Math.PI) / 360)) / this.zoom + 1.5;
    return { turn: this.turn, tilt: this.tilt, distance };
  }

  private fall(now: number): void {
    this.falling = this.falling.filter((block) => {
      const part = Math.min(1, (now - block.begun) / DROP_TIME);
      block.mesh.position.y = block.from + (block.to - block.from) * (1 - (1 - part) ** 3);
      return part < 1;
    });
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function isSame(one: Block, other: Block): boolean {
  return one.level === other.level && one.columns.join() === other.columns.join();
}

/** The box of a block, its sides scaled. */
function boxGeometry(block: Block, scale: number): BoxGeometry {
  return isStanding(block) ? new BoxGeometry(scale, 2 * scale, scale) : new BoxGeometry(2 * scale, scale, scale);
}

/** What shows through the blocks in front: a faint fill and dashed edges, drawn only where something hides them. */
function makeXray(geometry: BufferGeometry, color: Color): Object3D[] {
  const hidden = { color, transparent: true, depthFunc: GreaterDepth, depthWrite: false };
  const fill = new Mesh(geometry, new MeshBasicMaterial({ ...hidden, opacity: 0.2 }));
  const edges = new LineSegments(
    new EdgesGeometry(geometry, 30),
    new LineDashedMaterial({ ...hidden, opacity: 0.95, dashSize: 0.1, gapSize: 0.07 }),
  );
  edges.computeLineDistances();
  return [fill, edges];
}

/** Empty a group and dispose of its materials and geometries, except those that blocks share. */
function clear(group: Group): void {
  for (const child of [...group.children]) {
    group.remove(child);
    child.traverse((part) => {
      if (!(part instanceof Mesh || part instanceof LineSegments)) return;
      const material = part.material as Material;
      if (material instanceof MeshStandardMaterial) return; // the woods
      if (material instanceof MeshBasicMaterial) material.map?.dispose();
      material.dispose();
      const geometry = part.geometry as BufferGeometry;
      if (!(geometry instanceof RoundedBoxGeometry)) geometry.dispose();
    });
  }
}
