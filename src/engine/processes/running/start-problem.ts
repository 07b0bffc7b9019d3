import type { Launch } from '../command/process-plan';

/** Why the system did not start it, as one plain sentence. */
export function startProblem(error: unknown, { executable, folder }: Launch): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return `${executable} could not be started: it, the program named in its first line, or the folder ${folder} is gone.`;
    case 'EACCES':
    case 'EPERM':
      return `${executable} could not be started: the system does not allow it.`;
    case 'ENOEXEC':
      return `${executable} is no program of this system, and its first line names none that would run it.`;
    case 'E2BIG':
      return 'The command and its environment are too long for the system: start a conversation, which sends the prompt over standard input.';
    case 'EMFILE':
    case 'ENFILE':
    case 'EAGAIN':
    case 'ENOMEM':
      return `${executable} could not be started: the system has no room for one more process.`;
    default:
      return `${executable} could not be started: ${message}.`;
  }
}

/** Why a file of the capture could not be written, as one plain sentence. */
export function captureProblem(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full: ${path} could not be written.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${path} may not be written.`;
  return `${path} could not be written: ${message}.`;
}
