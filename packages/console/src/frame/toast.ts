import { notifications, notificationsStore } from '@mantine/notifications';

/** More would cover what they are about. */
const MAX_SHOWN = 3;

/** Says in the corner of the page that something is done. The oldest makes room for it, and so does an equal one. */
export function toast(message: string): void {
  notifications.updateState(notificationsStore, (shown) => [
    ...shown.filter((one) => one.message !== message).slice(1 - MAX_SHOWN),
    { id: `toast-${Date.now()}-${Math.random()}`, message },
  ]);
}
