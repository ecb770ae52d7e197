export * from './operator-accounts.ts';
export * from './operator-common.ts';
export * from './operator-jobs.ts';
export * from './operator-log.ts';
export * from './operator-overview.ts';
export * from './operator-reports.ts';
export * from './operator-workers.ts';
export * from './session.ts';
