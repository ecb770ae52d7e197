import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedInAs } from '../../accounts/signed-in.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Queryable } from '../../db/database.ts';
import { readId } from '../../kernel/ids.ts';
import type { PaymentDocument } from '../../payments/documents/document.ts';
import { readInvoice } from '../../payments/documents/read-invoice.ts';
import { readReceipt } from '../../payments/documents/read-receipt.ts';
import type { DocumentConfig } from '../../settings/document-settings.ts';
import { webHeaders } from '../auth/web-request.ts';
import { redirect } from '../pages/page.ts';
import { sendProblem } from '../problem-handler.ts';
import { identityOf } from '../service-identity.ts';
import type { SessionDependencies } from './session.ts';

export interface DocumentDependencies extends SessionDependencies {
  readonly documents: DocumentConfig;
  readonly catalogue: OpenCatalogue;
}

type DocumentRoute = { Params: { file: string } };
type ReadDocument = (db: Queryable, accountId: string, id: string) => Promise<PaymentDocument | undefined>;

const NOT_FOUND = problem('not_found', 'Your account has no such document.');

/**
 * GET /invoices/<id>.pdf and /receipts/<id>.pdf. Emails lead there, so without a session they lead to the sign-in
 * page.
 */
export function documentRoutes(routes: FastifyInstance, dependencies: DocumentDependencies): void {
  const send = (read: ReadDocument) => (request: FastifyRequest<DocumentRoute>, reply: FastifyReply) =>
    sendDocument(request, reply, read, dependencies);
  routes.get<DocumentRoute>('/invoices/:file', send(readInvoice));
  routes.get<DocumentRoute>(
    '/receipts/:file',
    send((db, accountId, id) => readReceipt(db, dependencies.catalogue.now(), accountId, id)),
  );
}

async function sendDocument(
  request: FastifyRequest<DocumentRoute>,
  reply: FastifyReply,
  read: ReadDocument,
  { auth, database, clock, documents, publicUrl }: DocumentDependencies,
): Promise<FastifyReply> {
  const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
  if (person === undefined) {
    return request.headers.accept?.includes('text/html') === true
      ? redirect(reply, `/signin?next=${encodeURIComponent(request.url)}`)
      : sendProblem(reply, problem('sign_in_required', 'There is no session; sign in first.'));
  }
  const id = readFileId(request.params.file);
  const document = id === undefined ? undefined : await read(database, person.accountId, id);
  if (document === undefined) return sendProblem(reply, NOT_FOUND);
  // Drawing needs a large library, so it is loaded with the first document.
  const { renderDocument } = await import('../../payments/documents/render-document.ts');
  const pdf = await renderDocument(document, {
    ...documents,
    ...identityOf(reply),
    site: publicUrl(),
  });
  return reply
    .header('content-disposition', `inline; filename="${document.number}.pdf"`)
    .type('application/pdf')
    .send(pdf);
}

function readFileId(file: string): string | undefined {
  return file.endsWith('.pdf') ? readId(file.slice(0, -'.pdf'.length)) : undefined;
}
