import {
  type BlockRequest,
  type CompleteRequest,
  type FailRequest,
  type HeartbeatRequest,
  type Lease,
  type LeaseRequest,
  leaseMs,
} from '@kinora/contract';

/** The client of the worker protocol. */

export interface LeaseClient {
  /** The next job, or undefined when none came in time. */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<Lease | undefined>;
  /** The same lease from the owning node of its job. */
  reread(lease: Lease): Promise<Lease>;
  /** A client of another node. */
  at(serverUrl: string): LeaseClient;
  heartbeat(lease: Lease, report: HeartbeatRequest): Promise<'kept' | 'lost'>;
  initImage(lease: Lease, path: string): Promise<Uint8Array>;
  /** The raw signature of the bytes, by the key of the server. */
  sign(lease: Lease, bytes: Uint8Array): Promise<Uint8Array>;
  upload(lease: Lease, name: string, bytes: Uint8Array): Promise<void>;
  complete(lease: Lease, result: CompleteRequest): Promise<void>;
  fail(lease: Lease, reason: FailRequest): Promise<void>;
  block(lease: Lease, reason: BlockRequest): Promise<void>;
  release(lease: Lease): Promise<void>;
}

/** The server gave the job to another worker, or its account deleted it. */
export class LeaseLost extends Error {}

class CallRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const LEASE_LOST = 409;
const NO_CONTENT = 204;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const CALL_TIMEOUT_MS = 20_000;
/** A video of tens of megabytes over a home connection. */
const UPLOAD_TIMEOUT_MS = 110_000;
const LEASE_TIMEOUT_MARGIN_MS = 10_000;
/** After that many failures the bytes go to the server. */
const DIRECT_TRIES = 3;

export function createLeaseClient(serverUrl: string, token: string): LeaseClient {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'kinora-worker/1' };

  async function call(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(serverUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === LEASE_LOST) throw new LeaseLost(text);
    throw new CallRefused(
      response.status,
      `${init.method} ${path} returned ${response.status}: ${text.slice(0, 300)}`,
    );
  }

  /** A server that restarts is back in seconds, so finished work is retried for as long as a lease lasts. */
  async function callWithRetries(
    path: string,
    init: RequestInit,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Response> {
    const deadline = performance.now() + leaseMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      try {
        return await call(path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        const isFinal = error instanceof LeaseLost || (error instanceof CallRefused && error.status < 500);
        if (isFinal || performance.now() + pauseMs > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /**
   * Uploads to the object store itself, which must not get our token. False when the store cannot be reached or
   * rejects the bytes.
   */
  async function putDirectly(url: string, body: Uint8Array<ArrayBuffer>, mime: string): Promise<boolean> {
    for (let attempt = 1; attempt <= DIRECT_TRIES; attempt++) {
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS));
      try {
        const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
        const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': mime }, signal });
        await response.arrayBuffer();
        if (response.ok) return true;
        if (response.status < 500) return false;
      } catch {
        // The store was not reached, or the connection broke.
      }
    }
    return false;
  }

  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const octets = (method: string, bytes: Uint8Array): RequestInit => ({
    method,
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const base = (lease: Lease): string => `/worker/v1/leases/${lease.job_id}/${lease.attempt}`;
  const post = async (lease: Lease, action: string, body: unknown): Promise<void> => {
    await (await callWithRetries(`${base(lease)}/${action}`, json(body))).arrayBuffer();
  };

  return {
    async lease(request, signal) {
      const timeout = AbortSignal.timeout(request.wait_ms + LEASE_TIMEOUT_MARGIN_MS);
      const response = await call('/worker/v1/leases', {
        ...json(request),
        signal: AbortSignal.any([signal, timeout]),
      });
      return response.status === NO_CONTENT ? undefined : ((await response.json()) as Lease);
    },
    async reread(lease) {
      return (await (await callWithRetries(base(lease), { method: 'GET' })).json()) as Lease;
    },
    at: (otherUrl) => createLeaseClient(otherUrl, token),
    async heartbeat(lease, report) {
      try {
        const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
        const response = await call(`${base(lease)}/heartbeat`, { ...json(report), signal });
        const { cancel } = (await response.json()) as { cancel: boolean };
        return cancel ? 'lost' : 'kept';
      } catch (error) {
        if (error instanceof LeaseLost) return 'lost';
        throw error;
      }
    },
    async sign(lease, bytes) {
      const response = await callWithRetries(`${base(lease)}/sign`, octets('POST', bytes));
      return new Uint8Array(await response.arrayBuffer());
    },
    async initImage(_lease, path) {
      return new Uint8Array(await (await callWithRetries(path, { method: 'GET' })).arrayBuffer());
    },
    async upload(lease, name, bytes) {
      const body = bytes as Uint8Array<ArrayBuffer>;
      const { upload_url: direct } = lease;
      // Absent from an older server.
      if (direct && new URL(direct).pathname.endsWith(`/${name}`)) {
        if (await putDirectly(direct, body, name.endsWith('.png') ? 'image/png' : 'video/mp4')) return;
      }
      await callWithRetries(`${base(lease)}/artifacts/${name}`, octets('PUT', body), UPLOAD_TIMEOUT_MS);
    },
    complete: (lease, result) => post(lease, 'complete', result),
    fail: (lease, reason) => post(lease, 'fail', reason),
    block: (lease, reason) => post(lease, 'block', reason),
    release: (lease) => post(lease, 'release', {}),
  };
}
