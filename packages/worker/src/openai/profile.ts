import { readdirSync, readFileSync } from 'node:fs';
import type { Size } from '@kinora/media/fit-size';
import { z } from 'zod';
import { merged } from '../remote/merge-patch.ts';
import { isRecord } from './read-failure.ts';

/**
 * How a kind of server is asked: what is sent where, how a job is asked for, and how it is cancelled. What it answers is read by its
 * meaning. A text such as `{width}` stands for a value of the task; with `:text` it is sent as a string.
 */

const NAMES = [
  'model',
  'prompt',
  'negativePrompt',
  'seed',
  'width',
  'height',
  'aspect',
  'lines',
  'thousands',
  'seconds',
  'frames',
  'fps',
  'sound',
  'hasSound',
  'image',
  'base64',
] as const;

/**
 * What can be sent. What a task does not have is left out: `sound` is true or left out, `hasSound` true or false. `image` is a data:
 * address, `base64` only its bytes, `lines` 480, 720 or 1080, and `thousands` 1, 2 or 4.
 */
export type Values = Readonly<Partial<Record<(typeof NAMES)[number], string | number | boolean | undefined>>>;

type Field = string | number | boolean | readonly Field[] | { readonly [name: string]: Field };

const PLACEHOLDER = /\{([^{}]*)\}/g;

const textOf = (names: readonly string[]) =>
  z.string().superRefine((text, context) => {
    for (const [whole, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (names.includes(name.replace(/:text$/, ''))) continue;
      const known = names.map((one) => `{${one}}`).join(', ');
      context.addIssue({ code: 'custom', message: `${whole} is none of ${known}` });
    }
  });

const pathOf = (names: readonly string[]) =>
  textOf(names).refine((path) => /^[/{]/.test(path), 'A path begins with /.');

const fieldSchema: z.ZodType<Field> = z.lazy(() =>
  z.union([textOf(NAMES), z.number(), z.boolean(), z.array(fieldSchema), z.record(z.string(), fieldSchema)]),
);

const operationSchema = z
  .strictObject({
    path: pathOf(['model']),
    /** What is sent with the order, beside the key and the headers of the settings. */
    headers: z.record(z.string(), z.string()).default({}),
    body: z.enum(['form', 'json']),
    fields: z.record(z.string(), fieldSchema),
    /** The field of a form that has the uploaded image. */
    file: z.string().min(1).optional(),
    /** Fields, such as `seed` or `input.seed`, that are left out once the server rejects them as unknown. */
    optional: z.array(z.string()).default([]),
    /** Where a job is asked for, if the answer does not say; absent if the order is answered with the result. */
    job: pathOf(['id', 'model']).optional(),
    /** Whether results are at other hosts than that of the API. */
    elsewhere: z.boolean().default(false),
  })
  .refine(({ body, file }) => body === 'form' || file === undefined, {
    message: 'A file needs the body "form"; in JSON, send "{image}" in a field.',
    path: ['file'],
  });

const profileSchema = z.strictObject({
  about: z.string().min(1),
  /** Where its vendor has it; absent for a program that anybody runs. */
  address: z.url().optional(),
  authorization: textOf(['key']),
  /** The header that has it. */
  keyHeader: z.string().min(1).default('authorization'),
  /** What an address without a path gets. */
  below: z.string().regex(/^(\/[\w.-]+)*$/, 'A path such as /v1, or nothing.'),
  /** A list of models, which says whether the key is accepted; absent if there is none. */
  models: pathOf([]).optional(),
  operations: z
    .strictObject({
      image: operationSchema,
      i2i: operationSchema,
      video: operationSchema,
      i2v: operationSchema,
    })
    .partial()
    .refine((operations) => Object.keys(operations).length > 0, 'At least one operation is needed.'),
  /** What is called, one after the other until one succeeds, for a job that nobody wants or whose result is stored. */
  discard: z.array(
    z.strictObject({ method: z.enum(['DELETE', 'POST', 'PUT']), path: pathOf(['job', 'id']) }),
  ),
});

export type Profile = Readonly<z.infer<typeof profileSchema>>;
export type ProfileOperation = Readonly<z.infer<typeof operationSchema>>;

/** The message says what to correct where. */
export class WrongProfile extends Error {}

const SHIPPED = new URL('../../profiles/', import.meta.url);

/** Whether it names a profile that is shipped, and not a file. */
export const isProfileName = (nameOrFile: string): boolean => /^[\w-]+$/.test(nameOrFile);

/** The names of the profiles that are shipped. */
export function profileNames(): string[] {
  return readdirSync(SHIPPED).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);
}

/** Reads a profile that is shipped, by its name, or a file. Throws `WrongProfile`. */
export function readProfile(nameOrFile: string): Profile {
  const read = profileSchema.safeParse(readWhole(nameOrFile));
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new WrongProfile(`the profile "${nameOrFile}" is not valid: ${issues.join('; ')}`);
}

/** What it says, and of the shipped profile that it extends what it does not change. */
function readWhole(nameOrFile: string): unknown {
  if (isProfileName(nameOrFile) && !profileNames().includes(nameOrFile)) {
    const known = profileNames().join(', ');
    throw new WrongProfile(`there is no profile "${nameOrFile}"; there are ${known}, and a file has a path`);
  }
  const file = isProfileName(nameOrFile) ? new URL(`${nameOrFile}.json`, SHIPPED) : nameOrFile;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new WrongProfile(`the profile "${nameOrFile}" cannot be read: ${(error as Error).message}`);
  }
  if (!isRecord(value) || value.extends === undefined) return value;
  const { extends: base, ...changes } = value;
  if (typeof base === 'string' && isProfileName(base)) return merged(readWhole(base), changes);
  throw new WrongProfile(`the profile "${nameOrFile}" is not valid: extends: the name of a shipped profile`);
}

