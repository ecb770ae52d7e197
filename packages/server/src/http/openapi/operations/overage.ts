import {
  capMaxCents,
  capMinCents,
  capRequestSchema,
  limitLiftingTopUps,
  newAccountCapMaxCents,
  overageSchema,
  toggleRequestSchema,
} from '@kinora/contract';
import type { Operation } from '../operation.ts';
import { everyOverage } from './every-key.ts';

const usd = (cents: number): string => (cents / 100).toLocaleString('en');

const state = {
  enabled: true,
  cap_cents: 5000,
  cap_chosen: true,
  cap_limit_cents: capMaxCents,
  raises_at: null,
  charged_cents: 1250,
  remaining_cents: 3750,
  card_on_file: true,
  month_start: '2026-01-01',
  resets_at: '2026-02-01T00:00:00.000Z',
};

const responses: Operation['responses'] = [
  {
    status: 200,
    description: 'The current state, after the change if there was one.',
    schema: overageSchema,
    examples: [{ title: 'A cap of 50 USD, a quarter of it used', value: state }],
  },
];

export const readOverage: Operation = {
  id: 'readOverage',
  method: 'get',
  path: '/v1/me/overage',
  tag: 'Account',
  summary: 'Read pay per use',
  description: [
    'Whether pay per use is on, its monthly cap, and the amount counted against the cap this month: month-end charges and auto-recharges. Spending the prepaid balance does not count.',
    'An account that has chosen no cap has one of 50 USD for auto-recharge (`cap_chosen` is false). Pay per use on a plan needs a chosen cap.',
  ],
  needsKey: true,
  parameters: [],
  responses,
  problems: everyOverage,
};

export const setCap: Operation = {
  id: 'setCap',
  method: 'post',
  path: '/v1/me/overage/cap',
  tag: 'Account',
  summary: 'Set the monthly cap',
  description: [
    `From ${usd(capMinCents)} to ${usd(capMaxCents)} USD. A cap below the amount already charged stops new jobs and refunds nothing. For the first 7 days after its first payment an account may set at most ${usd(newAccountCapMaxCents)} USD, unless a purchase of ${limitLiftingTopUps} is confirmed by 3-D Secure.`,
    'A cap below the amount of an auto-recharge that is on is refused with `invalid_request`. A higher cap starts an auto-recharge that the lower one prevented. A change is reported to the account by email.',
  ],
  needsKey: true,
  parameters: [],
  request: { schema: capRequestSchema, examples: [{ title: '50 USD a month', value: { cap_cents: 5000 } }] },
  responses,
  problems: ['invalid_request', 'new_account_cap_limit', ...everyOverage],
};

export const togglePayPerUse: Operation = {
  id: 'togglePayPerUse',
  method: 'post',
  path: '/v1/me/overage/toggle',
  tag: 'Account',
  summary: 'Turn pay per use on or off',
  description: [
    'Sets the state, never toggles it: repeating the request has no further effect. A change is reported to the account by email.',
  ],
  needsKey: true,
  parameters: [],
  request: { schema: toggleRequestSchema, examples: [{ title: 'On', value: { enabled: true } }] },
  responses,
  problems: ['invalid_request', ...everyOverage],
};
