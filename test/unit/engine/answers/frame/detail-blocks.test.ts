import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../../src/engine/answers/frame/detail-blocks';
import { frameDetail } from '../../../../../src/engine/answers/frame/frame-detail';
import { FrameImages } from '../../../../../src/engine/answers/frame/frame-image';
import { FrameTexts } from '../../../../../src/engine/answers/frame/frame-text';
import { InvalidRequestError } from '../../../../../src/protocol/errors';
import { fixtureFiles } from '../../../recordings';
import { casePath, sessionAt, sessionOfFrames } from '../../session-of';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAGUlEQVR42mNk+M9QzzCKRsOAgWE0DEbDAACBkAgRk3cwAwAAAABJRU5ErkJggg==';
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
const user = (...content: unknown[]) => ({ type: 'user', message: { content } });
const said = (frame: Record<string, unknown>) =>
  blocksOf(frame).map(({ type, title, form, body, inside, image: place }) => [
    inside ? `> ${type}` : type,
    title,
    form,
    body.text,
    ...(place === null ? [] : [place.path.join('.')]),
  ]);

const WORDS = 'image/png · 16 × 16 · 82 bytes';

describe('the parts of a tool result', () => {
  it('are its text, and each other part in its place', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
      image,
      { type: 'text', text: 'after' },
      { type: 'brand_new', n: 1 },
      7,
    ];
    expect(said(user('not a block', { type: 'tool_result', content }))).toEqual([
      ['tool_result', 'result', 'text', 'one\ntwo'],
      ['> image', WORDS, 'image', WORDS, 'message.content.1.content.2'],
      ['> text', 'text', 'text', 'after'],
      ['> brand_new', 'brand_new', 'json', '{\n  "type": "brand_new",\n  "n": 1\n}'],
      ['> part', 'part', 'json', '7'],
      ['content', 'elements that are no content blocks', 'json', '[\n  "not a block"\n]'],
    ]);
  });

  it('stand alone where there is no text', () => {
    expect(said(user({ type: 'tool_result', content: [image], is_error: true }))).toEqual([
      ['tool_result', 'failed result', 'note', ''],
      ['> image', WORDS, 'image', WORDS, 'message.content.0.content.0'],
    ]);
  });

  it('are listed where each is a line', () => {
    const found = { type: 'web_search_result', title: 'Demo page', url: 'https://example.com/demo' };
    expect(said(user({ type: 'web_search_tool_result', content: [found, found] }))).toEqual([
      [
        'web_search_tool_result',
        'result',
        'text',
        'Demo page · https://example.com/demo\nDemo page · https://example.com/demo',
      ],
    ]);
    const tools = [
      { type: 'tool_reference', tool_name: 'A' },
      { type: 'tool_reference', tool_name: 'B' },
    ];
    expect(said(user({ type: 'tool_result', content: tools }))).toEqual([
      ['tool_result', 'result', 'text', 'A\nB'],
    ]);
  });

  it('of a tool of the API are data, with the page that it fetched', () => {
    const page = {
      type: 'document',
      title: 'Page',
      source: { type: 'text', media_type: 'text/plain', data: 'Hello' },
    };
    const content = { type: 'web_fetch_result', url: 'https://example.com/', content: page };
    const [result, document] = said(user({ type: 'web_fetch_tool_result', content }));
    expect(result!.slice(0, 3)).toEqual(['web_fetch_tool_result', 'result · https://example.com/', 'json']);
    expect(document).toEqual(['> document', 'Page · text/plain', 'text', 'Hello']);
  });
});

describe('a block', () => {
  it.each([
    [
      'a picture of an address',
      { type: 'image', source: { type: 'url', url: 'https://example.com/a' } },
      'note',
      /not fetched/,
    ],
    [
      'a picture that is none',
      { type: 'image', source: { type: 'base64', data: 'AAAA' } },
      'note',
      /cannot be drawn/,
    ],
    ['a text document', { type: 'document', source: { type: 'text', data: 'Hi' } }, 'text', /^Hi$/],
    [
      'a PDF document',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
      'note',
      /application\/pdf, 3 bytes/,
    ],
    [
      'a document of an address',
      { type: 'document', source: { type: 'url', url: 'https://example.com/b' } },
      'note',
      /lies at https:\/\/example\.com\/b\. It is not fetched/,
    ],
    [
      'a search result',
      { type: 'search_result', title: 'T', source: 's', content: [{ type: 'text', text: 'found' }] },
      'text',
      /^found$/,
    ],
    ['a summary of the API', { type: 'compaction', content: 'long ago' }, 'text', /^long ago$/],
    [
      'a summary that is encrypted',
      { type: 'compaction', content: null, encrypted_content: 'x' },
      'note',
      /compaction/,
    ],
    ['a container upload', { type: 'container_upload', file_id: 'file_9' }, 'note', /^file_9$/],
    ['a change of model', { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }, 'note', /^a → b$/],
  ])('of %s', (_name, block, form, text) => {
    const [made] = blocksOf(user(block));
    expect(made!.form).toBe(form);
    expect(made!.body.text).toMatch(text);
    expect(made!.meaning).toMatch(/\.$/);
    expect(made!.inside).toBe(false);
  });

  it('says what it is, also when nobody knows it', () => {
    const [known, unknown, field] = blocksOf({
      ...user({ type: 'redacted_thinking' }, { type: 'brand_new' }),
      list: [1],
    });
    expect(known!.meaning).toContain('encrypted');
    expect(unknown!.meaning).toContain('shown as it is');
    expect(field!.meaning).toBeNull();
  });

  it('that begins in a stream has its place in the event', () => {
    const frame = { type: 'stream_event', event: { type: 'content_block_start', content_block: image } };
    expect(said(frame)[0]).toEqual(['image', WORDS, 'image', WORDS, 'event.content_block']);
  });

  it('deep inside others is data', () => {
    let block: unknown = image;
    for (let i = 0; i < 50; i++) block = { type: 'tool_result', content: [block] };
    const blocks = blocksOf(user(block));
    expect(blocks.length).toBeLessThan(6);
    expect(blocks.at(-1)).toMatchObject({ form: 'json', inside: true });
  });
});

