import { pictureOf } from '../../../protocol/blocks/picture';
import { type Path, valueAt } from '../../../protocol/content-blocks';
import { InvalidRequestError } from '../../../protocol/errors';
import type { ImageSlice } from '../../answer-types';
import type { Session } from '../../session/session';
import { parseFrame } from './parsed-frame';

/**
 * The data of pictures in frames, in slices of base64. That of the last one is kept until its end was asked for, so that
 * its frame is parsed once.
 */
export class FrameImages {
  private kept: { row: number; path: string; bytes: number; data: string } | null = null;

  constructor(private readonly session: Session) {}

  /** Units [from, from + count) of the picture at `path`, the steps from the frame to its block. */
  slice(row: number, path: Path, from: number, count: number): ImageSlice {
    const data = this.data(row, path);
    if (from + count >= data.length) this.kept = null;
    return { data: data.slice(from, from + count), total: data.length };
  }

  private data(row: number, path: Path): string {
    const bytes = this.session.index.table.length(row);
    const place = JSON.stringify(path);
    const { kept } = this;
    if (kept !== null && kept.row === row && kept.bytes === bytes && kept.path === place) return kept.data;
    const picture = pictureOf(valueAt(parseFrame(this.session, row), path));
    if ('sentence' in picture) throw new InvalidRequestError(picture.sentence);
    this.kept = { row, path: place, bytes, data: picture.drawn.data };
    return picture.drawn.data;
  }
}
