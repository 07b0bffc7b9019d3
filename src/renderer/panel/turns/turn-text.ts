import type { TaskStatus, TurnOutcome } from '../../../ipc/engine-contract';
import type { Tone } from '../../inspect/verdict';

export const TURN_WORDS: Record<TurnOutcome, { tone: Tone; word: string; says: string }> = {
  success: { tone: 'ok', word: 'success', says: 'Its result says that it succeeded.' },
  failed: { tone: 'err', word: 'failed', says: 'Its result says that it failed.' },
  interrupted: {
    tone: 'warn',
    word: 'interrupted',
    says: 'The user stopped it. That is no error of the run.',
  },
  empty: {
    tone: 'none',
    word: 'empty',
    says: 'Its result says that the model was not asked (num_turns is 0).',
  },
  incomplete: { tone: 'warn', word: 'incomplete', says: 'No result ends it.' },
  none: { tone: 'none', word: 'not stated', says: 'A session file does not say how a turn ended.' },
};

export const TASK_WORDS: Record<TaskStatus, { tone: Tone; word: string }> = {
  running: { tone: 'warn', word: 'running' },
  completed: { tone: 'ok', word: 'completed' },
  failed: { tone: 'err', word: 'failed' },
  stopped: { tone: 'warn', word: 'stopped' },
  other: { tone: 'none', word: 'other' },
};
