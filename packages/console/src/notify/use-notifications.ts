import { useLocalStorage } from '@mantine/hooks';
import { ApiProblem } from '../api/call.ts';
import { pageAccount } from '../api/page-account.ts';

/**
 * Whether this browser notifies its person: `yes` while a page is open; for an account by messages, which need no page. Those of
 * another person, who did not sign out, are none of this one.
 */
type Choice = 'yes' | 'no' | `push:${string}`;

const KEY = 'kinora-notify';
const byPush = (): Choice => `push:${pageAccount()}`;

/** Missing without https, too. */
export const canPush = (): boolean => 'PushManager' in window && 'serviceWorker' in navigator;

/** Browsers of phones have the interface of pages and refuse to use it. */
const canShow = (): boolean => !/Android/.test(navigator.userAgent);

const canNotify = (): boolean => 'Notification' in window && (canPush() || canShow());

/** Whether an open page notifies: with messages, the browser does. */
export const doesPageNotify = (): boolean =>
  canNotify() && localStorage.getItem(KEY) === '"yes"' && Notification.permission === 'granted';

interface Notifications {
  readonly isPossible: boolean;
  /** Whether the person has chosen on or off. */
  readonly isAnswered: boolean;
  readonly isOn: boolean;
  /** Whether that is by messages, also while no page is open. */
  readonly isByPush: boolean;
  readonly turnOn: () => Promise<void>;
  readonly turnOff: () => Promise<void>;
  /** Subscribes again where that is needed: in a new session, or with a new key of the service. */
  readonly renew: () => Promise<void>;
}

export function useNotifications(): Notifications {
  const [choice, setChoice] = useLocalStorage<Choice | undefined>({
    key: KEY,
    getInitialValueInEffect: false,
  });
  const isByPush = choice === byPush();
  return {
    isPossible: canNotify() && Notification.permission !== 'denied',
    isAnswered: choice === 'yes' || choice === 'no' || isByPush,
    isOn: choice === 'yes' || isByPush,
    isByPush,
    async turnOn() {
      if ((await Notification.requestPermission()) !== 'granted') return setChoice('no');
      setChoice('yes');
      if (!canPush()) return;
      // A browser may refuse although it has the interface; then its open pages notify.
      const subscribed = await import('./push.ts').then((push) => push.subscribe()).catch(() => false);
      if (subscribed) setChoice(byPush());
    },
    async turnOff() {
      setChoice('no');
      if (canPush()) await import('./push.ts').then((push) => push.unsubscribe());
    },
    async renew() {
      if (!isByPush || !canPush()) return;
      await import('./push.ts')
        .then((push) => push.renew())
        .catch((error: unknown) => {
          // What the service does not answer now is done by the next page.
          if (!(error instanceof ApiProblem)) setChoice('yes');
        });
    },
  };
}
