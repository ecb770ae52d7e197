export * from './emails.ts';
export * from './session.ts';
