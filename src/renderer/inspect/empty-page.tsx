import { FileText } from 'lucide-react';
import { askShell } from '../bridge/shell';
import { keyLabel } from '../commands/keyboard';
import { registry } from '../commands/registry';
import { Logo } from '../components/logo';
import { attempt } from '../shell/use-shell-commands';
import { useSessions } from '../stores/sessions';
import './empty-page.css';

/** Nothing is open: one next step, and what was open before. */
export function EmptyPage({ isMac }: { isMac: boolean }) {
  const recent = useSessions((state) => state.recent);
  return (
    <div className="empty" data-testid="empty-page">
      <div className="empty-start">
        <Logo size={56} />
        <h1>Inspect a Claude Code session</h1>
        <p>Every frame of a recording, its calls linked to their results, its raw bytes one key away.</p>
        <div className="empty-actions">
          <button type="button" className="button primary" onClick={() => registry.run('file.open')}>
            Open a recording
            <kbd>{keyLabel('Mod+o', isMac)}</kbd>
          </button>
          <button type="button" className="button" onClick={() => registry.run('file.openDemo')}>
            Open the demo
          </button>
          <button type="button" className="button" onClick={() => registry.run('view.run')}>
            Run a session
          </button>
        </div>
        <p className="muted">or drop a .jsonl file anywhere</p>
      </div>
      {recent.length > 0 && (
        <section className="empty-recent">
          <h2>Recent files</h2>
          <ul>
            {recent.map(({ id, name, folder }) => (
              <li key={id}>
                <button type="button" onClick={() => attempt('open', () => askShell('openRecent', { id }))}>
                  <FileText size={14} strokeWidth={1.6} aria-hidden />
                  <span className="recent-name">{name}</span>
                  <span className="recent-folder mono">
                    {/* The line runs from the right to cut its start; its text does not. */}
                    <bdi dir="ltr">{folder}</bdi>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
