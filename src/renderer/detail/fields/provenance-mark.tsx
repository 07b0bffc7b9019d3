import type { FieldEntry } from '../../../ipc/engine-contract';
import './provenance-mark.css';

export type Provenance = FieldEntry['provenance'];

/** From what a reader should look at first to what is as expected. */
export const PROVENANCES: readonly Provenance[] = ['new', 'observed', 'bridge', 'reference'];

export const PROVENANCE_NAMES: Record<Provenance, string> = {
  new: 'new',
  bridge: 'bridge extension',
  observed: 'observed',
  reference: 'reference',
};

export const PROVENANCE_MEANINGS: Record<Provenance, string> = {
  new: 'in no published types and in no recording',
  bridge: 'added by a program between the CLI and its reader',
  observed: 'seen in recordings, not published',
  reference: 'in the published types',
};

/** Ring, diamond, disc or star: shape and colour say the same. */
export function ProvenanceMark({ of }: { of: Provenance }) {
  return <i aria-hidden className={`field-mark ${of}`} />;
}
