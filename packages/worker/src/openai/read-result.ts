import { type Api, type ApiResponse, type Call, MAX_MEDIA_BYTES } from './call-api.ts';
import { isRecord } from './read-failure.ts';

/** A body that does not conform to the interface: requested again once, then a fault. */
export class MalformedResponse extends Error {}

export function readJson({ bytes }: ApiResponse): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new MalformedResponse('The server returned something other than JSON.', { cause });
  }
  if (!isRecord(value)) throw new MalformedResponse('The server returned JSON that is not an object.');
  return value;
}

/** The bytes of the first of `data`, given in base64 or as a URL. */
export async function readMedia(
  api: Api,
  response: Record<string, unknown>,
  call: Call,
): Promise<Uint8Array> {
  const first: unknown = Array.isArray(response.data) ? response.data[0] : undefined;
  if (!isRecord(first)) throw new MalformedResponse('The response has no result.');
  const { b64_json: base64, url } = first;
  if (typeof base64 === 'string' && base64 !== '') {
    // Some servers send a data: URL in the field for plain base64.
    const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
    if (bytes.byteLength > 0) return new Uint8Array(bytes);
  }
  if (typeof url === 'string' && url !== '') return fetchMedia(api, url, call);
  throw new MalformedResponse('The result has neither bytes nor a URL.');
}

export async function fetchMedia(api: Api, url: string, call: Call): Promise<Uint8Array> {
  if (url.startsWith('data:')) return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  const { bytes } = await api.call(api.locate(url), { ...call, method: 'GET', maxBytes: MAX_MEDIA_BYTES });
  return bytes;
}
