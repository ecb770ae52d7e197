export { type ClientOptions, createKinoraClient, type KinoraClient } from './kinora-client.ts';
export { KinoraError } from './kinora-error.ts';
