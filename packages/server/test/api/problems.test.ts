import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ProblemCode, problem, problems, retryAfterOf, statusOf } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { sendProblem } from '../../src/http/problem-handler.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { send } from '../support/test-app.ts';

const codes = Object.keys(problems) as ProblemCode[];

/** The statuses of the contract and of the decisions, by problem code. */
const STATUSES: Readonly<Record<number, readonly ProblemCode[]>> = {
  400: [
    'link_expired',
    'prompt_language_unsupported',
    ...(['invalid_request', 'invalid_mode', 'mode_resolution_unsupported'] as const),
    ...(['mode_duration_unsupported', 'mode_input_unsupported', 'prompt_unsupported'] as const),
    'invalid_model',
    'model_unsupported',
    ...(['new_account_cap_limit', 'new_account_recharge_limit', 'new_card_recharge_limit'] as const),
  ],
  401: ['unauthorized', 'sign_in_required', 'sign_in_failed'],
  402: ['payment_required', 'balance_insufficient', 'auto_recharge_declined', 'card_required', 'arrears'],
  403: [
    'key_suspended',
    'user_agent_refused',
    'account_review_required',
    'age_verification_required',
    'tier_required',
    'email_unconfirmed',
    'origin_refused',
    'recent_sign_in_required',
    'operator_only',
    'scope_required',
    'account_banned',
    'second_factor_required',
    'model_not_in_plan',
  ],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: [
    'idempotency_conflict',
    'code_refused',
    'price_changed',
    'lease_lost',
    'card_in_use',
    'not_refundable',
    'changed_meanwhile',
    'catalogue_in_file',
    'deletion_blocked',
  ],
  429: [
    'rate_limited',
    'quota_exhausted',
    'monthly_cap_reached',
    'key_cap_reached',
    'claims_per_client_limit',
    'credits_exhausted',
    'storage_quota_reached',
  ],
  413: ['body_too_large'],
  422: ['email_taken', 'confirmation_failed'],
  451: ['content_blocked'],
  500: ['internal_error'],
  503: [
    'model_unavailable',
    ...(['workers_unavailable', 'usage_unavailable', 'overage_temporarily_unavailable'] as const),
    ...(['billing_verification_unavailable', 'claims_busy', 'mode_unavailable'] as const),
    ...(['mode_temporarily_unavailable', 'mode_prompt_unavailable'] as const),
    'video_validation_unavailable',
    'storage_full',
    'store_unavailable',
    'zero_retention_too_slow',
  ],
  507: ['store_full'],
};

describe('the table of problems', () => {
  test('gives every code the status of the contract, and defines no other code', () => {
    verifies('DEC-ERROR-09', 'V1-ERROR-09');
    const listed = Object.entries(STATUSES).flatMap(([status, some]) =>
      some.map((code) => [code, Number(status)] as const),
    );
    assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(codes.map((c) => [c, statusOf(c)])));
  });

  test('gives every 429 and 503 a Retry-After', () => {
    verifies('V1-ERROR-10');
    for (const code of codes) {
      const after = retryAfterOf(problem(code, 'x'));
      if ([429, 503].includes(statusOf(code))) assert.ok(after !== undefined && after >= 1, code);
      else assert.equal(after, undefined, code);
    }
  });

  test('describes each code in a sentence', () => {
    verifies('DEC-ERROR-09');
    for (const code of codes) assert.match(problems[code].meaning, /^[A-Z].{10,}\.$|; retry\.$/, code);
  });
});

describe('a problem in a response', () => {
  let server: FastifyInstance;
  let url: string;
  before(async () => {
    server = createHttpServer(pino({ level: 'silent' }));
    server.get<{ Params: { code: ProblemCode } }>('/problem/:code', (request, reply) =>
      sendProblem(reply, problem(request.params.code, 'A sentence.', { extra: 1 })),
    );
    server.get('/slow', (_request, reply) =>
      sendProblem(reply, { code: 'rate_limited', message: 'A sentence.', retryAfterSeconds: 0.2 }),
    );
    server.get('/bug', () => {
      throw new Error('a secret of the database');
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());

  test('has its status, its code, a sentence, its fields and Retry-After', async () => {
    verifies('DEC-ERROR-01', 'V1-ERROR-01', 'V1-ERROR-10', 'DEC-REQUEST-10');
    for (const code of codes) {
      const { status, body, headers } = await send(`${url}/problem/${code}`, {});
      assert.equal(status, statusOf(code));
      assert.deepEqual(body, { error: 'A sentence.', code, extra: 1 });
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      const after = headers.get('retry-after');
      if ([429, 503].includes(status)) assert.match(after ?? '', /^[1-9]\d*$/, code);
      else assert.equal(after, null, code);
    }
  });

  test('has a Retry-After of at least one whole second', async () => {
    verifies('V1-ERROR-10');
    assert.equal((await send(`${url}/slow`, {})).headers.get('retry-after'), '1');
  });

  test('that is a bug is a 500 with its request id and no details', async () => {
    verifies('V1-ERROR-08', 'DEC-ERROR-08');
    const { status, body, text, headers } = await send(`${url}/bug`, {});
    assert.equal(status, 500);
    assert.equal(body.code, 'internal_error');
    assert.deepEqual(Object.keys(body), ['error', 'code']);
    assert.ok(!text.includes('secret'));
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  test('has a new request id each time', async () => {
    verifies('DEC-REQUEST-10');
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await send(`${url}/livez`, {})).headers.get('x-request-id')),
    );
    assert.equal(new Set(ids).size, 20);
  });
});
