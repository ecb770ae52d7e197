import type { Email } from '../emails/emails.ts';
import type { PaymentTasks } from '../payments/payment-effects.ts';

/** The payload of each background task, by the task's name. */
export interface TaskPayloads extends PaymentTasks {
  readonly send_email: Email;
  /** An email about settings that were changed. */
  readonly settings_notice: { readonly accountId: string };
  readonly trouble_notice: object;
  readonly sweep_access: object;
  /** What is left of an account that its person deleted: jobs, bytes, prompts, card. */
  readonly erase_account: { readonly accountId: string };
  readonly purge_expired: object;
  readonly purge_deleted: { readonly jobId: string };
  readonly purge_caches: { readonly path: string };
  readonly sweep_storage: object;
  readonly audit_ledger: object;
  readonly close_margin: object;
  readonly sweep_grants: object;
  readonly charge_storage: object;
  readonly deliver_webhook: { readonly eventId: string };
  /** Tells the browsers of its account that a job has ended: all at first, later those that could not be reached. */
  readonly send_push: {
    readonly jobId: string;
    readonly sessionIds?: readonly string[];
    /** Counts from 1, also absent. */
    readonly attempts?: number;
  };
}

export type TaskName = keyof TaskPayloads;

/**
 * Runs one task. A task runs at least once: after a crash or an error it is retried, up to 25 times with
 * growing delays, so a handler must be idempotent.
 */
export type TaskHandler<Name extends TaskName> = (payload: TaskPayloads[Name]) => Promise<void>;

export type TaskList = { readonly [Name in TaskName]?: TaskHandler<Name> };
