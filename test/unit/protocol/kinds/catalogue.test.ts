import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_EVENTS, isBareEvent } from '../../../../src/protocol/api-events';
import { familyOf, isStoredRequest, isStreamOnly } from '../../../../src/protocol/frame-kinds';
import { summarize } from '../../../../src/protocol/frame-summary';
import { parseHead } from '../../../../src/protocol/json-head';
import type { JsonObject } from '../../../../src/protocol/json-values';
import { FRAME_KINDS, kindNamed, kindOfFrame } from '../../../../src/protocol/kinds/catalogue';
import { BARE_EVENT_KINDS } from '../../../../src/protocol/kinds/conversation/stream-events';
import { type FrameKind, NO_TYPE, type Versions } from '../../../../src/protocol/kinds/frame-kind';
import { directionWords, meaningWords, versionWords } from '../../../../src/protocol/kinds/kind-words';
import expected from './expected-kinds.json';

// Every kind of the published types (22 samples, 2.0.0 to 2.1.332) and of recordings (19 samples, 0.2.74 to 2.1.332), with the
// first sample that has it, and the last one where that is not the newest.
const EXPECTED = Object.entries(
  expected as Record<string, Partial<Record<'published' | 'stdout' | 'disk', string>>>,
);

const span = (versions: Versions | undefined) => versions?.join('..');

/** A frame of a kind as small as it can be, by the words of its name. */
function bareFrame({ name }: FrameKind): { type: string; subtype: string; frame: JsonObject } {
  const [type = '', second = '', third = ''] = name.split('/');
  switch (type) {
    case NO_TYPE:
      return { type, subtype: '', frame: { role: second.replace('role=', '') } };
    case 'control_request':
      return { type, subtype: '', frame: { type, request: { subtype: second } } };
    case 'control_response':
      return { type, subtype: '', frame: { type, response: { subtype: second } } };
    case 'stream_event':
      return {
        type,
        subtype: '',
        frame: { type, event: { type: second, ...(third && { delta: { type: third } }) } },
      };
    case 'content_block_delta':
      return { type, subtype: '', frame: { type, ...(second && { delta: { type: second } }) } };
    case 'attachment':
      return { type, subtype: '', frame: { type, attachment: { type: second } } };
    case 'progress':
      return { type, subtype: '', frame: { type, data: { type: second } } };
    default:
      return { type, subtype: second, frame: { type, ...(second && { subtype: second }) } };
  }
}

