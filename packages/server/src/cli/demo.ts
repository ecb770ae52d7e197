import type { Command } from './command.ts';
export const demo: Command = { name: 'demo', summary: '', help: '', run: async () => 1 };
