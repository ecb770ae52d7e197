export * from './problem-fields.ts';
export * from './problems.ts';
export * from './rates.ts';
export * from './v1-account.ts';
export * from './v1-generate.ts';
export * from './v1-jobs.ts';
export * from './v1-pay.ts';
export * from './worker-protocol.ts';
