export * from './security.ts';
export * from './session.ts';
