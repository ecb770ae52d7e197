import type { Command } from './command.ts';
export const doctor: Command = { name: 'doctor', summary: '', help: '', run: async () => 1 };
