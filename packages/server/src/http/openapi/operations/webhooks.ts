import {
  noFieldsSchema,
  webhookDeliveryPageSchema,
  webhookDeliverySchema,
  webhookEventSchema,
  webhookSettingsRequestSchema,
  webhookSettingsSchema,
} from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { everyPayment, everyRead } from './every-key.ts';
import { exampleImageJob } from './example-jobs.ts';
import { pageParameters } from './page-parameters.ts';

const settings = {
  url: 'https://shop.example/kinora',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwZmFkZGluZzEyMzQ=',
  previous_secrets_until: null,
};

const { secret: _shownOnce, ...withoutSecret } = settings;

const exampleEvent = '0199d2a1-3c4e-7b10-9f6a-2d8c5e7b1a90';

const delivery = {
  id: exampleEvent,
  type: 'job.completed',
  url: settings.url,
  job_id: exampleImageJob,
  state: 'pending',
  attempts: 2,
  last_status: 503,
  last_error: 'the receiver returned 503',
  last_attempt_at: '2026-01-01T12:00:08.000Z',
  next_attempt_at: '2026-01-01T12:01:06.000Z',
  created_at: '2026-01-01T12:00:02.000Z',
};

export const readWebhooks: Operation = {
  id: 'readWebhooks',
  method: 'get',
  path: '/v1/me/webhooks',
  tag: 'Webhooks',
  summary: 'Read where webhooks go',
  description: [
    'The address of the account. The secret that signs its events is not shown: it was in the response that made it.',
  ],
  needsKey: true,
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The settings.',
      schema: webhookSettingsSchema,
      examples: [{ title: 'An address', value: withoutSecret }],
    },
  ],
  problems: everyRead,
};

export const setWebhooks: Operation = {
  id: 'setWebhooks',
  method: 'post',
  path: '/v1/me/webhooks',
  tag: 'Webhooks',
  summary: 'Set where webhooks go',
  description: [
    'Sets the address for events, unless their order names another one. It must be on the public Internet and begin with `https`, unless the operator of the service allows others. `null` clears it.',
    'Events are `job.completed`, `job.failed`, `job.blocked` and `balance.low`: an order, or the expiry of a grant, took the prepaid balance below 2 USD. Each is a POST of `{"type", "timestamp", "data"}` in the format of Standard Webhooks; `data` of a job is what `GET /v1/jobs/{job_id}` returns.',
    'The response that first sets an address has the `secret` that signs every event, also those that go to the `webhook_url` of an order. Each change is reported to the owner of the account by email.',
    'An event is delivered at least once: use its `webhook-id` to recognise a repetition. A response with a status from 200 to 299 within 15 seconds ends it. Everything else is retried, with 11 attempts within three days; redirects are not followed. A 410 drops the events that wait for the address, and clears it.',
  ],
  needsKey: true,
  parameters: [],
  request: {
    schema: webhookSettingsRequestSchema,
    examples: [
      { title: 'An address', value: { url: settings.url } },
      { title: 'None', value: { url: null } },
    ],
  },
  events: { addressField: 'url', schema: webhookEventSchema },
  responses: [
    {
      status: 200,
      description: 'The settings.',
      schema: webhookSettingsSchema,
      examples: [
        { title: 'The first address', value: settings },
        { title: 'Another address', value: withoutSecret },
      ],
    },
  ],
  problems: ['invalid_request', ...everyPayment],
};

export const rotateWebhookSecret: Operation = {
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/v1/me/webhooks/rotate-secret',
  tag: 'Webhooks',
  summary: 'Make a new webhook secret',
  description: [
    'Returns a new secret, once. For 24 hours the earlier ones sign too, so that `webhook-signature` has a signature for each: give the new secret to your receivers in that time. It is reported to the owner of the account by email.',
  ],
  needsKey: true,
  parameters: [],
  request: { schema: noFieldsSchema, examples: [{ title: 'No fields', value: {} }] },
  responses: [
    {
      status: 200,
      description: 'The settings with the new secret.',
      schema: webhookSettingsSchema,
      examples: [
        {
          title: 'After a rotation',
          value: { ...settings, previous_secrets_until: '2026-01-02T12:00:00.000Z' },
        },
      ],
    },
  ],
  problems: ['invalid_request', ...everyPayment],
};

export const listWebhookDeliveries: Operation = {
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/v1/me/webhooks/deliveries',
  tag: 'Webhooks',
  summary: 'List webhook deliveries',
  description: ['The events of the last 30 days and the state of their delivery, newest first.'],
  needsKey: true,
  parameters: [
    ...pageParameters('Events'),
    {
      name: 'state',
      in: 'query',
      required: false,
      description: 'Only events in this state.',
      schema: webhookDeliverySchema.shape.state,
    },
  ],
  responses: [
    {
      status: 200,
      description: 'A page of events.',
      schema: webhookDeliveryPageSchema,
      examples: [{ title: 'A page', value: { deliveries: [delivery], next_cursor: exampleEvent } }],
    },
  ],
  problems: [...everyRead, 'invalid_request'],
};

export const replayWebhookDelivery: Operation = {
  id: 'replayWebhookDelivery',
  method: 'post',
  path: '/v1/me/webhooks/deliveries/{id}/replay',
  tag: 'Webhooks',
  summary: 'Deliver an event again',
  description: [
    'Delivers an event again, at once and with all its attempts, whether it was delivered or not. It keeps its `webhook-id`; `data` is the current status of the job.',
  ],
  needsKey: true,
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The `id` of the delivery.',
      schema: z.uuid(),
    },
  ],
  request: { schema: noFieldsSchema, examples: [{ title: 'No fields', value: {} }] },
  responses: [
    {
      status: 200,
      description: 'The delivery, pending again.',
      schema: webhookDeliverySchema,
      examples: [
        {
          title: 'Pending',
          value: { ...delivery, attempts: 0, next_attempt_at: null },
        },
      ],
    },
  ],
  problems: ['invalid_request', 'not_found', ...everyPayment],
};
