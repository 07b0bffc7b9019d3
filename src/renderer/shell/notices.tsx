import { X } from 'lucide-react';
import { type Notice, useNotices } from '../stores/notices';
import './notices.css';

const SHAPES: Record<Notice['tone'], string> = { info: '○', ok: '●', warn: '▲', err: '■' };

/** What happened and has not been read yet. A notice stays until it is dismissed. */
export function Notices() {
  const notices = useNotices((state) => state.notices);
  const dismiss = useNotices((state) => state.dismiss);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map(({ id, tone, text, dismissible }) => (
        <div key={id} className={`notice ${tone}`} data-testid="notice" data-tone={tone}>
          <span className="notice-shape" aria-hidden>
            {SHAPES[tone]}
          </span>
          <span className="notice-text">{text}</span>
          {dismissible && (
            <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
              <X size={14} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
