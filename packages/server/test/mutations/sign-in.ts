import type { Mutation } from './mutation.ts';

/** Guards of signing in, of sessions and of their tokens. */
export const signIn: readonly Mutation[] = [
  {
    name: 'a field that is not documented reaches the sign-in library',
    file: 'contract/src/sign-in.ts',
    from: '.strictObject({ email, password: z.string().min(1)',
    to: '.looseObject({ email, password: z.string().min(1)',
    tests: ['server/test/attacks/sign-in-api.test.ts'],
  },
  {
    name: 'a parameter that is not documented reaches the sign-in library',
    file: 'server/src/http/auth/sign-in-api-routes.ts',
    from: "if (method === 'GET' || !query.ok) return query;",
    to: "if (method === 'GET') return query;",
    tests: ['server/test/attacks/sign-in-api.test.ts'],
  },
  {
    name: 'a browser that was trusted once needs no code',
    file: 'server/src/accounts/auth.ts',
    from: '      await distrustBrowser(ctx);\n',
    to: '',
    tests: ['server/test/attacks/sign-in-api.test.ts'],
  },
  {
    name: 'a session that a password opened is no event',
    file: 'server/src/accounts/auth.ts',
    from: '      await recordPasswordSignIn(options, ctx);\n',
    to: '',
    tests: ['server/test/attacks/sign-in-api.test.ts'],
  },
  {
    name: 'a copied cookie is raised with the session',
    file: 'server/src/accounts/sessions.ts',
    from: "await tx.query('update auth_sessions set token = $2 where id = $1', [sessionId, token]);",
    to: "await tx.query('update auth_sessions set token = token where id = $1 and $2 is not null', [sessionId, token]);",
    tests: ['server/test/attacks/copied-sessions.test.ts'],
  },
  {
    name: 'an access token outlives its session',
    file: 'server/src/accounts/token-standing.ts',
    from: '(token.session_id is null or auth_sessions.id is not null)',
    to: '(token.session_id is null or token.account_id is not null)',
    tests: ['server/test/attacks/ended-sessions.test.ts'],
  },
  {
    name: 'an access token does not name its session',
    file: 'server/src/accounts/auth.ts',
    from: '({ email: user.email, sid: session.id })',
    to: '({ email: user.email, was: session.id })',
    tests: ['server/test/attacks/ended-sessions.test.ts'],
  },
  {
    name: 'an older link sets a password too',
    file: 'server/src/accounts/password-links.ts',
    from: '  await endOthers(tx, userId, token);\n',
    to: '',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'links that are used at once set a password each',
    file: 'server/src/accounts/auth.ts',
    from: '      await useLink(ctx);\n',
    to: '',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'a sign-in that waits for its code outlives the password',
    file: 'server/src/accounts/prove-address.ts',
    from: '    await voidPending(tx, accountId);\n',
    to: '',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'a whole address in place of a path is not made one',
    file: 'server/src/http/server.ts',
    from: '    rewriteUrl: originForm,\n',
    to: '',
    tests: ['server/test/attacks/sign-in-api.test.ts'],
  },
];
