import { kindOfType } from './kinds/catalogue';
import { STORED_REQUEST } from './kinds/disk/session-lines';
import { type FrameFamily, NO_TYPE } from './kinds/frame-kind';

export { type FrameFamily, NO_TYPE };

/** The family of a type and a subtype; "new" for what the catalogue of kinds does not have. */
export function familyOf(type: string, subtype: string): FrameFamily {
  return kindOfType(type, subtype)?.family ?? 'new';
}

/** Stands for the kinds of a file that has more of them than can be kept or told apart. */
export const OTHER_KINDS = '(other kinds)';

/** `type`, or `type/subtype`: the word that counts and filters use. */
export function kindOf(type: string, subtype: string): string {
  return subtype === '' ? type : `${type}/${subtype}`;
}

/** api-request and its parts, also those that later versions may add (session files of CLI 2.1.332). */
export function isStoredRequest(type: string): boolean {
  return type.startsWith(STORED_REQUEST);
}

/** Session files never hold these: a file that does is a recorded stream. */
export function isStreamOnly(type: string, subtype: string): boolean {
  const kind = kindOfType(type, subtype) ?? kindOfType(type, '');
  return kind?.streamOnly ?? false;
}

/** Kinds that only session files hold. A `summary` line states no session id, so its kind is all there is to go by. */
export function isFileOnly(type: string): boolean {
  return familyOf(type, '') === 'file';
}
