import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { revokeWorkerToken } from '../attempt/requeue.ts';
import { systemClock } from '../kernel/clock.ts';
import {
  createWorkerToken,
  type ListedWorkerToken,
  listWorkerTokens,
} from '../workers/change-worker-tokens.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora worker-token create --name NAME [--json]
       kinora worker-token list [--json]
       kinora worker-token revoke --name NAME

create   Creates a token for one worker, or for the workers of one machine. It is shown only once; only its hash is
         stored. Start the worker with KINORA_WORKER_TOKEN=<token>.
list     Lists the tokens and when each was last used for a lease, at most 200: the valid ones first.
revoke   Revokes a token at once, on every server. The jobs of its workers go back to the queue.

The shared token, KINORA_WORKER_TOKEN of the server or the one in <data dir>/secrets.json, is for the worker that
"kinora serve" starts. It cannot be revoked on its own; to replace it, change the setting, or run
"kinora secrets rotate worker-token", and restart the server.

Run it on the server's machine. The server need not be running.

  --name   The name of the token, such as the machine's: letters, digits and . _ : - only.
  --json   Print {"name", "token"}, or for list one JSON object per line.
`;

const NAME = /^[\w.:-]{1,100}$/;
const SHOWN = 200;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { name: { type: 'string' }, json: { type: 'boolean', default: false } },
    strict: true,
  });
  const [action, ...rest] = positionals;
  if (rest.length === 0 && action === 'list') return list(values.json);
  if (rest.length > 0 || (action !== 'create' && action !== 'revoke')) {
    throw new UsageError(
      'the actions are "worker-token create", "worker-token list" and "worker-token revoke"',
    );
  }
  const name = values.name ?? '';
  if (!NAME.test(name)) {
    throw new UsageError('--name needs 1 to 100 letters, digits or . _ : -, such as gpu-1');
  }
  return action === 'create' ? create(name, values.json) : revoke(name);
}

async function create(name: string, json: boolean): Promise<number> {
  const token = await withDatabase(async (database) => {
    const created = await createWorkerToken(database, name, systemClock.now());
    if (created !== undefined) await recordCommand(database, 'worker-token create', null, { name });
    return created;
  });
  if (token === undefined) throw new Error(`there is a token named ${name}; revoke it, or use another name`);
  writeText(
    json
      ? `${JSON.stringify({ name, token })}\n`
      : `Worker token  ${token}\n\nThe token is shown only once; set it as KINORA_WORKER_TOKEN of the worker.\n`,
  );
  return 0;
}

async function list(json: boolean): Promise<number> {
  const tokens = await withDatabase((database) => listWorkerTokens(database, SHOWN));
  for (const token of tokens) {
    writeText(`${json ? JSON.stringify(token) : describe(token)}\n`);
  }
  if (tokens.length === 0 && !json) writeText('No worker tokens.\n');
  return 0;
}

function describe({ name, createdAt, seenAt, revokedAt }: ListedWorkerToken): string {
  const used = seenAt === null ? 'not used in the last 30 days' : `last used ${seenAt.toISOString()}`;
  const state = revokedAt === null ? used : `revoked ${revokedAt.toISOString()}`;
  return `${name.padEnd(24)}  created ${createdAt.toISOString()}, ${state}`;
}

async function revoke(name: string): Promise<number> {
  const released = await withDatabase((database) =>
    database.transaction(async (tx) => {
      const jobs = await revokeWorkerToken(tx, name, systemClock.now());
      if (jobs !== undefined) await recordCommand(tx, 'worker-token revoke', null, { name });
      return jobs;
    }),
  );
  if (released === undefined) throw new Error(`there is no valid token named ${name}`);
  writeText(
    `The token is revoked. ${released === 1 ? '1 job goes' : `${released} jobs go`} back to the queue.\n`,
  );
  return 0;
}

export const workerToken: Command = { help, run };
