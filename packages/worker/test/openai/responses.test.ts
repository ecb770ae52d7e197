import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trouble } from '@kinora/contract';
import { RendererBroken, RendererUnavailable, RenderFault, RenderRefused } from '@kinora/engine/engine';
import type { Interference, LoggedRequest } from '@kinora/testing/fake-openai/fake-openai';
import { imageTask, setUp, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';

const NO_PATIENCE = { timeouts: { patience: 0 } };

const said = (message: string, code?: string) => ({ error: { message, code } });

/** Responses to the creation of an image, and the resulting outcome of the attempt: a kind of trouble releases the job. */
const RESPONSES: readonly (readonly [
  string,
  Interference,
  'refused' | 'retry' | 'final' | 'broken' | Trouble['kind'],
])[] = [
  ['payment required', { status: 402, body: 'pay' }, 'no_credit'],
  [
    'no quota',
    { status: 429, body: said('You exceeded your current quota', 'insufficient_quota') },
    'no_credit',
  ],
  [
    'a hard limit',
    { status: 400, body: said('Billing hard limit has been reached', 'billing_hard_limit_reached') },
    'no_credit',
  ],
  [
    'a suspended account',
    {
      status: 429,
      body: said('Your account org-1 is suspended, please check your plan', 'exceeded_current_quota_error'),
    },
    'no_credit',
  ],
  [
    'a locked user',
    { status: 403, body: { detail: 'User is locked. Reason: Exhausted balance.' } },
    'no_credit',
  ],
  [
    'arrears',
    { status: 400, body: { code: 'Arrearage', message: 'make sure your account is in good standing' } },
    'no_credit',
  ],
  [
    'no credits',
    {
      status: 403,
      body: { error: 'Your team has used all available credits or reached its monthly spending limit' },
    },
    'no_credit',
  ],
  [
    'a budget of a gateway',
    { status: 400, body: { error: { message: 'Budget has been exceeded!', type: 'budget_exceeded' } } },
    'no_credit',
  ],
  [
    'an account suspended by a policy',
    { status: 403, body: said('Your account was suspended for violating our usage policies') },
    'no_credit',
  ],
  [
    'a key that is not valid',
    { status: 400, body: said('API key not valid. Please pass a valid API key.', 'API_KEY_INVALID') },
    'rejected_key',
  ],
  ['a revoked key', { status: 403, body: said('This API key was revoked') }, 'rejected_key'],
  ['a prompt about money', { status: 400, body: said(`cannot draw: ${imageTask.prompt}`) }, 'final'],
  ['a broken card', { status: 500, body: said('CUDA error: device-side assert triggered') }, 'broken'],
  [
    'a rejected key',
    { status: 401, body: { error: { message: 'Incorrect API key', code: 'invalid_api_key' } } },
    'rejected_key',
  ],
  ['a forbidden model', { status: 403, body: { error: { message: 'no access to model' } } }, 'final'],
  ['an unknown path', { status: 404, body: { detail: 'Not Found' } }, 'final'],
  ['an unsupported size', { status: 400, body: { error: { message: "Invalid value: '320x208'" } } }, 'final'],
  ['too many requests', { status: 429, body: { error: { message: 'slow down' } } }, 'unavailable'],
  ['a fault', { status: 500, body: 'Internal Server Error' }, 'retry'],
  ['a bad gateway', { status: 502, body: '<html>bad gateway</html>' }, 'unavailable'],
  ['a busy server', { status: 503, body: {} }, 'unavailable'],
  [
    'no memory, as a bad request',
    { status: 400, body: { detail: 'CUDA out of memory. Tried to allocate' } },
    'retry',
  ],
  [
    'a policy by its code',
    { status: 400, body: { error: { code: 'content_policy_violation', message: 'x' } } },
    'refused',
  ],
  [
    'moderation by its code',
    { status: 400, body: { error: { code: 'moderation_blocked', message: 'x' } } },
    'refused',
  ],
  [
    'a policy in its words',
    {
      status: 400,
      body: { error: { code: null, message: 'Your request was rejected as a result of our safety system.' } },
    },
    'refused',
  ],
  [
    'a policy as forbidden',
    { status: 403, body: { detail: { error: 'content_policy_violation', category: 'celebrity' } } },
    'refused',
  ],
];

for (const [name, response, outcome] of RESPONSES) {
  test(`a server that responds to an image request with ${name}: ${outcome}`, async (t) => {
    verifies('DEC-OPENAI-06', 'DEC-WORKER-21');
    const interfere = ({ method, path }: LoggedRequest) =>
      method === 'POST' && /images/.test(path) ? response : undefined;
    const { engine } = await setUp(t, { interfere }, NO_PATIENCE);
    const error = await engine.render(imageTask, watch().observer).catch((fault: unknown) => fault);
    assert.equal(outcomeOf(error), outcome, String(error));
  });
}

function outcomeOf(error: unknown): string {
  if (error instanceof RenderRefused)
    return /Describe something else/.test(error.message) ? 'refused' : error.message;
  if (error instanceof RendererUnavailable) return error.trouble.kind;
  if (error instanceof RendererBroken) return 'broken';
  return error instanceof RenderFault ? (error.isRetryable ? 'retry' : 'final') : 'a bug';
}
