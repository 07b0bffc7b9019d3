import { Copy, Filter } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { FieldEntry, FieldList } from '../../../ipc/engine-contract';
import { askShell } from '../../bridge/shell';
import { registry } from '../../commands/registry';
import { useCommands } from '../../commands/use-commands';
import { tellFailure, useNotices } from '../../stores/notices';
import { formatCount, plural } from '../../text/format';
import { groupFields, versionsOf } from './field-groups';
import './fields.css';
import { PROVENANCE_MEANINGS, PROVENANCE_NAMES, ProvenanceMark } from './provenance-mark';

async function copyPath(path: string): Promise<void> {
  try {
    await askShell('copyText', { text: path });
    const text = `Copied the path ${path}.`;
    useNotices.getState().show({ id: 'copy', tone: 'ok', text, dismissible: true, brief: true });
  } catch (error) {
    tellFailure('copy', error);
  }
}

/** Every field of the frame: where it comes from, its types and versions, and where it differs from what is published. */
export function FieldsTab({ list }: { list: FieldList }) {
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupFields(list.entries, filter), [list, filter]);
  const shown = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const opened = list.entries.find(({ path }) => path === open);

  useCommands({
    'detail.copyFieldPath': {
      run: () => opened && void copyPath(opened.path),
      enabled: () => opened !== undefined,
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('.field-row') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
  };

  if (list.missing !== null) return <p className="detail-note">{list.missing}</p>;
  return (
    <div className="fields" data-testid="fields-tab">
      <div className="fields-bar">
        <input
          type="search"
          className="fields-filter"
          aria-label="Filter the fields by path, type or provenance"
          placeholder="filter: path, type, provenance"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              body.current?.querySelector<HTMLElement>('.field-row')?.focus();
            }
            if (event.key === 'Escape' && filter !== '') {
              // Escape also means "to the list"; the filter goes first.
              event.preventDefault();
              setFilter('');
            }
          }}
        />
        <span className="muted" role="status">
          {filter === ''
            ? plural(list.entries.length, 'field')
            : `${formatCount(shown)} of ${plural(list.entries.length, 'field')}`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the buttons in it */}
      <div className="fields-body" ref={body} onKeyDown={onKeyDown}>
        {shown === 0 && <p className="detail-note">No field of this frame matches “{filter}”.</p>}
        {groups.map(({ provenance, entries }) => (
          <section key={provenance} className="fields-group" aria-label={PROVENANCE_NAMES[provenance]}>
            <h3>
              <ProvenanceMark of={provenance} />
              <span className="fields-group-name">{PROVENANCE_NAMES[provenance]}</span>
              <span className="fields-group-count">{formatCount(entries.length)}</span>
              <span className="muted fields-group-meaning">{PROVENANCE_MEANINGS[provenance]}</span>
            </h3>
            <ul>
              {entries.map((entry) => (
                <FieldRow
                  key={entry.path}
                  entry={entry}
                  isOpen={entry.path === open}
                  onToggle={() => setOpen(entry.path === open ? null : entry.path)}
                />
              ))}
            </ul>
          </section>
        ))}
        {list.leftOff > 0 && (
          <p className="detail-note">
            {plural(list.leftOff, 'more path')} of this frame {list.leftOff === 1 ? 'is' : 'are'} not listed.
          </p>
        )}
      </div>
    </div>
  );
}

interface RowProps {
  entry: FieldEntry;
  isOpen: boolean;
  onToggle(): void;
}

function FieldRow({ entry, isOpen, onToggle }: RowProps) {
  const cut = Math.max(entry.path.lastIndexOf('.') + 1, 0);
  const missing = entry.count === 0;
  return (
    <li data-path={entry.path} data-provenance={entry.provenance}>
      <button type="button" className="field-row" aria-expanded={isOpen} onClick={onToggle}>
        <span className="field-path mono">
          <span className="field-holder">{entry.path.slice(0, cut)}</span>
          <span className={missing ? 'field-key missing' : 'field-key'}>{entry.path.slice(cut)}</span>
        </span>
        <span className="field-types">
          {entry.notes.length > 0 && (
            <span className="field-noted" title="Differs from the published types">
              <span aria-hidden>●</span>
              <span className="unseen">differs from the published types, </span>
            </span>
          )}
          {missing ? 'missing' : entry.types.join(', ')}
        </span>
        <span className="field-versions">{versionsOf(entry)}</span>
      </button>
      {isOpen && (
        <div className="field-more">
          <p>{entry.explanation}</p>
          {entry.notes.map((note) => (
            <p key={note} className="field-note">
              <span aria-hidden>● </span>
              {note}
            </p>
          ))}
          <p className="field-actions">
            <button type="button" className="button small" onClick={() => void copyPath(entry.path)}>
              <Copy size={12} aria-hidden /> Copy path
            </button>
            <button type="button" className="button small" onClick={() => registry.run('filter.byValue')}>
              <Filter size={12} aria-hidden /> Filter by it
            </button>
            {entry.count > 1 && <span className="muted">{formatCount(entry.count)} times in this frame</span>}
            {entry.optional !== null && (
              <span className="muted">{entry.optional ? 'optional' : 'required'}</span>
            )}
          </p>
        </div>
      )}
    </li>
  );
}
