/** A string of a JSON text that is a value, and where it stands: from its first quote to behind its last one. */
export interface JsonString {
  start: number;
  end: number;
  /** The keys above it; elements of arrays have none. */
  path: readonly string[];
}

/**
 * The string values of one JSON value's text, in their order. The text has to be valid JSON: then what is between the
 * strings can be copied as it is, which parsing and writing again would change.
 */
export function* jsonStrings(text: string): Generator<JsonString> {
  const path: string[] = [];
  const containers: ('{' | '[')[] = [];
  let key: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      containers.push(character);
      path.push(key ?? '');
      key = null;
    } else if (character === '}' || character === ']') {
      containers.pop();
      path.pop();
      key = null;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (containers.at(-1) === '{' && key === null) {
        key = JSON.parse(text.slice(at, end));
      } else {
        yield { start: at, end, path: [...path, key ?? ''].filter((name) => name !== '') };
      }
      at = end - 1;
    } else if (character === ',') {
      key = null;
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
