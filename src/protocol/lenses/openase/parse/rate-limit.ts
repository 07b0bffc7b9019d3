import type { Json, JsonObject } from '../../../json-values';
import { membersOf } from '../../json-members';
import { decodeStruct, trimSpace } from './go-json';

export interface RateLimit {
  provider: 'claude_code';
  claudeCode: JsonObject;
  raw: Json;
}

const RATE_LIMIT_TYPES = {
  status: 'string',
  resetsat: 'int',
  ratelimittype: 'string',
  utilization: 'float',
  surpassedthreshold: 'float',
  overagestatus: 'string',
  overagedisabledreason: 'string',
  isusingoverage: 'bool',
} as const;

/** camelCase only; one key of a wrong type, and the event vanishes. `resetsAt` is in seconds; 0 and less is none. */
export function parseRateLimit(literal: string | undefined): RateLimit | null {
  if (literal === undefined || !literal.startsWith('{')) return null;
  const members = membersOf(literal) ?? [];
  if (members.length === 0) return null;
  // Keys of a struct are matched in any case, so the names are folded here.
  const decoded = decodeStruct(
    members.map(({ key, literal: value }) => ({ key: key.toLowerCase(), literal: value })),
    RATE_LIMIT_TYPES,
  );
  if ('wrong' in decoded) return null;
  const { strings, numbers, bools } = decoded.fields;
  return {
    provider: 'claude_code',
    claudeCode: {
      status: trimSpace(strings.status ?? ''),
      rateLimitType: trimSpace(strings.ratelimittype ?? ''),
      resetsAt: utcTime(numbers.resetsat ?? null),
      utilization: numbers.utilization ?? null,
      surpassedThreshold: numbers.surpassedthreshold ?? null,
      overageStatus: trimSpace(strings.overagestatus ?? ''),
      overageDisabledReason: trimSpace(strings.overagedisabledreason ?? ''),
      isUsingOverage: bools.isusingoverage ?? null,
    },
    raw: JSON.parse(literal),
  };
}

const LAST_SECOND = 8_640_000_000_000;

/** RFC 3339 in UTC; null for none. */
export function utcTime(seconds: number | null): string | null {
  if (seconds === null || !(seconds > 0)) return null;
  if (seconds > LAST_SECOND) return `${seconds} s after 1970`;
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
