import { fieldOf } from '../../../json-values';
import type { FrameTrail, StepWriter } from '../../lens';
import { looksLikeDiff } from '../parse/message-blocks';
import type { LenientEnvelope } from './lenient-envelope';

/** A hunk at the beginning of a line, below a header of git or of a plain diff. */
const HEADER = /^(?:diff --git |--- .*\n\+\+\+ )/m;
const HUNK = /^@@@?\s?-\d/m;
/** Only the beginning of a long text is looked at. */
const MAX_LOOKED_AT = 256 * 1024;

/** A diff in the text of a result or a task, or the patch that the CLI states in tool_use_result. */
export function correctedDiff(
  { raw, notes }: LenientEnvelope,
  text: string,
  where: { threadId: string; turnId: string },
  wasCommand: boolean,
  from: FrameTrail,
  step: StepWriter,
): void {
  const patch = fieldOf(fieldOf(raw, 'tool_use_result'), 'structuredPatch');
  if (Array.isArray(patch) && patch.length > 0) {
    const corrected = [...notes, 'The patch that the CLI states is used; OpenASE never looks at it.'];
    step.emit({ type: 'turn_diff_updated', ...where, structuredPatch: patch }, { from, corrected });
    return;
  }
  const head = text.slice(0, MAX_LOOKED_AT);
  const isDiff = HEADER.test(head) && HUNK.test(head);
  if (isDiff) {
    const corrected = [...notes];
    if (!wasCommand) corrected.push('A diff counts in the result of any tool, not only of commands.');
    if (!looksLikeDiff(text)) corrected.push('A diff without a header of git counts too.');
    step.emit({ type: 'turn_diff_updated', ...where, diff: text }, { from, corrected });
  } else if (looksLikeDiff(text)) {
    step.drop('diff', 'The text names a diff and a hunk, but holds neither at the beginning of a line.');
  }
}
