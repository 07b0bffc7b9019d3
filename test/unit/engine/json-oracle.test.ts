import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameScanner, Slot } from '../../../src/engine/frames/frame-scanner';
import { Session } from '../../../src/engine/session/session';
import { kindOf, NO_TYPE } from '../../../src/protocol/frame-kinds';
import { fieldOf, isObject, type JsonObject } from '../../../src/protocol/json-values';
import { generateStream } from '../../bench/generate-stream.mjs';
import { caseFiles, fixtureFiles } from '../recordings';
import { isFrame } from './session-of';

// What the scanner finds in bytes must be what JSON.parse finds in the text.

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function expected(frame: JsonObject) {
  const message = fieldOf(frame, 'message');
  const event = fieldOf(frame, 'event');
  const inner = isObject(message)
    ? message
    : isObject(event) && isObject(fieldOf(event, 'message'))
      ? fieldOf(event, 'message')
      : null;
  const delta = fieldOf(event, 'content_block');
  const bare = fieldOf(frame, 'content_block');
  const isBare =
    isObject(bare) && !isObject(message) && !isObject(event) && fieldOf(frame, 'content') === undefined;
  const content = isObject(delta) ? [delta] : isBare ? [bare] : fieldOf(inner ?? frame, 'content');
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return {
    type: text(fieldOf(frame, 'type')),
    subtype: text(fieldOf(frame, 'subtype')),
    uuid: text(fieldOf(frame, 'uuid')),
    sessionSnake: text(fieldOf(frame, 'session_id')),
    sessionCamel: text(fieldOf(frame, 'sessionId')),
    parent: text(fieldOf(frame, 'parent_tool_use_id')),
    timestamp: text(fieldOf(frame, 'timestamp')),
    parentUuid: text(fieldOf(frame, 'parentUuid')),
    logicalParentUuid: text(fieldOf(frame, 'logicalParentUuid')),
    agentId: text(fieldOf(frame, 'agentId')),
    messageId: inner === null ? null : text(fieldOf(inner, 'id')),
    messageRole: inner === null ? null : text(fieldOf(inner, 'role')),
    eventType: isObject(event) ? text(fieldOf(event, 'type')) : null,
    deltaType:
      isObject(event) && isObject(fieldOf(event, 'delta'))
        ? text(fieldOf(fieldOf(event, 'delta'), 'type'))
        : null,
    blocks: blocks.flatMap((block, index) => {
      const type = text(fieldOf(block, 'type')) ?? '';
      const isCall = type.endsWith('tool_use');
      if (!isCall && !type.endsWith('tool_result')) return [];
      return [{ isCall, index, name: text(fieldOf(block, 'name')) }];
    }),
  };
}

function scanned(scanner: FrameScanner, json: Buffer) {
  const window = scanner.reserve(json.length + 1);
  json.copy(window);
  window[json.length] = 10;
  const end = scanner.scanFrame(0, json.length);
  if (end < 0) return null;
  const blocks: { isCall: boolean; index: number; name: string | null }[] = [];
  scanner.forEachBlock(json.length, (block) => {
    const name = block.name === null ? null : scanner.decode(block.nameStart, block.nameEnd);
    blocks.push({ isCall: block.isCall, index: block.index, name });
  });
  return {
    type: scanner.text(Slot.Type),
    subtype: scanner.text(Slot.Subtype),
    uuid: scanner.text(Slot.Uuid),
    sessionSnake: scanner.text(Slot.SessionSnake),
    sessionCamel: scanner.text(Slot.SessionCamel),
    parent: scanner.text(Slot.Parent),
    timestamp: scanner.text(Slot.Timestamp),
    parentUuid: scanner.text(Slot.ParentUuid),
    logicalParentUuid: scanner.text(Slot.LogicalParentUuid),
    agentId: scanner.text(Slot.AgentId),
    messageId: scanner.text(Slot.MessageId),
    messageRole: scanner.text(Slot.MessageRole),
    eventType: scanner.text(Slot.EventType),
    deltaType: scanner.text(Slot.DeltaType),
    blocks,
  };
}

function checkSession(path: string): number {
  const session = Session.open(0, path);
  session.indexAllNow();
  const scanner = new FrameScanner();
  const { table, kinds } = session.index;
  let checked = 0;
  for (let row = 0; row < table.rows; row++) {
    if (!isFrame(session, row)) continue;
    const json = session.jsonText(row);
    const frame = JSON.parse(json.toString('utf8'));
    const type = text(fieldOf(frame, 'type')) || NO_TYPE;
    const subtype = type === NO_TYPE ? '' : (text(fieldOf(frame, 'subtype')) ?? '');
    expect(kinds.text(table.kind(row))).toBe(kindOf(type, subtype));
    expect(scanned(scanner, Buffer.from(json))).toEqual(expected(frame));
    const time = text(fieldOf(frame, 'timestamp'));
    if (time !== null) expect(table.time(row)).toBe(Date.parse(time));
    checked++;
  }
  session.close();
  return checked;
}