/** The text with its values; what is in an address keeps its slashes. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => String(values[name.replace(/:text$/, '')] ?? ''));
}

/** The header that sends the key; none without one. */
export function keyHeaders(
  { authorization, keyHeader }: Profile,
  key: string | undefined,
): Readonly<Record<string, string>> {
  return key ? { [keyHeader]: filled(authorization, { key }) } : {};
}

/** Whether orders of this operation send what must not be shown. */
export const sendsNegativePrompt = ({ operations }: Profile, operation: string): boolean =>
  JSON.stringify((operations as Readonly<Record<string, unknown>>)[operation])?.includes(
    '{negativePrompt}',
  ) === true;

/** The fields with their values, without those that have none. */
export function filledFields(
  fields: Readonly<Record<string, Field>>,
  values: Values,
): Readonly<Record<string, Field | undefined>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, filledField(field, values)]),
  );
}

function filledField(field: Field, values: Values): Field | undefined {
  if (Array.isArray(field)) {
    return field.map((one) => filledField(one, values)).filter((one) => one !== undefined);
  }
  if (typeof field === 'object') {
    return filledFields(field as Readonly<Record<string, Field>>, values) as Field;
  }
  if (typeof field !== 'string') return field;
  const [, name, isText] = /^\{(\w+)(:text)?\}$/.exec(field) ?? [];
  if (name === undefined) return filled(field, values);
  const value = values[name as keyof Values];
  return value === undefined || isText === undefined ? value : String(value);
}

const RATIOS = '21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16 9:21'.split(' ');
/** The share by which a size whose sides are steps of 16 pixels may differ from the ratio that it was rounded from. */
const MAX_OFF = 0.04;

/** The usual ratio of a size, such as 16:9, or else its ratio in the smallest numbers. */
export function aspectOf({ width, height }: Size): string {
  const offs = RATIOS.map((ratio) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return { ratio, off: Math.abs(Math.log((width * down) / (height * across))) };
  });
  const nearest = offs.reduce((best, one) => (one.off < best.off ? one : best));
  if (nearest.off <= MAX_OFF) return nearest.ratio;
  let [divisor, rest] = [width, height];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return `${width / divisor}:${height / divisor}`;
}

const LINES = [480, 720, 1080] as const;
/** A size may be this much larger than 16:9 with these lines, because of its steps. */
const LARGER = 1.1;

/** What vendors call 480p, 720p or 1080p: the pixels of a size as lines of 16:9, whatever its shape. */
export function linesOf({ width, height }: Size): number {
  const pixels = width * height;
  return LINES.find((lines) => pixels <= ((lines * lines * 16) / 9) * LARGER) ?? 1080;
}

const THOUSANDS = [1, 2, 4] as const;

/** What vendors call 1K, 2K or 4K: the pixels of a size as those of a square with such sides, whatever its shape. */
export function thousandsOf({ width, height }: Size): number {
  const pixels = width * height;
  return THOUSANDS.find((thousands) => pixels <= (thousands * 1024) ** 2 * LARGER) ?? 4;
}
