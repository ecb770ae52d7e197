import { type ApiCall, createApiCall, readJson } from './api-call.ts';
import { openDownload, readDownload } from './download.ts';
import type { PayStart, WebhookSettings } from './generated/shapes.ts';
import { hideKey } from './hide-key.ts';
import type {
  CallOptions,
  ClientOptions,
  GenerateOptions,
  InlineResult,
  KinoraClient,
} from './kinora-client.ts';
import {
  createPacedRead,
  PACKAGE_BYTES_MAX,
  PREVIEW_BYTES_MAX,
  RESULT_BYTES_MAX,
  readBytes,
} from './read-body.ts';
import { waitForClaim } from './wait-for-claim.ts';
import { watchJob } from './watch-job.ts';

const DEFAULT_USER_AGENT = 'kinora-client/0.1';
const RETRIES = 4;
const MAX_RETRY_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;

export function createKinoraClient(options: ClientOptions): KinoraClient {
  const { baseUrl, apiKey, userAgent = DEFAULT_USER_AGENT, fetch: ownFetch } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  // A name with a port is an address too, of a scheme that nobody knows.
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an address such as https://kinora.example, not ${baseUrl}.`);
  }
  // The runtimes refuse it too, with an error that quotes it.
  if (apiKey !== undefined && !/^[\x20-\x7e]*$/.test(apiKey.trim())) {
    throw new TypeError('apiKey has characters that no key has, such as a line break.');
  }
  const named: Record<string, string> = isBrowser() ? {} : { 'user-agent': userAgent };
  // Looked up at each call, on the global object: browsers require that, and tests replace it there.
  const send: typeof fetch = ownFetch ?? ((input, init) => globalThis.fetch(input, init));
  const retrying = {
    onRetry: options.onRetry,
    rules: {
      retries: options.retries ?? RETRIES,
      maxWaitMs: options.maxRetryWaitMs ?? MAX_RETRY_WAIT_MS,
    },
  };
  const call = createApiCall({
    base: new URL(baseUrl).href.replace(/\/+$/, ''),
    headers: apiKey === undefined ? named : { ...named, 'x-api-key': apiKey },
    fetch: send,
    timeoutMs,
    ...retrying,
  });
  const open: KinoraClient['openDownload'] = (url, opened) =>
    openDownload({ url, headers: named, fetch: send, silenceMs: timeoutMs, ...retrying }, opened);
  return {
    ...generateCalls(call, timeoutMs),
    ...jobCalls(call),
    ...accountCalls(call, apiKey),
    ...claimCalls(call),
    ...webhookCalls(call),
    openDownload: open,
    download: async (url, opened) => readDownload(await open(url, opened)),
  };
}

/** A browser names itself, and asks the service before a page may send the header. */
function isBrowser(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Mozilla/') === true;
}

function get<Body>(call: ApiCall, path: string, { signal }: CallOptions = {}): Promise<Body> {
  return call({ method: 'GET', path, signal, repeatable: true }, readJson<Body>);
}

/** Calls that change nothing or set a state may be repeated. */
function post<Body>(call: ApiCall, path: string, body: unknown, { signal }: CallOptions = {}): Promise<Body> {
  return call({ method: 'POST', path, body, signal, repeatable: true }, readJson<Body>);
}

function generateCalls(call: ApiCall, silenceMs: number) {
  const generate = <Body>(path: string, body: unknown, options: GenerateOptions = {}): Promise<Body> => {
    const { idempotencyKey = newIdempotencyKey(), signal } = options;
    const headers = { 'idempotency-key': idempotencyKey };
    return call({ method: 'POST', path, body, headers, signal, repeatable: true }, readJson<Body>);
  };
  // The service keeps no response that it could repeat, so a second attempt would be a second job.
  const inline = (path: string, body: unknown, { signal }: CallOptions = {}): Promise<InlineResult> => {
    const headers = { 'x-service-store': '0' };
    const request = {
      method: 'POST',
      path,
      body,
      headers,
      signal,
      repeatable: false,
      isLasting: true,
    } as const;
    return call(request, (response) => readInline(response, silenceMs));
  };
  return {
    generateImage: (body, options) => generate('/images/generate', body, options),
    generateVideo: (body, options) => generate('/videos/generate', body, options),
    generateImageInline: (body, options) => inline('/images/generate', body, options),
    generateVideoInline: (body, options) => inline('/videos/generate', body, options),
    listModels: (options) => get(call, '/models', options),
    readModel: (id, options) => get(call, `/models/${encodeURIComponent(id)}`, options),
    quoteImage: (body, options) => post(call, '/images/quote', body, options),
    quoteVideo: (body, options) => post(call, '/videos/quote', body, options),
  } satisfies Partial<KinoraClient>;
}

