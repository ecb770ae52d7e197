import { balanceSchema, usageSchema } from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { Operation } from '../operation.ts';
import { everyRead } from './every-key.ts';

export const readUsage: Operation = {
  id: 'readUsage',
  method: 'get',
  path: '/v1/usage',
  tag: 'Account',
  summary: 'Read this month’s usage',
  description: [
    'Counters of the current calendar month in UTC, and the price table as data. Jobs that were not delivered do not count. Seconds are metered in thirds and rounded down here.',
    'Where the service sells storage, `storage` has what is kept beyond the included amount, its price, and what it has cost this month.',
  ],
  needsKey: true,
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The counters.',
      schema: usageSchema,
      examples: [
        {
          title: 'A month with two videos',
          value: (sold: Catalogue) => ({
            videos_used: 2,
            videos_overage: 2,
            images_used: 14,
            images_overage: 14,
            overage_charged_cents: 170,
            base_videos_allowance: 0,
            base_images_allowance: 0,
            video_seconds_used: 10,
            video_seconds_overage: 10,
            base_video_seconds_allowance: 0,
            balance_cents: 830,
            month_start: '2026-01-01',
            rates: sold.rates,
          }),
        },
      ],
    },
  ],
  problems: everyRead,
};

export const readBalance: Operation = {
  id: 'readBalance',
  method: 'get',
  path: '/v1/me/balance',
  tag: 'Account',
  summary: 'Read the balance',
  description: [
    'The prepaid balance, auto-recharge, the monthly cap and the latest ten purchases.',
    'A purchase whose `source` is `grant` or `code` was given: it is spent first, is not refunded, and may expire.',
  ],
  needsKey: true,
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The balance.',
      schema: balanceSchema,
      examples: [
        {
          title: 'After the first top-up',
          value: {
            balance_cents: 830,
            auto_recharge: { enabled: false, amount_usd: null, threshold_cents: 200, declined_at: null },
            monthly_cap_cents: 5000,
            purchases: [
              {
                id: '0199d29f-5b0a-7d18-b1c3-6f2e9a4d7c81',
                amount_cents: 1000,
                spent_cents: 170,
                refundable_until: null,
                refunded_at: null,
                purchased_at: '2026-01-01T09:30:00.000Z',
                source: 'checkout',
              },
            ],
          },
        },
        {
          title: 'With a code that was redeemed',
          value: {
            balance_cents: 1460,
            auto_recharge: { enabled: false, amount_usd: null, threshold_cents: 200, declined_at: null },
            monthly_cap_cents: 5000,
            purchases: [
              {
                id: '0199d2a4-1c1e-7b52-9a60-3d0c5e8f1b27',
                amount_cents: 500,
                spent_cents: 40,
                refundable_until: null,
                refunded_at: null,
                purchased_at: '2026-01-02T08:00:00.000Z',
                source: 'code',
                expires_at: '2026-02-01T08:00:00.000Z',
                expired_cents: 0,
              },
              {
                id: '0199d29f-5b0a-7d18-b1c3-6f2e9a4d7c81',
                amount_cents: 1000,
                spent_cents: 0,
                refundable_until: '2026-01-02T09:30:00.000Z',
                refunded_at: null,
                purchased_at: '2026-01-01T09:30:00.000Z',
                source: 'checkout',
              },
            ],
          },
        },
      ],
    },
  ],
  problems: everyRead,
};
