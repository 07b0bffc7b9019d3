import { Maximize2, SkipForward, Table2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { TimelineAxis } from '../../../ipc/engine-contract';
import { registry } from '../../commands/registry';
import { useTimeline } from '../../stores/timeline';
import { plural } from '../../text/format';
import type { TimelineActs } from '../timeline-acts';
import type { TimelineFacts } from '../timeline-facts';
import { NO_TIME } from '../words';

const AXES: readonly { axis: TimelineAxis; says: string }[] = [
  { axis: 'time', says: 'When it happened, from the first stated time on' },
  { axis: 'order', says: 'Frame by frame' },
  { axis: 'bytes', says: 'By the place in the file' },
];

interface Props {
  facts: TimelineFacts;
  acts: RefObject<TimelineActs | null>;
  shut: boolean;
}

/** Right of the minimap: the axis, and what cannot be reached by a gesture alone. */
export function AxisSwitch({ facts: { axis, outline }, acts, shut }: Props) {
  const setAxis = useTimeline((state) => state.setAxis);
  const noTime = outline !== null && outline.extents.time === null;
  const gaps = axis === 'time' ? (outline?.gaps.length ?? 0) + (outline?.gapsLeftOff ?? 0) : 0;
  return (
    <>
      {gaps > 0 && !shut && (
        <button
          type="button"
          className="button small timeline-gaps"
          title={`${plural(gaps, 'silence')} of 30 s and more; go to what comes after the next one`}
          onClick={() => acts.current?.nextGap()}
        >
          <SkipForward size={12} aria-hidden />
          {plural(gaps, 'silence')}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label="Show everything"
        title="Show everything"
        onClick={() => acts.current?.fitAll()}
      >
        <Maximize2 size={13} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Table of spans"
        title="The same as a table (Shift S)"
        onClick={() => registry.run('view.spans')}
      >
        <Table2 size={14} aria-hidden />
      </button>
      <fieldset className="timeline-axes">
        <legend className="unseen">Axis</legend>
        {AXES.map(({ axis: one, says }) => {
          const off = one === 'time' && noTime;
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === axis}
              aria-disabled={off}
              title={off ? NO_TIME : says}
              onClick={() => !off && setAxis(one)}
            >
              {one}
            </button>
          );
        })}
      </fieldset>
    </>
  );
}
