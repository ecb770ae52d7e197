import { pageAccount } from './page-account.ts';
import { queryClient } from './query-client.ts';

/** What depends on the balance, the credits, the plan and the open jobs of the account. */
const KEYS = [['studio', 'me'], ['studio', 'waiting'], ['billing'], ['payments'], ['usage']] as const;

/** To the other tabs of this browser; each message is the account whose money moved. */
const channel = new BroadcastChannel('kinora-money');

/** To be called whenever an order, the end of a job or a payment changes what is left, for this tab and the others. */
export async function moneyMoved(): Promise<void> {
  channel.postMessage(pageAccount());
  await readAgain();
}

/** Every tab that shows a job says that it ended: what they say together is read once. */
const GATHERED_MS = 100;

/** Reads what another tab has changed. */
export function hearMoney(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = ({ data }: MessageEvent): void => {
    if (data !== pageAccount()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void readAgain(), GATHERED_MS);
  };
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

/** A hidden tab reads it when it is looked at. */
async function readAgain(): Promise<void> {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
  await Promise.all(KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType })));
}
