import { describe, expect, it } from 'vitest';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { reportOf } from '../../src/engine/answers/report/report';
import { parsedCli } from '../unit/cli/cli-run';
import { fileOf, sessionOf } from '../unit/engine/session-of';
import {
  call,
  detail,
  diagnostics,
  exact,
  openCase,
  pretty,
  rawOf,
  rowsOf,
  rowsOfCase,
} from './case-answers';

// The "Must" and "Must not" lines of the case sheets on what frames hold: unknown kinds, odd shapes and blocks.

describe('028: keys and names of the prototype', () => {
  it('two calls linked; counters by tool name say constructor 1, toString 1', () => {
    const session = openCase('028');
    const names = new Map<string, number>();
    for (const { name, status } of callsOf(session, 0)) {
      expect(status).toBe('ok');
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    expect([...names]).toEqual([
      ['constructor', 1],
      ['toString', 1],
    ]);
  });

  it('({}).polluted stays undefined', () => {
    const session = openCase('028');
    const answers = [reportOf(session), rowsOf(session), detail(session, 1), callsOf(session, 0)];
    expect(answers).toHaveLength(4);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(call(session, '__proto__').input!.text).toContain('"polluted": true');
  });

  it('a kind named __proto__ is counted like any other', async () => {
    const path = fileOf('{"type":"__proto__"}\n{"type":"constructor","subtype":"toString"}\n');
    const { kinds } = await parsedCli(['inspect', path, '--json']);
    expect(Object.entries(kinds as object)).toEqual([
      ['__proto__', 1],
      ['constructor/toString', 1],
    ]);
  });
});

describe('029: deep nesting', () => {
  it('4 frames; no stack overflow in detail, calls, pretty text, links or IPC clone', () => {
    const session = openCase('029');
    for (let frame = 1; frame <= 4; frame++) {
      const answers = [detail(session, frame), callsOf(session, frame - 1), pretty(session, frame)];
      expect(structuredClone(answers)).toEqual(answers);
    }
  });

  it('the pretty text goes down to the last level; the call shows its beginning and says how much is left', () => {
    const session = openCase('029');
    const withoutBlanks = (text: string) => text.replace(/\s/g, '');
    expect(withoutBlanks(pretty(session, 2))).toBe(withoutBlanks(exact(session, 2)));
    const { input } = call(session, 't1');
    expect(input!.text).toMatch(/^\{\n {2}"k": \{\n {4}"k": /);
    expect(input!.cut).toBeGreaterThan(0);
    expect(detail(session, 2).blocks[0]!.type).toBe('tool_use');
  });

  it('takes a hundred thousand levels anywhere in a frame', () => {
    const deep = `${'[{"k":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const lines = [
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"N","input":${deep}}]}}`,
      `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":${deep},"content":${deep}}]}}`,
      `{"type":"system","subtype":"task_updated","task_id":"x","patch":{"a":${deep}},"more":${deep}}`,
      `{"type":"user","message":{"content":${deep}}}`,
      `{"type":"user","message":{"content":[{"type":"odd","deep":${deep}},${deep}]}}`,
      `{"type":"rate_limit_event","rate_limit_info":${deep}}`,
    ];
    const session = sessionOf(`${lines.join('\n')}\n`);
    const rows = rowsOf(session);
    expect(rows.map((row) => row.unparsed)).toEqual(lines.map(() => false));
    for (const { frame } of rows) {
      const answers = [detail(session, frame), callsOf(session, frame - 1)];
      expect(JSON.stringify(structuredClone(answers)).length).toBeLessThan(1_000_000);
    }
    expect(() => reportOf(session)).not.toThrow();
  });
});

describe('031: terminal codes in a tool result', () => {
  it('never raw escapes in a row; HTML stays as it is', () => {
    const row = rowsOfCase('031')[1]!;
    expect(row.summary).toBe('red rgb x link <b>no</b> 10% 100%');
  });

  it('the raw view shows \\u001b, and so does the pretty one', async () => {
    const raw = (await rawOf('031', 2)).toString('utf8');
    expect(raw).toContain('\\u001b[31mred\\u001b[0m');
    const text = pretty(openCase('031'), 2);
    expect(text).toContain('\\u001b[31mred');
    expect(text).not.toContain('\u001b');
  });
});

describe('032: unknown frame types', () => {
  it('10 frames, none dropped; unknown ones have a row with their type and raw JSON', () => {
    const session = openCase('032');
    const rows = rowsOf(session);
    expect(rows).toHaveLength(10);
    expect(rows.filter((row) => row.family === 'new').map((row) => [row.kind, row.detail])).toEqual([
      ['future_event', ''],
      ['(no type)', ''],
      ['(no type)', ''],
      ['(no type)', ''],
      ['system', 'brand_new'],
    ]);
    expect(exact(session, 3)).toContain('future_event');
  });

  it('the kinds list the unknown ones by name', () => {
    expect(Object.keys(reportOf(openCase('032')).kinds)).toEqual(
      expect.arrayContaining(['future_event', '(no type)', 'system/brand_new']),
    );
  });

  it('rate limits say whether they were allowed', () => {
    const limits = rowsOfCase('032').filter((row) => row.family === 'rate');
    expect(limits.map((row) => row.summary.split(' ')[0])).toEqual(['allowed', 'rejected']);
  });
});

describe('034: shapes of message.content', () => {
  it('11 frames; odd shapes have a note; no crash', () => {
    const session = openCase('034');
    expect(rowsOf(session).map((row) => row.summary)).toEqual([
      'model-a · CLI 2.1.200 · 3 tools · default',
      'plain string',
      'array',
      'empty content',
      'no content',
      'no content',
      'content is an object',
      'no message',
      'no message',
      'no model, no usage, no id',
      'done · 1 turn · $0.0100',
    ]);
    expect(detail(session, 7).blocks[0]).toMatchObject({
      form: 'json',
      title: 'content (not a list of blocks)',
    });
    for (let frame = 1; frame <= 11; frame++) expect(() => detail(session, frame)).not.toThrow();
  });
});

describe('035: shapes of tool results', () => {
  it('10 linked pairs; t3 is an error result', () => {
    const calls = callsOf(openCase('035'), 1);
    expect(calls.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 10 }, (_, i) => (i === 3 ? 't3 failed' : `t${i} ok`)),
    );
    expect(reportOf(openCase('035')).failedCalls).toBe(1);
  });

  it('t8 has a non-boolean is_error: warns, does not guess', () => {
    const session = openCase('035');
    expect(call(session, 't8').notes[0]).toContain('is_error is "true"');
    expect(diagnostics(session).map((d) => [d.code, d.severity, d.frame])).toEqual([
      ['odd-is-error', 'warning', 3],
    ]);
  });

  it('both text blocks of t3 are shown, in order', () => {
    expect(call(openCase('035'), 't3').result!.text).toBe('a\nb');
  });

  it('the image of t2 is told', () => {
    expect(call(openCase('035'), 't2').notes).toEqual(['Besides its text the result holds: image.']);
  });

  it('the image of t2 is shown as an image, below its text', () => {
    const { blocks } = detail(openCase('035'), 3);
    const at = blocks.findIndex(({ form }) => form === 'image');
    expect(blocks[at - 1]!.body.text).toBe('cap');
    expect(blocks[at]).toMatchObject({ type: 'image', inside: true, image: { media: 'image/png' } });
  });

  it('empty results say "empty", missing content says "no content"', () => {
    const session = openCase('035');
    for (const id of ['t4', 't5']) expect(call(session, id).notes).toEqual(['The result has no content.']);
    for (const id of ['t6', 't7']) expect(call(session, id).notes).toEqual(['The result is empty.']);
    const results = detail(session, 3).blocks.filter((block) => !block.inside);
    const bodies = results.map((block) => block.body.text);
    expect(bodies.slice(4, 8)).toEqual(['no content', 'no content', 'empty', 'empty']);
  });
});

