import type { Behaviour } from '@kinora/testing/fake-openai/fake-openai';
import { imageTask } from '@kinora/testing/fake-openai/openai-scene';
import { at, ORDER, run } from './vendor-shapes.ts';

const refusing = (status: number, body: object | string, headers = {}): Behaviour => ({
  interfere: at('POST', ORDER, () => ({ status, body, headers })),
});

run('an account that pays for nothing more: the job is released, with the words of the vendor,', [
  {
    // OpenAI's page of error codes; the type stays insufficient_quota.
    what: 'as OpenAI says, 429',
    behaviour: refusing(429, {
      error: {
        message: 'You have no prepaid credits.',
        type: 'insufficient_quota',
        code: 'credit_balance_exhausted',
      },
    }),
    says: /no prepaid credits/,
    ends: 'released',
    bills: 0,
  },
  {
    // OpenAI's images: PowerShellAI#127.
    what: 'as OpenAI said of images, 400',
    behaviour: refusing(400, {
      error: {
        code: 'billing_hard_limit_reached',
        message: 'Billing hard limit has been reached',
        type: 'invalid_request_error',
      },
    }),
    task: imageTask,
    says: /hard limit/,
    ends: 'released',
    bills: 0,
  },
  {
    // Together's page of error codes.
    what: 'as Together says, 402',
    behaviour: refusing(402, {
      error: { message: 'Credit limit exceeded', type: 'credit_limit', code: null },
    }),
    task: imageTask,
    says: /Credit limit exceeded/,
    ends: 'released',
    bills: 0,
  },
  {
    // Google's announcement of October 2026 for prepaid credits: the code is a number.
    what: 'as Gemini says, 402 with a number for a code',
    behaviour: refusing(402, {
      error: { code: 402, message: 'Your prepayment credits are depleted.', status: 'RESOURCE_EXHAUSTED' },
    }),
    says: /prepayment credits are depleted/,
    ends: 'released',
    bills: 0,
  },
  {
    // Novita's page of error codes for images and videos.
    what: 'as Novita says, 400',
    behaviour: refusing(400, {
      code: 400,
      reason: 'BILLING_BALANCE_NOT_ENOUGH',
      message: 'Insufficient balance',
    }),
    says: /Insufficient balance/,
    ends: 'released',
    bills: 0,
  },
  {
    // Fireworks' page of error codes: an account that is suspended.
    what: 'as Fireworks says, 412',
    behaviour: refusing(412, {
      error: { message: 'Account is suspended, possibly due to reaching the monthly spending limit' },
    }),
    task: imageTask,
    says: /Account is suspended/,
    ends: 'released',
    bills: 0,
  },
  {
    // Stability's v2beta.
    what: 'as Stability says, 402 with a list of errors',
    behaviour: refusing(402, {
      id: '1',
      name: 'payment_required',
      errors: ['You lack sufficient credits to make this request.'],
    }),
    task: imageTask,
    says: /lack sufficient credits/,
    ends: 'released',
    bills: 0,
  },
]);
