import type { Mutation } from './mutation.ts';

/** What the documentation promises of files and commands. */
export const documentation: readonly Mutation[] = [
  {
    name: 'a command creates an installation that its settings do not name',
    file: 'server/src/wiring/connect.ts',
    from: "creates = serves ? 'installation' : 'nothing' } = options;",
    to: "creates = 'installation' as Creates } = options;",
    tests: ['server/test/cli/no-installation.test.ts'],
  },
  {
    name: 'an account is created with secrets that the service does not have',
    file: 'server/src/cli/account/create.ts',
    from: 'const { keys } = await requireSecrets(config);',
    to: "const { keys } = await (await import('../../secrets/secrets-file.ts')).loadSecrets(config.dataDir);",
    tests: ['server/test/cli/no-installation.test.ts'],
  },
  {
    name: 'a misspelt setting is ignored in silence',
    file: 'program/src/known-settings.ts',
    from: 'if (isKnownSetting(name) || warned.has(name)) continue;',
    to: 'continue;',
    tests: ['program/test/known-settings.test.ts'],
  },
  {
    name: 'kinora doctor believes that the mail server works',
    file: 'server/src/notifications/check-mail-server.ts',
    from: 'await transport.verify();',
    to: '',
    tests: ['server/test/notifications/email.test.ts'],
  },
  {
    name: 'a page shows a link in place of a file of deploy/',
    file: 'server/src/http/docs/read-pages.ts',
    from: 'content: marked.parse(withFiles(body), { async: false }),',
    to: 'content: marked.parse(body, { async: false }),',
    tests: ['server/test/http/docs.test.ts'],
  },
  {
    name: 'setting a worker up in a clone shows the command of a package',
    file: 'worker/src/setup/shown-command.ts',
    from: "import.meta.url.endsWith('.ts')",
    to: "!import.meta.url.endsWith('.ts')",
    tests: ['worker/test/setup/guide.test.ts'],
  },
];
