import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { setFilter } from '../../bridge/list-filter';
import { useCommands } from '../../commands/use-commands';
import { Popup } from '../../components/popup';
import { MAX_NAME_UNITS, useSavedFilters } from '../../stores/saved-filters';

interface Props {
  session: number;
  text: string;
  canSave: boolean;
  children(open: () => void, anchor: Ref<HTMLButtonElement>): ReactNode;
}

/** Filters with a name: saves what is in the box, and takes one of them into it. */
export function SavedFilters({ session, text, canSave, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const anchor = useRef<HTMLButtonElement>(null);
  const saved = useSavedFilters((state) => state.saved);
  const { save, remove, use } = useSavedFilters.getState();
  const expression = text.trim();
  const open = () => {
    setName(saved.find((one) => one.expression === expression)?.name ?? '');
    setOpen(true);
  };
  useCommands({
    'filter.save': { run: open, enabled: () => canSave },
    'filter.saved': { run: open },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === '' || !canSave) return;
    save(given, expression);
    setOpen(false);
  };
  return (
    <>
      {children(() => (isOpen ? setOpen(false) : open()), anchor)}
      {isOpen && (
        <Popup anchor={anchor.current} label="Saved filters" onClose={() => setOpen(false)}>
          {canSave && (
            <form className="saved-form" onSubmit={onSubmit}>
              <input
                data-first
                className="saved-name"
                aria-label="Name of this filter"
                placeholder="name for this filter"
                maxLength={MAX_NAME_UNITS}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <button type="submit" className="button small" disabled={name.trim() === ''}>
                Save
              </button>
            </form>
          )}
          {saved.length === 0 && (
            <p className="muted saved-none">
              {canSave ? 'No filter is saved yet.' : 'No filter is saved yet. Write one, then save it here.'}
            </p>
          )}
          {saved.map((one) => (
            <div key={one.name} className="saved-line">
              <button
                type="button"
                className="saved-take"
                title={one.expression}
                onClick={() => {
                  use(one.expression);
                  void setFilter(session, one.expression);
                  setOpen(false);
                }}
              >
                <span>{one.name}</span>
                <span className="mono muted saved-expression">{one.expression}</span>
              </button>
              <button
                type="button"
                className="filter-button"
                aria-label={`Forget the filter ${one.name}`}
                title="Forget this filter"
                onClick={() => remove(one.name)}
              >
                <X size={12} aria-hidden />
              </button>
            </div>
          ))}
        </Popup>
      )}
    </>
  );
}
