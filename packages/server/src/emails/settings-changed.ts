import { formatUsd } from '../kernel/money.ts';
import type { EmailKind } from './letter.ts';

/** The payment settings as they are now. */
export interface SettingsChanged {
  /** Null while auto-recharge is off. */
  readonly rechargeUsd: number | null;
  readonly payPerUse: boolean;
  readonly capCents: number;
}

export const settingsChanged: EmailKind<SettingsChanged> = {
  write: ({ rechargeUsd, payPerUse, capCents }) => ({
    subject: 'Your payment settings were changed with your API key',
    body: [
      'The payment settings of your account were changed with its API key. They are now:',
      {
        facts: [
          [
            'Auto-recharge',
            rechargeUsd === null ? 'off' : `adds ${formatUsd(rechargeUsd * 100)} USD each time`,
          ],
          ['Pay per use', payPerUse ? 'on' : 'off'],
          ['Monthly cap', `${formatUsd(capCents)} USD`],
        ],
      },
      'If you did not do this, sign in, replace your API key and turn auto-recharge off.',
      { button: 'See your settings', path: '/account/billing' },
    ],
  }),
  sample: { rechargeUsd: 25, payPerUse: true, capCents: 5000 },
};
