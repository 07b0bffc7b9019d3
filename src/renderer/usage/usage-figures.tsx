import type { UsageSeries } from '../../ipc/engine-contract';
import type { FigureName } from '../../protocol/figure-catalogue';
import { useBottomPanel } from '../stores/bottom-panel';
import { useView } from '../stores/view';
import { formatCost, formatCount, plural, stated } from '../text/format';
import { shareText } from './usage-data';
import { laneName } from './usage-words';

interface Props {
  series: UsageSeries;
  zero: number;
  onOpen(frame: number): void;
}

/** Asks in Inspect from which frames a figure comes. */
function ask(figure: FigureName): void {
  useBottomPanel.getState().ask(figure);
  useView.getState().show('inspect');
}

/** The figures that matter; each leads to the frames that it comes from. */
export function UsageFigures({ series, onOpen }: Props) {
  const { usage, costUsd, peak, compactions, compactionsLeftOff, contextWindow } = series;
  const tokens = [
    ['input', usage?.input, 'input'],
    ['output', usage?.output, 'output'],
    ['cache read', usage?.cacheRead, 'cacheRead'],
    ['cache creation', usage?.cacheCreation, 'cacheCreation'],
  ] as const;
  const share = peak?.context != null && contextWindow !== null ? shareText(peak.context, contextWindow) : '';
  const first = compactions[0];
  return (
    <dl className="usage-figures">
      {tokens.map(([name, value, figure]) => (
        <Figure
          key={name}
          name={name}
          value={stated(value, formatCount)}
          says="From which frames?"
          onAsk={() => ask(figure)}
        />
      ))}
      <Figure
        name="cost"
        value={stated(costUsd, formatCost)}
        says="From which frames?"
        onAsk={() => ask('cost')}
      />
      <Figure
        name="largest context"
        value={stated(peak?.context, formatCount)}
        note={
          peak === null
            ? ''
            : `${laneName(peak.agent)}${share === '' ? '' : `, ${share} of ${formatCount(contextWindow ?? 0)}`}`
        }
        says={peak === null ? '' : `Go to frame ${peak.frame}`}
        onAsk={peak === null ? null : () => onOpen(peak.frame)}
      />
      <Figure
        name={plural(compactions.length + compactionsLeftOff, 'compaction').replace(/^[\d,]+ /, '')}
        value={formatCount(compactions.length + compactionsLeftOff)}
        says={first ? `Go to the first one, frame ${first.frame}` : ''}
        onAsk={first ? () => onOpen(first.frame) : null}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: string;
  note?: string;
  says: string;
  onAsk: (() => void) | null;
}

function Figure({ name, value, note = '', says, onAsk }: FigureProps) {
  return (
    <div className="usage-figure">
      <dt>{name}</dt>
      <dd>
        {onAsk ? (
          <button type="button" title={says} onClick={onAsk}>
            {value}
          </button>
        ) : (
          <span>{value}</span>
        )}
        {note !== '' && <small>{note}</small>}
      </dd>
    </div>
  );
}
