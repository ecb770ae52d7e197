import type {
  BlockRequest,
  CompleteRequest,
  FailRequest,
  FailResponse,
  HeartbeatRequest,
  Lease,
  LeaseRequest,
  ReleaseRequest,
  RemoteOrder,
  RemoteOrderRequest,
  RendererTimeRequest,
  TroubleRequest,
} from '@kinora/contract';
import { AFTER_LOST_RESPONSE, unfitHeader } from '@kinora/contract';
import { NO_CONTENT, NOT_FOUND } from './http-status.ts';
import { UPLOAD_TIMEOUT_MS } from './put-to-store.ts';
import {
  bytesBody,
  CALL_TIMEOUT_MS,
  CallRefused,
  createServerCalls,
  jsonBody,
  LeaseLost,
  type Patience,
  patienceOfLease,
  withSecret,
} from './server-calls.ts';
import { uploadArtifact } from './upload-artifact.ts';

/** The client of the worker protocol. */

export interface LeaseClient {
  /** The next job, or undefined if there was none in time. One call at a time: it recovers what the one before lost. */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<Lease | undefined>;
  /** The same lease from the owning node of its job. */
  reread(lease: Lease): Promise<Lease>;
  /** A client of another node. */
  at(serverUrl: string): LeaseClient;
  /** `over` if the job has ended. */
  heartbeat(lease: Lease, report: HeartbeatRequest): Promise<'extended' | 'lost' | 'over'>;
  /** Null if the job was ordered as often as it may be. */
  order(lease: Lease, account: string): Promise<RemoteOrder | null>;
  keepOrder(lease: Lease, order: Required<RemoteOrderRequest>): Promise<void>;
  initImage(lease: Lease, path: string, patience?: Patience): Promise<Uint8Array>;
  /** The raw signature of the bytes, by the key of the server. */
  sign(lease: Lease, bytes: Uint8Array): Promise<Uint8Array>;
  /** To the store if the server gives a link to it, otherwise or if that fails to the server. */
  upload(lease: Lease, name: string, bytes: Uint8Array, patience?: Patience): Promise<void>;
  complete(lease: Lease, result: CompleteRequest, patience?: Patience): Promise<void>;
  /** Returns whether another worker is to try the job first. */
  fail(lease: Lease, reason: FailRequest): Promise<boolean>;
  block(lease: Lease, reason: BlockRequest): Promise<void>;
  release(lease: Lease, request?: ReleaseRequest): Promise<void>;
  /** Reports that the worker of this name requests no more leases. One try: the server notices its silence too. */
  stopped(worker: string): Promise<void>;
  /** One try: it is reported again. */
  trouble(report: TroubleRequest): Promise<void>;
  /** One try: the next report says it all again. */
  rendererTime(report: RendererTimeRequest): Promise<void>;
}

const LEASE_TIMEOUT_MARGIN_MS = 10_000;
/** The worker must not take long to exit. */
const NOTICE_TIMEOUT_MS = 3_000;

const base = (lease: Lease): string => `/worker/v1/leases/${lease.job_id}/${lease.attempt}`;

/** Returns the body of the response. */
type Post = <Answer = void>(
  lease: Lease,
  action: string,
  body: unknown,
  options?: { readonly timeoutMs: number; readonly patience: Patience | undefined },
) => Promise<Answer>;

/** Ends an attempt. */
const endingWith =
  (post: Post) =>
  <Answer = void>(
    lease: Lease,
    action: string,
    report: CompleteRequest | FailRequest | BlockRequest,
    options?: Parameters<Post>[3],
  ): Promise<Answer> =>
    orAsOlder<Partial<FailRequest>, Answer>(
      report,
      { suspect: undefined, unsettled: undefined, cost_cents: undefined },
      (known) => post(lease, action, known, options),
    );