describe('the scanner finds what JSON.parse finds', () => {
  it.each(fixtureFiles().filter((file) => !file.name.includes('0.2.74/17a')))(
    'in fixture $name',
    ({ path }) => {
      expect(checkSession(path)).toBeGreaterThan(0);
    },
  );

  it.each(caseFiles().filter((file) => file.bytes > 0 && !/09[78]/.test(file.name)))(
    'in case $name',
    ({ path }) => {
      expect(checkSession(path)).toBeGreaterThan(0);
    },
  );

  it.each([
    { name: 'stream', transcript: false, bad: 0.02 },
    { name: 'session file', transcript: true, bad: 0 },
  ])('in a generated $name', ({ transcript, bad }) => {
    const folder = mkdtempSync(join(tmpdir(), 'framescope-oracle-'));
    const path = join(folder, 'generated.jsonl');
    const chunks: Buffer[] = [];
    generateStream({
      bytes: 8_000_000,
      seed: 7,
      transcript,
      bad,
      write: (chunk: Buffer) => void chunks.push(Buffer.from(chunk)),
    });
    writeFileSync(path, Buffer.concat(chunks));
    expect(checkSession(path)).toBeGreaterThan(500);
    rmSync(folder, { recursive: true });
  });

  it('in any JSON object, with keys in any order, escaped or not', () => {
    const scanner = new FrameScanner();
    const known = fc.constantFrom(
      ...'type subtype uuid session_id sessionId parent_tool_use_id timestamp message event content role id usage is_error name tool_use_id delta content_block parentUuid logicalParentUuid agentId'.split(
        ' ',
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(
          'tool_use',
          'tool_result',
          'mcp_tool_use',
          'assistant',
          'message_start',
          '\ud83d',
          'a"b\\c/\n',
        ),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(known, fc.string()), tie('tree'), { maxKeys: 6 }),
      ),
    }));
    const object = fc.dictionary(
      fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.string() }),
      tree,
      { maxKeys: 8 },
    );
    fc.assert(
      fc.property(object, fc.boolean(), fc.boolean(), (value, spaced, escapeKeys) => {
        let json = JSON.stringify(value, null, spaced ? 1 : 0).replaceAll('\n', ' ');
        // "type" and "\u0074ype" are the same key.
        if (escapeKeys)
          json = json.replace(/"type":/g, '"\\u0074ype":').replace(/"message":/g, '"mess\\u0061ge":');
        expect(scanned(scanner, Buffer.from(json))).toEqual(expected(JSON.parse(json)));
      }),
      { numRuns: 2000 },
    );
  });

  it('and refuses what JSON.parse refuses outside strings', () => {
    const scanner = new FrameScanner();
    const mutated = fc.tuple(
      fc.constantFrom(
        '{"type":"user","message":{"content":[{"type":"text","text":"a"},{"n":-1.5e3}]},"x":[true,false,null,[]],"y":{}}',
        '{"a":{"b":{"c":[1,2,{"d":"e"}]}},"f":0.1,"g":-0}',
      ),
      fc.nat(200),
      fc.constantFrom(...'{}[],:"0123456789.eE+-tfn aul'.split('')),
      fc.boolean(),
    );
    fc.assert(
      fc.property(mutated, ([json, at, char, insert]) => {
        const place = at % json.length;
        const changed = json.slice(0, place) + char + json.slice(insert ? place : place + 1);
        if (!changed.startsWith('{')) return;
        let valid = true;
        try {
          JSON.parse(changed);
        } catch {
          valid = false;
        }
        const window = scanner.reserve(changed.length + 1);
        window.write(changed, 'latin1');
        window[changed.length] = 10;
        expect(scanner.scanFrame(0, changed.length) === changed.length).toBe(valid);
      }),
      { numRuns: 5000 },
    );
  });

  it('scans a frame with thousands of calls', () => {
    const scanner = new FrameScanner();
    const blocks = Array.from({ length: 5000 }, (_, i) => ({
      type: i % 3 === 0 ? 'text' : 'tool_use',
      id: `t${i}`,
      name: `N${i % 7}`,
    }));
    const frame = { type: 'assistant', message: { role: 'assistant', content: blocks }, uuid: 'u' };
    expect(scanned(scanner, Buffer.from(JSON.stringify(frame)))).toEqual(expected(frame));
  });
});

it.each(['frames', 'text'] as const)('the compiled scanner of %s is that of its source', async (name) => {
  const { SCANNERS, scannerModule } = await import('../../../build/scanner.mjs');
  const { folder, binary } = SCANNERS[name];
  const committed = readFileSync(new URL(`../../../src/engine/${folder}/${binary}`, import.meta.url), 'utf8');
  expect(await scannerModule(SCANNERS[name])).toBe(committed);
});
