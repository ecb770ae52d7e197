export type { KinoraSettings } from './config.ts';
export { createKinora, type KinoraProvider, kinora } from './create-kinora.ts';
