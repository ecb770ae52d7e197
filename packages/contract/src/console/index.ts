export * from './session.ts';
export * from './studio.ts';
