import { type ConsoleEmail, type ConsoleEmailNames, problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { emailNames } from '../../emails/emails.ts';
import { previewEmail } from '../../emails/preview-email.ts';
import { sendProblem } from '../problem-handler.ts';

type EmailRoute = { Params: { name: string } };

/** GET /mails and /mails/<name>: the emails that the service sends, with sample data. */
export function emailRoutes(routes: FastifyInstance, publicUrl: () => string): void {
  routes.get('/mails', async (_request, reply) => {
    const mails = emailNames.map((name) => ({
      name,
      subject: previewEmail(name, publicUrl())?.subject ?? '',
    }));
    return reply.send({ mails } satisfies ConsoleEmailNames);
  });

  routes.get<EmailRoute>('/mails/:name', async ({ params: { name } }, reply) => {
    const email = previewEmail(name, publicUrl());
    if (email === undefined)
      return sendProblem(reply, problem('not_found', 'There is no email of this name.'));
    return reply.send({ name, ...email } satisfies ConsoleEmail);
  });
}
