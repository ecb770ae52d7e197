import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { KinoraError, type PayStart, type PayStartRequest } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { requireStorage, storeKey } from '../credentials-file.ts';
import { type CommandLine, type CustomerCommand, jsonOption, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { interruptible } from '../interrupt.ts';
import { formatUsd, keepSecret, note, print, printJson } from '../output.ts';
import { connect, openSession, requireKey, type Session } from '../session.ts';

const AMOUNTS = ['10', '25', '50', '100'];
const CLIENT_NAME_MAX = 80;

export const login: CustomerCommand = {
  name: 'login',
  parameters: '',
  about: `Gets an API key: prints a link, where you sign in, pay and approve this terminal, and waits. The key is
stored in a file that only you can read, and is not shown. With --with-key it is read from standard input.

  kinora login --server https://kinora.example --amount-usd 25`,
  options: {
    'amount-usd': { value: 'USD', about: 'Balance to buy; default 10.', choices: AMOUNTS },
    plan: { value: 'PLAN', about: 'A plan to buy instead, such as pro or max.' },
    interval: { value: 'INTERVAL', about: 'How the plan is billed.', choices: ['month', 'year'] },
    'with-key': { about: 'Read an existing key from standard input.' },
    ...jsonOption('{"server", "balance_cents"}.'),
    ...serverOption,
  },
  async run(line) {
    const session = await openSession(line.text('server'));
    warnOfPlainHttp(session.address);
    // Before the claim: its key is shown once.
    await requireStorage(session.credentialsFile);
    if (line.has('with-key')) return keepOwnKey(session, await readKey(), line.has('json'));
    const remedy = session.isGiven ? 'unset KINORA_API_KEY' : 'run "kinora logout"';
    if (await isSignedIn(session)) {
      note(`You are signed in to ${session.address}. To get another key, ${remedy} first.`);
      return exitStatus.done;
    }
    if (session.isGiven) {
      throw new UsageError(
        `KINORA_API_KEY is used instead of the key of a login, and is not valid; ${remedy}`,
      );
    }
    return claimKey(session, readPurchase(line), line.has('json'));
  },
};

function readPurchase(line: CommandLine): PayStartRequest {
  const [amount, plan, interval] = [line.text('amount-usd'), line.text('plan'), line.text('interval')];
  if (amount !== undefined && plan !== undefined) throw new UsageError('choose --amount-usd or --plan');
  if (interval !== undefined && plan === undefined) throw new UsageError('--interval needs a --plan');
  return {
    client_name: `kinora on ${hostname()}`.slice(0, CLIENT_NAME_MAX),
    ...(amount !== undefined && { amount_usd: Number(amount) as NonNullable<PayStartRequest['amount_usd']> }),
    ...(plan !== undefined && { plan: plan as NonNullable<PayStartRequest['plan']> }),
    ...(interval !== undefined && { interval: interval as NonNullable<PayStartRequest['interval']> }),
  };
}

async function claimKey(session: Session, purchase: PayStartRequest, asJson: boolean): Promise<number> {
  const client = connect({ ...session, key: undefined, isGiven: false });
  const started = await client.startClaim(purchase);
  // It receives the key, so it is as secret.
  keepSecret(started.code);
  showLink(started);
  const consequence = () => 'interrupted; you are not signed in.';
  const end = await interruptible(consequence, (signal) => client.waitForClaim(started, { signal }));
  if (end.status !== 'ready') {
    note(`Not signed in: the request is ${end.status}. Run "kinora login" again.`);
    return exitStatus.failed;
  }
  keepSecret(end.api_key);
  await storeKey(session.credentialsFile, session.origin, end.api_key);
  return showSignedIn(session, end.balance_cents, asJson);
}

function showLink({ verification_uri_complete: link, user_code: code, expires_in: seconds }: PayStart): void {
  note(`Open this link, sign in, pay and approve the code ${code.slice(0, 4)}-${code.slice(4)}:`);
  note('');
  note(`  ${link}`);
  note('');
  note(`Waiting for up to ${seconds / 60} minutes ...`);
}

async function readKey(): Promise<string> {
  if (process.stdin.isTTY) note('Paste the key, then press Enter and Ctrl-D.');
  return (await text(process.stdin)).trim();
}

/** Stores a key that the service accepts. */
async function keepOwnKey(session: Session, key: string, asJson: boolean): Promise<number> {
  keepSecret(key);
  requireKey(key, 'standard input', 'give the key alone');
  const { balance_cents } = await connect({ ...session, key, isGiven: false }).balance();
  await storeKey(session.credentialsFile, session.origin, key);
  return showSignedIn(session, balance_cents, asJson);
}

/** Without the key: what is printed ends up in logs and histories. */
function showSignedIn({ address }: Session, balance_cents: number, asJson: boolean): number {
  if (asJson) printJson({ server: address, balance_cents });
  else print(`Signed in to ${address}. Balance: ${formatUsd(balance_cents)}`);
  return exitStatus.done;
}

async function isSignedIn(session: Session): Promise<boolean> {
  if (session.key === undefined) return false;
  try {
    await connect(session).balance();
    return true;
  } catch (error) {
    if (error instanceof KinoraError && error.status === 401) return false;
    throw error;
  }
}

function warnOfPlainHttp(address: string): void {
  const { protocol, hostname: host } = new URL(address);
  const isLocal = host === 'localhost' || host === '[::1]' || host.startsWith('127.');
  if (protocol === 'http:' && !isLocal)
    note(`Warning: ${address} is not encrypted; anybody on the way can read your key.`);
}
