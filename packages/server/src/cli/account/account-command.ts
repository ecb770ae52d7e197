import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { endSessions, limits, removeFactors, reviewed, rotate } from './change.ts';
import { create } from './create.ts';
import { grantBalance } from './grant-balance.ts';
import { invoices } from './invoices.ts';

const help = `Usage: kinora account create --email E [--balance-usd N] [--plan PLAN]
                             [--billing none|manual | --store app] [--operator] [--json]
       kinora account rotate-key --email E [--json]
       kinora account limits --email E [--calls-per-minute N] [--jobs-at-once N]
                             [--videos-per-day N] [--images-per-day N] [--stored-gib N]
       kinora account reviewed --email E
       kinora account end-sessions --email E
       kinora account remove-second-factors --email E
       kinora account grant-balance --email E --usd N --reason TEXT [--expires DATE]
       kinora account invoices --email E [--json]

create      Creates an account with an API key. The key is shown only once; only its hash is stored.
rotate-key  Creates a new account key and revokes the old one at once. Other keys stay.
limits      Sets request limits for the account, and how many GiB of results it may keep, on both interfaces. Without an
            option, that limit stays unchanged.
reviewed    Ends the review of an account, so that its payments continue. A dispute starts a review.
end-sessions
            Ends every session of a person, with its access tokens. Keys stay.
remove-second-factors
            Removes the passkeys and the authenticator app of a person who lost them, and ends their sessions.
grant-balance
            Grants a balance that nobody paid. It is spent before what was bought, and what is unspent at its end
            expires. It is no payment: it lifts no limits, pays no debt, and is not refunded.
invoices    Lists the month-end invoices of the account, and who collects each: its card, or you.

Run it on the server's machine. The server need not be running.

  --email         The email address of the account. Each account has its own.
  --balance-usd   A balance in US dollars, such as 10 or 2.50, as if the account had bought it. Without a balance, a
                  grant or a plan, the account must pay before its first request.
  --plan          A plan of the catalogue to grant, such as pro or max; the plan itself is not billed.
  --billing       How pay per use on it is billed: none (default) needs a card on file; manual writes
                  invoices for you to collect, which are never charged.
  --store         app: the plan was bought in an app store, so it cannot pay per use.
  --usd           The amount to grant, in US dollars, such as 10 or 2.50.
  --expires       A day, at whose end in UTC the grant expires, or a time such as 2027-01-31T12:00:00Z.
  --reason        Why, for the audit log.
  --operator      Make the account an operator.
  --json          Print {"account_id", "api_key", "access_token", "password_url"}. The access token is for the
                  job API and is valid for 15 minutes; the address sets the password and leads to the console.

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
      billing: text,
      store: text,
      operator: flag,
      json: flag,
      'calls-per-minute': text,
      'jobs-at-once': text,
      'videos-per-day': text,
      'images-per-day': text,
      'stored-gib': text,
      usd: text,
      expires: text,
      reason: text,
    },
    strict: true,
  });
  const actions: Readonly<Record<string, (email: string) => Promise<number>>> = {
    create: (email) => create(email, values),
    'rotate-key': (email) => rotate(email, values.json),
    limits: (email) => limits(email, values),
    reviewed: (email) => reviewed(email),
    'end-sessions': (email) => endSessions(email),
    'remove-second-factors': (email) => removeFactors(email),
    'grant-balance': (email) => grantBalance(email, values),
    invoices: (email) => invoices(email, values.json),
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
