import type { Answer, TestAccount } from './test-app.ts';

/** The quote of a generate call: the same body at the quote's path. */
export function quoteOf(customer: TestAccount, generatePath: string, body: object): Promise<Answer> {
  return customer.post(generatePath.replace(/generate$/, 'quote'), body);
}
