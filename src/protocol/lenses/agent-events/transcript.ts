import type { JsonObject } from '../../json-values';
import { FrameTrail } from '../lens';

/** AgentMux repeats the whole conversation in Done; a lens keeps this much of it and counts the rest. */
const MAX_TRANSCRIPT_UNITS = 512 * 1024;
const MAX_RESPONSE_UNITS = 1024 * 1024;

/** What AgentMux gathers until a result: the text of the deltas, and the turns. Bounded; what is left off is counted. */
export class Gathered {
  text = '';
  textLeftOff = 0;
  textFrames = new FrameTrail();
  turnsLeftOff = 0;
  private turnList: JsonObject[] = [];
  private units = 0;

  get turns(): readonly JsonObject[] {
    return this.turnList;
  }

  addText(text: string, frame: number): void {
    const room = MAX_RESPONSE_UNITS - this.text.length;
    this.text += text.slice(0, room);
    this.textLeftOff += Math.max(0, text.length - room);
    this.textFrames.add(frame);
  }

  /** `units` is about how long the turn is. */
  addTurn(turn: JsonObject, units: number): void {
    if (this.units + units > MAX_TRANSCRIPT_UNITS) {
      this.turnsLeftOff++;
      return;
    }
    this.units += units;
    this.turnList.push(turn);
  }

  clearText(): void {
    this.text = '';
    this.textLeftOff = 0;
    this.textFrames = new FrameTrail();
  }

  clearTurns(): void {
    this.turnList = [];
    this.turnsLeftOff = 0;
    this.units = 0;
  }

  copy(): Gathered {
    const copy: Gathered = Object.assign(new Gathered(), this);
    copy.textFrames = this.textFrames.copy();
    copy.turnList = [...this.turnList];
    return copy;
  }
}
