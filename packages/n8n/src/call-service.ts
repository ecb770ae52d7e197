import {
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type IN8nHttpFullResponse,
  type JsonObject,
  NodeApiError,
  sleep,
} from 'n8n-workflow';

interface ServiceCall {
  readonly method: IHttpRequestMethods;
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: IDataObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** Attempts after the first. Every call may be repeated: orders have a key. */
  readonly retries?: number;
  readonly itemIndex?: number;
}

/** The service refuses calls that do not name their program. */
export const NAMED = { 'User-Agent': 'n8n-nodes-kinora/0.1' };
const RETRIES = 4;
const FIRST_WAIT_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/** A longer `Retry-After` is left to the workflow. */
const MAX_WAIT_MS = 60_000;
const UNAVAILABLE = [502, 503, 504];

/**
 * Calls the service of the credentials and returns the body of its response. What waiting helps against is called again. Throws a
 * NodeApiError with the sentence of the service, which says what to do, and the fields of the problem.
 */
export async function callService(
  functions: IExecuteFunctions | ILoadOptionsFunctions,
  call: ServiceCall,
): Promise<IDataObject> {
  const { baseUrl } = await functions.getCredentials<{ readonly baseUrl: string }>('kinoraApi');
  const address = baseUrl.replace(/\/+$/, '');
  const { itemIndex = 0, retries = RETRIES } = call;
  for (let attempt = 1; ; attempt += 1) {
    const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
    let response: IN8nHttpFullResponse;
    try {
      response = await send(functions, address, call);
    } catch (error) {
      if (attempt > retries) throw new NodeApiError(functions.getNode(), error as JsonObject, { itemIndex });
      await sleep(backoffMs);
      continue;
    }
    if (response.statusCode < 300) return (response.body ?? {}) as IDataObject;
    const waitMs = Math.max(Number(response.headers['retry-after'] ?? 0) * 1000, backoffMs);
    if (attempt > retries || waitMs > MAX_WAIT_MS || !isTemporary(response)) {
      throw problemOf(functions, address, response, itemIndex);
    }
    await sleep(waitMs);
  }
}

async function send(
  functions: IExecuteFunctions | ILoadOptionsFunctions,
  address: string,
  { method, path, body, headers }: ServiceCall,
): Promise<IN8nHttpFullResponse> {
  // n8n breaks off the calls of an execution that is stopped: what such a call has ordered could not be cancelled.
  const unbroken = Object.create(functions, { getExecutionCancelSignal: { value: () => undefined } });
  return functions.helpers.httpRequestWithAuthentication.call(unbroken, 'kinoraApi', {
    method,
    url: `${address}/v1${path}`,
    headers: { ...NAMED, ...headers },
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    // The key would be sent along.
    disableFollowRedirect: true,
    ...(body !== undefined && { body }),
  });
}

/** Quotas, caps and money do not come back by waiting. */
function isTemporary({ statusCode, body }: IN8nHttpFullResponse): boolean {
  if (statusCode === 429) return (body as IDataObject).code === 'rate_limited';
  return UNAVAILABLE.includes(statusCode);
}

function problemOf(
  functions: IExecuteFunctions | ILoadOptionsFunctions,
  address: string,
  { statusCode, headers, body }: IN8nHttpFullResponse,
  itemIndex: number,
): NodeApiError {
  const { error, issues: _, ...fields } = typeof body === 'object' ? (body as IDataObject) : {};
  const isOfService = typeof error === 'string';
  const message = isOfService
    ? error
    : `${address} is not the address of a Kinora service: it responded with ${statusCode}`;
  const description = Object.entries({ ...fields, request_id: headers['x-request-id'] })
    .filter(([, value]) => ['string', 'number'].includes(typeof value) || Array.isArray(value))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join(' | ');
  return new NodeApiError(
    functions.getNode(),
    { error: message, ...fields },
    { message, description, httpCode: String(statusCode), itemIndex },
  );
}
