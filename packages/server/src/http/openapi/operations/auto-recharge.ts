import {
  autoRechargeRequestSchema,
  balanceSchema,
  limitLiftingTopUps,
  newRechargeMaxUsd,
} from '@kinora/contract';
import type { Operation } from '../operation.ts';
import { everyPayment } from './every-key.ts';

export const setAutoRecharge: Operation = {
  id: 'setAutoRecharge',
  method: 'post',
  path: '/v1/me/balance/auto-recharge',
  tag: 'Account',
  summary: 'Set auto-recharge',
  description: [
    'Charges the chosen amount to the card on file when the balance falls below 2 USD, within the monthly cap; at once if the balance is already lower. If the cap prevents a recharge, it happens when the cap is raised or the month ends. If the card is declined, auto-recharge is turned off and one email is sent; turning it off does not clear the decline, turning it on does.',
    'An amount above the monthly cap is refused with `invalid_request`. A change, and each charge, is reported to the account by email.',
    `A recharge adds at most ${newRechargeMaxUsd} USD for the first 7 days after the first payment, and until the card has been on the account for 7 days, unless a purchase of ${limitLiftingTopUps} was confirmed by 3-D Secure.`,
  ],
  needsKey: true,
  parameters: [],
  request: {
    schema: autoRechargeRequestSchema,
    examples: [
      { title: 'On, 25 USD each time', value: { enabled: true, amount_usd: 25 } },
      { title: 'Off', value: { enabled: false } },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'The balance, with the new auto-recharge settings.',
      schema: balanceSchema,
      examples: [
        {
          title: 'Turned on',
          value: {
            balance_cents: 830,
            auto_recharge: { enabled: true, amount_usd: 25, threshold_cents: 200, declined_at: null },
            monthly_cap_cents: 5000,
            purchases: [],
          },
        },
      ],
    },
  ],
  problems: ['invalid_request', 'new_account_recharge_limit', 'new_card_recharge_limit', ...everyPayment],
};
