import type { ReactNode } from 'react';
import type { UsageSeries } from '../../ipc/engine-contract';
import { formatCost, formatCount, plural, stated } from '../text/format';
import { laneName, timeText } from './usage-words';

interface Props {
  series: UsageSeries;
  zero: number;
  onOpen(frame: number): void;
}

interface Counters {
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheCreation: number | null;
}

/** The facts of the charts as tables: by thread, by model, the largest messages, the steps of the cost, and compactions. */
export function UsageTables({ series, zero, onOpen }: Props) {
  const { agents, agentsLeftOff, models, largest, compactions, compactionsLeftOff, costs } = series;
  const go = (frame: number) => (
    <button type="button" className="usage-link" onClick={() => onOpen(frame)}>
      #{formatCount(frame)}
    </button>
  );
  return (
    <div className="usage-tables">
      <Table
        name="By thread"
        heads={['thread', 'messages', ...TOKEN_HEADS, 'first frame']}
        note={agentsLeftOff > 0 ? `${plural(agentsLeftOff, 'more subagent')}` : ''}
      >
        {agents.map(({ agent, messages, frame, usage }) => (
          <tr key={agent}>
            <th scope="row">{laneName(agent)}</th>
            <td>{formatCount(messages)}</td>
            <TokenCells of={usage} />
            <td>{go(frame)}</td>
          </tr>
        ))}
      </Table>
      {models.models.length > 0 && (
        <Table name="By model, as the last results state it" heads={['model', ...TOKEN_HEADS, 'cost']}>
          {models.models.map((model) => (
            <tr key={model.model}>
              <th scope="row">{model.model}</th>
              <TokenCells of={model} />
              <td>{stated(model.costUsd, formatCost)}</td>
            </tr>
          ))}
        </Table>
      )}
      {largest.length > 0 && (
        <Table
          name="Messages with most tokens"
          heads={['frame', 'time', 'thread', ...TOKEN_HEADS, 'context']}
        >
          {largest.map((message) => (
            <tr key={message.frame}>
              <th scope="row">{go(message.frame)}</th>
              <td>{timeText(message, zero)}</td>
              <td className="text">{laneName(message.agent)}</td>
              <TokenCells of={message} />
              <td>{stated(message.context, formatCount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {compactions.length > 0 && (
        <Table
          name="Compactions"
          heads={['frame', 'time', 'thread', 'trigger', 'tokens before', 'tokens after']}
          note={compactionsLeftOff > 0 ? `${plural(compactionsLeftOff, 'more compaction')}` : ''}
        >
          {compactions.map((mark) => (
            <tr key={mark.frame}>
              <th scope="row">{go(mark.frame)}</th>
              <td>{timeText(mark, zero)}</td>
              <td className="text">{laneName(mark.agent)}</td>
              <td className="text">{mark.trigger ?? 'not stated'}</td>
              <td>{stated(mark.tokensBefore, formatCount)}</td>
              <td>{stated(mark.tokensAfter, formatCount)}</td>
            </tr>
          ))}
        </Table>
      )}
      {costs.length > 0 && (
        <Table
          name="Steps of the cost"
          heads={['frame', 'time', 'stated', 'so far']}
          note={costs.length > MAX_COSTS ? `the last ${MAX_COSTS} of ${formatCount(costs.length)}` : ''}
        >
          {costs.slice(-MAX_COSTS).map((step) => (
            <tr key={step.frame}>
              <th scope="row">{go(step.frame)}</th>
              <td>{timeText(step, zero)}</td>
              <td>{formatCost(step.stated)}</td>
              <td>{formatCost(step.total)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

const MAX_COSTS = 50;
const TEXT_HEADS = new Set(['thread', 'trigger']);
const TOKEN_HEADS = ['input', 'output', 'cache read', 'cache creation'];

function TokenCells({ of }: { of: Counters }) {
  return (
    <>
      {[of.input, of.output, of.cacheRead, of.cacheCreation].map((value, at) => (
        <td key={TOKEN_HEADS[at]}>{stated(value, formatCount)}</td>
      ))}
    </>
  );
}

function Table({
  name,
  heads,
  note = '',
  children,
}: {
  name: string;
  heads: string[];
  note?: string;
  children: ReactNode;
}) {
  return (
    <table className="usage-table">
      <caption>
        {name} {note !== '' && <span className="muted">{note}</span>}
      </caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={TEXT_HEADS.has(head) ? 'text' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
