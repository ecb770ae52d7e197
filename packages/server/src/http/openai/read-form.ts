import type { Readable } from 'node:stream';
import { invalidField } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RejectedBody } from '../problem-handler.ts';
import { receiveBody } from '../request/receive-body.ts';
import { parseForm, UnreadableForm } from './parse-form.ts';

/** The text of a field, or the bytes of a file. */
export type FormBody = Readonly<Record<string, string | Uint8Array>>;

/** Lets the routes of this scope accept multipart forms; their bodies are a `FormBody`. */
export function acceptMultipart(routes: FastifyInstance): void {
  routes.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const bytes = await receiveBody(request, payload);
    return readForm(bytes, String(request.headers['content-type']));
  });
}

function readForm(bytes: Buffer, contentType: string): FormBody {
  try {
    const fields = new Map<string, string | Uint8Array>();
    for (const { name, value } of parseForm(bytes, contentType)) {
      if (fields.has(name)) throw new UnreadableForm(name, 'is given twice');
      fields.set(name, value);
    }
    return Object.fromEntries(fields);
  } catch (error) {
    if (!(error instanceof UnreadableForm)) throw error;
    throw new RejectedBody(invalidField(error.field, error.message));
  }
}
