import type { FoundKind } from './catalogue';
import type { FrameKind, Versions } from './frame-kind';

/** The newest version of both samples: what goes on to it has no end. */
const NEWEST = '2.1.332';

/** What a frame is, for people; also of one that nobody knows. */
export function meaningWords({ kind, known }: FoundKind): string {
  const unknown = 'No published type and no recording has frames of this kind: it is shown as it is.';
  if (kind === undefined) return unknown;
  return known ? kind.meaning : `${kind.meaning} But ${unknown.charAt(0).toLowerCase()}${unknown.slice(1)}`;
}

/** Who writes it to whom, and where it is found. */
export function directionWords({ direction, places }: FrameKind): string {
  if (places.includes('bridge')) return 'from a program between the CLI and its reader';
  const disk = places.includes('disk') ? ', and in session files' : '';
  switch (direction) {
    case 'to-host':
      return `CLI to host${disk}`;
    case 'to-cli':
      return `host to CLI${disk}`;
    case 'both':
      return `both ways between CLI and host${disk}`;
    case 'disk':
      return 'CLI to its session file';
  }
}

/** Which CLI versions have it, by what is published and by what was recorded. */
export function versionWords({ evidence, places }: FrameKind): string {
  const { published, stdout, disk } = evidence;
  const parts = [
    published === undefined ? null : `published ${span(published, 'since ')}`,
    stdout === undefined ? null : `recorded ${span(stdout, '')}`,
    disk === undefined ? null : `on disk ${span(disk, '')}`,
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join('; ');
  return places.includes('bridge') ? 'never written by the CLI itself' : 'neither published nor recorded';
}

function span([first, last]: Versions, open: string): string {
  if (last === undefined)
    return open === '' ? (first === NEWEST ? first : `${first} to ${NEWEST}`) : `${open}${first}`;
  return first === last ? `${first} only` : `${first} to ${last}`;
}
