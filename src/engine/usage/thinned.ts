/**
 * Places of a long series that are worth drawing: of every stretch its first, its lowest and its highest value, and all
 * that are asked for beside them. In rising order, at most `most` and those that are asked for.
 */
export function thinned(
  count: number,
  most: number,
  valueAt: (place: number) => number,
  always: Iterable<number> = [],
): number[] {
  if (count <= most) return Array.from({ length: count }, (_, place) => place);
  const kept = new Set<number>(always);
  kept.add(count - 1);
  const stretches = Math.max(1, Math.floor(most / 3));
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * count) / stretches);
    const to = Math.floor(((stretch + 1) * count) / stretches);
    let lowest = from;
    let highest = from;
    for (let place = from; place < to; place++) {
      if (valueAt(place) < valueAt(lowest)) lowest = place;
      if (valueAt(place) > valueAt(highest)) highest = place;
    }
    kept.add(from).add(lowest).add(highest);
  }
  return [...kept].sort((a, b) => a - b);
}
