import { AlignLeft, Keyboard } from 'lucide-react';
import { registry } from '../commands/registry';
import './activity-bar.css';

export function ActivityBar() {
  return (
    <nav className="activity" aria-label="Views">
      <button
        type="button"
        className="activity-view"
        aria-current="page"
        title="Inspect"
        aria-label="Inspect"
      >
        <AlignLeft size={19} strokeWidth={1.7} aria-hidden />
      </button>
      <span className="spacer" />
      <button
        type="button"
        className="activity-view"
        title="Keyboard shortcuts (?)"
        aria-label="Keyboard shortcuts"
        onClick={() => registry.run('help.shortcuts')}
      >
        <Keyboard size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </nav>
  );
}
