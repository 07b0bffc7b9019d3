import type { Report } from '../../ipc/engine-contract';
import { formatCount, NOT_STATED, stated } from '../text/format';

/** A figure in a column: at its right edge, and standing back where the input says nothing. */
export function Num({ children, title }: { children: string; title?: string | undefined }) {
  return (
    <span className={children === NOT_STATED ? 'num muted' : 'num'} title={title}>
      {children}
    </span>
  );
}

/** The heads of the columns that `TokenCells` fills. */
export function TokenHeads() {
  return (
    <>
      <span className="num">tokens in</span>
      <span className="num">out</span>
      <span className="num wide-only" title="Read from the cache and written to it">
        cache
      </span>
    </>
  );
}

/** Input, output and cache apart, as the status bar and the figures have them. */
export function TokenCells({ usage, says }: { usage: Report['usage']; says?: string | undefined }) {
  if (usage === null) {
    return (
      <>
        <Num>{NOT_STATED}</Num>
        <Num>{NOT_STATED}</Num>
        <span className="num muted wide-only">{NOT_STATED}</span>
      </>
    );
  }
  return (
    <>
      <Num title={says}>{stated(usage.input, formatCount)}</Num>
      <Num title={says}>{stated(usage.output, formatCount)}</Num>
      <span className="num wide-only" title={says}>
        {stated(usage.cacheRead + usage.cacheCreation, formatCount)}
      </span>
    </>
  );
}
