import { claimStatusSchema, payStartRequestSchema, payStartSchema } from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

const CODE = 'Qx3mYt5Zr0cB8vKf2nJ7sLw4hGd9pTaEuR1oXiVbN6M';

export const startPay: Operation = {
  id: 'startClaim',
  method: 'post',
  path: '/v1/pay/start',
  tag: 'Access',
  summary: 'Request a key',
  description: [
    'Starts a claim: show the person `verification_uri_complete`, where they sign in or sign up, pay, and approve. Meanwhile poll the claim. An empty object requests a balance of 10 USD.',
    'The fields follow RFC 8628. `code` is secret; no link that a browser opens contains it.',
  ],
  needsKey: false,
  parameters: [],
  request: {
    schema: payStartRequestSchema,
    examples: [
      { title: 'A balance of 10 USD', value: { amount_usd: 10, client_name: 'my-app' } },
      { title: 'The Max plan, billed annually', value: { plan: 'max', interval: 'year' } },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'The claim is open for 15 minutes.',
      schema: payStartSchema,
      examples: [
        {
          title: 'An open claim',
          value: {
            code: CODE,
            user_code: 'BCDFGHJK',
            claim_url: `https://kinora.example/api/v1/pay/claim/${CODE}`,
            verification_uri: 'https://kinora.example/activate',
            verification_uri_complete: 'https://kinora.example/activate?user_code=BCDFGHJK',
            expires_in: 900,
            interval: 5,
          },
        },
      ],
    },
  ],
  problems: [
    'invalid_request',
    'user_agent_refused',
    'claims_per_client_limit',
    'claims_busy',
    'internal_error',
    'billing_verification_unavailable',
  ],
};

export const pollClaim: Operation = {
  id: 'pollClaim',
  method: 'get',
  path: '/v1/pay/claim/{code}',
  tag: 'Access',
  summary: 'Poll for the key',
  description: [
    'Wait `interval` seconds between polls; an earlier poll is rejected and increases the interval by 5 seconds. `ready` is returned exactly once, with the key; store it, because it is not shown again. At that moment the previous key for terminals of the account stops working.',
  ],
  needsKey: false,
  parameters: [
    {
      name: 'code',
      in: 'path',
      required: true,
      description: 'The `code` of the claim.',
      schema: z.string(),
    },
  ],
  responses: [
    {
      status: 200,
      description: 'The status of the claim.',
      schema: claimStatusSchema,
      examples: [
        { title: 'Not approved or denied yet', value: { status: 'pending', interval: 5, expires_in: 880 } },
        {
          title: 'Approved: the key, once',
          value: {
            status: 'ready',
            api_key: 'kn_EXAMPLE',
            key_prefix: 'kn_EXAMPLE0',
            balance_cents: 1000,
          },
        },
        { title: 'Delivered before', value: { status: 'claimed' } },
      ],
    },
  ],
  problems: ['not_found', 'user_agent_refused', 'rate_limited', 'internal_error', 'usage_unavailable'],
};
