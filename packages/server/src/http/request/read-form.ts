import { invalidRequest } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { RejectedBody } from '../problem-handler.ts';

/**
 * Lets the routes of this scope accept HTML forms; their bodies are `URLSearchParams`. NUL is refused as in JSON: no
 * browser sends it, and PostgreSQL has no text with it.
 */
export function acceptForms(routes: FastifyInstance): void {
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const form = new URLSearchParams(String(body));
      const withNul = [...form].find(([name, value]) => `${name}${value}`.includes('\0'));
      if (withNul === undefined) return done(null, form);
      done(new RejectedBody(invalidRequest([{ path: withNul[0], message: 'contains a NUL character' }])));
    },
  );
}

/** A field of a form, as typed; empty if the field or the form was not sent. */
export function formField(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : '';
}
