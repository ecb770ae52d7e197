/** An answer of another service; its body is not trusted yet. */
export interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  readonly body: unknown;
  /** For everything: connecting, both tries and the whole answer. */
  readonly timeoutMs: number;
}

/** More than any answer that is meant; what goes on longer is not read to its end. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * Posts JSON and reads JSON, once more if the service fails with a 5xx. Undefined when there is no answer in
 * time, when it is too long, cut or no JSON, or when the service sends elsewhere. Never throws.
 */
export async function postJson(question: JsonRequest): Promise<JsonResponse | undefined> {
  const signal = AbortSignal.timeout(question.timeoutMs);
  const first = await ask(question, signal);
  return first !== undefined && first.status >= 500 ? ask(question, signal) : first;
}

async function ask({ url, key, body }: JsonRequest, signal: AbortSignal): Promise<JsonResponse | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      // A key is for the address that the operator wrote down, not for where that sends us.
      redirect: 'error',
      signal,
    });
    // A failing service may answer with a page; its status is all that counts.
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
    if (bytes > LONGEST_ANSWER_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The address of an interface below `/v1`, whether or not the operator wrote that part. */
export function v1Url(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1${path}`;
}
