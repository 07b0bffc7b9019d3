import { type RefObject, useEffect, useState } from 'react';
import type { EngineClient } from '../bridge/engine-port';
import { findOf, useMarkedExpression } from '../stores/find';

/** Name of the highlight in find-bar.css. */
const HIGHLIGHT = 'find';
/** Words of the window itself, and what has marks of its own. */
const NOT_OF_THE_FRAME =
  '.monaco-editor, .about, .diagnostic, dt, h3, button, [role="tablist"], [role="status"]';
const MAX_MARKS = 2000;
const MAX_TEXTS = 50;
const MAX_UNITS = 256 * 1024;

interface Texts {
  texts: readonly string[];
  caseSensitive: boolean;
}

const NO_TEXTS: Texts = { texts: [], caseSensitive: true };

/** Marks what is looked for in the texts of an element, whatever draws them. The raw editor has marks of its own. */
export function useTextMarks(
  host: RefObject<HTMLElement | null>,
  client: EngineClient | null,
  session: number,
  frame: number | null,
): void {
  const marked = useMarkedTexts(client, session, frame);
  useEffect(() => {
    const element = host.current;
    if (element === null || marked.texts.length === 0) return;
    let scheduled = 0;
    const draw = () => {
      scheduled = 0;
      CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesIn(element, marked)));
    };
    const schedule = () => {
      if (scheduled === 0) scheduled = requestAnimationFrame(draw);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    schedule();
    return () => {
      cancelAnimationFrame(scheduled);
      observer.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [host, marked]);
}

/**
 * The texts that are marked: what is looked for, or what a regular expression matches in the frame. The engine runs it, and
 * stops it when it takes too long; the window never does.
 */
function useMarkedTexts(client: EngineClient | null, session: number, frame: number | null): Texts {
  const expression = useMarkedExpression(session);
  const [marked, setMarked] = useState<Texts>(NO_TEXTS);
  useEffect(() => {
    setMarked(NO_TEXTS);
    if (expression === null) return;
    const { regex, text, caseSensitive } = findOf(session);
    if (!regex) {
      setMarked({ texts: [text], caseSensitive });
      return;
    }
    if (client === null || frame === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const of = { session, frame, form: 'exact' as const };
    Promise.all([
      client.request('frameMatches', { ...of, expression }, { signal }),
      client.request('text', { ...of, from: 0, count: MAX_UNITS }, { signal }),
    ]).then(
      ([{ ranges }, slice]) => {
        if (!signal.aborted) setMarked({ texts: matchedTexts(slice.text, ranges), caseSensitive: true });
      },
      // It is said by the find bar that the expression is wrong.
      () => {},
    );
    return () => controller.abort();
  }, [client, session, frame, expression]);
  return marked;
}

/** The different texts in the ranges, as they are shown: with escapes resolved. */
export function matchedTexts(text: string, ranges: readonly number[]): string[] {
  const found = new Set<string>();
  for (let k = 0; k < ranges.length && found.size < MAX_TEXTS; k += 2) {
    const written = text.slice(ranges[k], ranges[k + 1]);
    if (written.trim() !== '') found.add(shownText(written));
  }
  return [...found];
}

function shownText(written: string): string {
  try {
    const shown: unknown = JSON.parse(`"${written}"`);
    return typeof shown === 'string' ? shown : written;
  } catch {
    return written;
  }
}

function rangesIn(element: HTMLElement, { texts, caseSensitive }: Texts): Range[] {
  const source = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const pattern = new RegExp(source, caseSensitive ? 'gu' : 'giu');
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(NOT_OF_THE_FRAME)) continue;
    for (const match of (node as Text).data.matchAll(pattern)) {
      if (match[0] === '') continue;
      if (ranges.length >= MAX_MARKS) return ranges;
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