/** `crypto.randomUUID` exists on pages served over https only. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readInline(response: Response, silenceMs: number): Promise<InlineResult> {
  const { headers } = response;
  return {
    jobId: headers.get('x-job-id') ?? '',
    seed: Number(headers.get('x-seed')),
    priceCents: Number(headers.get('x-price-cents')),
    mime: headers.get('content-type') ?? '',
    bytes: await readBytes(response, RESULT_BYTES_MAX, createPacedRead(silenceMs)),
  };
}

function jobCalls(call: ApiCall) {
  const idOf = (job: { readonly job_id: string } | string) => (typeof job === 'string' ? job : job.job_id);
  return {
    job: (jobId, options) => get(call, `/jobs/${encodeURIComponent(jobId)}`, options),
    jobs: (query, options) => get(call, `/jobs${queryOf({ ...query })}`, options),
    async deleteJob(jobId, { signal } = {}) {
      const path = `/jobs/${encodeURIComponent(jobId)}`;
      await call({ method: 'DELETE', path, signal, repeatable: true }, async (response) => {
        await response.body?.cancel();
      });
    },
    preview: (jobId, { signal } = {}) => {
      const path = `/jobs/${encodeURIComponent(jobId)}/preview`;
      return call({ method: 'GET', path, signal, repeatable: true }, async (response) => ({
        mime: response.headers.get('content-type') ?? '',
        bytes: await readBytes(response, PREVIEW_BYTES_MAX),
      }));
    },
    watch: (job, options) => watchJob(call, idOf(job), options),
    async waitFor(job, { onStatus, ...options } = {}) {
      for await (const status of watchJob(call, idOf(job), options)) {
        onStatus?.(status);
        if (status.status !== 'queued') return status;
      }
      throw new Error('assertion failed: the last status is final');
    },
  } satisfies Partial<KinoraClient>;
}

function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function accountCalls(call: ApiCall, apiKey: string | undefined) {
  return {
    usage: (options) => get(call, '/usage', options),
    balance: (options) => get(call, '/me/balance', options),
    setAutoRecharge: (request, options) => post(call, '/me/balance/auto-recharge', request, options),
    overage: (options) => get(call, '/me/overage', options),
    setOverage: (enabled, options) => post(call, '/me/overage/toggle', { enabled }, options),
    setOverageCap: (capCents, options) => post(call, '/me/overage/cap', { cap_cents: capCents }, options),
    mcpPackage: ({ signal } = {}) =>
      call({ method: 'GET', path: '/me/mcp-package', signal, repeatable: true }, async (response) => ({
        filename: filenameOf(response.headers, apiKey),
        bytes: await readBytes(response, PACKAGE_BYTES_MAX),
      })),
  } satisfies Partial<KinoraClient>;
}

/** Only a plain name: it must not lead the caller's program to another folder or hide there, nor control a terminal. */
function filenameOf(headers: Headers, apiKey: string | undefined): string {
  const suggested = /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
  const name = suggested.split(/[/\\]/).at(-1) ?? '';
  const isPlain = /^\w[\w.-]{0,99}$/.test(name) && hideKey(name, apiKey) === name;
  return isPlain ? name : 'service-mcp.mcpb';
}

function claimCalls(call: ApiCall) {
  const claim: KinoraClient['claim'] = (code, options) =>
    get(call, `/pay/claim/${encodeURIComponent(code)}`, options);
  return {
    startClaim: (body = {}, { signal } = {}) =>
      // A repetition would open a second claim.
      call({ method: 'POST', path: '/pay/start', body, signal, repeatable: false }, readJson<PayStart>),
    claim,
    waitForClaim: (started, options) =>
      waitForClaim((code, signal) => claim(code, { signal }), started, options),
  } satisfies Partial<KinoraClient>;
}

function webhookCalls(call: ApiCall) {
  const path = '/me/webhooks';
  return {
    webhooks: (options) => get(call, path, options),
    setWebhookUrl: (url, options) => post(call, path, { url }, options),
    rotateWebhookSecret: ({ signal } = {}) =>
      // A repetition would make another secret.
      call(
        { method: 'POST', path: `${path}/rotate-secret`, body: {}, signal, repeatable: false },
        readJson<WebhookSettings>,
      ),
    webhookDeliveries: (query, options) => get(call, `${path}/deliveries${queryOf({ ...query })}`, options),
    replayWebhook: (deliveryId, options) =>
      post(call, `${path}/deliveries/${encodeURIComponent(deliveryId)}/replay`, {}, options),
  } satisfies Partial<KinoraClient>;
}
