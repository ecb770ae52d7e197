export * from './account-data.ts';
export * from './security.ts';
export * from './session.ts';
