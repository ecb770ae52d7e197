import { type Answer, type Api, type Call, MOST_MEDIA_BYTES } from './call-api.ts';
import { isRecord } from './read-failure.ts';

/** A body that is not what the interface promises: asked for once more, then a fault. */
export class MalformedAnswer extends Error {}

export function readJson({ bytes }: Answer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new MalformedAnswer('The server answered something other than JSON.', { cause });
  }
  if (!isRecord(value)) throw new MalformedAnswer('The server answered JSON that is no object.');
  return value;
}

/** The bytes of the first of `data`, given in base64 or as an address. */
export async function readMedia(api: Api, answer: Record<string, unknown>, call: Call): Promise<Uint8Array> {
  const first: unknown = Array.isArray(answer.data) ? answer.data[0] : undefined;
  if (!isRecord(first)) throw new MalformedAnswer('The answer holds no result.');
  const { b64_json: base64, url } = first;
  if (typeof base64 === 'string' && base64 !== '') {
    // Some servers send a data address in the field for plain base64.
    const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64');
    if (bytes.byteLength > 0) return new Uint8Array(bytes);
  }
  if (typeof url === 'string' && url !== '') return fetchMedia(api, url, call);
  throw new MalformedAnswer('The result has neither bytes nor an address.');
}

export async function fetchMedia(api: Api, url: string, call: Call): Promise<Uint8Array> {
  if (url.startsWith('data:')) return new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  const { bytes } = await api.call(api.locate(url), { ...call, method: 'GET', mostBytes: MOST_MEDIA_BYTES });
  return bytes;
}
