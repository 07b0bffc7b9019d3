import { fieldOf, type Json, type JsonObject, numberOf, stringOf } from './json-values';

/** A result that was too long for the model: it got a preview, and the whole was put into a file. */
export interface SavedOutput {
  /** As the recording names it: a path of the machine that the run was on. */
  path: string;
  /** As stated: "11.4MB" in the text, or bytes; null when neither says it. */
  size: string | null;
  /** What the model saw; null when it was no preview. */
  preview: string | null;
}

/** tool_use_result on stdout (2.0.50 on), toolUseResult on disk: what the tool itself gave to the CLI. */
export function toolOutputOf(frame: JsonObject | undefined): Json {
  return fieldOf(frame, 'tool_use_result') ?? fieldOf(frame, 'toolUseResult');
}

/** The marks around a preview (2.1.40 on, 18-large). */
const BEGIN = '<persisted-output>';
const END = '</persisted-output>';
const SIZE = /^Output too large \(([^()\n]{1,40})\)/m;
const PATH = /Full output saved to: ([^\n]{1,4000})/;
const PREVIEW = /^Preview[^\n]{0,80}:\n/m;
/** The words stand in the first lines. */
const MAX_HEAD = 8000;

/** What a result says of a file that holds the whole of it; null when it says nothing. */
export function savedOutputOf(text: string | null, output: Json): SavedOutput | null {
  const shown = text?.trimStart() ?? '';
  const isPreview = shown.startsWith(BEGIN);
  const head = isPreview ? shown.slice(0, MAX_HEAD) : '';
  // persistedOutputPath and persistedOutputSize: 2.1.88 on.
  const path = stringOf(output, 'persistedOutputPath') ?? PATH.exec(head)?.[1]?.trim() ?? null;
  if (path === null || path === '') return null;
  const bytes = numberOf(output, 'persistedOutputSize');
  const stated = bytes !== null && bytes >= 0 ? `${bytes.toLocaleString('en')} bytes` : null;
  return { path, size: stated ?? SIZE.exec(head)?.[1] ?? null, preview: isPreview ? previewOf(shown) : null };
}

function previewOf(text: string): string {
  const begin = PREVIEW.exec(text.slice(0, MAX_HEAD));
  const from = begin === null ? BEGIN.length : begin.index + begin[0].length;
  const end = text.lastIndexOf(END);
  return text.slice(from, end > from ? end : undefined).trim();
}

/** The name of the file at the end of a path of any system; null when there is none that could be looked for. */
export function fileNameOf(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file that the CLI wrote has them in its name
  return name === '' || name === '.' || name === '..' || /[\u0000-\u001f:]/.test(name) ? null : name;
}
