import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { limits, reviewed, rotate } from './change.ts';
import { create } from './create.ts';

const help = `Usage: kinora account create --email E [--balance-usd N] [--plan pro|max] [--operator] [--json]
       kinora account rotate-key --email E [--json]
       kinora account limits --email E [--calls-per-minute N] [--jobs-at-once N]
                             [--videos-per-day N] [--images-per-day N]
       kinora account reviewed --email E

create      Makes an account with an API key. The key is shown this once; only its hash is kept.
rotate-key  Gives the account a new key and ends the old one at once.
limits      Sets request limits of the account's own; those left out stay as they are.
reviewed    Ends a review: payments that were paused, as after a dispute, go on.

All work on the machine and database of the service, running or not.

  --email         The account's address; one account each.
  --balance-usd   A balance you grant, in US dollars, such as 10 or 2.50. Without one, and without a
                  plan, the account must pay before its first request.
  --plan          A plan you give; nothing is billed for it.
  --operator      May use the operator's pages.
  --json          Print {"account_id", "api_key", "access_token"} for a script. The access token is of
                  the job API, as signing in gives it, and lasts 15 minutes.

Example:
  KEY=$(kinora account create --email me@example.com --balance-usd 10 --json | jq -r .api_key)
  curl -A my-app/1.0 -H "X-API-Key: $KEY" http://127.0.0.1:8787/api/v1/me/balance
`;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      email: text,
      'balance-usd': text,
      plan: text,
      operator: flag,
      json: flag,
      'calls-per-minute': text,
      'jobs-at-once': text,
      'videos-per-day': text,
      'images-per-day': text,
    },
    strict: true,
  });
  const actions: Readonly<Record<string, (email: string) => Promise<number>>> = {
    create: (email) => create(email, values),
    'rotate-key': (email) => rotate(email, values.json),
    limits: (email) => limits(email, values),
    reviewed: (email) => reviewed(email),
  };
  const names = Object.keys(actions);
  const action = positionals.length === 1 ? actions[positionals[0] ?? ''] : undefined;
  if (action === undefined) {
    throw new UsageError(`the actions are ${names.map((name) => `"account ${name}"`).join(', ')}`);
  }
  const email = values.email ?? '';
  if (!EMAIL.test(email) || email.length > 320) {
    throw new UsageError('--email needs an address, such as me@example.com');
  }
  return action(email);
}

export const account: Command = { help, run };
