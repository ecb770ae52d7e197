import { type AccountSetting, accountSettings } from '@kinora/contract';
import { timeInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

/** A setting that moves money or results, as it was set. */
export interface ChangedSetting {
  readonly setting: AccountSetting | 'api_key';
  readonly value: string;
  readonly by: 'session' | 'api_key' | 'receiver';
  /** The first characters of the key that changed it, or that was changed. */
  readonly key: string | null;
  readonly network: string | null;
  /** ISO time. */
  readonly at: string;
}

export interface SettingsChanged {
  /** The earliest first. */
  readonly changes: readonly ChangedSetting[];
  /** How many changes there were before them. */
  readonly more: number;
}

export const settingsChanged: EmailKind<SettingsChanged> = {
  write: ({ changes, more }) => ({
    subject: 'Settings of your account were changed',
    body: [
      more === 0
        ? 'These settings of your account were changed. They decide where your results go and what is spent.'
        : `These settings of your account were changed, after ${more} other changes that your security page lists. They decide where your results go and what is spent.`,
      { facts: changes.map((change) => [nameOf(change), describe(change)] as const) },
      'If you did not do this, sign in, revoke the key, set a new password and change the settings back.',
      { button: 'See what happened', path: '/account/security' },
    ],
  }),
  sample: {
    changes: [
      {
        setting: 'webhook_address',
        value: 'shop.example',
        by: 'api_key',
        key: 'kn_8Zq2fT1x',
        network: '203.0.113.7',
        at: '2026-11-22T22:47:51Z',
      },
      {
        setting: 'monthly_cap',
        value: '50.00 USD',
        by: 'session',
        key: null,
        network: '203.0.113.7',
        at: '2026-11-22T22:48:10Z',
      },
    ],
    more: 0,
  },
};

function nameOf({ setting, key }: ChangedSetting): string {
  return setting === 'api_key' ? `Key ${key}…` : accountSettings[setting];
}

function describe({ value, by, key, network, at }: ChangedSetting): string {
  const who = { session: 'in the console', api_key: `with the key ${key}…`, receiver: 'by its receiver' }[by];
  return `${value}; ${who}${network === null ? '' : `, from ${network}`}, ${timeInWords(at)}`;
}