describe('the catalogue of kinds', () => {
  it.each(EXPECTED)('has %s, since and until the versions that are known', (name, evidence) => {
    const kind = kindNamed(name);
    expect(kind).toBeDefined();
    const { published, stdout, disk } = kind!.evidence;
    // The events of a stream are published as one kind; each of them has the versions of its recordings.
    if (!name.startsWith('stream_event') && !name.startsWith('control_response')) {
      expect(span(published)).toBe(evidence.published);
    }
    if (evidence.stdout !== undefined) expect(span(stdout)).toBe(evidence.stdout);
    expect(span(disk)).toBe(evidence.disk);
  });

  it('claims no recording that there is not', () => {
    const families = new Set(['control_request', 'stream_event', 'attachment']);
    for (const { name, evidence } of FRAME_KINDS) {
      // The entry of a whole type stands for all below it.
      if (families.has(name) || name.startsWith('stream_event/')) continue;
      const known = Object.fromEntries(EXPECTED)[name];
      // Answers are published as one kind; what tells them apart is recorded.
      const published = name.startsWith('control_response') ? '2.1.4' : known?.published;
      expect({
        name,
        published: span(evidence.published),
        stdout: span(evidence.stdout),
        disk: span(evidence.disk),
      }).toEqual({ name, published, stdout: known?.stdout, disk: known?.disk });
    }
  });

  it('names every kind once', () => {
    expect(new Set(FRAME_KINDS.map(({ name }) => name)).size).toBe(FRAME_KINDS.length);
  });

  it.each(FRAME_KINDS)('says of $name what it means, which way it goes, and since when', (kind) => {
    expect(kind.meaning).toMatch(/^["A-Z].{10,220}\.$/);
    expect(kind.meaning).not.toMatch(/[!—;]$/);
    expect(kind.places.length).toBeGreaterThan(0);
    expect(directionWords(kind)).not.toBe('');
    expect(versionWords(kind)).not.toBe('');
    expect(kind.family).not.toBe('new');
  });

  it.each(FRAME_KINDS)('finds $name by its frame, and says a line even of an empty one', (kind) => {
    const { type, subtype, frame } = bareFrame(kind);
    const found = kindOfFrame(type, subtype, frame);
    expect(found.kind?.name).toBe(kind.name);
    expect(found.known).toBe(true);
    const { strong, text, family } = summarize(type, subtype, frame);
    expect(`${strong}${text}`).not.toBe('');
    expect(family).toBe(kind.family);
  });

  it('has flattened task frames as a second form of the same kinds', () => {
    for (const name of ['task_started', 'task_progress', 'task_updated', 'task_notification']) {
      const frame = { task_id: 'abcdef12', description: 'look', status: 'completed' };
      const flat = kindNamed(name)!;
      const nested = kindNamed(`system/${name}`)!;
      expect(flat.family).toBe(nested.family);
      expect(flat.places).toEqual(['bridge']);
      expect(flat.meaning).toContain(`system/${name}`);
      expect(summarize(name, '', frame).text).toBe(summarize('system', name, frame).text);
    }
  });

  it('takes exactly the types of its bare events for API events', () => {
    const types = new Set(BARE_EVENT_KINDS.map(({ name }) => name.split('/')[0] as string));
    // An error may come outside of any message, so it is told apart (KindTraits.isBareError).
    expect([...types].filter((type) => !isBareEvent(type))).toEqual(['error']);
    expect([...API_EVENTS].filter((type) => !types.has(type))).toEqual([]);
  });

  it('has the bare events of the API that bridges hand on', () => {
    for (const { name } of FRAME_KINDS.filter((kind) => isBareEvent(kind.name.split('/')[0]!))) {
      expect(kindNamed(`stream_event/${name}`)?.meaning).toBeDefined();
    }
    expect(isBareEvent('message_start') && kindNamed('message_start')).toBeTruthy();
  });
});

describe('a kind that nobody knows', () => {
  const never = 'No published type and no recording has frames of this kind: it is shown as it is.';

  it.each([
    ['future_event', '', {}],
    ['system', 'brand_new', {}],
    [NO_TYPE, '', { note: 1 }],
    ['constructor', '', {}],
    ['__proto__', '', {}],
    ['control_request', '', { request: { subtype: 'brand_new' } }],
    ['attachment', '', { attachment: { type: 'brand_new' } }],
    ['stream_event', '', { event: { type: 'brand_new' } }],
    ['stream_event', '', { event: { type: 'content_block_delta', delta: { type: 'brand_new' } } }],
    ['progress', '', { data: { type: 'constructor' } }],
  ])('is data: %s %s %j', (type, subtype, frame) => {
    const found = kindOfFrame(type, subtype, frame);
    expect(found.known).toBe(false);
    expect(meaningWords(found).toLowerCase()).toContain(never.toLowerCase());
    expect(summarize(type, subtype, frame).family).toBe('new');
  });

  it('says the word that nobody knows', () => {
    expect(summarize('attachment', '', { attachment: { type: 'brand_new', n: 1 } })).toMatchObject({
      detail: 'brand_new',
      text: 'n: 1',
    });
  });

  it('of a result is a result all the same', () => {
    expect(familyOf('result', 'error_brand_new')).toBe('result');
    expect(isStreamOnly('result', 'error_brand_new')).toBe(true);
  });
});

describe('what the engine asks of kinds', () => {
  it.each([
    ['result', 'success', true],
    ['stream_event', '', true],
    ['control_request', '', true],
    ['control_response', '', true],
    ['control_cancel_request', '', true],
    ['rate_limit_event', '', true],
    ['system', 'init', true],
    // Session files of some versions hold these (case 068), or a bridge wrote them there.
    ['system', 'thinking_tokens', false],
    ['system', 'compact_boundary', false],
    ['assistant', '', false],
    ['task_started', '', false],
    ['future', '', false],
  ])('%s %s is on streams only: %s', (type, subtype, only) => {
    expect(isStreamOnly(type, subtype)).toBe(only);
  });

  it('knows the requests that a session file keeps, also those of later versions', () => {
    const stored = FRAME_KINDS.filter(({ name }) => isStoredRequest(name)).map(({ name }) => name);
    expect(stored).toEqual(['api-request', 'api-request-shape', 'api-request-blob']);
    expect(isStoredRequest('api-request-of-tomorrow')).toBe(true);
    expect(isStoredRequest('user')).toBe(false);
  });
});

describe('a summary rule', () => {
  const keys =
    'type subtype message event content delta content_block text thinking input name request response attachment errors status patch task_id tasks usage compact_metadata compactMetadata pre_tokens trigger rate_limit_info resetsAt error retry_delay_ms duration_ms total_cost_usd commands files memories value set_at hooks servers settings params arguments index hookErrors hookInfos prompt snapshot trackedFileBackups data source modelUsage shape tools permission_denials output key end_time __proto__ constructor'.split(
      ' ',
    );
  const key = fc.constantFrom(...keys);
  const scalar = fc.oneof(
    fc.constantFrom(
      '',
      'text',
      'tool_use',
      'image',
      null,
      true,
      -1,
      0,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      'x'.repeat(5000),
    ),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }));

  it('never throws and says one line, whatever the types are', () => {
    const kind = fc.constantFrom(...FRAME_KINDS);
    fc.assert(
      fc.property(kind, fc.dictionary(key, value, { maxKeys: 8 }), fc.boolean(), (entry, fields, partial) => {
        const { type, subtype, frame } = bareFrame(entry);
        // What the fields say stands beside the words that make the frame one of its kind.
        const mixed = Object.fromEntries(
          [...new Set([...Object.keys(frame), ...Object.keys(fields)])].map((name) => {
            const own = frame[name];
            const put = fields[name];
            const both = typeof own === 'object' && typeof put === 'object' && !Array.isArray(put);
            return [name, both ? { ...put, ...own } : (own ?? put)];
          }),
        );
        for (const part of Object.values(summarize(type, subtype, mixed, partial))) {
          expect(part).toBeTypeOf('string');
          expect(part).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
          expect(part.length).toBeLessThanOrEqual(300);
        }
      }),
      { numRuns: 6000 },
    );
  });

  it('of the head of a frame says nothing that the rest may change', () => {
    const full = JSON.stringify({
      type: 'system',
      subtype: 'init',
      tools: ['a', 'b', 'c'],
      model: 'model-a',
      claude_code_version: '2.1.1',
    });
    const head = parseHead(full.slice(0, full.indexOf('"b"') + 3))!;
    expect(summarize('system', 'init', head, true).text).not.toContain('2 tools');
    // A list with something behind it is all there.
    const later = parseHead(full.slice(0, full.indexOf('2.1.1')))!;
    expect(summarize('system', 'init', later, true).text).toContain('3 tools');
    const whole = parseHead(full)!;
    expect(summarize('system', 'init', whole, false).text).toBe('model-a · CLI 2.1.1 · 3 tools');
  });
});
