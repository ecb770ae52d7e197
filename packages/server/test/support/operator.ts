import { type ConsoleCaller, consoleCaller } from './console-caller.ts';
import { signUp } from './signed-in.ts';
import type { TestApp } from './test-app.ts';

/** Makes the account of somebody who has signed up an operator. */
export async function makeOperator(service: TestApp, accountId: string): Promise<void> {
  await service.database.query('update accounts set operator = true where id = $1', [accountId]);
  // As if the session had been opened with a passkey.
  await service.database.query('update auth_sessions set second_factor = true where user_id = $1', [
    accountId,
  ]);
}

/** A signed-in operator who calls the console's interface. */
export async function signUpOperator(
  service: TestApp,
  email = `operator-${Math.random().toString(36).slice(2)}@example.com`,
): Promise<ConsoleCaller> {
  const person = await signUp(service, email);
  await makeOperator(service, person.accountId);
  return consoleCaller(service, person, '/api/console/operator');
}
