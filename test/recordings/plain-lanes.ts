import { isObject, type Value } from './plain-reading';

// Which subagent each frame is of, told the plain way: JSON values and maps, no code of src.

const textOf = (value: Value, key: string) => {
  const text = value[key];
  return typeof text === 'string' ? text : '';
};

function callIds({ message }: Value): string[] {
  const content = isObject(message) ? message.content : undefined;
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  return blocks
    .filter((block) => textOf(block, 'type').endsWith('tool_use'))
    .map((block) => textOf(block, 'id'));
}

/** Numbers the subagents of the frames that it is given one after another, as rows do; 0 is the main thread. */
export function plainLanes(): (frame: Value) => number {
  const numbers = new Map<string, number>();
  const laneOfLine = new Map<string, number>();
  const laneOfCall = new Map<string, number>();
  let lanes = 0;
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? ++lanes;
    numbers.set(key, known);
    return known;
  };
  const laneOf = (frame: Value): number => {
    const parent = textOf(frame, 'parent_tool_use_id');
    if (parent !== '' && frame.type === 'tool_progress') return laneOfCall.get(parent) ?? 0;
    if (parent !== '') return numberOf(`call ${parent}`);
    const agent = textOf(frame, 'agentId');
    if (agent !== '') return numberOf(`agent ${agent}`);
    if (frame.isSidechain !== true) return 0;
    return laneOfLine.get(textOf(frame, 'parentUuid')) ?? ++lanes;
  };
  return (frame) => {
    const lane = laneOf(frame);
    if (lane > 0 && textOf(frame, 'uuid') !== '') laneOfLine.set(textOf(frame, 'uuid'), lane);
    for (const id of callIds(frame)) laneOfCall.set(id, lane);
    return lane;
  };
}
