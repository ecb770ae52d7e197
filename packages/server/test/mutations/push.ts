import type { Mutation } from './mutation.ts';

/** Guards of messages to browsers: whose they are, who can read them, and where they are sent. */
export const push: readonly Mutation[] = [
  {
    name: 'push: the subscription of another account is deleted',
    file: 'server/src/push/subscriptions.ts',
    from: `delete from push_subscriptions where \${OF_ACCOUNT} and`,
    to: 'delete from push_subscriptions where $1::uuid is not null and',
    tests: ['server/test/push/push-late.test.ts'],
  },
  {
    name: 'push: a message goes to a private address',
    file: 'server/src/wiring/wire-webhooks.ts',
    from: 'createSendPush({ ...wiring, pushKeys, contact, post, stopped })',
    to: `createSendPush({ ...wiring, pushKeys, contact, stopped,
      post: createPostToReceiver({ resolveHost: resolveAnyHost, isAllowed: () => true }) })`,
    tests: ['server/test/push/push.test.ts'],
  },
  {
    name: 'push: a push service reads the message',
    file: 'server/src/push/send-push.ts',
    from: 'headers: Object.fromEntries(texts), body }',
    to: `headers: Object.fromEntries(texts.filter(([name]) => name !== 'Content-Length')), body: message }`,
    tests: ['server/test/push/push.test.ts'],
  },
  {
    name: 'push: a browser whose session has expired still reads prompts',
    file: 'server/src/push/subscriptions.ts',
    from: 'where user_id = $1 and expires_at > $2',
    to: 'where user_id = $1 and $2::timestamptz is not null',
    tests: ['server/test/push/push.test.ts'],
  },
  {
    name: 'push: a notification covers the page that shows the result',
    file: 'server/src/http/console/push-worker.js',
    from: 'if (isSeen && !mustShow) return;',
    to: '',
    tests: ['server/test/push/push-worker.test.ts'],
  },
  {
    name: 'push: a browser is subscribed for who signs in after another person',
    file: 'console/src/notify/use-notifications.ts',
    from: 'const isByPush = choice === byPush();',
    to: "const isByPush = choice?.startsWith('push:') === true;",
    tests: ['server/test/browser/notifications.test.ts'],
  },
];
