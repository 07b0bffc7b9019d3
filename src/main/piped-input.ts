import { app, BrowserWindow } from 'electron';
import { capturesIn } from '../engine/captures/captures-folder';
import { PipedCapture } from '../engine/processes/pipe/piped-capture';
import { FramescopeError } from '../protocol/errors';

/** Keeps standard input in a new capture as it comes, and says where; null when it cannot be kept. */
export function keepStandardInput(): PipedCapture | null {
  try {
    const copy = PipedCapture.start(process.stdin, capturesIn(app.getPath('userData')));
    say(`Standard input is kept in ${copy.path}`);
    void copy.ended.then((problem) => problem !== null && say(problem));
    // The ways out that wait for nobody: what came is kept, and the record says when.
    app.on('will-quit', () => copy.stop());
    process.on('exit', () => copy.stop());
    return copy;
  } catch (error) {
    if (!(error instanceof FramescopeError)) throw error;
    say(error.message);
    return null;
  }
}

/** The last window was closed: the app goes when the input has ended, unless there is a window again. */
export async function quitAfter(copy: PipedCapture | null): Promise<void> {
  await copy?.ended;
  if (BrowserWindow.getAllWindows().length === 0) app.quit();
}

function say(sentence: string): void {
  process.stderr.write(`framescope: ${sentence}\n`);
}
