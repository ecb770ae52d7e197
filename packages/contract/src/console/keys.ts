import { z } from 'zod';
import { keyScopes } from '../key-scopes.ts';
import { keyCapMaxCents, keyNameMax } from '../limits.ts';
import { nameSchema } from '../names.ts';

/** The API keys of an account, as the console shows and changes them. */

/** Beyond it no key is created by name; the account's own key and that of its terminals are replaced at any time. */
export const keysPerAccountMax = 25;
/** That may be created and rotated in the list of keys. */
export const keysPerDayMax = 100;
/** How long the previous key still works after a rotation, in seconds. */
export const keyOverlapsSeconds = [0, 3600, 86_400, 604_800] as const;

const scopesSchema = z
  .array(z.enum(keyScopes))
  .min(1, 'must name at least one scope')
  .max(keyScopes.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once');
const expirySchema = z.iso.datetime('must be a time such as 2026-12-31T00:00:00Z').nullable();
const CAP_RANGE = 'must be from 0.01 to 100,000 USD, in cents';
const capSchema = z.int(CAP_RANGE).min(1, CAP_RANGE).max(keyCapMaxCents, CAP_RANGE).nullable();

export const createKeyRequestSchema = z.strictObject({
  name: nameSchema(keyNameMax),
  scopes: scopesSchema.optional(),
  /** Null, or absent, for a key that does not expire. */
  expires_at: expirySchema.optional(),
  /** Null, or absent, for a key without a cap of its own. */
  cap_cents: capSchema.optional(),
});

export const rotateKeyRequestSchema = z.strictObject({
  overlap_seconds: z
    .literal(keyOverlapsSeconds, { error: `must be one of ${keyOverlapsSeconds.join(', ')}` })
    .default(0),
  /** Absent for the expiry that the key has. */
  expires_at: expirySchema.optional(),
});

/** What is absent stays as it is. */
export const changeKeyRequestSchema = z.strictObject({
  name: nameSchema(keyNameMax).optional(),
  scopes: scopesSchema.optional(),
  expires_at: expirySchema.optional(),
  cap_cents: capSchema.optional(),
});

export type ChangeKeyRequest = z.infer<typeof changeKeyRequestSchema>;

const time = z.iso.datetime();

export const keyViewSchema = z.strictObject({
  /** Stays the same when the key is rotated. */
  id: z.uuid(),
  /** `account` and `terminal` are replaced by the account's page and by approved terminals. */
  kind: z.enum(['account', 'terminal', 'named']),
  name: z.string(),
  /** The first characters, to recognise the key by. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  created_at: time,
  expires_at: time.nullable(),
  /** The minute of the last use. */
  last_used_at: time.nullable(),
  cap_cents: z.int().nullable(),
  /** What its orders of this UTC month cost; only those that were placed while it had a cap. */
  spent_cents: z.int(),
  /** The keys before it that still work. */
  previous: z.array(z.strictObject({ prefix: z.string(), works_until: time, last_used_at: time.nullable() })),
});

export const keyListSchema = z.strictObject({
  keys: z.array(keyViewSchema),
  /** How many keys the account may have, and how many it has, with the previous ones that still work. */
  limit: z.int(),
  live: z.int(),
});

/** The only response that has the key itself. */
export const issuedKeySchema = z.strictObject({ key: keyViewSchema, secret: z.string() });

export type KeyView = z.infer<typeof keyViewSchema>;
export type KeyList = z.infer<typeof keyListSchema>;
export type IssuedKeyView = z.infer<typeof issuedKeySchema>;
