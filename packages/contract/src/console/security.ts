import { z } from 'zod';
import { backupCodeMax, emailMax, passkeyNameMax, passwordMax, passwordMin } from '../limits.ts';
import { nameSchema } from '../names.ts';

/** The console's page of sign-in and second factors, sessions, the password and the address. */

const time = z.iso.datetime();

export const passkeyViewSchema = z.strictObject({
  id: z.uuid(),
  /** The name that its owner chose. */
  name: z.string(),
  /** Whether a copy of it is kept, such as in a password manager. */
  synced: z.boolean(),
  created_at: time,
  used_at: time.nullable(),
});

export const securityViewSchema = z.strictObject({
  email: z.string(),
  /** The address that waits for its link to be opened. */
  pending_email: z.string().nullable(),
  /** Whether a changed address is confirmed by a link. */
  confirms_email: z.boolean(),
  authenticator_app: z.boolean(),
  backup_codes_left: z.int(),
  /** Whether browsers can make passkeys for the service's address. */
  passkeys_work: z.boolean(),
  /** The address at which they work, if this one has digits for a name. */
  passkey_origin: z.string(),
  passkeys: z.array(passkeyViewSchema),
  /** Whether this session was opened or confirmed with a second factor. */
  second_factor: z.boolean(),
});

export const sessionViewSchema = z.strictObject({
  id: z.uuid(),
  current: z.boolean(),
  /** The browser and system that opened it, such as `Firefox on Linux`. */
  browser: z.string(),
  network: z.string(),
  created_at: time,
  second_factor: z.boolean(),
});

export const sessionsSchema = z.strictObject({ sessions: z.array(sessionViewSchema) });

export const appSecretSchema = z.strictObject({
  /** A QR code shows it. */
  uri: z.string(),
  /** A person enters it by hand. */
  secret: z.string(),
});

export const backupCodesSchema = z.strictObject({ backup_codes: z.array(z.string()) });

const sixDigits = z.string().regex(/^\d{6}$/, 'must be six digits');
/** Whatever a browser says of a passkey; the sign-in library checks it. */
const credential = z.record(z.string(), z.unknown());

export const appCodeSchema = z.strictObject({ code: sixDigits });

export const newPasskeySchema = z.strictObject({
  name: nameSchema(passkeyNameMax),
  response: credential,
});

/** Exactly one of them. The password proves nothing where there is a second factor. */
export const confirmRequestSchema = z.strictObject({
  password: z.string().min(1).max(passwordMax).optional(),
  code: sixDigits.optional(),
  backup_code: z.string().min(1).max(backupCodeMax).optional(),
  passkey: credential.optional(),
});

/** How a person can confirm who they are. */
export const confirmMethodsSchema = z.strictObject({
  password: z.boolean(),
  code: z.boolean(),
  backup_code: z.boolean(),
  passkey: z.boolean(),
});

export const changePasswordSchema = z.strictObject({
  current_password: z.string().min(1).max(passwordMax),
  new_password: z
    .string()
    .min(passwordMin, `must have at least ${passwordMin} characters`)
    .max(passwordMax, `must have at most ${passwordMax} characters`),
});

export const changeEmailSchema = z.strictObject({
  email: z.email('must be an email address').max(emailMax, `must have at most ${emailMax} characters`),
});

export const emailChangeSchema = z.strictObject({
  /** Whether a link was sent to the new address; otherwise it is in force. */
  pending: z.boolean(),
});

export const confirmAgeSchema = z.strictObject({ age_verified: z.literal(true) });

export const securityEventViewSchema = z.strictObject({
  id: z.string(),
  at: time,
  kind: z.string(),
  network: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const securityEventsSchema = z.strictObject({
  events: z.array(securityEventViewSchema),
  next_cursor: z.string().nullable(),
});

export type SecurityView = z.infer<typeof securityViewSchema>;
export type PasskeyView = z.infer<typeof passkeyViewSchema>;
export type SessionView = z.infer<typeof sessionViewSchema>;
export type Sessions = z.infer<typeof sessionsSchema>;
export type AppSecretView = z.infer<typeof appSecretSchema>;
export type BackupCodes = z.infer<typeof backupCodesSchema>;
export type ConfirmRequest = z.infer<typeof confirmRequestSchema>;
export type ConfirmMethods = z.infer<typeof confirmMethodsSchema>;
export type EmailChange = z.infer<typeof emailChangeSchema>;
export type SecurityEventView = z.infer<typeof securityEventViewSchema>;
export type SecurityEvents = z.infer<typeof securityEventsSchema>;
