import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Copy, WrapText } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldList, FrameDetail } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { useCommands } from '../../commands/use-commands';
import { type RawForm, useLayout } from '../../stores/layout';
import { formatCount, plural } from '../../text/format';
import { FieldHover } from '../fields/field-hover';
import type { PointedField } from '../fields/mark-layer';
import { RawLegend } from '../fields/raw-legend';
import { useLineMarks } from '../fields/use-line-marks';
import { type Problem, ProblemNote, problemOf } from '../problem-note';
import { copyExactText } from './copy-exact';
import { pageOf } from './page-number';
import type { RawEditor } from './raw-editor';
import { MAX_JSON_UNITS, type RawText, readRawText } from './raw-text';
import { useMatchMarks } from './use-match-marks';

interface Props {
  client: EngineClient | null;
  session: number;
  detail: FrameDetail;
  /** null until they are there. */
  fields: FieldList | null;
  revision: number;
}

const FORMS: readonly RawForm[] = ['pretty', 'exact', 'hex'];

interface Shown extends Omit<RawText, 'text'> {
  key: string;
}

export function RawTab({ client, session, detail, fields, revision }: Props) {
  const { frame } = detail.row;
  const wanted = useLayout((state) => state.rawForm);
  const setForm = useLayout((state) => state.setRawForm);
  const wrap = useLayout((state) => state.wrap);
  const setWrap = useLayout((state) => state.setWrap);
  const canBePretty = detail.prettyUnits !== null;
  const form = wanted === 'pretty' && !canBePretty ? 'exact' : wanted;

  const textOf = `${session} ${frame} ${form}`;
  const [at, setAt] = useState({ textOf, page: 0 });
  const page = at.textOf === textOf ? at.page : 0;
  const key = `${textOf} ${page}`;
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const alwaysWrapped = shown?.key === key && shown.longLine;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<RawEditor | null>(null);
  const [hasEditor, setHasEditor] = useState(false);
  const [pointed, setPointed] = useState<PointedField | null>(null);
  const setTab = useLayout((state) => state.setTab);

  useEffect(() => {
    let left = false;
    void import('./raw-editor').then(({ rawEditor }) => {
      if (left || !host.current) return;
      editor.current = rawEditor();
      editor.current.refreshTheme();
      editor.current.attach(host.current);
      editor.current.marks.onPoint = setPointed;
      setHasEditor(true);
    });
    return () => {
      left = true;
      if (editor.current) editor.current.marks.onPoint = null;
      editor.current?.clear();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    if (!hasEditor) return;
    const refresh = () => editor.current?.refreshTheme();
    const observer = new MutationObserver(refresh);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
      window.matchMedia(query),
    );
    for (const list of media) list.addEventListener('change', refresh);
    return () => {
      observer.disconnect();
      for (const list of media) list.removeEventListener('change', refresh);
    };
  }, [hasEditor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means reading again
  useEffect(() => {
    if (!client || !hasEditor) return;
    const controller = new AbortController();
    setProblem(null);
    readRawText(client, { session, frame, form, page }, controller.signal).then(
      ({ text, ...rest }) => {
        if (controller.signal.aborted) return;
        const coloured = form !== 'hex' && canBePretty && rest.pages === 1 && rest.total <= MAX_JSON_UNITS;
        editor.current?.show(text, {
          language: coloured ? 'json' : 'plaintext',
          lineNumbers: form !== 'hex' && rest.pages === 1,
          wrap: useLayout.getState().wrap || rest.longLine,
          dense: form === 'hex',
        });
        setShown({ ...rest, key });
      },
      (error: unknown) => {
        const found = problemOf(error);
        if (controller.signal.aborted || !found) return;
        // What the editor holds may be of another frame.
        editor.current?.clear();
        setShown(null);
        setProblem(found);
      },
    );
    return () => controller.abort();
  }, [client, hasEditor, key, revision]);

  const isMarked = form === 'pretty' && fields !== null && fields.missing === null;
  useLineMarks(
    { client, session, frame, shown: shown?.key === key ? shown : null, list: isMarked ? fields : null },
    (marks, entries) => editor.current?.marks.set(marks, entries),
  );

  useMatchMarks({ client, session, frame, form, shown: shown?.key === key ? shown : null }, (ranges) =>
    editor.current?.setMatches(ranges),
  );

  useEffect(() => {
    if (hasEditor) editor.current?.setWrap(wrap || alwaysWrapped);
  }, [hasEditor, wrap, alwaysWrapped]);

  useCommands({
    'detail.rawPretty': { run: () => setForm('pretty'), enabled: () => canBePretty },
    'detail.rawExact': { run: () => setForm('exact') },
    'detail.rawHex': { run: () => setForm('hex') },
    'detail.wrap': { run: () => setWrap(!wrap) },
  });

  const pages = shown?.key.startsWith(`${textOf} `) ? shown.pages : 1;
  return (
    <div
      className="raw"
      data-testid="raw-view"
      data-form={form}
      data-state={shown?.key === key ? 'ready' : 'loading'}
    >
      <div className="raw-bar">
        <fieldset className="segments">
          <legend className="unseen">Form of the raw text</legend>
          {FORMS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === form}
              disabled={name === 'pretty' && !canBePretty}
              title={name === 'pretty' ? (detail.prettyMissing ?? undefined) : undefined}
              onClick={() => setForm(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className="toggle"
          aria-pressed={wrap || alwaysWrapped}
          disabled={alwaysWrapped}
          title={alwaysWrapped ? 'Lines this long are always wrapped' : 'Wrap long lines (w)'}
          onClick={() => setWrap(!wrap)}
        >
          <WrapText size={13} aria-hidden /> wrap
        </button>
        <span className="spacer" />
        {shown && pages === 1 && <span className="muted raw-size">{plural(shown.total, 'character')}</span>}
        <button
          type="button"
          className="button small"
          aria-label="Copy the exact text"
          title="Copy the exact text"
          disabled={client === null}
          onClick={() => client && void copyExactText(client, session, frame)}
        >
          <Copy size={12} aria-hidden /> <span className="raw-copy-word">Copy</span>
        </button>
      </div>
      {pages > 1 && (
        <div className="raw-bar">
          <Pager page={page} pages={pages} onPage={(next) => setAt({ textOf, page: next })} />
          <span className="spacer" />
          {shown && <span className="muted raw-size">{plural(shown.total, 'character')}</span>}
        </div>
      )}
      {wanted === 'pretty' && detail.prettyMissing && <p className="raw-hint">{detail.prettyMissing}</p>}
      {problem && <ProblemNote problem={problem} />}
      <div className="raw-host" ref={host} />
      {isMarked && <RawLegend list={fields} onFields={() => setTab('fields')} />}
      {pointed && <FieldHover field={pointed} />}
    </div>
  );
}

interface PagerProps {
  page: number;
  pages: number;
  onPage(page: number): void;
}

function Pager({ page, pages, onPage }: PagerProps) {
  const [written, setWritten] = useState<string | null>(null);
  const go = () => {
    const to = written === null ? null : pageOf(written, pages);
    setWritten(null);
    if (to !== null && to !== page) onPage(to);
  };
  const step = (label: string, to: number, icon: ReactNode) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={to === page || to < 0 || to >= pages}
      onClick={() => onPage(to)}
    >
      {icon}
    </button>
  );
  return (
    <div className="pager">
      {step('First page', 0, <ChevronFirst size={14} aria-hidden />)}
      {step('Page before', page - 1, <ChevronLeft size={14} aria-hidden />)}
      <label>
        page{' '}
        <input
          inputMode="numeric"
          aria-label={`Go to a page, 1 to ${formatCount(pages)}`}
          size={formatCount(pages).length}
          value={written ?? formatCount(page + 1)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setWritten(event.target.value)}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go();
            if (event.key === 'Escape') setWritten(null);
          }}
        />{' '}
        of {formatCount(pages)}
      </label>
      {step('Next page', page + 1, <ChevronRight size={14} aria-hidden />)}
      {step('Last page', pages - 1, <ChevronLast size={14} aria-hidden />)}
    </div>
  );
}
