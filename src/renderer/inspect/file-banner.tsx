import type { Progress, Report } from '../../ipc/engine-contract';
import { registry } from '../commands/registry';

interface Props {
  report: Report | null;
  progress: Progress | null;
}

/** What the reader must know of the whole file before they read its rows. Nothing when there is nothing. */
export function FileBanner({ report, progress }: Props) {
  if (progress?.state === 'failed') {
    return (
      <Banner tone="err" shape="■" text={progress.error ?? 'The file could not be read to its end.'}>
        <button type="button" className="button small" onClick={() => registry.run('file.reload')}>
          Read this file again
        </button>
      </Banner>
    );
  }
  if (progress?.state === 'done' && report && report.unparsed > 0 && Object.keys(report.kinds).length === 0) {
    const text =
      report.diagnostics[0]?.message ??
      'Nothing in this file is a frame. It is shown as it is, piece by piece.';
    return <Banner tone="warn" shape="▲" text={text} />;
  }
  return null;
}

interface BannerProps {
  tone: 'err' | 'warn';
  shape: string;
  text: string;
  children?: React.ReactNode;
}

function Banner({ tone, shape, text, children }: BannerProps) {
  return (
    <div className={`banner ${tone}`} role="status" data-testid="file-banner">
      <span aria-hidden>{shape}</span>
      <span className="banner-text">{text}</span>
      {children}
    </div>
  );
}
