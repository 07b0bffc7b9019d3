import { jsonStrings } from './json-strings';

/** Longer strings are cut: in frames that the CLI writes they are its prompts and the descriptions of its tools. */
const LONGEST = 300;
const KEPT = 40;
/** Results of tools come from the demo project, and tests look into them. */
const LONGEST_RESULT = 5000;

/**
 * Cuts the CLI's long prose out of lines of JSON: `[cut: N characters]` stands for what is missing. Everything else
 * stays as it is, byte for byte; lines that are no JSON, or no UTF-8, stay whole.
 */
export function cutProse(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    lines.push(cutLine(bytes.subarray(start, end)));
    start = end;
  }
  return Buffer.concat(lines);
}

function cutLine(line: Buffer): Buffer {
  const text = line.toString('utf8');
  if (text.length <= LONGEST || !isJson(text) || !Buffer.from(text).equals(line)) return line;
  let cut = '';
  let copied = 0;
  for (const { start, end, path } of jsonStrings(text)) {
    const length = end - start;
    if (length <= LONGEST) continue;
    const value: string = JSON.parse(text.slice(start, end));
    if (value.length <= (isResult(path) ? LONGEST_RESULT : LONGEST)) continue;
    cut += text.slice(copied, start) + JSON.stringify(shortened(value));
    copied = end;
  }
  return copied === 0 ? line : Buffer.from(cut + text.slice(copied));
}

function shortened(value: string): string {
  const splitsPair = /[\ud800-\udbff]/.test(value.charAt(KEPT - 1));
  const kept = splitsPair ? KEPT - 1 : KEPT;
  return `${value.slice(0, kept)} [cut: ${value.length - kept} characters]`;
}

/** `tool_use_result` of a stream and `toolUseResult` of a session file hold what the tool gave back. */
const isResult = ([first]: readonly string[]) => first === 'tool_use_result' || first === 'toolUseResult';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
