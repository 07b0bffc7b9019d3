import { keyName, segmentsOf } from '../../../protocol/fields/field-path';
import { isObject, type Json, type JsonObject, stringOf } from '../../../protocol/json-values';

/**
 * Reads a field of a frame by its path as the detail pane names it (src/protocol/fields/field-path.ts). Unlike there,
 * what tools and users put into a frame has paths too.
 */
export class FieldReader {
  private readonly steps: { key: string | null; element: string }[];
  private readonly keys: Buffer[];
  /** What a frame has that writes one of the keys in another way: letters have one escape only. */
  private readonly escape: string;

  constructor(path: string) {
    this.steps = segmentsOf(path).map((segment) =>
      segment.startsWith('[')
        ? { key: null, element: segment.slice(1, -1) }
        : { key: segment.replace(/^\./, ''), element: '' },
    );
    this.escape = this.steps.every(({ key }) => /^[\w$<>-]*$/.test(key ?? '')) ? '\\u' : '\\';
    this.keys = this.steps.flatMap(({ key }) =>
      key === null || key === '<key>' ? [] : [Buffer.from(JSON.stringify(key))],
    );
  }

  /** Whether a frame lacks one of the keys, as its bytes show. */
  isMissing(json: Buffer): boolean {
    return this.keys.some((key) => !json.includes(key)) && !json.includes(this.escape);
  }

  /** Whether any value that stands at the path passes. */
  some(frame: JsonObject, passes: (value: Json) => boolean): boolean {
    return this.from(frame, 0, '', passes);
  }

  private from(value: Json, at: number, name: string, passes: (value: Json) => boolean): boolean {
    const step = this.steps[at];
    if (step === undefined) return passes(value);
    if (step.key === null) {
      if (!Array.isArray(value)) return false;
      return value.some(
        (element: Json) => isElement(element, step.element) && this.from(element, at + 1, '', passes),
      );
    }
    if (!isObject(value)) return false;
    if (Object.hasOwn(value, step.key)) return this.from(value[step.key], at + 1, step.key, passes);
    if (step.key !== '<key>') return false;
    return Object.keys(value).some(
      (key) => keyName(name, key) === '<key>' && this.from(value[key], at + 1, '<key>', passes),
    );
  }
}

/** `[]` is any element, `[text]` a content block of that type. */
function isElement(element: Json, type: string): boolean {
  return type === '' || (isObject(element) && stringOf(element, 'type') === type);
}
