import { access } from './access.ts';
import { attacks } from './attacks.ts';
import { browsers } from './browsers.ts';
import { catalogue } from './catalogue.ts';
import { clients } from './clients.ts';
import { consoleGuards } from './console.ts';
import { costs } from './costs.ts';
import { documentation } from './documentation.ts';
import { engines } from './engines.ts';
import { facade } from './facade.ts';
import { jobApi } from './job-api.ts';
import { keys } from './keys.ts';
import { library } from './library.ts';
import { mcpAdapter } from './mcp-adapter.ts';
import { money } from './money.ts';
import type { Mutation } from './mutation.ts';
import { observing } from './observing.ts';
import { operator } from './operator.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { provenance } from './provenance.ts';
import { push } from './push.ts';
import { queue } from './queue.ts';
import { scale } from './scale.ts';
import { secrets } from './secrets.ts';
import { signIn } from './sign-in.ts';
import { storage } from './storage.ts';
import { storageDays } from './storage-days.ts';
import { takebacks } from './takebacks.ts';
import { v1Jobs } from './v1-jobs.ts';
import { vendors } from './vendors.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';
import { workers } from './workers.ts';

/** What may cost somebody money, a place in the queue or an account. */
export const ofMoneyQueueAndAccess: readonly Mutation[] = [
  ...money,
  ...orders,
  ...payments,
  ...takebacks,
  ...storageDays,
  ...costs,
  ...waiting,
  ...queue,
  ...v1Jobs,
  ...access,
  ...keys,
  ...signIn,
  ...secrets,
  ...attacks,
];

/** Every guard that `npm run mutations` removes, one at a time. */
export const mutations: readonly Mutation[] = [
  ...ofMoneyQueueAndAccess,
  ...operator,
  ...consoleGuards,
  ...library,
  ...observing,
  ...provenance,
  ...scale,
  ...jobApi,
  ...facade,
  ...browsers,
  ...catalogue,
  ...clients,
  ...documentation,
  ...engines,
  ...vendors,
  ...storage,
  ...workers,
  ...mcpAdapter,
  ...webhooks,
  ...push,
];
