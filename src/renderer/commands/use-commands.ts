import { useEffect, useRef } from 'react';
import { type Handler, registry } from './registry';

/** Answers commands while the component is on screen. The handlers may change at every render. */
export function useCommands(handlers: Record<string, Handler>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const ids = Object.keys(handlers).join(' ');
  useEffect(() => {
    const stable: Record<string, Handler> = {};
    for (const id of ids.split(' ')) {
      stable[id] = {
        run: () => latest.current[id]?.run(),
        enabled: () => latest.current[id]?.enabled?.() ?? true,
      };
    }
    return registry.register(stable);
  }, [ids]);
}
