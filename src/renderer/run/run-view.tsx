import { RunFormPane } from './form/run-form-pane';
import { ProcessList } from './processes/process-list';
import './run-view.css';

/** Start a session, and see those that were started. */
export function RunView() {
  return (
    <div className="run-view" data-testid="run-view">
      <h1 className="unseen">Run</h1>
      <RunFormPane />
      <ProcessList />
    </div>
  );
}
