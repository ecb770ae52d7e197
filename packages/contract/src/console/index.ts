export * from './documents.ts';
export * from './emails.ts';
export * from './session.ts';
