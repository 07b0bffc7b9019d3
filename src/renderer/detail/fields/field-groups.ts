import type { FieldEntry } from '../../../ipc/engine-contract';
import { PROVENANCE_NAMES, PROVENANCES, type Provenance } from './provenance-mark';

export interface FieldGroup {
  provenance: Provenance;
  /** In the order of the frame. */
  entries: FieldEntry[];
}

/** The fields that match every word of the filter, what is unusual first; groups without any are left out. */
export function groupFields(entries: readonly FieldEntry[], filter: string): FieldGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter((entry) => {
    const text = `${entry.path} ${entry.types.join(' ')} ${PROVENANCE_NAMES[entry.provenance]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return PROVENANCES.map((provenance) => ({
    provenance,
    entries: matching.filter((entry) => entry.provenance === provenance),
  })).filter((group) => group.entries.length > 0);
}

/** CLI versions in a few characters: "2.0.0 –" is still declared, "2.1.40 – 2.1.332" was seen from and to. */
export function versionsOf({ since, until }: FieldEntry): string {
  if (since === null) return '';
  if (until === null) return `${since} –`;
  return since === until ? since : `${since} – ${until}`;
}
