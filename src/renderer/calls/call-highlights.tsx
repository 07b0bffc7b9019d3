import type { CallGroup, CallGroups, CallRow } from '../../ipc/engine-contract';
import { formatCount, formatDuration, isStated, plural } from '../text/format';
import { readingWords, toolWord } from './call-words';

interface Props {
  groups: CallGroups | null;
  /** The group that the table is filtered to. */
  identicalTo: number | undefined;
  onGroup(call: number | undefined): void;
  onSlow(row: CallRow): void;
}

const SHOWN = 4;

/** The two things worth knowing first: what was called again and again, and what took longest. */
export function CallHighlights({ groups, identicalTo, onGroup, onSlow }: Props) {
  if (groups === null) return <section className="calls-highlights" aria-label="At a glance" />;
  const { repeated, slowest, reading } = groups;
  const words = readingWords(reading);
  return (
    <section className="calls-highlights" aria-label="At a glance" data-testid="call-highlights">
      <h2>Repeated</h2>
      <ul>
        {repeated.slice(0, SHOWN).map((group) => (
          <li key={group.call}>
            <button
              type="button"
              className="calls-chip wide"
              aria-pressed={identicalTo === group.call}
              title={groupHint(group)}
              onClick={() => onGroup(identicalTo === group.call ? undefined : group.call)}
            >
              <b>{toolWord(group.tool)}</b> <span className="calls-what">{group.summary}</span>
              <span className="calls-times">{plural(group.count, 'time')}</span>
              {group.failed > 0 && (
                <span className="calls-err">
                  <span aria-hidden>■</span> {formatCount(group.failed)} failed
                </span>
              )}
            </button>
          </li>
        ))}
        {repeated.length === 0 && (
          <li className="muted">{reading.whole ? 'no call has the input of another' : 'none'}</li>
        )}
        {groups.groups > SHOWN && (
          <li className="muted">and {plural(groups.groups - SHOWN, 'more input')}</li>
        )}
        {words !== null && (
          <li className="muted" role="status">
            {words}
          </li>
        )}
      </ul>
      <h2>Slowest</h2>
      <ul>
        {slowest.slice(0, SHOWN).map((row) => (
          <li key={row.call}>
            <button type="button" className="calls-chip wide" title={row.summary} onClick={() => onSlow(row)}>
              <b>{toolWord(row.tool)}</b> <span className="calls-what">{row.summary}</span>
              <span className={row.durationInferred ? 'calls-times inferred' : 'calls-times'}>
                {row.durationInferred && '~'}
                {isStated(row.durationMs) && formatDuration(row.durationMs)}
              </span>
            </button>
          </li>
        ))}
        {slowest.length === 0 && <li className="muted">no call has two times to tell a duration from</li>}
      </ul>
    </section>
  );
}

function groupHint({ summary, count, failed, frames }: CallGroup): string {
  const places = frames.map((frame) => `#${frame}`).join(' ');
  return `${summary}\n${plural(count, 'call')}, ${failed} failed: ${places}${frames.length < count ? ' …' : ''}`;
}
