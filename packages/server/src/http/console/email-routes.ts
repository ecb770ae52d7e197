import { type ConsoleEmail, type ConsoleEmailNames, problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { emailNames } from '../../emails/emails.ts';
import { previewEmail } from '../../emails/preview-email.ts';
import { sendProblem } from '../problem-handler.ts';

type EmailRoute = { Params: { name: string } };

const NO_EMAIL = problem('not_found', 'There is no such email.');

/** Inline styles, which emails need and the console's pages refuse, and nothing else; links open in a new tab. */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** GET /mails, /mails/<name> and /mails/<name>/html: the emails that the service sends, with sample data. */
export function emailRoutes(routes: FastifyInstance, publicUrl: () => string): void {
  const sender = () => ({ ...routes.identity, site: publicUrl() });
  routes.get('/mails', async (_request, reply) => {
    const mails = emailNames.map((name) => ({
      name,
      subject: previewEmail(name, sender())?.subject ?? '',
    }));
    return reply.send({ mails } satisfies ConsoleEmailNames);
  });

  routes.get<EmailRoute>('/mails/:name', async ({ params: { name } }, reply) => {
    const email = previewEmail(name, sender());
    if (email === undefined) return sendProblem(reply, NO_EMAIL);
    const { subject, text } = email;
    return reply.send({ name, subject, text } satisfies ConsoleEmail);
  });

  routes.get<EmailRoute>('/mails/:name/html', async ({ params: { name } }, reply) => {
    const email = previewEmail(name, sender());
    if (email === undefined) return sendProblem(reply, NO_EMAIL);
    return reply
      .headers({ 'content-security-policy': FRAME_POLICY, 'x-frame-options': 'SAMEORIGIN' })
      .type('text/html; charset=utf-8')
      .send(email.html.replace('<head>', '<head>\n<base target="_blank">'));
  });
}
