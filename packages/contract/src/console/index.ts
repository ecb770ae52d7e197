export * from './connect.ts';
export * from './keys.ts';
export * from './session.ts';
export * from './webhooks.ts';
