import type { editor } from 'monaco-editor/editor';

/** The editor takes its colours as hex, so tokens are resolved by the browser first. */
function resolveToken(probe: HTMLElement, token: string): string {
  probe.style.color = `var(${token})`;
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return '#888888';
  canvas.fillStyle = getComputedStyle(probe).color;
  return canvas.fillStyle;
}

export interface EditorTheme {
  data: editor.IStandaloneThemeData;
  /** Says whether the theme has to be defined again. */
  signature: string;
}

export function themeFromTokens(): EditorTheme {
  const probe = document.createElement('span');
  document.body.append(probe);
  const color = (token: string) => resolveToken(probe, token);
  const bare = (token: string) => color(token).slice(1);
  const dark = getComputedStyle(document.documentElement).colorScheme.includes('light dark')
    ? window.matchMedia('(prefers-color-scheme: dark)').matches
    : getComputedStyle(document.documentElement).colorScheme === 'dark';
  const data: editor.IStandaloneThemeData = {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: bare('--tx0') },
      { token: 'string.key.json', foreground: bare('--accent') },
      { token: 'string.value.json', foreground: bare('--ok') },
      { token: 'number.json', foreground: bare('--warn') },
      { token: 'keyword.json', foreground: bare('--k-assistant') },
      { token: 'delimiter', foreground: bare('--tx1') },
    ],
    colors: {
      'editor.background': color('--bg1'),
      'editor.foreground': color('--tx0'),
      'editorLineNumber.foreground': color('--tx2'),
      'editorLineNumber.activeForeground': color('--tx0'),
      'editor.lineHighlightBackground': color('--bg2'),
      'editor.lineHighlightBorder': color('--bg2'),
      'editor.selectionBackground': color('--accent-bg'),
      'editor.inactiveSelectionBackground': color('--bg3'),
      'editorCursor.foreground': color('--accent'),
      'editorIndentGuide.background1': color('--line'),
      'editorIndentGuide.activeBackground1': color('--line2'),
      'editorBracketMatch.background': color('--bg3'),
      'editorBracketMatch.border': color('--line2'),
      'editorWhitespace.foreground': color('--line2'),
      'editorWidget.background': color('--bg2'),
      'editorWidget.border': color('--line2'),
      'editorWidget.foreground': color('--tx0'),
      'input.background': color('--bg0'),
      'input.foreground': color('--tx0'),
      'input.border': color('--line2'),
      focusBorder: color('--accent'),
      'scrollbarSlider.background': color('--line2'),
      'scrollbarSlider.hoverBackground': color('--tx2'),
      'scrollbarSlider.activeBackground': color('--tx2'),
      'editorUnicodeHighlight.border': color('--warn'),
    },
  };
  probe.remove();
  return { data, signature: JSON.stringify(data) };
}
