import { z } from 'zod';

export const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
export const MINIMUM_SIZE = { width: 900, height: 560 } as const;

export const placementSchema = z.object({
  version: z.literal(1),
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(MINIMUM_SIZE.width).max(16_384),
  height: z.number().int().min(MINIMUM_SIZE.height).max(16_384),
  maximized: z.boolean(),
});
export type Placement = z.infer<typeof placementSchema>;

export const defaultPlacement: Placement = { version: 1, ...DEFAULT_SIZE, maximized: false };

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** So much of the window has to be on a screen for the user to be able to grab it. */
const GRABBABLE = { width: 120, height: 40 };

/** Keeps a window from coming back on a screen that is gone, or larger than the one that is left. */
export function fitPlacement(placement: Placement, workAreas: readonly Rectangle[]): Placement {
  const { x, y, width } = placement;
  if (x === undefined || y === undefined) return placement;
  const title = { x, y, width, height: GRABBABLE.height };
  const reachable = workAreas.some((area) => {
    const wide = Math.min(area.x + area.width, title.x + title.width) - Math.max(area.x, title.x);
    const high = Math.min(area.y + area.height, title.y + title.height) - Math.max(area.y, title.y);
    return wide >= GRABBABLE.width && high >= GRABBABLE.height / 2;
  });
  if (reachable) return placement;
  const { x: _x, y: _y, ...size } = placement;
  return size;
}
