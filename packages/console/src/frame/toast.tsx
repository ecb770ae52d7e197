import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';

/** More would cover what they are about. */
const MAX_SHOWN = 3;

// Loaded when something is first said: few visits do. What is said is seen on the page as well, so nothing fails without it.
const library = () => import('@mantine/notifications');
const Notifications = lazy<() => ReactNode>(() =>
  library().then(
    ({ Notifications: Shown }) => ({ default: () => <Shown position="bottom-right" /> }),
    () => ({ default: () => null }),
  ),
);

let isNeeded = false;
const listeners = new Set<() => void>();
const listen = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** Says in the corner of the page that something is done. The oldest makes room for it, and so does an equal one. */
export function toast(message: string): void {
  isNeeded = true;
  for (const changed of listeners) changed();
  const show = async () => {
    const { notifications, notificationsStore } = await library();
    notifications.updateState(notificationsStore, (shown) => [
      ...shown.filter((one) => one.message !== message).slice(1 - MAX_SHOWN),
      { id: `toast-${Date.now()}-${Math.random()}`, message },
    ]);
  };
  show().catch(() => undefined);
}

/** Where they are shown, on every page. */
export function Toasts() {
  const isShown = useSyncExternalStore(listen, () => isNeeded);
  if (!isShown) return null;
  return (
    <Suspense>
      <Notifications />
    </Suspense>
  );
}
