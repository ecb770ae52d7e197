import { parseArgs } from 'node:util';
import { codeGrantDaysMax, codeUsesMax } from '@kinora/contract';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { createCode, endCode, type ListedCode, listCodes } from '../grants/change-codes.ts';
import { CODE_RULE, drawCode, nameCode } from '../grants/grant-code.ts';
import { systemClock } from '../kernel/clock.ts';
import { formatUsd } from '../kernel/money.ts';
import { readAmount, readCount, readExpiry } from './read-option.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora code create --usd N [--uses N] [--expires DATE] [--grant-days N] [--code TEXT] [--json]
       kinora code list [--json]
       kinora code end CODE

create  Creates a code that grants a balance to each account that redeems it on its payments page, once. What it
        grants is spent before what was bought, and is not refunded.
list    Lists the codes and how often each was redeemed, at most 500: the newest first.
end     Ends a code, so that nobody redeems it any more. What it has granted stays.

Run it on the server's machine. The server need not be running.

  --usd         The amount that it grants, in US dollars, such as 10 or 2.50.
  --uses        How many accounts may redeem it; 1 by default.
  --expires     A day, at whose end in UTC it can no longer be redeemed, or a time such as 2027-01-31T12:00:00Z.
  --grant-days  How many days what it grants is valid, from its redemption; without an end by default.
  --code        Your own code: 6 to 40 letters, digits and single hyphens. 12 random letters by default. One that is
                easy to guess is for everybody.
  --json        Print the code as a JSON object; for list, one per line.

Letter case, hyphens and spaces do not matter where a code is typed.

Example:
  kinora code create --usd 5 --uses 100 --expires 2030-12-31 --grant-days 30 --code SPRING-5
`;

const SHOWN = 500;

interface CreateOptions {
  readonly usd?: string | undefined;
  readonly uses?: string | undefined;
  readonly expires?: string | undefined;
  readonly 'grant-days'?: string | undefined;
  readonly code?: string | undefined;
  readonly json: boolean;
}

async function run(argv: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      usd: text,
      uses: text,
      expires: text,
      'grant-days': text,
      code: text,
      json: { type: 'boolean', default: false },
    },
    strict: true,
  });
  const [action, typed, ...rest] = positionals;
  if (action === 'create' && typed === undefined) return create(values);
  if (action === 'list' && typed === undefined) return list(values.json);
  if (action === 'end' && typed !== undefined && rest.length === 0) return end(typed);
  throw new UsageError('the actions are "code create", "code list" and "code end CODE"');
}

async function create(options: CreateOptions): Promise<number> {
  const at = systemClock.now();
  const days = options['grant-days'];
  const code = options.code === undefined ? drawCode() : nameCode(options.code);
  if (code === undefined) {
    throw new UsageError(`--code must be ${CODE_RULE}, not "${options.code}"`);
  }
  const created = {
    code,
    amountCents: readAmount('usd', options.usd),
    uses: readCount('uses', options.uses ?? '1', codeUsesMax),
    expiresAt: readExpiry('expires', options.expires, at),
    grantDays: days === undefined ? null : readCount('grant-days', days, codeGrantDaysMax),
  };
  await withDatabase((database) =>
    database.transaction(async (tx) => {
      if (!(await createCode(tx, created, at))) {
        throw new Error(`there is a code with the letters of ${code}; choose another one`);
      }
      await recordCommand(tx, 'code create', null, {
        grant_code: code,
        amount_cents: created.amountCents,
        uses: created.uses,
        ...(created.expiresAt !== null && { expires_at: created.expiresAt.toISOString() }),
        ...(created.grantDays !== null && { grant_days: created.grantDays }),
      });
    }),
  );
  writeText(
    options.json
      ? `${JSON.stringify(viewCode({ ...created, used: 0, createdAt: at, endedAt: null }))}\n`
      : `Code  ${code}\n\nEach account that redeems it gets ${formatUsd(created.amountCents)} USD, ${uses(created.uses)} in all.\n`,
  );
  return 0;
}

const uses = (count: number): string => (count === 1 ? 'once' : `${count} times`);

async function list(json: boolean): Promise<number> {
  const codes = await withDatabase((database) => listCodes(database, SHOWN));
  const now = systemClock.now();
  for (const code of codes) writeText(`${json ? JSON.stringify(viewCode(code)) : describe(code, now)}\n`);
  if (codes.length === 0 && !json) writeText('No codes.\n');
  return 0;
}

function viewCode({ code, amountCents, uses, used, expiresAt, grantDays, createdAt, endedAt }: ListedCode) {
  return {
    code,
    amount_cents: amountCents,
    uses,
    used,
    expires_at: expiresAt,
    grant_days: grantDays,
    created_at: createdAt,
    ended_at: endedAt,
  };
}

function describe(code: ListedCode, now: Date): string {
  const { amountCents, used, grantDays } = code;
  const valid = grantDays === null ? '' : `, valid for ${grantDays} ${grantDays === 1 ? 'day' : 'days'}`;
  return `${code.code.padEnd(24)}  ${formatUsd(amountCents)} USD${valid}; redeemed ${used} of ${code.uses}; ${stateOf(code, now)}`;
}

function stateOf({ expiresAt, endedAt }: ListedCode, now: Date): string {
  if (endedAt !== null) return `ended ${endedAt.toISOString()}`;
  if (expiresAt === null) return 'does not expire';
  return `${expiresAt <= now ? 'expired' : 'expires'} ${expiresAt.toISOString()}`;
}

async function end(typed: string): Promise<number> {
  const ended = await withDatabase((database) =>
    database.transaction(async (tx) => {
      const code = await endCode(tx, typed, systemClock.now());
      if (code !== undefined) await recordCommand(tx, 'code end', null, { grant_code: code });
      return code;
    }),
  );
  if (ended === undefined) throw new Error(`there is no code ${typed}; "kinora code list" lists them`);
  writeText(`${ended} has ended. What it has granted stays.\n`);
  return 0;
}

export const code: Command = { help, run };
