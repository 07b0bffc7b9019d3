import type { Call } from '../../../ipc/engine-contract';

export interface CallIndex {
  /** Places in the list of calls, the failed ones first; each part in the order of the file. */
  order: number[];
  failed: number[];
}

/** What stands above the calls of a frame that holds several. */
export function callIndex(calls: readonly Pick<Call, 'status'>[]): CallIndex {
  const places = calls.map((_, place) => place);
  const failed = places.filter((place) => calls[place]?.status === 'failed');
  return { order: [...failed, ...places.filter((place) => !failed.includes(place))], failed };
}

/** The failed call after `place`, going on from the first one; null when none failed. */
export function nextFailed({ failed }: CallIndex, place: number): number | null {
  return failed.find((other) => other > place) ?? failed[0] ?? null;
}
