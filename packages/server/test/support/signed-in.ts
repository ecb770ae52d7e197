import assert from 'node:assert/strict';
import type { TestApp } from './test-app.ts';

/** A signed-in user with a browser session, for submitting the forms of the service's pages. */
export interface Person {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Does not follow redirects, so that a test can check their target. */
  submit(path: string, fields: Record<string, string>, more?: Record<string, string>): Promise<Response>;
  read(path: string): Promise<string>;
}

const PASSWORD = 'correct horse battery';

export async function signUp(service: TestApp, email: string): Promise<Person> {
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(service.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: service.url, ...headers },
      body: new URLSearchParams(fields),
    });
  const answer = await submit(
    '/signin',
    { mode: 'up', email, password: PASSWORD, age: 'yes', next: '/activate' },
    {},
  );
  assert.equal(answer.status, 303, await answer.text());
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const [account] = await service.database.query<{ id: string }>('select id from accounts where email = $1', [
    email,
  ]);
  return {
    accountId: account?.id ?? '',
    headers: { cookie },
    submit: (path, fields, more = {}) => submit(path, fields, { cookie, ...more }),
    read: async (path) => (await fetch(service.url + path, { headers: { cookie } })).text(),
  };
}

/**
 * Signs up an operator whose session counts as opened with a second factor, as the operator's routes need. How a real
 * one gets there is tested in accounts/second-factor.test.ts.
 */
export async function signUpOperator(service: TestApp, email: string): Promise<Person> {
  const person = await signUp(service, email);
  await makeOperator(service, person.accountId);
  return person;
}

/** Makes a signed-in person an operator, with a second factor of this moment in every session. */
export async function makeOperator({ database }: TestApp, accountId: string): Promise<void> {
  await database.query('update accounts set operator = true where id = $1', [accountId]);
  await database.query('update auth_sessions set second_factor_at = now() where user_id = $1', [accountId]);
}

/**
 * Pays at the sandbox's checkout, with the bank's confirmation where it is needed; returns the redirect's
 * target.
 */
export async function payAt(checkoutUrl: string, number = '4242 4242 4242 4242'): Promise<string> {
  const send = (step: string, fields: Record<string, string>) =>
    fetch(`${checkoutUrl}/${step}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  const paid = await send('pay', { number, expiry: '12/99', cvc: '123' });
  const location = paid.headers.get('location') ?? '';
  if (location.startsWith('http')) return location;
  return (await send('bank', { outcome: 'confirm' })).headers.get('location') ?? '';
}
