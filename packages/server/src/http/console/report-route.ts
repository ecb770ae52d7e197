import { reportRequestSchema } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { signedInAs } from '../../accounts/signed-in.ts';
import { readId } from '../../kernel/ids.ts';
import { type ReportDependencies, reportContent } from '../../reports/report-content.ts';
import { webHeaders } from '../auth/web-request.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import type { SessionDependencies } from './session.ts';

/** POST /report: reports content, signed in or not. The body is that of the job API. */
export function reportRoute(
  routes: FastifyInstance,
  dependencies: SessionDependencies & ReportDependencies,
): void {
  routes.post('/report', async (request, reply) => {
    const read = readBody(reportRequestSchema, request.body);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { reason, details } = read.value;
    const contentId = readId(read.value.content_id);
    const person = await signedInAs(await dependencies.auth(), dependencies, webHeaders(request));
    const sender = { reporterId: person?.accountId, network: networkOf(request.ip) };
    const rejection = await reportContent(dependencies, { ...sender, contentId, reason, details });
    return rejection === undefined ? reply.code(204).send() : sendProblem(reply, rejection);
  });
}
