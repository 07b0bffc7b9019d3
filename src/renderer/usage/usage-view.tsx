import { lazy, Suspense, useMemo, useState } from 'react';
import { MAX_USAGE_POINTS, type UsageSeries } from '../../ipc/engine-contract';
import type { OpenSession } from '../../ipc/shell-contract';
import { useCommands } from '../commands/use-commands';
import { ProblemNote } from '../detail/problem-note';
import { SessionFailed, SessionLoading } from '../inspect/file-states';
import { useAnswer } from '../panel/use-answer';
import { openInInspect } from '../stores/open-in-inspect';
import { useFacts, useSessions } from '../stores/sessions';
import { useView } from '../stores/view';
import { plural } from '../text/format';
import './usage.css';
import { axesOf, type UsageAxis } from './usage-data';
import { UsageFigures } from './usage-figures';
import { UsageTables } from './usage-tables';

const UsageCharts = lazy(() => import('./charts/usage-charts'));

/** Tokens, cost and context of a session over time; everything leads to its frame. */
export function UsageView({ session }: { session: OpenSession }) {
  const { report, live } = useFacts(session.session);
  const client = useSessions((state) => state.client);
  const engine = useSessions((state) => state.engine.state);
  const id = session.session;
  const asked = live && engine !== 'failed' && session.error === null ? client : null;
  const { answer, problem } = useAnswer(asked, `usage ${id}`, report, (from, signal) =>
    from.request('usageSeries', { session: id, points: MAX_USAGE_POINTS }, { signal }),
  );
  return (
    <div className="usage-view" data-testid="usage-view">
      <h1 className="unseen">Usage of {session.name}</h1>
      {session.error !== null ? (
        <SessionFailed session={session} message={session.error} />
      ) : problem ? (
        <ProblemNote problem={problem} />
      ) : answer === null ? (
        <SessionLoading />
      ) : (
        <Usage session={id} series={answer} />
      )}
    </div>
  );
}

function Usage({ session, series }: { session: number; series: UsageSeries }) {
  const { progress } = useFacts(session);
  const [wanted, setWanted] = useState<UsageAxis>('time');
  const axes = useMemo(() => axesOf(series), [series]);
  const axis = axes.includes(wanted) ? wanted : 'order';
  const zero = progress?.firstTime ?? 0;
  const open = (frame: number) => openInInspect(session, frame);
  useCommands({
    'usage.axisTime': { run: () => setWanted('time'), enabled: () => axes.includes('time') },
    'usage.axisOrder': { run: () => setWanted('order') },
    'usage.peak': {
      run: () => series.peak && open(series.peak.frame),
      enabled: () => series.peak !== null,
    },
  });
  if (series.messages.length === 0 && series.costs.length === 0) return <NothingStated series={series} />;
  const left = series.messagesLeftOff;
  return (
    <div className="usage-scroll">
      <div className="usage-head">
        <UsageFigures series={series} zero={zero} onOpen={open} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div className="usage-axis" role="group" aria-label="Axis">
          {(['time', 'order'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={axis === name}
              disabled={!axes.includes(name)}
              title={axes.includes(name) ? `Draw by ${name}` : 'No frame of this file states a time'}
              onClick={() => setWanted(name)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {!series.settled && (
        <p className="usage-note" role="status">
          The file is still being read: this is what is known so far.
        </p>
      )}
      {left > 0 && (
        <p className="usage-note">
          {plural(left, 'message')} between these {left === 1 ? 'is' : 'are'} not drawn; every peak and every
          low is, and all sums are whole.
        </p>
      )}
      <Suspense fallback={<div className="usage-charts" aria-hidden />}>
        <UsageCharts series={series} axis={axis} zero={zero} onOpen={open} />
      </Suspense>
      <UsageTables series={series} zero={zero} onOpen={open} />
    </div>
  );
}

/** Why there is nothing to draw: that depends on what the file is. */
function NothingStated({ series }: { series: UsageSeries }) {
  return (
    <div className="usage-empty">
      <h2>{series.settled ? 'No frame of this file states a usage or a cost' : 'Nothing so far'}</h2>
      <p>
        {series.settled
          ? 'Assistant messages state the tokens they used, and result frames the cost. This file has neither with figures: it may be a part of a session, or a run that ended before the model answered.'
          : 'The file is still being read.'}
      </p>
      <button type="button" className="button" onClick={() => useView.getState().show('inspect')}>
        Look at its frames
      </button>
    </div>
  );
}
