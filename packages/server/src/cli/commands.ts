import { type Command, UsageError } from '@kinora/program/command';
import { ConfigError } from '@kinora/program/setting';

/** Loaded when called: the server should not carry the engine, nor a small command the server. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  worker: async () => (await import('@kinora/worker/worker-command')).worker,
  demo: async () => (await import('./demo/demo.ts')).demo,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctor,
  audit: async () => (await import('./audit.ts')).audit,
  watermark: async () => (await import('./watermark.ts')).watermark,
  account: async () => (await import('./account/account.ts')).account,
  reports: async () => (await import('./reports.ts')).reports,
};

/** Runs one command line and answers its exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(await overview());
    return 0;
  }
  const command = await (Object.hasOwn(commands, name) ? commands[name]?.() : undefined);
  if (command === undefined) {
    process.stderr.write(`kinora: there is no command "${name}"\n\n${await overview()}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError || isParseError(error)) {
      process.stderr.write(`kinora ${name}: ${(error as Error).message}\nSee: kinora ${name} --help\n`);
      return 2;
    }
    process.stderr.write(`kinora ${name}: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

async function overview(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const lines = all.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Kinora: a media generation service on your own machine.',
    '',
    'Usage: kinora <command> [options]',
    '',
    ...lines,
    '',
    'kinora <command> --help says more, with examples.',
    'Settings are environment variables; kinora doctor shows them and what is wrong with them.',
    '',
  ].join('\n');
}
