import type { EngineClient } from '../../bridge/engine-port';
import { askShell } from '../../bridge/shell';
import { tellFailure, useNotices } from '../../stores/notices';
import { formatCount, plural } from '../../text/format';
import { readExactText } from './raw-text';

/** The shell takes no longer text on the clipboard. */
const MAX_COPY_UNITS = 16 * 1024 * 1024;

/** Copies a frame as it stands in the file. */
export async function copyExactText(client: EngineClient, session: number, frame: number): Promise<void> {
  const { show } = useNotices.getState();
  try {
    const text = await readExactText(client, session, frame, MAX_COPY_UNITS);
    if (text === null) {
      const limit = formatCount(MAX_COPY_UNITS);
      show({
        id: 'copy',
        tone: 'warn',
        text: `Frame ${frame} is longer than ${limit} characters, too long for the clipboard.`,
        dismissible: true,
      });
      return;
    }
    await askShell('copyText', { text });
    show({
      id: 'copy',
      tone: 'ok',
      text: `Copied frame ${formatCount(frame)}: ${plural(text.length, 'character')}.`,
      dismissible: true,
      brief: true,
    });
  } catch (error) {
    tellFailure('copy', error);
  }
}
