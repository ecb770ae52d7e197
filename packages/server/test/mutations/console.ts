import type { Mutation } from './mutation.ts';

/** Guards of the console and of what people publish. */
export const consoleGuards: readonly Mutation[] = [
  {
    name: 'a result of the v1 API can be published',
    file: 'server/src/jobs/works/publish-work.ts',
    from: `where id = $1 and account_id = $2 and asset_id is not null and state = 'completed'`,
    to: `where id = $1 and account_id = $2 and state = 'completed'`,
    tests: ['server/test/api/works.test.ts'],
  },
  {
    name: 'a reported work is still listed',
    file: 'server/src/jobs/works/list-works.ts',
    from: 'where (select hidden_at from jobs where jobs.id = job_id) is null order',
    to: 'order',
    tests: ['server/test/api/works.test.ts'],
  },
  {
    name: 'pages of other origins may change what the console changes',
    file: 'server/src/http/console/console-api.ts',
    from: "routes.addHook('onRequest', refuseForeignPages(dependencies.publicUrl));",
    to: '',
    tests: ['server/test/attacks/cross-site.test.ts'],
  },
  {
    name: 'a page changes the account that signed in in another tab',
    file: 'server/src/http/console/session.ts',
    from: 'if (shown !== undefined && shown !== person.accountId)',
    to: 'if (shown !== undefined && !person.accountId)',
    tests: ['server/test/http/console-api.test.ts'],
  },
  {
    name: 'pages are printed with their navigation',
    file: 'server/src/http/styles/read-stylesheet.ts',
    from: ".join('') + print",
    to: ".join('') + print.slice(0, 0)",
    tests: ['server/test/browser/print.test.ts'],
  },
  {
    name: 'a prompt that was refused is offered again',
    file: 'console/src/studio/orders/decide-refusal.ts',
    from: "if (of !== undefined) return { kind: 'content', of };",
    to: '',
    tests: ['console/test/decide-refusal.test.ts'],
  },
  {
    name: 'a job that its owner cancelled is shown as failed',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: "failure_cause = 'cancelled', error = 'deleted",
    to: "error = 'deleted",
    tests: ['server/test/api/console-usage.test.ts'],
  },
  {
    name: 'an order of the studio does not name the model that was chosen',
    file: 'console/src/studio/settings/draft.ts',
    from: '...(model !== undefined && { model: model.id }),',
    to: '',
    tests: ['console/test/model-order.test.ts'],
  },
  {
    name: 'the studio offers a size that is delivered as another',
    file: 'console/src/studio/settings/model-order.ts',
    from: 'isDeliveredAs(asked, one) || isDeliveredAs(size, one)',
    to: 'isDeliveredAs(size, one)',
    tests: ['console/test/model-order.test.ts'],
  },
  {
    name: 'the studio lists the prices of everybody to an account with a price list',
    file: 'server/src/http/console/studio/studio-routes.ts',
    from: 'catalogue.now().pricedFor(terms?.priceList ?? null)',
    to: 'catalogue.now()',
    tests: ['server/test/http/console-studio.test.ts'],
  },
];
