import { fromX, MINIMAP_HEIGHT, MINIMAP_TOP, minimapOf, toX } from '../model/geometry';
import type { Density } from './density';
import type { Palette } from './palette';
import type { Scene } from './scene';

/** The whole session with its errors and hits, and the frame of what is in view. */
export function drawMinimap(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const across = minimapOf(scene.size);
  const width = across.right - across.left;
  g.fillStyle = palette.lowered;
  g.fillRect(across.left, MINIMAP_TOP, width, MINIMAP_HEIGHT);
  drawKept(g, scene, palette);
  const { whole, view, marked, range } = scene;
  const x = (at: number) => toX(across, whole, at);
  if (range) {
    g.fillStyle = palette.accent;
    g.globalAlpha = 0.25;
    g.fillRect(x(range.from), MINIMAP_TOP, Math.max(1, x(range.to) - x(range.from)), MINIMAP_HEIGHT);
    g.globalAlpha = 1;
  }
  if (marked.selected) {
    g.fillStyle = palette.accent;
    g.fillRect(Math.round(x(marked.selected.at)) - 0.5, MINIMAP_TOP, 1.5, MINIMAP_HEIGHT);
  }
  const left = Math.max(across.left, Math.round(x(view.from)));
  const right = Math.min(across.right, Math.max(left + 4, Math.round(x(view.to))));
  g.fillStyle = palette.veil;
  g.globalAlpha = 0.5;
  if (left > across.left) g.fillRect(across.left, MINIMAP_TOP, left - across.left, MINIMAP_HEIGHT);
  if (right < across.right) g.fillRect(right, MINIMAP_TOP, across.right - right, MINIMAP_HEIGHT);
  g.globalAlpha = 1;
  g.strokeStyle = palette.accent;
  g.lineWidth = 1;
  g.strokeRect(left + 0.5, MINIMAP_TOP + 0.5, right - left - 1, MINIMAP_HEIGHT - 1);
  if (right - left < width - 2) drawHandles(g, left, right, palette);
}

/** Grips, so that the ends of the frame look like what they are. */
function drawHandles(g: CanvasRenderingContext2D, left: number, right: number, palette: Palette): void {
  g.fillStyle = palette.accent;
  const top = MINIMAP_TOP + MINIMAP_HEIGHT / 2 - 4;
  g.beginPath();
  g.roundRect(left - 1.5, top, 4, 8, 2);
  g.roundRect(right - 2.5, top, 4, 8, 2);
  g.fill();
}

/** The picture of the density, made again only when it or its place has changed. */
let kept: { density: Density; key: string; palette: Palette; picture: OffscreenCanvas } | null = null;

function drawKept(g: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { density, whole, size } = scene;
  if (!density) return;
  const scale = g.getTransform().a;
  const { width } = size;
  const key = `${width} ${size.controls} ${scale} ${whole.from} ${whole.to}`;
  const height = MINIMAP_TOP * 2 + MINIMAP_HEIGHT;
  if (kept?.density !== density || kept.key !== key || kept.palette !== palette) {
    const picture = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.round(height * scale));
    const into = picture.getContext('2d');
    if (!into) return;
    into.setTransform(scale, 0, 0, scale, 0, 0);
    drawDensity(into, scene, palette);
    kept = { density, key, palette, picture };
  }
  g.drawImage(kept.picture, 0, 0, width, kept.picture.height / scale);
}

type AnyContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function drawDensity(g: AnyContext, scene: Scene, palette: Palette): void {
  const { density, whole, size } = scene;
  if (!density || density.heights.length === 0) return;
  const across = minimapOf(size);
  const bins = density.heights.length;
  const step = (density.to - density.from) / bins;
  const width = Math.max(1.5, toX(across, whole, density.from + step) - toX(across, whole, density.from));
  const bottom = MINIMAP_TOP + MINIMAP_HEIGHT - 2;
  const room = MINIMAP_HEIGHT - 4;
  for (let i = 0; i < bins; i++) {
    const height = density.heights[i] ?? 0;
    if (height === 0) continue;
    g.fillStyle = palette.byPlace[density.families[i] ?? 255] ?? palette.faintText;
    const tall = Math.max(7, height * room);
    g.fillRect(toX(across, whole, density.from + i * step), bottom - tall, width, tall);
  }
  drawTicks(g, density.hits, palette.warn, MINIMAP_TOP, 3, scene);
  drawTicks(g, density.errors, palette.err, MINIMAP_TOP + MINIMAP_HEIGHT - 5, 5, scene);
}

function drawTicks(
  g: AnyContext,
  flags: Uint8Array,
  color: string,
  top: number,
  height: number,
  { density, whole, size }: Scene,
): void {
  if (!density) return;
  const across = minimapOf(size);
  const step = (density.to - density.from) / flags.length;
  g.fillStyle = color;
  for (let i = 0; i < flags.length; i++) {
    if (flags[i] === 1) g.fillRect(toX(across, whole, density.from + (i + 0.5) * step) - 1, top, 2.5, height);
  }
}

export type MinimapPart = 'from' | 'to' | 'frame' | 'outside';
const GRIP_PX = 5;

/** Which part of the minimap the cursor is on; null when it is not on it. */
export function minimapPartAt(
  scene: Pick<Scene, 'size' | 'view' | 'whole'>,
  x: number,
  y: number,
): MinimapPart | null {
  const across = minimapOf(scene.size);
  if (y < MINIMAP_TOP - 2 || y > MINIMAP_TOP + MINIMAP_HEIGHT + 2) return null;
  if (x < across.left - GRIP_PX || x > across.right + GRIP_PX) return null;
  const left = toX(across, scene.whole, scene.view.from);
  const right = toX(across, scene.whole, scene.view.to);
  const grip = Math.min(GRIP_PX, Math.max(2, (right - left) / 4));
  if (Math.abs(x - left) <= grip) return 'from';
  if (Math.abs(x - right) <= grip) return 'to';
  return x > left && x < right ? 'frame' : 'outside';
}

export function minimapPlace(scene: Pick<Scene, 'size' | 'whole'>, x: number): number {
  return fromX(minimapOf(scene.size), scene.whole, x);
}
