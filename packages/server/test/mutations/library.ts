import type { Mutation } from './mutation.ts';

const KEPT = ['server/test/api/kept-results.test.ts'];
const LIBRARY = ['server/test/api/library.test.ts'];

/** Guards of what people find, keep and collect in the studio. */
export const library: readonly Mutation[] = [
  {
    name: 'library: a kept copy of a hidden result can be downloaded',
    file: 'server/src/jobs/views/published-asset.ts',
    from: 'where kept.id = any($1::uuid[]) and hidden_at is null',
    to: 'where kept.id = any($1::uuid[])',
    tests: KEPT,
  },
  {
    name: 'library: what the operator removes stays as a kept copy',
    file: 'server/src/reports/review-reports.ts',
    from: "if (resolution === 'removed') await deleteResult(deletion, accountId, jobId);",
    to: "if (resolution === 'removed') await deleteResult(deletion, '', jobId).catch(() => {});",
    tests: KEPT,
  },
  {
    name: 'library: a copy of a reported result cannot be reported by its name',
    file: 'server/src/jobs/views/published-asset.ts',
    from: ' or id = (select job_id from kept_results where id = $1)',
    to: '',
    tests: KEPT,
  },
  {
    name: 'library: kept copies are not counted as stored bytes',
    file: 'server/src/jobs/library/keep-result.ts',
    from: '  await addStoredBytes(tx, accountId, bytes);',
    to: '  if (bytes < 0) await addStoredBytes(tx, accountId, bytes);',
    tests: KEPT,
  },
  {
    name: 'library: kept copies may use all that is included',
    file: 'server/src/admit/check-keep.ts',
    from: 'Math.floor((included * percent) / 100)',
    to: 'Math.floor(included + percent * 0)',
    tests: KEPT,
  },
  {
    name: 'library: the sweep deletes what is kept',
    file: 'server/src/jobs/retention/sweep-storage.ts',
    from: 'from kept_results where id = any($1::uuid[])',
    to: 'from kept_results where job_id = any($1::uuid[])',
    tests: KEPT,
  },
  {
    name: 'library: the row of a kept copy is written before its bytes',
    file: 'server/src/jobs/library/keep-result.ts',
    from: `    crashPoint('keep.before_commit');
    const copy: Copy = { keptId, artifactKey, bytes: stored.bytes };
    const outcome = await database.transaction((tx) =>`,
    to: `    const copy: Copy = { keptId, artifactKey, bytes: stored.bytes };
    const outcome = await database.transaction((tx) =>`,
    tests: ['server/test/faults/keep-killed.test.ts'],
  },
  {
    name: 'library: somebody keeps the results of others',
    file: 'server/src/jobs/library/find-result.ts',
    from: 'where jobs.id = $1 and jobs.account_id = $2',
    to: 'where jobs.id = $1 and $2::uuid is not null',
    tests: KEPT,
  },
  {
    name: 'library: an erased account leaves its kept copies',
    file: 'server/src/account-data/erase-account.ts',
    from: 'await listKeptJobs(database, accountId)',
    to: 'await listKeptJobs(database, dependencies.clock.now().getTime() < 0 ? accountId : FIRST_ID)',
    tests: KEPT,
  },
  {
    name: 'library: a collection shows its results to anybody who has its id',
    file: 'server/src/jobs/library/collections.ts',
    from: "'select from collections where id = $1 and account_id = $2 for share'",
    to: "'select from collections where id = $1 and $2::uuid is not null for share'",
    tests: LIBRARY,
  },
  {
    name: 'library: results of others can be put into a collection',
    file: 'server/src/jobs/library/collections.ts',
    from: "where id = any($2::uuid[]) and account_id = $3 and interface = 'job_api'",
    to: "where id = any($2::uuid[]) and $3::uuid is not null and interface = 'job_api'",
    tests: LIBRARY,
  },
  {
    name: 'library: what is neither left nor kept stays in its collections',
    file: 'server/src/jobs/retention/purge-expired.ts',
    from: '    await forgetCollected(tx, ids);',
    to: '',
    tests: LIBRARY,
  },
  {
    name: 'library: an archive has the results of others',
    file: 'server/src/jobs/library/list-results.ts',
    from: 'where jobs.id = any($3::uuid[]) and account_id = $1',
    to: 'where jobs.id = any($3::uuid[]) and $1::uuid is not null',
    tests: LIBRARY,
  },
];
