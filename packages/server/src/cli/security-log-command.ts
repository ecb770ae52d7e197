import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { findAccountByEmail } from '../accounts/create-account.ts';
import type { Database } from '../db/database.ts';
import { type AuditedEvent, searchEvents } from '../security-log/search-events.ts';
import { securityEventKinds } from '../security-log/security-event.ts';
import { withDatabase } from './with-database.ts';
import { wrapList } from './wrap-list.ts';

const LIMIT = 100;
const LIMIT_MAX = 100_000;

const help = `Usage: kinora security-log [--email E] [--kind K] [--since TIME] [--limit N] [--json]

Prints the latest events of the security log, oldest first. Nothing in it can be changed or deleted.

  --email E     Only events of the account with this address, or done by it as an operator.
  --kind K      Only events of one of these kinds:
                ${wrapList(securityEventKinds, 16)}.
  --since TIME  Only events since then, such as 2026-03-01 or 2026-03-01T12:00:00Z.
  --limit N     At most this many events; ${LIMIT} by default.
  --json        Print one JSON object per line.
`;

const text = { type: 'string' } as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      email: text,
      kind: text,
      since: text,
      limit: text,
      json: { type: 'boolean', default: false },
    },
    strict: true,
  });
  const limit = readLimit(values.limit ?? String(LIMIT));
  const search = { kind: readKind(values.kind), from: readTime(values.since), limit };
  const events = await withDatabase(async (database) =>
    searchEvents(database, { ...search, accountId: await accountOf(database, values.email) }),
  );
  for (const event of events.toReversed()) {
    writeText(`${values.json ? JSON.stringify(event) : lineOf(event)}\n`);
  }
  if (events.length === 0 && !values.json) writeText('No events.\n');
  return 0;
}

async function accountOf(database: Database, email: string | undefined): Promise<string | undefined> {
  if (email === undefined) return undefined;
  const accountId = await findAccountByEmail(database, email);
  if (accountId === undefined) throw new Error(`there is no account for ${email}`);
  return accountId;
}

function lineOf({ at, kind, email, accountId, operatorEmail, network, details }: AuditedEvent): string {
  const who = email ?? accountId ?? '-';
  const from = [operatorEmail !== null && `operator ${operatorEmail}`, network].filter(Boolean).join(' ');
  // It is shown as JSON, since a name that a client sent may contain line breaks.
  const more = Object.keys(details).length === 0 ? '' : `  ${JSON.stringify(details)}`;
  return `${at.toISOString()}  ${kind.padEnd(16)}  ${who}  ${from || 'operator'}${more}`;
}

function readKind(kind: string | undefined): string | undefined {
  if (kind === undefined) return undefined;
  if (securityEventKinds.some((known) => known === kind)) return kind;
  throw new UsageError(`--kind must be one of ${securityEventKinds.join(', ')}, not "${kind}"`);
}

function readTime(time: string | undefined): Date | undefined {
  if (time === undefined) return undefined;
  const at = new Date(time);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--since must be a time such as 2026-03-01, not "${time}"`);
  return at;
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}, not "${text}"`);
}

export const securityLog: Command = { help, run };
