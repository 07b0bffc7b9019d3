import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionAnswer } from '../../../../src/engine/processes/input/input-frames';
import { readPermissionRequest } from '../../../../src/engine/processes/input/permission-request';
import { InvalidRequestError } from '../../../../src/protocol/errors';

let folder: string;
let capture: string;

const input = `{"command":"größer 🙂","__proto__":{"a":1},"list":[null,1.5]}`;
const asking = `{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":${input}}}`;
const before = '{"type":"system","text":"é"}\n';
const lines = [
  asking,
  '{"type":"control_request","request_id":"r1","request":{"subtype":"hook_callback"}}',
  '{"type":"control_request","request_id":"r1","request":null}',
  '{"type":"control_request","request_id":"r1"}',
  '[1]',
  'null',
  'torn {',
  `{"a":${'['.repeat(20_000)}`,
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-permission-'));
  capture = join(folder, 'capture.jsonl');
  writeFileSync(capture, before + lines.join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function placeOf(line: string, requestId = 'r1') {
  const offset = Buffer.byteLength(
    before +
      lines
        .slice(0, lines.indexOf(line))
        .map((l) => `${l}\n`)
        .join(''),
  );
  return { offset, bytes: Buffer.byteLength(line), requestId };
}

describe('readPermissionRequest', () => {
  it('reads what was asked, and answers with exactly that', () => {
    const request = readPermissionRequest(capture, placeOf(asking));
    expect(request.requestId).toBe('r1');
    expect(JSON.stringify(request.input)).toBe(input);
    const answer = permissionAnswer('r1', { allow: true, input: request.input });
    expect(answer).toBe(
      `{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow","updatedInput":${input}}}}`,
    );
  });

  it('tells the model why it was denied', () => {
    expect(JSON.parse(permissionAnswer('r1', { allow: false, message: 'no' })).response.response).toEqual({
      behavior: 'deny',
      message: 'no',
    });
  });

  it.each(lines.slice(1))('refuses what is no such request: %#', (line) => {
    expect(() => readPermissionRequest(capture, placeOf(line))).toThrow(InvalidRequestError);
  });

  it('refuses another request, another place, and too much', () => {
    const place = placeOf(asking);
    expect(() => readPermissionRequest(capture, { ...place, requestId: 'r2' })).toThrow(
      'Another permission request',
    );
    expect(() => readPermissionRequest(capture, { ...place, offset: place.offset + 1 })).toThrow(
      'no permission',
    );
    expect(() => readPermissionRequest(capture, { ...place, offset: 1e12 })).toThrow('no permission');
    expect(() => readPermissionRequest(capture, { ...place, bytes: 1e15 })).toThrow('no permission');
    expect(() => readPermissionRequest(join(folder, 'gone'), place)).toThrow('could not be read');
  });
});
