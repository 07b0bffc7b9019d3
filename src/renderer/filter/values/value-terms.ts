import type { Call, Identity, Row } from '../../../ipc/engine-contract';
import { walkFields } from '../../../protocol/fields/walk-fields';
import { fieldTerm } from '../../../protocol/filter/filter-edit';
import { filterErrorOf } from '../../../protocol/filter/filter-parser';
import { valueWord } from '../../../protocol/filter/filter-print';
import { isObject, type Json } from '../../../protocol/json-values';

/** What the list can be filtered by from the detail of a frame. */
export interface ValueTerm {
  /** What it is, in the words of the detail: "tool Bash". */
  label: string;
  term: string;
}

const MAX_VALUES = 8;
const MAX_VALUE_UNITS = 500;

/** The kind, with its subtype where the frame states one, the lane, and the tools of a frame. */
export function frameTerms(row: Row | undefined, frame: Json, calls: readonly Call[]): ValueTerm[] {
  if (!row || row.unparsed) return [];
  const tools = [...new Set(calls.map(({ name }) => name).filter((name) => name !== ''))];
  const subtype = isObject(frame) ? frame.subtype : null;
  const kinds =
    typeof subtype === 'string' && subtype !== '' ? [`${row.kind}/${subtype}`, row.kind] : [row.kind];
  return [
    ...kinds.map((kind) => ({ label: `kind ${kind}`, term: `kind:${valueWord(kind)}` })),
    ...tools.slice(0, MAX_VALUES).map((name) => ({ label: `tool ${name}`, term: `tool:${valueWord(name)}` })),
    { label: row.agent > 0 ? `agent ${row.agent}` : 'main thread', term: `agent:${row.agent}` },
  ].filter(isTerm);
}

/** The frames that state an id; those of a session by the runs they stand in. */
export function identityTerm({ name, as, value }: Pick<Identity, 'name' | 'as' | 'value'>): ValueTerm | null {
  const key = name === 'session' ? 'session' : 'id';
  const found = { label: `${as} ${value}`, term: `${key}:${valueWord(value)}` };
  return isTerm(found) ? found : null;
}

/** What finds frames that have a field; null where its path is none that the language can say. */
export function hasTerm(path: string): ValueTerm | null {
  const found = { label: `the field ${path}`, term: `has:${path}` };
  return isTerm(found) ? found : null;
}

/** The values that stand at a path of a frame, each as a term, in order and each once. */
export function valueTerms(frame: Json, path: string): ValueTerm[] {
  const found = new Map<string, ValueTerm>();
  if (!isObject(frame)) return [];
  // An init states as its own what an assistant frame states in its message, such as the model.
  const own =
    path.startsWith('message.') && !Object.hasOwn(frame, 'message') ? path.slice('message.'.length) : path;
  walkFields(frame, (field) => {
    if (field.path !== own || found.size >= MAX_VALUES) return;
    const text = String(field.value);
    const term = text.length > MAX_VALUE_UNITS ? null : fieldTerm(own, field.value);
    if (term !== null) found.set(term, { label: `${own} = ${text}`, term });
  });
  return [...found.values()];
}

/** Where the facts of a summary stand that are not called by the path of their field. */
const FACT_PATHS: Record<string, string> = {
  'message id': 'message.id',
  model: 'message.model',
  role: 'message.role',
  'stop reason': 'message.stop_reason',
};

/** The path of the field that a fact of the summary tells; null for one that is made of several or of another frame. */
export function factPath(label: string): string | null {
  const path = Object.hasOwn(FACT_PATHS, label) ? (FACT_PATHS[label] as string) : label;
  return label !== 'usage' && hasTerm(path) !== null ? path : null;
}

/** Each term once, with the words that it came with first. */
export const distinctTerms = (found: readonly ValueTerm[]): ValueTerm[] =>
  found.filter(({ term }, index) => found.findIndex((other) => other.term === term) === index);

const isTerm = ({ term }: ValueTerm) => filterErrorOf(term) === null;
