import type { Family } from '../../../ipc/engine-contract';
import { FAMILIES } from '../../../protocol/families';

export interface Palette {
  ground: string;
  lowered: string;
  raised: string;
  line: string;
  strongLine: string;
  text: string;
  dimText: string;
  faintText: string;
  accent: string;
  accentGround: string;
  onAccent: string;
  ok: string;
  err: string;
  warn: string;
  veil: string;
  family: Record<Family, string>;
  /** By the place of the family in bins. */
  byPlace: readonly string[];
  uiFont: string;
}

/** Reads the tokens, resolved by the browser: what a variable holds may be light-dark(). */
export function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const family = Object.fromEntries(FAMILIES.map((name) => [name, color(`--k-${name}`)])) as Record<
    Family,
    string
  >;
  const palette: Palette = {
    ground: color('--bg1'),
    lowered: color('--bg2'),
    raised: color('--bg3'),
    line: color('--line'),
    strongLine: color('--line2'),
    text: color('--tx0'),
    dimText: color('--tx1'),
    faintText: color('--tx2'),
    accent: color('--accent'),
    accentGround: color('--accent-bg'),
    onAccent: color('--on-accent'),
    ok: color('--ok'),
    err: color('--err'),
    warn: color('--warn'),
    veil: color('--veil'),
    family,
    byPlace: FAMILIES.map((name) => family[name]),
    uiFont: getComputedStyle(host).getPropertyValue('--font-ui').trim() || 'sans-serif',
  };
  probe.remove();
  return palette;
}

/** Calls back when the theme or the contrast changes. Returns a function that ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
    window.matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
