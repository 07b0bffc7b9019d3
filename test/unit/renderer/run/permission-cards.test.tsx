import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../../src/ipc/engine-contract';
import { messageNote } from '../../../../src/renderer/run/session/message-note';
import { PermissionCards } from '../../../../src/renderer/run/session/permission-cards';
import { answerKey } from '../../../../src/renderer/stores/processes';

const request = (requestId: string, more: Partial<PermissionRequest> = {}): PermissionRequest => ({
  requestId,
  frame: 5,
  offset: 100,
  bytes: 20,
  tool: 'Bash',
  summary: 'echo one',
  input: { text: '{\n  "command": "echo one"\n}', cut: 0 },
  since: null,
  ...more,
});

const draw = (requests: PermissionRequest[], answers = new Map<string, boolean>()) =>
  renderToStaticMarkup(
    <PermissionCards process={1} requests={requests} answers={answers} onJump={() => {}} />,
  );

const count = (html: string, what: string) => html.split(what).length - 1;

describe('permission requests', () => {
  it('are nothing while nothing is asked', () => {
    expect(draw([])).not.toContain('section');
  });

  it('stand in the order in which they were asked; the keys are those of the first open one', () => {
    const requests = [request('a', { tool: 'Read' }), request('b', { tool: 'Write' })];
    const html = draw(requests);
    expect(html.indexOf('Read')).toBeLessThan(html.indexOf('Write'));
    expect(html).toContain('1 of 2');
    expect(count(html, '<kbd>Y</kbd>')).toBe(1);
    expect(html).toContain('Permission is asked: Read, echo one. 1 other request after it.');

    const after = draw(requests, new Map([[answerKey(1, 'a'), false]]));
    expect(after).toContain('Denied, the answer was sent');
    expect(after).toContain('Permission is asked: Write');
    expect(after.indexOf('<kbd>Y</kbd>')).toBeGreaterThan(after.indexOf('Write'));
    expect(count(after, 'Deny ')).toBe(1);
  });

  it('show what is asked as text, and say what is left off', () => {
    const html = draw([
      request('a', {
        tool: '<img src=x onerror=alert(1)>',
        summary: '<script>',
        input: { text: '<iframe>', cut: 12_345 },
      }),
    ]);
    expect(html).not.toMatch(/<(img|script|iframe)/);
    expect(html).toContain('12,345 more characters are not shown here.');
  });
});

describe('the note under a message', () => {
  it('says when it is folded into a turn', () => {
    expect(messageNote('running')).toContain('folded into it');
    expect(messageNote('waiting-for-permission')).toContain('waits for your answer');
    expect(messageNote('idle')).not.toContain('folded');
    expect(messageNote(null)).not.toContain('folded');
  });
});
