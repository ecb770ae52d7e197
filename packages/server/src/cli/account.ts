import { parseArgs } from 'node:util';
import { createAccount } from '../accounts/create-account.ts';
import { systemClock } from '../kernel/clock.ts';
import { formatUsd } from '../kernel/money.ts';
import { type Command, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora account create --email E [--balance-usd N] [--operator] [--json]

Makes an account with an API key, on the machine and database of the service, running or not.
The key is shown this once; only its hash is kept.

  --email         The account's address; one account each.
  --balance-usd   A balance you grant, in US dollars, such as 10 or 2.50. Without one the account
                  must pay before its first request.
  --operator      May use the operator's pages.
  --json          Print {"account_id", "api_key"} for a script.

Example:
  KEY=$(kinora account create --email me@example.com --balance-usd 10 --json | jq -r .api_key)
  curl -A my-app/1.0 -H "X-API-Key: $KEY" http://127.0.0.1:8787/api/v1/me/balance
`;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_GRANT_USD = 100_000;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      'balance-usd': { type: 'string' },
      operator: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    strict: true,
  });
  if (positionals.join(' ') !== 'create') throw new UsageError('the only action is "account create"');
  const email = values.email ?? '';
  if (!EMAIL.test(email) || email.length > 320)
    throw new UsageError('--email needs an address, such as me@example.com');
  const balanceCents = readUsd(values['balance-usd'] ?? '0');
  const created = await withDatabase((database) =>
    createAccount(database, systemClock, { email, balanceCents, operator: values.operator }),
  );
  if (created === undefined) throw new Error(`there is an account for ${email} already`);
  const { accountId, apiKey } = created;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ account_id: accountId, api_key: apiKey })}\n`
      : `Account  ${accountId}\nBalance  ${formatUsd(balanceCents)} USD\nAPI key  ${apiKey}\n\nThe key is shown this once; keep it safe.\n`,
  );
  return 0;
}

function readUsd(text: string): number {
  const cents = Math.round(Number(text) * 100);
  if (!/^\d+(\.\d{1,2})?$/.test(text) || cents > MAX_GRANT_USD * 100) {
    throw new UsageError(
      `--balance-usd takes dollars up to ${MAX_GRANT_USD}, such as 10 or 2.50, not "${text}"`,
    );
  }
  return cents;
}

export const account: Command = { name: 'account', summary: 'Make an account with a key.', help, run };
