export {
  type ClientOptions,
  createKinoraClient,
  type GenerateOptions,
  type KinoraClient,
  type WaitOptions,
} from './kinora-client.ts';
export { KinoraError } from './kinora-error.ts';
