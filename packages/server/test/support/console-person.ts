import { grantBalance } from '../../src/ledger/credit.ts';
import { type Person, signUp } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** A signed-in person who calls the console's own interface. */
export interface ConsolePerson extends Person {
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Makes the session as old as this. */
  ageSession(hours: number): Promise<void>;
}

export async function consolePerson(
  service: TestApp,
  { balanceCents = 0, at = new Date() }: { readonly balanceCents?: number; readonly at?: Date } = {},
): Promise<ConsolePerson> {
  const person = await signUp(service, `${Math.random().toString(36).slice(2)}@example.com`);
  const { accountId } = person;
  if (balanceCents > 0) {
    await service.database.transaction((tx) => grantBalance(tx, accountId, balanceCents, at));
  }
  return {
    ...person,
    call: (method, path, body) =>
      send(`${service.url}/api/console${path}`, {
        method,
        headers: {
          ...person.headers,
          origin: service.url,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ageSession: async (hours) => {
      await service.database.query(
        `update auth_sessions set created_at = created_at - $2 * interval '1 hour' where user_id = $1`,
        [accountId, hours],
      );
    },
  };
}
