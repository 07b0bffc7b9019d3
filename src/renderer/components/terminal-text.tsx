import { type CSSProperties, useMemo } from 'react';
import { caretNotation, hasTerminalCodes, parseTerminalText, type Style } from '../text/ansi-text';

function cssColor(color: string | null): string | undefined {
  if (color === null) return undefined;
  return color.startsWith('#') ? color : `var(--a${color})`;
}

function cssOf(style: Style): CSSProperties {
  const line = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean).join(' ');
  return {
    color: cssColor(style.color),
    backgroundColor: cssColor(style.background),
    fontWeight: style.bold ? 700 : undefined,
    opacity: style.dim ? 0.75 : undefined,
    fontStyle: style.italic ? 'italic' : undefined,
    textDecoration: line || undefined,
  };
}

/**
 * Text as it is, as text nodes only. Terminal colours are drawn, other terminal codes are left out; where
 * there is nothing else, they are written out.
 */
export function TerminalText({ text }: { text: string }) {
  const segments = useMemo(() => (hasTerminalCodes(text) ? parseTerminalText(text) : null), [text]);
  if (!segments) return text;
  if (segments.length === 0) return caretNotation(text);
  let at = 0;
  return segments.map((segment) => {
    const key = at;
    at += segment.text.length;
    return (
      <span key={key} style={cssOf(segment.style)}>
        {segment.text}
      </span>
    );
  });
}
