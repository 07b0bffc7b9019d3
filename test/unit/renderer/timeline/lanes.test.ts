import { describe, expect, it } from 'vitest';
import {
  boxAt,
  firstRows,
  heightOf,
  LANE_HEIGHT,
  layOutLanes,
  learnRows,
  MAX_LANE_ROWS,
  rowOf,
} from '../../../../src/renderer/timeline/model/lane-layout';
import { lane, span } from './timeline-parts';

const lanes = [lane('main'), lane('agent 1', 'agent'), lane('tools', 'tools')];

describe('the lanes', () => {
  it('stand one under the other and are found by their height', () => {
    const boxes = layOutLanes(lanes, new Map([['agent 1', 2]]));
    expect(boxes.map(({ top }) => top)).toEqual([0, LANE_HEIGHT, LANE_HEIGHT * 2 + 12]);
    for (const box of boxes) {
      expect(boxAt(boxes, box.top)).toBe(box);
      expect(boxAt(boxes, box.top + box.height - 1)).toBe(box);
    }
    expect(boxAt(boxes, -1)).toBeNull();
    expect(boxAt(boxes, heightOf(boxes))).toBeNull();
  });

  it('grow with the spans that overlap, and never shrink', () => {
    const rows = new Map<string, number>();
    const deep = [span({ depth: 0 }), span({ depth: 1, frame: 3 }), span({ depth: 40, frame: 4 })];
    expect(learnRows(rows, lanes, deep)).toBe(true);
    expect(rows.get('main')).toBe(MAX_LANE_ROWS);
    expect(learnRows(rows, lanes, [span({ depth: 0 })])).toBe(false);
    expect(rows.get('main')).toBe(MAX_LANE_ROWS);
  });

  it('draw what a subagent does in the first row, inside of its frame', () => {
    const held = [
      span({ lane: 'agent 1', kind: 'agent', depth: 0 }),
      span({ lane: 'agent 1', depth: 1 }),
      span({ lane: 'agent 1', depth: 2 }),
    ];
    const rows = new Map<string, number>();
    learnRows(rows, lanes, held);
    expect(rows.get('agent 1')).toBe(2);
    const box = layOutLanes(lanes, rows)[1]!;
    const first = firstRows(held);
    expect(held.slice(1).map((one) => rowOf(one, first, box))).toEqual([0, 1]);
    // Deeper than the lane has rows: the last one.
    expect(rowOf(span({ lane: 'agent 1', depth: 90 }), first, box)).toBe(1);
  });
});
