import { Copy } from 'lucide-react';
import { copyCommandLine } from './processes/process-acts';

interface Props {
  commandLine: string;
  size: number;
  /** Whose command it is, where several stand side by side. */
  of?: string;
}

/** Copies a command line as it stands there. */
export function CopyCommandButton({ commandLine, size, of }: Props) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={of === undefined ? 'Copy the command line' : `Copy the command line of ${of}`}
      title="Copy the command line"
      onClick={() => copyCommandLine(commandLine)}
    >
      <Copy size={size} aria-hidden />
    </button>
  );
}
