import { resultText } from '../../../../protocol/content-blocks';
import { fieldOf, isObject, type JsonObject, stringOf } from '../../../../protocol/json-values';
import { hashOfId } from '../../../frames/id-hash';
import type { Session } from '../../../session/session';
import type { CallPermission } from '../call-table-types';
import { GrownNumbers } from './grown-numbers';
import { callKey, type IdenticalCalls } from './identical-calls';

const CODES: readonly (CallPermission | null)[] = [null, 'asked', 'allowed', 'denied'];
const [, ASKED, ALLOWED, DENIED] = [0, 1, 2, 3] as const;

/**
 * How the CLI words a refusal in a result with is_error: not asked because nobody can answer (0.2.74 to 2.1.332,
 * 16-permissions), a deny rule (1.0.60 on), and a reader who said no (session files of every version).
 */
const REFUSAL =
  /^(Claude requested permissions to |Permission to use .{1,200} has been denied|The user doesn't want to (proceed with this tool use|take this action))/s;

/** A host that never answers leaves its requests here; more of them than this is no recording. */
const MAX_WAITING = 10_000;
const MAX_DENIALS = 10_000;

/** What a recording says of permissions, by call. Frames are handed over in their order. */
export class CallPermissions {
  private readonly codes = new GrownNumbers();
  private readonly waiting = new Map<string, number>();

  constructor(
    private readonly session: Session,
    private readonly identical: IdenticalCalls,
  ) {}

  of(call: number, result: number): CallPermission | null {
    const own = call < 0 ? 0 : this.codes.get(call);
    return CODES[Math.max(own, result < 0 ? 0 : this.codes.get(result))] ?? null;
  }

  /** The text of a failed result may say that the call was refused. */
  result(record: number, block: JsonObject | undefined): void {
    const text = resultText(fieldOf(block, 'content'));
    if (text !== null && REFUSAL.test(text)) this.codes.set(record, DENIED);
  }

  /** `permission_denials` of a result frame (1.0.60 and later). */
  runResult(frame: JsonObject | undefined): void {
    const denials = fieldOf(frame, 'permission_denials');
    if (!Array.isArray(denials)) return;
    for (const denial of denials.slice(0, MAX_DENIALS)) {
      const call = this.callWithId(stringOf(denial, 'tool_use_id'));
      if (call >= 0) this.codes.set(call, DENIED);
    }
  }

  /** A `control_request` that asks for permission; others are nothing to this table. */
  request(frame: JsonObject | undefined): void {
    const asked = fieldOf(frame, 'request');
    if (stringOf(asked, 'subtype') !== 'can_use_tool' || !isObject(asked)) return;
    let call = this.callWithId(stringOf(asked, 'tool_use_id'));
    // CLI 1.0.60 to 2.1.88 state no id here (16b-control): then the last call of the same tool and input is meant.
    if (call < 0) call = this.identical.last(callKey(stringOf(asked, 'tool_name') ?? '', asked));
    if (call < 0) return;
    this.raise(call, ASKED);
    const id = stringOf(frame, 'request_id');
    if (id === null) return;
    if (this.waiting.size >= MAX_WAITING) this.waiting.clear();
    this.waiting.set(id, call);
  }

  /** The answer to one; behaviour "allow" or "deny". */
  response(frame: JsonObject | undefined): void {
    const response = fieldOf(frame, 'response');
    const id = stringOf(response, 'request_id') ?? stringOf(frame, 'request_id');
    const call = id === null ? undefined : this.waiting.get(id);
    if (call === undefined || id === null) return;
    const behaviour = stringOf(fieldOf(response, 'response'), 'behavior');
    if (behaviour === 'allow') this.raise(call, ALLOWED);
    else if (behaviour === 'deny') this.raise(call, DENIED);
    else return;
    this.waiting.delete(id);
  }

  private raise(call: number, code: number): void {
    if (code > this.codes.get(call)) this.codes.set(call, code);
  }

  private callWithId(id: string | null): number {
    if (id === null || id === '') return -1;
    const { links } = this.session.index;
    const call = links.lastCallOf(hashOfId(id));
    return call < 0 ? -1 : links.primary(call);
  }
}