/** `warn` gets each sentence of the server about the worker's capabilities once. */
export function createLeaseClient(
  serverUrl: string,
  token: string,
  warn: (sentence: string) => void = () => {},
): LeaseClient {
  const warnUnfit = createWarnUnfit(warn);
  const { call, callWithRetries } = createServerCalls(serverUrl, token);
  let isResponseLost = false;
  const post: Post = async (lease, action, body, options) => {
    const init = withSecret(lease, jsonBody(body));
    return (await callWithRetries(`${base(lease)}/${action}`, init, options)).json() as Promise<never>;
  };

  const end = endingWith(post);
  const tell = async (path: string, body: unknown): Promise<void> => {
    const response = await call(path, { ...jsonBody(body), signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS) });
    await response.arrayBuffer();
  };

  return {
    async lease({ held, ...request }, signal) {
      const query = isResponseLost ? `?after=${AFTER_LOST_RESPONSE}` : '';
      const body = isResponseLost ? { ...request, held } : request;
      isResponseLost = true;
      const older = { failed: undefined, probe: undefined, ...asOlderServer(request) };
      const response = await orAsOlder<Partial<LeaseRequest>, Response>(body, older, (known) =>
        call(`/worker/v1/leases${query}`, { ...jsonBody(known), signal: until(signal, request.wait_ms) }),
      );
      warnUnfit(response);
      const lease = response.status === NO_CONTENT ? undefined : ((await response.json()) as Lease);
      isResponseLost = false;
      return lease;
    },
    async reread(lease) {
      const response = await callWithRetries(base(lease), withSecret(lease, { method: 'GET' }));
      return (await response.json()) as Lease;
    },
    at: (otherUrl) => createLeaseClient(otherUrl, token),
    async heartbeat(lease, report) {
      try {
        const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
        const response = await orAsOlder(report, { limit_seconds: undefined }, (known) =>
          call(`${base(lease)}/heartbeat`, { ...withSecret(lease, jsonBody(known)), signal }),
        );
        const { cancel } = (await response.json()) as { cancel: boolean };
        return cancel ? 'over' : 'extended';
      } catch (error) {
        if (error instanceof LeaseLost) return 'lost';
        throw error;
      }
    },
    async order(lease, account) {
      const opening = post<{ readonly order: RemoteOrder | null }>(lease, 'order', { account });
      return (await orIfUnknown(opening, { order: { key: lease.job_id, id: null } })).order;
    },
    keepOrder: (lease, order) => orIfUnknown(post(lease, 'order', order), undefined),
    async sign(lease, bytes) {
      const init = withSecret(lease, bytesBody('POST', bytes));
      const response = await callWithRetries(`${base(lease)}/sign`, init);
      return new Uint8Array(await response.arrayBuffer());
    },
    async initImage(lease, path, patience) {
      const response = await callWithRetries(path, withSecret(lease, { method: 'GET' }), { patience });
      return new Uint8Array(await response.arrayBuffer());
    },
    upload: (lease, name, bytes, patience = patienceOfLease()) =>
      uploadArtifact(
        call,
        lease,
        { name, bytes, path: `${base(lease)}/artifacts/${name}`, linkPath: `${base(lease)}/upload-link` },
        patience,
      ),
    // The server may mark the image first, one after the other.
    complete: (lease, result, patience) =>
      end(lease, 'complete', result, { timeoutMs: UPLOAD_TIMEOUT_MS, patience }),
    fail: async (lease, reason) => (await end<FailResponse>(lease, 'fail', reason)).elsewhere === true,
    block: (lease, reason) => end(lease, 'block', reason),
    release: (lease, request = {}) => post(lease, 'release', request),
    stopped: (worker) => tell('/worker/v1/stopped', { worker }),
    trouble: (report) => tell('/worker/v1/trouble', report),
    rendererTime: (report) => tell('/worker/v1/renderer-time', report),
  };
}

const until = (signal: AbortSignal, waitMs: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(waitMs + LEASE_TIMEOUT_MARGIN_MS)]);

/** Sends it again with these fields changed when it is refused: while servers are updated, an older one does not know them. */
async function orAsOlder<Body extends object, Answer>(
  body: Body,
  older: { readonly [Name in keyof Body]?: Body[Name] | undefined },
  send: (body: Body) => Promise<Answer>,
): Promise<Answer> {
  return send(body).catch((error: unknown) => {
    const known = { ...body, ...older };
    const isSame = JSON.stringify(known) === JSON.stringify(body);
    if (!(error instanceof CallRefused) || error.status !== 400 || isSame) throw error;
    return send(known);
  });
}

/** The fields of a lease request as an older server knows them, which accepts no order with a negative prompt either. */
function asOlderServer({ capabilities }: LeaseRequest) {
  const operations = capabilities.operations.map(({ cost_cents: _, negative_prompt: __, ...can }) => can);
  return { preference: undefined, capabilities: { ...capabilities, operations } };
}

/** What stands for the response of an older server, which does not know the call. */
function orIfUnknown<Answer>(calling: Promise<Answer>, instead: Answer): Promise<Answer> {
  return calling.catch((error: unknown) => {
    if (error instanceof CallRefused && error.status === NOT_FOUND) return instead;
    throw error;
  });
}

function createWarnUnfit(warn: (sentence: string) => void): (response: Response) => void {
  const warned = new Set<string>();
  return (response) => {
    for (const sentence of unfitIn(response)) {
      if (!warned.has(sentence)) warn(sentence);
      warned.add(sentence);
    }
  };
}

function unfitIn({ headers }: Response): readonly string[] {
  const value = headers.get(unfitHeader);
  if (value === null) return [];
  try {
    const sentences: unknown = JSON.parse(decodeURIComponent(value));
    return Array.isArray(sentences) ? sentences.map(String) : [];
  } catch {
    return [];
  }
}
