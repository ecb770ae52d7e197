import type { Readable } from 'node:stream';
import { invalidField } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RejectedBody } from '../problem-handler.ts';
import { receiveBody } from '../request/receive-body.ts';

/** The text of a field, or the bytes of a file. */
export type FormBody = Readonly<Record<string, string | Uint8Array>>;

/** Lets the routes of this scope accept multipart forms; their bodies are a `FormBody`. */
export function acceptMultipart(routes: FastifyInstance): void {
  routes.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await receiveBody(request, payload);
    return readForm(bytes, String(request.headers['content-type']));
  });
}

/** More than any request has. Each part costs far more to read than its bytes. */
const MAX_PARTS = 32;

/** Whether a form has too many parts, which is found by skipping from one to the next. */
function hasManyParts(bytes: Buffer, contentType: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1] ?? '';
  const line = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(line); at !== -1 && parts <= MAX_PARTS; at = bytes.indexOf(line, at + 1)) {
    parts += 1;
  }
  return parts > MAX_PARTS;
}

async function readForm(bytes: Buffer, contentType: string): Promise<FormBody> {
  if (hasManyParts(bytes, contentType)) {
    throw new RejectedBody(invalidField('', `the form has more than ${MAX_PARTS} parts`));
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers }).formData().catch(() => {
    throw new RejectedBody(invalidField('', 'the multipart body cannot be read; it may be cut off'));
  });
  const fields = new Map<string, string | Uint8Array>();
  for (const [name, value] of form) {
    if (fields.has(name)) throw new RejectedBody(invalidField(name, 'is given twice'));
    if (typeof value === 'string' && value.includes('\0')) {
      throw new RejectedBody(invalidField(name, 'contains a NUL character'));
    }
    fields.set(name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer()));
  }
  return Object.fromEntries(fields);
}
