import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { type Capture, captureFiles } from '../unit/recordings';
import { checkFigures, checkFrames, openRecording } from './recording-checks';

// Every recording of the CLI, in both formats, against a reading of it that shares no code with the engine.

/** These hold pieces that are no frame, because the CLI was killed or did not wait for its output; no other does. */
const DAMAGED = new Map([
  ['0.2.74/11b-auto-compact', 'terminal codes before an object'],
  ['1.0.128/18-large', 'the last line is cut'],
  ['2.1.40/18-large', 'the last line is cut'],
  ['2.1.40/18-large.session', 'a record was written into another one'],
  ['2.1.88/18-large', 'the last line is cut'],
]);
const isDamaged = ({ name }: Capture) => DAMAGED.has(name) || name.endsWith('/17a-kill9');

describe.each(captureFiles())('the recording $name', (file) => {
  it('opens with the figures that it states', () => {
    checkFigures(openRecording(file.path), readFileSync(file.path), { ...file, damaged: isDamaged(file) });
  });

  it('can be shown and sent, every frame of it', () => {
    checkFrames(openRecording(file.path));
  });
});
