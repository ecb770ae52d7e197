import pg from 'pg';
import { newId } from '../../src/kernel/ids.ts';
import {
  ADD_ACCOUNTS,
  ADD_JOBS,
  BARE_SCHEMA,
  chargeAccount,
  claimJob,
  findJob,
  insertJob,
  insertPostings,
  insertTransaction,
} from '../bare-schema.ts';
import { answerParent } from '../child.ts';
import { type Effort, type Measured, runClosedLoop } from '../closed-loop.ts';

/**
 * The least that a service with a ledger does, without HTTP: a transaction or a select for each request, through the driver
 * that Kinora uses, on as many connections as there are requests at once.
 */

export interface SqlLoad extends Effort {
  readonly connectionString: string;
  readonly statement: 'accept' | 'find' | 'claim';
  /** Account ids for `accept`, in rotation like the job ids for `find`; the ids of the queued jobs for `claim`. */
  readonly ids: readonly string[];
}

const clients: pg.Client[] = [];
let sent = 0;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  clients.push(client);
  await client.connect();
  return client;
}

async function prepare({ connectionString, statement, ids, connections }: SqlLoad): Promise<void> {
  while (clients.length < connections) {
    const client = await connect(connectionString);
    if (clients.length > 1 || statement === 'find') continue;
    await client.query(BARE_SCHEMA);
    await client.query(statement === 'accept' ? ADD_ACCOUNTS : ADD_JOBS, [ids]);
  }
}

answerParent(
  async (load: SqlLoad): Promise<Measured> => {
    await prepare(load);
    const request = { accept, find, claim }[load.statement];
    return runClosedLoop(load, (connection) =>
      request(clients[connection] as pg.Client, load.ids[sent++ % load.ids.length] as string),
    );
  },
  () => Promise.all(clients.map((client) => client.end())),
);

async function accept(client: pg.Client, accountId: string): Promise<string | undefined> {
  const jobId = newId();
  await client.query('begin');
  const charged = await client.query(chargeAccount(accountId));
  await client.query(insertJob(jobId, accountId));
  await client.query(insertTransaction(jobId, accountId));
  await client.query(insertPostings(jobId));
  await client.query('commit');
  return charged.rowCount === 1 ? undefined : `account ${accountId} was not charged`;
}

async function find(client: pg.Client, jobId: string): Promise<string | undefined> {
  const { rowCount } = await client.query(findJob(jobId));
  return rowCount === 1 ? undefined : `job ${jobId} was not found`;
}

async function claim(client: pg.Client): Promise<string | undefined> {
  const { rowCount } = await client.query(claimJob());
  return rowCount === 1 ? undefined : 'there is no job to claim';
}
