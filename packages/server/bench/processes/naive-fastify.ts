import fastify from 'fastify';
import pg from 'pg';
import { newId } from '../../src/kernel/ids.ts';
import { ADD_ACCOUNTS, BARE_SCHEMA, chargeAccount, insertJob } from '../bare-schema.ts';
import { answerParent } from '../child.ts';
import { acceptedAnswer, GENERATE_PATH } from '../requests.ts';

/**
 * The service one would write first: no checks, no ledger; a request changes a balance and inserts a job in one transaction
 * of its own.
 */

export interface NaiveService {
  readonly connectionString: string;
  /** In the order of the keys that the requests have. */
  readonly accounts: readonly { readonly id: string; readonly apiKey: string }[];
}

const CONNECTIONS = 16;

let pool: pg.Pool | undefined;
const server = fastify();

answerParent(
  async ({ connectionString, accounts }: NaiveService): Promise<string> => {
    const database = new pg.Pool({ connectionString, max: CONNECTIONS });
    pool = database;
    await database.query(BARE_SCHEMA);
    await database.query(ADD_ACCOUNTS, [accounts.map(({ id }) => id)]);
    const idOf = new Map(accounts.map(({ id, apiKey }) => [apiKey, id]));
    server.post(GENERATE_PATH, async ({ headers }) =>
      acceptedAnswer(await accept(database, idOf.get(String(headers['x-api-key'])) ?? '')),
    );
    return server.listen({ host: '127.0.0.1', port: 0 });
  },
  async () => {
    await server.close();
    await pool?.end();
  },
);

async function accept(database: pg.Pool, accountId: string): Promise<string> {
  const jobId = newId();
  const client = await database.connect();
  try {
    await client.query('begin');
    const charged = await client.query(chargeAccount(accountId));
    if (charged.rowCount !== 1) throw new Error(`account ${accountId} was not charged`);
    await client.query(insertJob(jobId, accountId));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return jobId;
}
