import type { Handlers } from '../../ipc/channel';
import type { processRequests } from '../../ipc/process-contract';
import { InvalidRequestError } from '../../protocol/errors';
import type { ProcessList } from './process-list';
import type { UserActs } from './user-acts';

export interface ProcessParts {
  processes: ProcessList;
  acts: UserActs;
  chooseProgram(): Promise<string | null>;
  chooseFolder(): Promise<string | null>;
}

type ProcessContract = { requests: typeof processRequests; events: Record<never, never> };

/** One handler for each request about processes. What runs something has to follow an act of the user. */
export function processHandlers({ processes, acts, ...dialogs }: ProcessParts): Handlers<ProcessContract> {
  return {
    planProcess: ({ form }) => processes.plan(form),
    async chooseProgram() {
      return { path: await dialogs.chooseProgram() };
    },
    async chooseFolder() {
      return { path: await dialogs.chooseFolder() };
    },
    async startProcess({ form, commandLine }) {
      if (!acts.recent) {
        return { process: null, problem: 'Nothing was started, because nobody pressed a key or a button.' };
      }
      acts.use();
      return processes.start(form, commandLine);
    },
    async sendTurn({ process, text }) {
      await processes.sendTurn(process, text);
      return {};
    },
    async answerPermission({ allow, message, ...place }) {
      if (allow && !acts.recent) {
        throw new InvalidRequestError('Nothing was allowed, because nobody pressed a key or a button.');
      }
      if (allow) acts.use();
      await processes.answerPermission(place, allow, message);
      return {};
    },
    async interruptTurn({ process }) {
      await processes.interruptTurn(process);
      return {};
    },
    endInput({ process }) {
      processes.endInput(process);
      return {};
    },
    stopProcess({ process, how }) {
      processes.stop(process, how);
      return {};
    },
    forgetProcess({ process }) {
      processes.forget(process);
      return {};
    },
  };
}
