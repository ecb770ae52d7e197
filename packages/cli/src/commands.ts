import type { CommandEntry } from '@kinora/program/run-command-line';
import { type CustomerCommand, toCommand } from './customer-command.ts';

interface Entry {
  readonly summary: string;
  readonly definition: () => Promise<CustomerCommand>;
}

const entries: Readonly<Record<string, Entry>> = {
  login: {
    summary: 'Get an API key and store it.',
    definition: async () => (await import('./commands/login-command.ts')).login,
  },
  image: {
    summary: 'Generate an image.',
    definition: async () => (await import('./commands/image-command.ts')).image,
  },
  video: {
    summary: 'Generate a video, from text or an image.',
    definition: async () => (await import('./commands/video-command.ts')).video,
  },
  quote: {
    summary: 'Show what an order would cost.',
    definition: async () => (await import('./commands/quote-command.ts')).quote,
  },
  models: {
    summary: 'List the models, and what they cost.',
    definition: async () => (await import('./commands/models-command.ts')).models,
  },
  jobs: {
    summary: 'List your jobs.',
    definition: async () => (await import('./commands/jobs-command.ts')).jobs,
  },
  status: {
    summary: 'Show a job, wait for it, save its result.',
    definition: async () => (await import('./commands/status-command.ts')).status,
  },
  delete: {
    summary: 'Delete the result of a job, or cancel it.',
    definition: async () => (await import('./commands/delete-command.ts')).deleteJob,
  },
  usage: {
    summary: 'Show your balance and what you used.',
    definition: async () => (await import('./commands/usage-command.ts')).usage,
  },
  logout: {
    summary: 'Delete the key from this computer.',
    definition: async () => (await import('./commands/logout-command.ts')).logout,
  },
};

/** The commands of customers by name. They need a service that runs somewhere, and none of its code. */
export const customerCommands: Readonly<Record<string, CommandEntry>> = {
  ...Object.fromEntries(
    Object.entries(entries).map(([name, { summary, definition }]) => [
      name,
      { summary, load: async () => toCommand(await definition()) },
    ]),
  ),
  completion: {
    summary: 'Print a completion script for your shell.',
    load: async () => {
      const { completion } = await import('./commands/completion-command.ts');
      const all = Object.values(entries).map(async ({ summary, definition }) => ({
        ...(await definition()),
        summary,
      }));
      return toCommand(completion(await Promise.all(all)));
    },
  },
};
