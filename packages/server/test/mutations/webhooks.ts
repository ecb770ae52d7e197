import type { Mutation } from './mutation.ts';

/** Guards of webhooks: which addresses are called, and that no event is lost. */
export const webhooks: readonly Mutation[] = [
  {
    name: 'a webhook is sent to what its name resolves to later',
    file: 'server/src/webhooks/post-to-receiver.ts',
    from: 'if (options.all === true) callback(null, [...checked]);',
    to: `if (url.hostname !== '') import('node:dns').then((dns) => dns.lookup('127.0.0.1', options, callback as never));
    else if (options.all === true) callback(null, [...checked]);`,
    tests: ['server/test/webhooks/post-to-receiver.test.ts'],
  },
  {
    name: 'one public address is enough for a webhook',
    file: 'server/src/webhooks/post-to-receiver.ts',
    from: 'if (!addresses.every(',
    to: 'if (!addresses.some(',
    tests: ['server/test/webhooks/post-to-receiver.test.ts'],
  },
  {
    name: 'an attempt that a receiver answers with an upgrade never ends',
    file: 'server/src/webhooks/post-to-receiver.ts',
    from: 'status === undefined && reject(closedEarly())',
    to: 'void reject',
    tests: ['server/test/webhooks/post-to-receiver.test.ts'],
  },
  {
    name: 'a private address within an IPv6 one counts as public',
    file: 'server/src/webhooks/public-address.ts',
    from: `return isPublicAddress(address.toByteArray().slice(-4).join('.'));`,
    to: 'return true;',
    tests: ['server/test/webhooks/public-address.test.ts'],
  },
  {
    name: 'a webhook that fails is not tried again',
    file: 'server/src/webhooks/deliver-event.ts',
    from: `if (decided.outcome === 'retry') {`,
    to: `if (decided.outcome === 'delivered') {`,
    tests: ['server/test/webhooks/webhooks.test.ts'],
  },
  {
    name: 'a webhook counts as delivered before it is sent',
    file: 'server/src/webhooks/deliver-event.ts',
    from: 'const result = await post(',
    to: `await database.transaction((tx) => recordAttempt(tx, event, { status: 200 }, at));
    const result = await post(`,
    tests: ['server/test/faults/webhook-killed.test.ts'],
  },
  {
    name: 'the end of an undelivered job is reported nowhere',
    file: 'server/src/attempt/end-undelivered.ts',
    from: 'await recordJobEnd(tx, { jobId, ...job }, state, at);',
    to: '',
    tests: ['server/test/webhooks/webhooks.test.ts'],
  },
  {
    name: 'a rotation ends the earlier secret at once',
    file: 'server/src/webhooks/webhook-secret.ts',
    from: 'previousUntil > now ? oldestVersion : version',
    to: 'previousUntil < now ? oldestVersion : version',
    tests: ['server/test/webhooks/webhooks.test.ts'],
  },
  {
    name: 'slow receivers occupy the tasks of the service',
    file: 'server/src/app.ts',
    from: 'taskList, schedule: SCHEDULE }',
    to: 'taskList: { ...taskList, ...webhooks.tasks }, schedule: SCHEDULE }',
    tests: ['server/test/webhooks/webhooks.test.ts'],
  },
  {
    name: 'a key redirects results unseen',
    file: 'server/src/webhooks/webhook-settings.ts',
    from: "    await note(tx, { setting: 'webhook_address', value: url === null ? 'none' : new URL(url).host });\n",
    to: '',
    tests: ['server/test/attacks/settings.test.ts'],
  },
  {
    name: 'who sets an address sees the secret in use',
    file: 'server/src/webhooks/webhook-settings.ts',
    from: 'isFirst ? accountId : undefined',
    to: 'accountId',
    tests: ['server/test/attacks/settings.test.ts', 'server/test/webhooks/webhook-settings.test.ts'],
  },
  {
    name: 'the cap is raised unseen',
    file: 'server/src/payments/change-overage.ts',
    from: "await note(tx, { setting: 'monthly_cap'",
    to: "await (async (..._: unknown[]) => {})(tx, { setting: 'monthly_cap'",
    tests: ['server/test/attacks/settings.test.ts'],
  },
  {
    name: 'a leaked key fills the mailbox of its owner',
    file: 'server/src/notifications/settings-notice.ts',
    from: 'isSoon ? 1 : 60',
    to: 'isSoon ? 1 : 1',
    tests: ['server/test/attacks/settings.test.ts'],
  },
  {
    name: 'an email about settings names some changes twice',
    file: 'server/src/notifications/settings-notice.ts',
    from: '[accountId, latest.id, isSoon',
    to: '[accountId, notices.reportedEvent, isSoon',
    tests: ['server/test/attacks/settings.test.ts'],
  },
];
