import { X } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { TimelineAxis } from '../../../ipc/engine-contract';
import { lengthText } from '../model/axis-text';
import { LABELS_WIDTH } from '../model/geometry';
import { lengthOf } from '../model/view-window';
import type { TimelineFacts } from '../timeline-facts';

interface Props {
  range: NonNullable<TimelineFacts['range']>;
  axis: TimelineAxis;
  /** null while the list has no filter. */
  onFilter: (() => void) | null;
  onZoom(): void;
  onClear(): void;
}

/** What can be done with the marked range, under its middle. */
export function RangeBar({ range: { stretch, left, right }, axis, onFilter, onZoom, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const middle = (left + right) / 2;
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const room = element.parentElement?.clientWidth ?? 0;
    const wide = element.offsetWidth;
    const at = Math.max(LABELS_WIDTH, Math.min(room - wide - 8, middle - wide / 2));
    element.style.left = `${at}px`;
  }, [middle]);
  return (
    <div
      className="timeline-range"
      ref={bar}
      role="toolbar"
      aria-label="Range"
      style={{ left: middle } as CSSProperties}
    >
      <strong data-testid="timeline-range-length">{lengthText(axis, lengthOf(stretch))}</strong>
      {onFilter && (
        <button type="button" className="button small primary" onClick={onFilter}>
          Filter to this range
        </button>
      )}
      <button type="button" className="button small" onClick={onZoom}>
        Zoom to it
      </button>
      <button type="button" className="icon-button" aria-label="Clear the range" onClick={onClear}>
        <X size={13} aria-hidden />
      </button>
    </div>
  );
}
