export * from './session.ts';
export * from './security.ts';
