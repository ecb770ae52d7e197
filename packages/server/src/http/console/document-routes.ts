import {
  type ConsoleDocuments,
  consoleDocumentsQuerySchema,
  ok,
  type Problem,
  problem,
  type Result,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedInAs } from '../../accounts/signed-in.ts';
import type { Queryable } from '../../db/database.ts';
import { readId } from '../../kernel/ids.ts';
import type { PaymentDocument } from '../../payments/documents/document.ts';
import { invoicePath, receiptPath } from '../../payments/documents/document-paths.ts';
import { listDocuments } from '../../payments/documents/list-documents.ts';
import { readInvoice } from '../../payments/documents/read-invoice.ts';
import { readReceipt } from '../../payments/documents/read-receipt.ts';
import type { DocumentConfig } from '../../settings/document-settings.ts';
import { webHeaders } from '../auth/web-request.ts';
import { redirect } from '../pages/page.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { personOf, type SessionDependencies } from './session.ts';

export interface DocumentDependencies extends SessionDependencies {
  readonly documents: DocumentConfig;
}

type DocumentRoute = { Params: { file: string } };
type ReadDocument = (db: Queryable, accountId: string, id: string) => Promise<PaymentDocument | undefined>;

const NOT_FOUND = problem('not_found', 'Your account has no such document.');

/** GET /invoices/<id>.pdf and /receipts/<id>.pdf. Emails lead there, so without a session they lead to the sign-in page. */
export function documentRoutes(routes: FastifyInstance, dependencies: DocumentDependencies): void {
  const send = (read: ReadDocument) => (request: FastifyRequest<DocumentRoute>, reply: FastifyReply) =>
    sendDocument(request, reply, read, dependencies);
  routes.get<DocumentRoute>('/invoices/:file', send(readInvoice));
  routes.get<DocumentRoute>('/receipts/:file', send(readReceipt));
}

async function sendDocument(
  request: FastifyRequest<DocumentRoute>,
  reply: FastifyReply,
  read: ReadDocument,
  { auth, database, clock, documents, publicUrl }: DocumentDependencies,
): Promise<FastifyReply> {
  const person = await signedInAs(auth(), { database, clock }, webHeaders(request));
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
  const pdf = await renderDocument(document, { ...documents, site: publicUrl() });
  return reply
    .header('content-disposition', `inline; filename="${document.number}.pdf"`)
    .type('application/pdf')
    .send(pdf);
}

function readFileId(file: string): string | undefined {
  return file.endsWith('.pdf') ? readId(file.slice(0, -'.pdf'.length)) : undefined;
}

/** GET /documents: every invoice, receipt and credit note of the account, newest first, with where to read it. */
export function documentListRoute(routes: FastifyInstance, { database }: DocumentDependencies): void {
  routes.get('/documents', async (request, reply) => {
    const page = readPage(request);
    if (!page.ok) return sendProblem(reply, page.problem);
    const { limit, cursor: after } = page.value;
    const found = await listDocuments(database, personOf(request).accountId, { limit: limit + 1, after });
    const shown = found.slice(0, limit);
    const view: ConsoleDocuments = {
      documents: shown.map(({ id, kind, cents, at }) => ({
        id,
        kind,
        amount_cents: cents,
        created_at: at.toISOString(),
        pdf: kind === 'invoice' ? invoicePath(id) : receiptPath(id),
      })),
      next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
    return reply.send(view);
  });
}

function readPage({
  query,
}: FastifyRequest): Result<{ limit: number; cursor?: string | undefined }, Problem> {
  const read = readBody(consoleDocumentsQuerySchema, query);
  return read.ok ? ok(read.value) : read;
}
