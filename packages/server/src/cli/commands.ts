import { customerCommands } from '@kinora/cli/commands';
import { type CommandEntry, runCommandLine as runOneOf } from '@kinora/program/run-command-line';
import { writeText } from '@kinora/program/terminal-text';
import { loadOptional, NotInstalled } from '../wiring/optional-package.ts';

const operatorCommands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'Start the service.',
    load: async () => (await import('./serve-command.ts')).serve,
  },
  worker: {
    summary: 'Render jobs for a server.',
    load: async () =>
      (await loadOptional('the worker', () => import('@kinora/worker/worker-command'))).worker,
  },
  'worker-token': {
    summary: 'Create, list and revoke tokens of workers.',
    load: async () => (await import('./worker-token-command.ts')).workerToken,
  },
  demo: {
    summary: 'Generate an image and two videos, end to end.',
    load: async () =>
      (await loadOptional('the worker, which the demo needs,', () => import('./demo/demo-command.ts'))).demo,
  },
  samples: {
    summary: 'Make samples for the home page, and publish them.',
    load: async () => (await import('./samples-command.ts')).samples,
  },
  migrate: {
    summary: 'Migrate the database schema.',
    load: async () => (await import('./migrate-command.ts')).migrateCommand,
  },
  doctor: {
    summary: 'Check everything the service depends on.',
    load: async () => (await import('./doctor-command.ts')).doctor,
  },
  catalogue: {
    summary: 'Show and change what is sold, and for how much.',
    load: async () => (await import('./catalogue-command.ts')).catalogue,
  },
  audit: {
    summary: 'Check every invariant of the ledger.',
    load: async () => (await import('./audit-command.ts')).audit,
  },
  watermark: {
    summary: 'Check whether this service generated an image.',
    load: async () => (await import('./watermark-command.ts')).watermark,
  },
  account: {
    summary: 'Create and change accounts.',
    load: async () => (await import('./account/account-command.ts')).account,
  },
  code: {
    summary: 'Create, list and end codes that grant a balance.',
    load: async () => (await import('./code-command.ts')).code,
  },
  reports: {
    summary: 'Review reported content.',
    load: async () => (await import('./reports-command.ts')).reports,
  },
  mail: {
    summary: 'Show the emails that the service sends.',
    load: async () => (await import('./mail-command.ts')).mail,
  },
  secrets: {
    summary: 'List and replace the keys of the installation.',
    load: async () => (await import('./secrets-command.ts')).secrets,
  },
  'security-log': {
    summary: 'Read sign-ins, approvals, key changes, refunds and operator commands.',
    load: async () => (await import('./security-log-command.ts')).securityLog,
  },
};

export const commands: Readonly<Record<string, CommandEntry>> = { ...customerCommands, ...operatorCommands };

/** Runs one command line and returns its exit status: 0 done, 1 failed, 2 wrong usage; customer commands have more. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    return await runOneOf(commands, overview(), argv);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    writeText(`kinora: ${error.message}\n`, process.stderr);
    return 1;
  }
}

function overview(): string {
  const linesOf = (group: Readonly<Record<string, CommandEntry>>): string[] =>
    Object.entries(group).map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`);
  return [
    'Kinora: a media generation service on your own machine.',
    '',
    'Usage: kinora <command> [options]',
    '',
    'For the operator:',
    ...linesOf(operatorCommands),
    '',
    'For customers of any service:',
    ...linesOf(customerCommands),
    '',
    'Run kinora <command> --help for its options, kinora --version for the version.',
    'Settings are environment variables; kinora serve --help lists them, and kinora doctor checks the installation.',
    '',
  ].join('\n');
}
