import type { SpanKind, SpanState } from './timeline-types';

const KINDS: readonly SpanKind[] = ['call', 'message', 'agent', 'task', 'request', 'turn'];
const STATES: readonly SpanState[] = ['ok', 'failed', 'open', 'cancelled', 'unknown'];
const FIRST = 256;
const OPEN = 0xffffffff;

/** A span by the rows that it begins and ends with. */
export interface RowSpan {
  lane: number;
  kind: SpanKind;
  state: SpanState;
  begin: number;
  /** -1: it is open. */
  end: number;
  /** What it is of: the record of a call, the ordinal of a message, the number of an agent, the place of a task. */
  subject: number;
}

/** Spans in typed columns: a session may have hundreds of thousands of calls. */
export class SpanList {
  length = 0;
  private lanes = new Uint32Array(FIRST);
  private kinds = new Uint8Array(FIRST);
  private states = new Uint8Array(FIRST);
  private begins = new Uint32Array(FIRST);
  private ends = new Uint32Array(FIRST);
  private subjects = new Uint32Array(FIRST);

  push(span: RowSpan): void {
    if (this.length === this.lanes.length) this.grow();
    const at = this.length++;
    this.lanes[at] = span.lane;
    this.kinds[at] = KINDS.indexOf(span.kind);
    this.states[at] = STATES.indexOf(span.state);
    this.begins[at] = span.begin;
    this.ends[at] = span.end < 0 ? OPEN : span.end;
    this.subjects[at] = span.subject;
  }

  private grow(): void {
    for (const name of ['lanes', 'begins', 'ends', 'subjects'] as const) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
    for (const name of ['kinds', 'states'] as const) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
  }

  lane(at: number): number {
    return this.lanes[at] as number;
  }
  kind(at: number): SpanKind {
    return KINDS[this.kinds[at] as number] as SpanKind;
  }
  state(at: number): SpanState {
    return STATES[this.states[at] as number] as SpanState;
  }
  begin(at: number): number {
    return this.begins[at] as number;
  }
  /** -1: it is open. */
  end(at: number): number {
    const end = this.ends[at] as number;
    return end === OPEN ? -1 : end;
  }
  subject(at: number): number {
    return this.subjects[at] as number;
  }
}
