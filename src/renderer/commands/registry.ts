import { COMMANDS, type CommandDefinition } from './command-list';

export interface Handler {
  run(): void;
  /** Left out: always. A command that cannot run now is greyed, and its key does nothing. */
  enabled?: () => boolean;
}

export interface Registry {
  readonly definitions: readonly CommandDefinition[];
  /** Several views may answer one command; the one registered last that is enabled wins. */
  register(handlers: Record<string, Handler>): () => void;
  canRun(id: string): boolean;
  /** False when there is no such command, or it cannot run now. */
  run(id: string): boolean;
  /** The command of a key; with `timeline` that of the keys which only the timeline has. */
  byKey(key: string, timeline?: boolean): CommandDefinition | undefined;
}

/** Keys of the timeline are told apart from the same keys elsewhere. */
const slotOf = (key: string, timeline: boolean) => (timeline ? `timeline ${key}` : key);

export function createRegistry(definitions: readonly CommandDefinition[]): Registry {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const byKey = new Map<string, CommandDefinition>();
  for (const definition of definitions) {
    for (const key of definition.keys) {
      const slot = slotOf(key, definition.scope === 'timeline');
      const other = byKey.get(slot);
      if (other) throw new Error(`"${key}" is the key of both ${other.id} and ${definition.id}.`);
      byKey.set(slot, definition);
    }
  }
  const stacks = new Map<string, Handler[]>();

  function handlerOf(id: string): Handler | undefined {
    return stacks.get(id)?.findLast((handler) => handler.enabled?.() ?? true);
  }

  return {
    definitions,
    register(handlers) {
      for (const [id, handler] of Object.entries(handlers)) {
        if (!byId.has(id)) throw new Error(`There is no command named "${id}".`);
        stacks.set(id, [...(stacks.get(id) ?? []), handler]);
      }
      return () => {
        for (const [id, handler] of Object.entries(handlers)) {
          stacks.set(
            id,
            (stacks.get(id) ?? []).filter((other) => other !== handler),
          );
        }
      };
    },
    canRun: (id) => handlerOf(id) !== undefined,
    run(id) {
      const handler = handlerOf(id);
      handler?.run();
      return handler !== undefined;
    },
    byKey: (key, timeline = false) => byKey.get(slotOf(key, timeline)),
  };
}

export const registry = createRegistry(COMMANDS);
