export * from './session.ts';
export * from './works.ts';
