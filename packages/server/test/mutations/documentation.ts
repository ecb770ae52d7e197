import type { Mutation } from './mutation.ts';

/** What the documentation promises of files and commands. */
export const documentation: readonly Mutation[] = [
  {
    name: 'kinora doctor believes that the mail server works',
    file: 'server/src/notifications/check-mail-server.ts',
    from: 'await transport.verify();',
    to: '',
    tests: ['server/test/notifications/email.test.ts'],
  },
  {
    name: 'a page shows a link in the place of a file of deploy/',
    file: 'server/src/http/docs/read-pages.ts',
    from: 'content: marked.parse(withFiles(body), { async: false }),',
    to: 'content: marked.parse(body, { async: false }),',
    tests: ['server/test/http/docs.test.ts'],
  },
];
