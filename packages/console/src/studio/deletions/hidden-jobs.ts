import { useSyncExternalStore } from 'react';

/** Jobs that the person deleted and that the service still has: they are not shown. */

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(jobs: ReadonlySet<string>): void {
  hidden = jobs;
  for (const listener of listeners) listener();
}

export const hideJobs = (ids: readonly string[]): void => set(new Set([...hidden, ...ids]));

export const showJobs = (ids: readonly string[]): void =>
  set(new Set([...hidden].filter((id) => !ids.includes(id))));

export function useHiddenJobs(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
