import { formatCount } from '../../text/format';

interface Props {
  /** What the list holds, in plural. */
  what: string;
  from: number;
  shown: number;
  total: number;
  page: number;
  onFrom(from: number): void;
}

/** Which part of a long list is shown, and the way to the parts before and after it; nothing for a short one. */
export function PageBar({ what, from, shown, total, page, onFrom }: Props) {
  if (total <= page) return null;
  return (
    <p className="page-bar">
      <span>
        {what} {formatCount(from + 1)} to {formatCount(from + shown)} of {formatCount(total)}
      </span>
      <button
        type="button"
        className="button small"
        disabled={from === 0}
        onClick={() => onFrom(Math.max(0, from - page))}
      >
        Earlier
      </button>
      <button
        type="button"
        className="button small"
        disabled={from + page >= total}
        onClick={() => onFrom(from + page)}
      >
        Later
      </button>
    </p>
  );
}
