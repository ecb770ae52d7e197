import { BODY } from './requests.ts';

/** What the references of the benchmark store: tables with no constraint or index besides their keys. */
export const BARE_SCHEMA = `create schema if not exists bare;
  create table if not exists bare.accounts (id uuid primary key, balance_cents bigint not null);
  create table if not exists bare.jobs (id uuid primary key, account_id uuid not null, prompt text not null,
    width int not null, height int not null, seed int not null, state text not null, created_at timestamptz not null);
  create table if not exists bare.transactions (id uuid primary key, account_id uuid not null,
    created_at timestamptz not null);
  create table if not exists bare.postings (transaction_id uuid not null, ledger_account text not null,
    amount_cents bigint not null);
  create index if not exists waiting on bare.jobs (created_at, id) where state = 'queued'`;

export const ADD_ACCOUNTS =
  'insert into bare.accounts select unnest($1::uuid[]), 1e12 on conflict (id) do nothing';

export const ADD_JOBS = `insert into bare.jobs select id, id, 'a prompt', 1024, 1024, 7, 'queued', now()
  from unnest($1::uuid[]) as id`;

/** A prepared statement. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export const PRICE_CENTS = 5;

/** Changes no row if the balance is too small. */
export function chargeAccount(accountId: string): Statement {
  return {
    name: 'account',
    text: 'update bare.accounts set balance_cents = balance_cents - $2 where id = $1 and balance_cents >= $2',
    values: [accountId, PRICE_CENTS],
  };
}

export function insertJob(jobId: string, accountId: string): Statement {
  const { prompt, width, height, seed } = BODY;
  return {
    name: 'job',
    text: `insert into bare.jobs values ($1, $2, $3, $4, $5, $6, 'queued', now())`,
    values: [jobId, accountId, prompt, width, height, seed],
  };
}

export function insertTransaction(id: string, accountId: string): Statement {
  return {
    name: 'transaction',
    text: 'insert into bare.transactions values ($1, $2, now())',
    values: [id, accountId],
  };
}

export function insertPostings(transactionId: string): Statement {
  return {
    name: 'postings',
    text: `insert into bare.postings values ($1, 'prepaid', - $2::bigint), ($1, 'held', $2::bigint)`,
    values: [transactionId, PRICE_CENTS],
  };
}

export function findJob(jobId: string): Statement {
  return { name: 'find', text: 'select * from jobs where id = $1', values: [jobId] };
}

export function claimJob(): Statement {
  return {
    name: 'claim',
    text: `update bare.jobs set state = 'running' where id = (
        select id from bare.jobs where state = 'queued' order by created_at, id limit 1 for update skip locked
      ) returning *`,
    values: [],
  };
}