describe('067 to 071', () => {
  it('067: kinds come from the JSON, never from text search', () => {
    expect(rowsOfCase('067').map((row) => [row.kind, row.error])).toEqual([
      ['system', false],
      ['assistant', false],
      ['user', false],
      ['result', false],
    ]);
  });

  it('068: empty thinking reads "thinking not included (signed)"; estimates are no usage', () => {
    const session = openCase('068');
    expect(rowsOf(session)[1]!.summary).toBe('thinking not included (signed)');
    expect(reportOf(session).usage).toMatchObject({ input: 40, output: 20 });
  });

  it('070: the model of the session is model-a; local messages are no usage', () => {
    const report = reportOf(openCase('070'));
    expect(report.runs.map((run) => run.model)).toEqual(['model-a']);
    expect(report.usage).toMatchObject({ input: 9, output: 3 });
  });

  it('071: 7 pairs; inputs are shown as they are; t6 shows the raw text the model sent', () => {
    const calls = callsOf(openCase('071'), 1);
    expect(calls.map((one) => [one.id, one.inputForm, one.input!.text])).toEqual([
      ['t1', 'text', '{"command":"x"}'],
      ['t2', 'json', 'null'],
      ['t3', 'json', '[\n  1\n]'],
      ['t4', 'json', '5'],
      ['t5', 'json', ''],
      ['t6', 'text', '{"a":"<p class="'],
      ['t7', 'json', '{}'],
    ]);
    expect(calls[4]!.notes).toEqual(['The call states no input.']);
    expect(calls[6]!.name).toBe('unnamed tool');
  });
});
