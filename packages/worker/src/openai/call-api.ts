import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Trouble } from '@kinora/contract';
import { RendererBroken, RendererUnavailable, RenderFault } from '@kinora/engine/engine';
import { FormData } from 'undici';
import { isBroken } from '../remote/broken-renderer.ts';
import {
  createRemote,
  type RemoteCall,
  RemoteFault,
  type RemoteResponse,
  RemoteTooSlow,
} from '../remote/remote.ts';
import { RemoteUnreachable } from '../remote/remote-unreachable.ts';
import { keyHeaders, type Profile, readProfile } from './profile.ts';
import { type Answer, type Media, type Medium, readAnswer } from './read-answer.ts';
import { AccountFault, excerptOf, isRecord, readFailure, unknownFieldIn } from './read-failure.ts';
import type { ApiResponse } from './read-result.ts';
import { type OpenAiSettings, type Timeouts, timeoutsOf } from './settings.ts';

export interface Call extends RemoteCall {
  /** Aborted when the response is no longer needed; the call then rejects with its reason. */
  readonly signal: AbortSignal;
  /** What was asked for, which no error message may repeat. */
  readonly hide?: readonly string[] | undefined;
}

/** The API at one base URL. Error responses become `RenderFault` or `RenderRefused`. */
export interface Api {
  /** The account that pays, as its host and a short hash of the address and the credentials. */
  readonly account: string;
  readonly profile: Profile;
  readonly timeouts: Timeouts;
  /** `path` is below the base address, or a whole address. */
  call(path: string, call: Call): Promise<ApiResponse>;
  /**
   * Fetches a result, which is billed: asks for it again while the server cannot be reached, is busy, has a fault or does not
   * have it yet, for as long as `claim` of the timeouts says; then rejects with `ResultUnfetched`.
   */
  claim(path: string, call: Call, more: Claim): Promise<Uint8Array>;
  /** Whether results may be fetched from this address. */
  mayFetch(url: string): boolean;
  /** The absolute URL of a result, which servers give in full or relative to their root. */
  locate(url: string): string;
  /**
   * Posts fields, and repeats that while the server certainly does not render: it is busy, or cannot be reached. A field of
   * `optional` that the server rejects as unknown is omitted from then on: servers differ in what they add to the
   * interface, and a strict one rejects unknown fields. When the response does not come in time, the work may be done
   * and billed: that fault is final. Rejects with `RendererUnavailable` when it is certainly not done, and would not be
   * whatever was asked for.
   */
  create(path: string, request: CreateRequest): Promise<ApiResponse>;
}

interface Claim {
  readonly medium: Medium;
  /** Milliseconds; `claim` of the timeouts if absent. */
  readonly patienceMs?: number;
}

type Fields = Readonly<Record<string, unknown>>;

interface CreateRequest extends Omit<Call, 'method' | 'body'> {
  /** The idempotency key: a server that knows it renders and bills once, however often it is asked. */
  readonly key: string | undefined;
  readonly fields: Fields;
  /** Paths of fields, such as `input.seed`. */
  readonly optional: readonly string[];
  readonly file?: { readonly name: string; readonly png: Uint8Array } | undefined;
  readonly asJson: boolean;
}

const MAX_MEDIA_BYTES = 512 * 2 ** 20;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

