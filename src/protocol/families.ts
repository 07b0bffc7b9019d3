import type { FrameFamily } from './frame-kinds';

/** The kind families, and pieces that are no frame: in bins of the timeline a family is told by its place here. */
export const FAMILIES: readonly (FrameFamily | 'unparsed')[] = [
  'system',
  'assistant',
  'user',
  'result',
  'task',
  'stream',
  'control',
  'rate',
  'file',
  'new',
  'unparsed',
];
