import { z } from 'zod';
import { webhookUrlMaxLength } from '../limits.ts';

/** Messages to a browser that its person lets notify them, through the push service of that browser. */

/** What PUT /push takes: the subscription as the browser made it. */
export const pushSubscriptionSchema = z.strictObject({
  /** Where its push service takes messages. */
  endpoint: z.url().max(webhookUrlMaxLength),
  keys: z.strictObject({
    /** A point of P-256: 65 bytes as base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes as base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
  /** The key of the service that it was made with. */
  key: z.string().max(100),
});

export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionSchema>;

export interface PushView {
  /** With which a browser subscribes: 65 bytes as base64url. */
  readonly key: string;
  /** The address that this browser is sent messages at; null for none, or for one that was made with a former key. */
  readonly endpoint: string | null;
}

/** What the push worker of the browser shows. */
export interface PushMessage {
  readonly job_id: string;
  readonly title: string;
  /** The beginning of the prompt. */
  readonly body: string;
}
