import type { FastifyInstance } from 'fastify';

/** Lets the routes of this scope accept HTML forms; their bodies are `URLSearchParams`. */
export function acceptForms(routes: FastifyInstance): void {
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/** A field of a form, as typed; empty if the field or the form was not sent. */
export function formField(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : '';
}
