import type { LensName, Reading } from '../../protocol/lenses/lens';
import type { Session } from '../session/session';
import { LensReader, type LensReaderOptions } from './lens-reader';

/** A session is looked at through few lenses at a time; the one that was used longest ago is given up. */
const KEPT_READERS = 2;

/** The lenses that are open on one session. */
export class SessionLenses {
  private readers: LensReader[] = [];

  constructor(
    private readonly session: Session,
    private readonly options: LensReaderOptions = {},
  ) {}

  reader(name: LensName, reading: Reading): LensReader {
    const known = this.readers.find((reader) => reader.name === name && reader.reading === reading);
    const reader = known ?? new LensReader(this.session, name, reading, this.options);
    const others = this.readers.filter((other) => other !== reader);
    for (const given of others.slice(KEPT_READERS - 1)) given.close();
    this.readers = [reader, ...others.slice(0, KEPT_READERS - 1)];
    return reader;
  }

  close(): void {
    for (const reader of this.readers) reader.close();
    this.readers = [];
  }
}
