/** A response of another service; its body is not validated. */
export interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  readonly body: unknown;
  /** It bounds everything: connecting, both attempts and the whole response. */
  readonly timeoutMs: number;
}

/** Larger than any valid response; reading stops there. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Posts JSON and reads a JSON response; retries once after a 5xx. Undefined when there is no response in
 * time, when it is too large, truncated or not JSON, or when the service redirects. Never throws.
 */
export async function postJson(request: JsonRequest): Promise<JsonResponse | undefined> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const first = await post(request, signal);
  return first !== undefined && first.status >= 500 ? post(request, signal) : first;
}

async function post({ url, key, body }: JsonRequest, signal: AbortSignal): Promise<JsonResponse | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      // The key is only for the configured address, never for a redirect target.
      redirect: 'error',
      signal,
    });
    // An error response may have an HTML body; only its status is used.
    if (!response.ok) {
      await response.body?.cancel();
      return { status: response.status, body: undefined };
    }
    const text = await readBounded(response);
    return text === undefined ? undefined : { status: response.status, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The address of `path` below `/v1` of a base address, with or without `/v1` at its end. */
export function v1Url(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1${path}`;
}
