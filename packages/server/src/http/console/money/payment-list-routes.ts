import { type InvoicePage, moneyPageQuerySchema, type PaymentPage } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { readPage } from '../../../kernel/read-page.ts';
import { listPayments } from '../../../payments/list-payments.ts';
import { listInvoicePage } from '../../../payments/month-end/list-invoices.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readQuery } from '../../request/read-query.ts';
import { personOf } from '../session.ts';
import type { MoneyDependencies } from './money-dependencies.ts';

/** GET /billing/payments and GET /billing/invoices, in pages, newest first. */
export function paymentListRoutes(routes: FastifyInstance, { database }: MoneyDependencies): void {
  routes.get('/payments', async (request, reply) => {
    const read = readQuery(moneyPageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { limit, cursor } = read.value;
    const { accountId } = personOf(request);
    const { shown, next } = await readPage(limit, (rows) =>
      listPayments(database, { accountId, before: cursor, limit: rows }),
    );
    const page: PaymentPage = {
      payments: shown.map(({ amountCents, at, creditNote, paidWith, takenBackCents, ...payment }) => ({
        ...payment,
        credit_note: creditNote,
        paid_with: paidWith,
        taken_back_cents: takenBackCents,
        amount_cents: amountCents,
        at: at.toISOString(),
      })),
      ...next,
    };
    return reply.send(page);
  });

  routes.get('/invoices', async (request, reply) => {
    const read = readQuery(moneyPageQuerySchema, request);
    if (!read.ok) return sendProblem(reply, read.problem);
    const { limit, cursor } = read.value;
    const { accountId } = personOf(request);
    const { shown, next } = await readPage(limit, (rows) =>
      listInvoicePage(database, accountId, { before: cursor, limit: rows }),
    );
    const page: InvoicePage = {
      invoices: shown.map(({ createdAt, paidAt, ...invoice }) => ({
        ...invoice,
        created_at: createdAt.toISOString(),
        paid_at: paidAt?.toISOString() ?? null,
      })),
      ...next,
    };
    return reply.send(page);
  });
}
