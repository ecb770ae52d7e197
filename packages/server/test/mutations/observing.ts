import type { Mutation } from './mutation.ts';

export const observing: readonly Mutation[] = [
  {
    name: 'anybody reads the metrics',
    file: 'server/src/http/metrics-routes.ts',
    from: 'if (!timingSafeEqual(sha256(sent), expected)) {',
    to: "if (request.headers.authorization === '') {",
    tests: ['server/test/metrics/metrics.test.ts'],
  },
  {
    name: 'addresses with ids are labels of metrics',
    file: 'server/src/http/metrics-routes.ts',
    from: "request.routeOptions.url ?? 'none'",
    to: 'request.url',
    tests: ['server/test/metrics/metrics.test.ts'],
  },
  {
    name: 'the trace of a caller is not continued',
    file: 'server/src/http/trace-orders.ts',
    from: "typeof traceparent === 'string' ? traceparent : undefined",
    to: 'undefined',
    tests: ['server/test/tracing/traces.test.ts'],
  },
  {
    name: 'the name of a client is markup in an email',
    file: 'server/src/emails/render-letter.ts',
    from: 'escapeHtml(withoutHidden(text));',
    to: 'withoutHidden(text);',
    tests: ['server/test/notifications/account-emails.test.ts'],
  },
  {
    name: 'a name may turn the text beside it',
    file: 'contract/src/names.ts',
    from: '\\\\p{Cc}\\\\p{Cf}',
    to: '\\\\p{Cc}',
    tests: ['server/test/access/names.test.ts'],
  },
  {
    name: 'a new sign-in is not reported',
    file: 'server/src/accounts/guard-sign-in.ts',
    from: 'if (isNew && !isFirst &&',
    to: 'if (isNew && isFirst &&',
    tests: ['server/test/notifications/account-emails.test.ts'],
  },
  {
    name: 'somebody else reads an invoice',
    file: 'server/src/payments/documents/read-invoice.ts',
    from: 'where invoices.id = $1 and account_id = $2`',
    to: 'where invoices.id = $1 and $2::uuid is not null`',
    tests: ['server/test/payments/documents.test.ts'],
  },
  {
    name: 'an invoice lists work that was not delivered',
    file: 'server/src/payments/documents/read-invoice.ts',
    from: "charges.state <> 'reversed' and month_end_cents > 0",
    to: 'month_end_cents > 0',
    tests: ['server/test/payments/documents.test.ts'],
  },
];
