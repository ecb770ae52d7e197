import { randomUUID } from 'node:crypto';
import { sha256InPieces } from '../../kernel/ids.ts';
import { LONG_STRING } from './strict-json.ts';

/** Stands for an uploaded image in the JSON around it; no client can know it. */
const UPLOAD = randomUUID();

/**
 * The SHA-256 of a request as read, with its defaults, by which two requests with the same Idempotency-Key are compared.
 * `call` is its method and what it asks for. An uploaded image is hashed in pieces, which leave the event loop free.
 */
export async function hashRequest(call: string, request: object): Promise<Buffer> {
  const uploads: string[] = [];
  const json = JSON.stringify(request, (_key, value) => {
    if (typeof value !== 'string' || value.length < LONG_STRING) return value;
    uploads.push(value);
    return UPLOAD;
  });
  return sha256InPieces(`${call} ${json}`.split(UPLOAD).flatMap((text, at) => [text, uploads[at] ?? '']));
}
