import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Lets screen readers say what happened elsewhere on the page. */
export function announce(message: string): void {
  text = message;
  for (const listener of listeners) listener();
}

export function Announcer() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {message}
    </VisuallyHidden>
  );
}
