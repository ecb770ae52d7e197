import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kernel/clock.ts';

const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

export interface SecurityTxtDependencies {
  readonly clock: Clock;
  /** Where to report vulnerabilities of this installation: a `mailto:` or `https:` URL. */
  readonly securityContact: string | undefined;
  readonly publicUrl: () => string;
}

/** GET /.well-known/security.txt (RFC 9116), if the operator has set a contact. */
export function securityTxtRoutes(
  server: FastifyInstance,
  { clock, securityContact, publicUrl }: SecurityTxtDependencies,
): void {
  if (securityContact === undefined) return;
  server.get('/.well-known/security.txt', async (_request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
    const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
