import { fieldKindOf } from '../../protocol/fields/field-kind';
import { type JsonType, segmentsOf, TOOL_RESULT_FIELDS } from '../../protocol/fields/field-path';
import { isMcpTool } from '../../protocol/fields/registry';
import { walkFields } from '../../protocol/fields/walk-fields';
import { parseFrame } from '../answers/frame/parsed-frame';
import { Session } from '../session/session';
import { toolOfResult } from './frame-fields';

/** A field of a recording, at the place where the observed registry keeps it. */
export interface RecordedField {
  section: 'stream' | 'disk' | 'streamResults' | 'diskResults';
  /** A kind, or the tool whose result it is a part of. */
  table: string;
  segments: string[];
  type: JsonType;
}

/** Tells every field of a recording of the CLI. What bridges wrote is left out. */
export function eachRecordedField(path: string, tell: (field: RecordedField) => void): void {
  const session = Session.open(0, path);
  session.indexAllNow();
  if (session.error !== null) throw new Error(session.error);
  for (let row = 0; row < session.index.table.rows; row++) {
    const frame = parseFrame(session, row);
    if (frame === undefined) continue;
    const { kind, source, form } = fieldKindOf(frame);
    if (form !== 'own') continue;
    const tool = toolOfResult(session, row);
    walkFields(frame, ({ path: at, type }) => {
      const segments = segmentsOf(at);
      const [first = ''] = segments;
      const isResult = TOOL_RESULT_FIELDS.has(first);
      if (!isResult || segments.length === 1) tell({ section: source, table: kind, segments, type });
      if (!isResult || tool === null) return;
      const inside = segments.length === 1 ? ['(whole)'] : segments.slice(1);
      tell({
        section: source === 'stream' ? 'streamResults' : 'diskResults',
        table: isMcpTool(tool) ? 'mcp__*' : tool,
        segments: [(inside[0] as string).replace(/^\./, ''), ...inside.slice(1)],
        type,
      });
    });
  }
  session.close();
}
