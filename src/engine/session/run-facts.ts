import { type FrameScanner, Slot, Tri } from '../frames/frame-scanner';
import type { KindTraits } from '../frames/kind-table';
import type { ResultTable } from '../runs/result-table';
import type { Run } from '../runs/run-table';
import type { FramePlace, FrameWarnings } from './frame-warnings';

/** Counts what tells a stream from a session file. */
export function countSigns(scan: FrameScanner, run: Run, traits: KindTraits): void {
  const bare = scan.has(Slot.TopRole) && (!scan.has(Slot.Type) || !scan.hasMessage);
  if (traits.isStreamOnly || bare) run.streamSigns++;
  else if (
    traits.isFileOnly ||
    scan.hasParentUuid ||
    (scan.has(Slot.SessionCamel) && !scan.has(Slot.SessionSnake))
  )
    run.sessionSigns++;
  if (traits.isInit) run.hasInit = true;
  if (bare) run.bareMessages = true;
  if (scan.has(Slot.SessionSnake) && !scan.hasParentUuid) run.snakeFrames++;
}

/** Takes over CLI version and model from the first frame that states them. */
export function learnRun(scan: FrameScanner, run: Run): void {
  if (run.cliVersion === null) run.cliVersion = scan.text(Slot.CliVersion) ?? scan.text(Slot.Version);
  if (run.model !== null) return;
  const model = scan.text(Slot.MessageModel) ?? scan.text(Slot.Model);
  // "<synthetic>" marks messages that the CLI itself wrote; it is no model.
  if (model !== null && model !== '<synthetic>') run.model = model;
}

/** A result frame, or the trailer of CLI 0.2.74 to 0.2.109, {role: "system", cost_usd, …}: the result of its time. */
export function isOutcome(scan: FrameScanner, traits: KindTraits): boolean {
  return traits.isResult || (!scan.has(Slot.Type) && scan.has(Slot.CostUsd) && scan.has(Slot.TopRole));
}

/**
 * Takes over what a result frame states. The last result of a run decides: it failed if is_error is true or the
 * subtype is not "success". Returns whether the frame is an error.
 */
export function addOutcome(
  scan: FrameScanner,
  run: Run,
  traits: KindTraits,
  place: FramePlace,
  warnings: FrameWarnings,
  results: ResultTable,
): boolean {
  const isTrailer = !traits.isResult;
  const subtype = isTrailer ? null : scan.text(Slot.Subtype);
  const failed = !isTrailer && (scan.isError === Tri.True || (subtype !== null && subtype !== 'success'));
  run.addResult(place.row, subtype, failed);
  const stated = scan.number(Slot.TotalCost) ?? scan.number(Slot.CostUsd);
  const cost = stated !== null && stated >= 0 ? stated : null;
  const turns = scan.number(Slot.NumTurns);
  const durationMs = scan.number(Slot.DurationMs);
  run.cost.add(cost);
  run.addTurns(turns);
  run.addDuration(durationMs);
  if (scan.hasUsage) run.addUsage(scan);
  results.add(place.row, { failed, cost, turns, durationMs, usage: (counter) => scan.usage(counter) });
  warnOfContradictions(scan, subtype, failed, place, warnings);
  return failed;
}

function warnOfContradictions(
  scan: FrameScanner,
  subtype: string | null,
  failed: boolean,
  place: FramePlace,
  warnings: FrameWarnings,
): void {
  if (scan.isError === Tri.Other) warnings.oddIsError(place);
  if (scan.isError === Tri.True && subtype === 'success') {
    warnings.contradiction(
      place,
      'is_error is true although the subtype is "success". The run counts as failed.',
    );
  } else if (failed && scan.isError === Tri.False) {
    warnings.contradiction(
      place,
      `The subtype is "${subtype}" although is_error is false. The run counts as failed.`,
    );
  }
}
