import type { FieldList } from '../../../ipc/engine-contract';
import { plural } from '../../text/format';
import { PROVENANCE_MEANINGS, PROVENANCE_NAMES, PROVENANCES, ProvenanceMark } from './provenance-mark';
import './fields.css';

/** What the marks beside the raw text mean. */
export function RawLegend({ list, onFields }: { list: FieldList; onFields(): void }) {
  return (
    <div className="raw-legend">
      <ul aria-label="Marks beside the keys">
        {PROVENANCES.toReversed().map((provenance) => (
          <li key={provenance} title={PROVENANCE_MEANINGS[provenance]}>
            <ProvenanceMark of={provenance} />
            {PROVENANCE_NAMES[provenance]}
          </li>
        ))}
      </ul>
      <span className="spacer" />
      <button type="button" className="link raw-legend-fields" onClick={onFields}>
        {plural(list.entries.length, 'field')}
      </button>
    </div>
  );
}