export function createApi(settings: OpenAiSettings): Api {
  const timeouts = timeoutsOf(settings);
  const { key } = settings;
  const profile = settings.profile ?? readProfile('openai');
  const base = baseOf(settings.url, profile.below);
  const headers = { ...keyHeaders(profile, key), ...settings.headers };
  const remote = createRemote(
    { ...settings, url: base, headers },
    { setting: 'KINORA_OPENAI_', trustsOtherHosts: settings.trustsOtherHosts ?? false },
  );
  const secrets = secretsOf(key, settings.headers);
  const unknown = new Map<string, Set<string>>();

  const call = async (path: string, { hide = [], ...request }: Call): Promise<ApiResponse> => {
    const sentAt = performance.now();
    const response = await remote.call(path, request).catch((error: unknown) => {
      throw faultOf(error);
    });
    return resultOf(response, [...secrets, ...hide], performance.now() - sentAt);
  };

  async function create(path: string, request: CreateRequest): Promise<ApiResponse> {
    const omitted = unknown.get(path) ?? new Set<string>();
    unknown.set(path, omitted);
    const deadline = performance.now() + timeouts.patience;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      try {
        const headers = { ...request.headers, ...idempotencyOf(request, omitted) };
        return await call(path, { ...request, headers, method: 'POST', body: bodyOf(request, omitted) });
      } catch (error) {
        if (error instanceof RenderFault && error.cause instanceof RemoteTooSlow) {
          throw new RenderFault(error.message, { isRetryable: false, cause: error });
        }
        const field = error instanceof ApiFault ? rejectedFieldIn(error, request, omitted) : undefined;
        if (field !== undefined) {
          omitted.add(field);
          continue;
        }
        const kind = troubleOf(error);
        const isForAccount = kind !== undefined && kind !== 'unavailable';
        const isUnrendered = isUnbilled(error);
        // Some servers ask for a pause of 0 s, again and again.
        const waitMs = Math.max(pauseMs, error instanceof ApiFault ? (error.retryAfterMs ?? 0) : 0);
        if (isForAccount || (isUnrendered && performance.now() + waitMs > deadline)) {
          const sentence = (error as Error).message;
          throw new RendererUnavailable({ kind: kind ?? 'unavailable', sentence }, error);
        }
        if (!isUnrendered)
          throw error instanceof ApiFault && isBroken(error.body) ? brokenServer(error) : error;
        await setTimeout(waitMs, undefined, { signal: request.signal }).catch(() => {});
        request.signal.throwIfAborted();
      }
    }
  }

  async function claim(path: string, request: Call, { medium, patienceMs = timeouts.claim }: Claim) {
    const deadline = performance.now() + patienceMs;
    let at = path;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      try {
        const response = await call(at, { ...request, method: 'GET', maxBytes: MAX_MEDIA_BYTES });
        if (!isText(response.bytes)) return response.bytes;
        const media = linked(response, medium, at === path);
        if ('bytes' in media) return media.bytes;
        at = locate(media.url);
      } catch (error) {
        request.signal.throwIfAborted();
        if (!isForLater(error)) throw error;
        if (performance.now() + pauseMs > deadline) {
          const message = `The result was made, and could not be fetched. ${(error as Error).message}`;
          throw new ResultUnfetched(message, { isRetryable: false, cause: error });
        }
        await setTimeout(pauseMs, undefined, { signal: request.signal }).catch(() => {});
        request.signal.throwIfAborted();
      }
    }
  }

  const locate = (url: string) => (URL.canParse(url, base) ? new URL(url, base).href : url);
  const mayFetch = (url: string): boolean =>
    settings.trustsOtherHosts === true ||
    !URL.canParse(locate(url)) ||
    new URL(locate(url)).origin === new URL(base).origin;
  const account = `${new URL(base).host} ${digestOf([base, headers])}`;
  return { account, profile, timeouts, call, claim, mayFetch, locate, create };
}

/** What no message may repeat. */
function secretsOf(key: string | undefined, headers: OpenAiSettings['headers'] = {}) {
  return [key, ...Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1)])];
}

/** A result was made, and is not here. */
export class ResultUnfetched extends RenderFault {}

/**
 * The result that an answer in the place of a result has or, with `mayFollow`, refers to. Gateways pass on the errors of what is behind
 * them as if they were the result: throws a `RenderFault`, which is for later unless there will be none.
 */
function linked(response: ApiResponse, medium: Medium, mayFollow: boolean): Media {
  const said = `The server sent no result but this: ${response.excerpt()}`;
  let answer: Answer | undefined;
  try {
    answer = readAnswer(response, medium);
  } catch {
    throw new RenderFault(said);
  }
  const { media, isWithheld, isEmpty } = answer;
  if (isWithheld || isEmpty) throw new RenderFault(said, { isRetryable: false });
  if (media === undefined || (!mayFollow && 'url' in media)) throw new RenderFault(said);
  return media;
}

/** The base address as it is given; one without a path gets that where such servers have their API. */
export function baseOf(url: string, below: string): string {
  const address = url.replace(/\/+$/, '');
  return new URL(address).pathname === '/' ? `${address}${below}` : address;
}

