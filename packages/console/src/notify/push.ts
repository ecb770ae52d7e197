import type { PushSubscriptionRequest, PushView } from '@kinora/contract';
import { callConsole } from '../api/call.ts';

/** The subscription of this browser at its push service. Loaded when it is needed first. */

const WORKER = '/push-worker.js';

/** Makes a new subscription, and gives it to the service; without the latter there is none. Rejects if the browser refuses. */
export async function subscribe(): Promise<true> {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await callConsole<PushView>('/push');
  // One with another key, or of somebody else in this browser.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const body = { endpoint, keys, key } as PushSubscriptionRequest;
  try {
    await callConsole('/push', { method: 'PUT', body });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return true;
}

export async function renew(): Promise<void> {
  const { endpoint } = await callConsole<PushView>('/push');
  const registration = await navigator.serviceWorker.getRegistration();
  const made = await registration?.pushManager.getSubscription();
  if (made == null || new URL(made.endpoint).href !== endpoint) await subscribe();
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
  await callConsole('/push', { method: 'DELETE' });
}
