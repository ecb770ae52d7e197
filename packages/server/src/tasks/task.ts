import type { PaymentTasks } from '../payments/payment-effects.ts';

/** What is done later, outside any request, by name: the payload each takes. */
export interface TaskPayloads extends PaymentTasks {
  readonly send_mail: { readonly to: string; readonly subject: string; readonly text: string };
  readonly sweep_access: object;
  readonly purge_expired: object;
  readonly purge_deleted: { readonly jobId: string };
  readonly sweep_storage: object;
}

export type TaskName = keyof TaskPayloads;

/**
 * Does one task. A task runs at least once: after a crash or an error it is run again, up to 25 times with
 * growing pauses, so a handler must bear to run twice.
 */
export type TaskHandler<Name extends TaskName> = (payload: TaskPayloads[Name]) => Promise<void>;

export type TaskList = { readonly [Name in TaskName]?: TaskHandler<Name> };