/** Whether it begins as JSON or a page does; no image or video does so. */
function isText(bytes: Uint8Array): boolean {
  return /^\s*([{[<]|$)/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

const FOR_NOW_STATUSES = [429, 502, 503, 504];

/** Why the server does not render now, whatever it is asked for; undefined if an error says no such thing. */
export function troubleOf(error: unknown): Trouble['kind'] | undefined {
  if (error instanceof RendererUnavailable) return error.trouble.kind;
  if (error instanceof ServerUnreachable) return 'unavailable';
  if (!(error instanceof ApiFault)) return undefined;
  return error.account ?? (FOR_NOW_STATUSES.includes(error.status) ? 'unavailable' : undefined);
}

/** Whether a result may be fetched later. Some servers say that a video is ready before its file is. */
export function isForLater(error: unknown): boolean {
  if (error instanceof ApiFault) return error.isRetryable || error.status === 404;
  return error instanceof RenderFault && error.isRetryable;
}

/** A gateway that says so within this time did not reach the server. */
const BRIEF_MS = 2_000;

/** Whether what was asked for is certainly not being rendered, so that asking again costs nothing twice. */
function isUnbilled(error: unknown): boolean {
  return troubleOf(error) === 'unavailable' && !(error as RenderFault).isUnsettled;
}

/** Whether the server may have rendered, and bill, what it responded to with this status. */
function mayBeBilled(status: number, tookMs: number): boolean {
  return status >= 500 && status !== 503 && !(status === 502 && tookMs < BRIEF_MS);
}

function rejectedFieldIn(
  { status, body }: ApiFault,
  { optional }: CreateRequest,
  omitted: ReadonlySet<string>,
): string | undefined {
  const sent = optional.filter((field) => !omitted.has(field));
  return unknownFieldIn(status, body, sent);
}

/** No connection, or one that broke. */
class ServerUnreachable extends RenderFault {
  constructor(cause: RemoteUnreachable) {
    super(cause.message, { isUnsettled: cause.mayHaveArrived, cause });
  }
}

/** A fault that a response of the server reports. */
export class ApiFault extends RenderFault {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | undefined;
  /** What is wrong with the account or its key. */
  readonly account: Trouble['kind'] | undefined;
  constructor(
    fault: RenderFault,
    {
      status,
      body,
      retryAfterMs,
      isUnsettled,
    }: Pick<ApiFault, 'status' | 'body' | 'retryAfterMs' | 'isUnsettled'>,
  ) {
    super(fault.message, { isRetryable: fault.isRetryable, isUnsettled });
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
    this.account = fault instanceof AccountFault ? fault.kind : undefined;
  }
}

/** Servers refuse a key that they know with other fields. */
function idempotencyOf(
  request: CreateRequest,
  omitted: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  if (request.key === undefined) return {};
  return { 'idempotency-key': `${request.key}-${digestOf(fieldsOf(request, omitted))}` };
}

/** Short, and the same for the same value. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}

function fieldsOf({ fields }: CreateRequest, omitted: ReadonlySet<string>) {
  return Object.entries(without(fields, omitted)).filter(([, value]) => value !== undefined);
}

function without(fields: Fields, paths: ReadonlySet<string>, within = ''): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !paths.has(within + name))
      .map(([name, value]) => [name, isRecord(value) ? without(value, paths, `${within}${name}.`) : value]),
  );
}

function bodyOf(request: CreateRequest, omitted: ReadonlySet<string>): FormData | object {
  const { file, asJson } = request;
  const entries = fieldsOf(request, omitted);
  if (asJson) return Object.fromEntries(entries);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, String(value));
  if (file !== undefined) {
    const blob = new Blob([file.png as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    form.append(file.name, blob, 'image.png');
  }
  return form;
}

function brokenServer({ message, isUnsettled }: ApiFault): RendererBroken {
  return new RendererBroken(
    message,
    `Restart the server of KINORA_OPENAI_URL, which fails until then. ${message}`,
    { isUnsettled },
  );
}

/** What a call came to. Any status that is no success is a fault, or a refusal by the safety filter. */
function resultOf(
  response: RemoteResponse,
  hide: readonly (string | undefined)[],
  tookMs: number,
): ApiResponse {
  const { status, bytes, headers } = response;
  const begins = () => new TextDecoder().decode(bytes.subarray(0, 100_000));
  if (status >= 200 && status < 300) {
    return { bytes, excerpt: () => excerptOf(begins(), hide), costCents: costOf(headers) };
  }
  const body = begins();
  const failure = readFailure(status, body, hide);
  if (!(failure instanceof RenderFault)) throw failure;
  const retryAfterMs = retryAfterOf(headers.get('retry-after'));
  throw new ApiFault(failure, { status, body, retryAfterMs, isUnsettled: mayBeBilled(status, tookMs) });
}

/** LiteLLM's price of the order, in dollars; 0 is a model whose price it does not know. */
function costOf(headers: RemoteResponse['headers']): number | undefined {
  const dollars = Number(headers.get('x-litellm-response-cost') ?? Number.NaN);
  return dollars > 0 && Number.isFinite(dollars) ? dollars * 100 : undefined;
}

function faultOf(error: unknown): unknown {
  if (error instanceof RemoteUnreachable) return new ServerUnreachable(error);
  if (error instanceof RemoteTooSlow) return new RenderFault(error.message, { cause: error });
  return error instanceof RemoteFault ? new RenderFault(error.message, { isRetryable: false }) : error;
}

function retryAfterOf(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
