import { RenderFault } from '@kinora/engine/engine';
import type { Api, ApiResponse, Call } from './call-api.ts';
import { excerptOf, isRecord } from './read-failure.ts';

/** A response that does not conform to the interface. What it is the answer to may be billed, so it is not asked for again. */
export class MalformedResponse extends RenderFault {
  constructor(message: string, said?: string) {
    super(said === undefined ? message : `${message} It sent: ${said}`, { isRetryable: false });
  }
}

export function readJson({ bytes, excerpt }: ApiResponse): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new MalformedResponse('The server returned something other than JSON.', excerpt());
  }
  if (isRecord(value)) return value;
  throw new MalformedResponse('The server returned JSON that is not an object.', excerpt());
}

/** The bytes of the first of `data`, given in base64 or as a URL. */
export async function readMedia(
  api: Api,
  response: Record<string, unknown>,
  call: Call,
): Promise<Uint8Array> {
  const first: unknown = Array.isArray(response.data) ? response.data[0] : undefined;
  const { b64_json: base64, url } = isRecord(first) ? first : {};
  if (typeof base64 === 'string' && base64 !== '') {
    // Some servers send a data: URL in the field for plain base64.
    const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
    if (bytes.byteLength > 0) return new Uint8Array(bytes);
  }
  if (typeof url === 'string' && url !== '') return fetchMedia(api, url, call);
  const said = excerptOf(JSON.stringify(response), [call.prompt]);
  throw new MalformedResponse('The response has neither the bytes of a result nor its address.', said);
}

export async function fetchMedia(api: Api, url: string, call: Call): Promise<Uint8Array> {
  if (url.startsWith('data:')) return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  return api.claim(api.locate(url), call);
}
