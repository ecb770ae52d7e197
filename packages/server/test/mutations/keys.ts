import type { Mutation } from './mutation.ts';

/** Guards of the keys of an account. */
export const keys: readonly Mutation[] = [
  {
    name: 'orders with a key at the same moment are not counted together',
    file: 'server/src/admit/accept/decide-request.ts',
    from: 'spentCents: keyCap.spentCents + quote.priceCents',
    to: 'spentCents: keyCap.spentCents',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'a key that was just revoked has no cap for the orders that it authenticated',
    file: 'server/src/funding/key-caps.ts',
    from: '::date - 1)',
    to: '::date + 1)',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'a person may issue any number of keys',
    file: 'server/src/access/keys/count-issued-key.ts',
    from: 'if (wait === undefined) return undefined;',
    to: 'if (wait !== undefined) return undefined;\n  if (wait === undefined) return undefined;',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'acceptance reads the caps of all keys that an account has ever revoked',
    file: 'server/src/funding/key-caps.ts',
    from: "and coalesce(api_keys.revoked_at, 'infinity') > ",
    to: "and 'infinity' > ",
    tests: ['server/test/db/statement-plans.test.ts'],
  },
  {
    name: 'a reversed charge stays counted against the cap of its key',
    file: 'server/src/funding/charges.ts',
    from: 'key_months.spent_cents - reversed.price_cents',
    to: 'key_months.spent_cents - 0 * reversed.price_cents',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'a key works after its expiry',
    file: 'server/src/access/authenticate-key.ts',
    from: '(expiresAt === null || expiresAt > at)',
    to: '(expiresAt === null || expiresAt > new Date(0))',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'a rotated key works after its expiry once the key after it is changed',
    file: 'server/src/access/keys/key-record.ts',
    from: 'least($2, expires_at)',
    to: '$2',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'a route without a scope of its own is open to every key',
    file: 'server/src/http/v1/authenticate-by-key.ts',
    from: `'read' : 'manage'`,
    to: `'read' : 'generate'`,
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'an old session raises the cap of a key',
    file: 'server/src/access/keys/decide-key-change.ts',
    from: '(to.capCents ?? Infinity) > (from.capCents ?? Infinity) ||',
    to: '',
    tests: ['server/test/console/keys.test.ts'],
  },
  {
    name: 'an approved terminal replaces the key of the account too',
    file: 'server/src/access/rotate-key.ts',
    from: `by === 'terminal' ? 'terminal' : 'account'`,
    to: `by === 'terminal' ? 'account' : 'account'`,
    tests: ['server/test/api/claim.test.ts'],
  },
];
