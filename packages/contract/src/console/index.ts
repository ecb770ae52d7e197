export * from './money.ts';
export * from './session.ts';
export * from './usage.ts';