describe('the data of a picture', () => {
  const imagesOf = (...frames: unknown[]) => new FrameImages(sessionOfFrames(...frames));
  const path = ['message', 'content', 0];

  it('comes in slices that fit together', () => {
    const images = imagesOf(user(image), user('x', image));
    const parts: string[] = [];
    for (let from = 0; from < PNG.length; from += 7) {
      const slice = images.slice(0, path, from, 7);
      expect(slice.total).toBe(PNG.length);
      parts.push(slice.data);
    }
    expect(parts.join('')).toBe(PNG);
    expect(images.slice(0, path, PNG.length, 7).data).toBe('');
    expect(images.slice(1, ['message', 'content', 1], 0, 1000).data).toBe(PNG);
  });

  it.each([
    ['nothing', ['message', 'content', 5]],
    ['another block', ['message', 'content', 1]],
    ['an inherited name', ['constructor', 'prototype']],
    ['a name where a number has to be', ['message', 'content', 'length']],
    ['the frame', []],
  ])('is refused for %s', (_name, steps) => {
    const images = imagesOf(user(image, { type: 'text', text: 'x' }));
    expect(() => images.slice(0, steps, 0, 10)).toThrow(InvalidRequestError);
  });

  it('is there for every picture of the recordings', () => {
    let drawn = 0;
    for (const { path: file } of fixtureFiles()) {
      const session = sessionAt(file);
      const images = new FrameImages(session);
      for (let row = 0; row < session.index.table.rows; row++) {
        for (const { image: place } of frameDetail(session, row, new FrameTexts(session)).blocks) {
          if (place === null) continue;
          drawn++;
          const { data, total } = images.slice(row, place.path, 0, 1 << 20);
          expect(total).toBe(place.units);
          expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
        }
      }
    }
    expect(drawn).toBeGreaterThanOrEqual(2);
  });

  it('of case 035 is a block of its own in the result that holds it', () => {
    const session = sessionAt(casePath('035'));
    const { blocks } = frameDetail(session, 2, new FrameTexts(session));
    const at = blocks.findIndex(({ form }) => form === 'image');
    expect(blocks[at]).toMatchObject({ inside: true, type: 'image' });
    expect(blocks[at - 1]).toMatchObject({ title: 'result', body: { text: 'cap' } });
    expect(blocks.some(({ body }) => body.text === 'a\nb')).toBe(true);
  });
});

describe('what frames of a kind are', () => {
  const aboutOf = (frame: unknown) => {
    const session = sessionOfFrames(frame);
    return frameDetail(session, 0, new FrameTexts(session)).about;
  };

  it.each([
    [
      { type: 'control_request', request: { subtype: 'can_use_tool' } },
      'CLI to host',
      'published since 2.1.4; recorded 1.0.60 to 2.1.332',
    ],
    [{ type: 'control_request', request: { subtype: 'get_plan' } }, 'host to CLI', 'published 2.1.220 only'],
    [
      { type: 'user', message: {} },
      'both ways between CLI and host, and in session files',
      'published since 2.0.0; recorded 0.2.118 to 2.1.332; on disk 0.2.109 to 2.1.332',
    ],
    [{ type: 'summary', summary: 'x' }, 'CLI to its session file', 'on disk 0.2.126 to 2.0.0'],
    [
      { type: 'task_progress', task_id: 'x' },
      'from a program between the CLI and its reader',
      'never written by the CLI itself',
    ],
    [{ type: 'tag', tag: 'x' }, 'CLI to its session file', 'neither published nor recorded'],
  ])('%j: %s, %s', (frame, direction, versions) => {
    expect(aboutOf(frame)).toEqual({ meaning: expect.stringMatching(/\.$/), direction, versions });
  });

  it('says so of a kind that nobody knows', () => {
    const meaning = 'No published type and no recording has frames of this kind: it is shown as it is.';
    expect(aboutOf({ type: 'future' })).toEqual({ meaning, direction: null, versions: null });
    expect(aboutOf({ type: 'attachment', attachment: { type: 'brand_new' } })!.meaning).toContain(
      'beside a prompt for the model. But no published type',
    );
  });
});
