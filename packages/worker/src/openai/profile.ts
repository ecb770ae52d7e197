import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * How a kind of server is asked: what is sent where, how a job is asked for, and how it is cancelled. What it answers is read by its
 * meaning. A text such as `{width}` stands for a value of the task; with `:text` it is sent as a string.
 */

const NAMES = [
  'model',
  'prompt',
  'seed',
  'width',
  'height',
  'aspect',
  'seconds',
  'frames',
  'fps',
  'sound',
  'image',
] as const;

/** What can be sent. What a task does not have is left out; `image` is a data: address. */
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
    body: z.enum(['form', 'json']),
    fields: z.record(z.string(), fieldSchema),
    /** The field of a form that has the uploaded image. */
    file: z.string().min(1).optional(),
    /** Fields that are left out once the server rejects them as unknown. */
    optional: z.array(z.string()).default([]),
    /** Where a job is asked for, if the answer does not say. */
    job: pathOf(['id', 'model']),
  })
  .refine(({ body, file }) => body === 'form' || file === undefined, {
    message: 'A file needs the body "form"; in JSON, send "{image}" in a field.',
    path: ['file'],
  });

const profileSchema = z.strictObject({
  about: z.string().min(1),
  authorization: textOf(['key']),
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
  discard: z.array(z.strictObject({ method: z.enum(['DELETE', 'POST', 'PUT']), path: pathOf(['job']) })),
});

export type Profile = Readonly<z.infer<typeof profileSchema>>;
export type ProfileOperation = Readonly<z.infer<typeof operationSchema>>;

/** The message says what to correct where. */
export class WrongProfile extends Error {}

/** Reads a profile that is shipped, by its name, or a file. Throws `WrongProfile`. */
export function readProfile(nameOrFile: string): Profile {
  const isShipped = /^[\w-]+$/.test(nameOrFile);
  const file = isShipped ? new URL(`../../profiles/${nameOrFile}.json`, import.meta.url) : nameOrFile;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new WrongProfile(`the profile "${nameOrFile}" cannot be read: ${(error as Error).message}`);
  }
  const read = profileSchema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new WrongProfile(`the profile "${nameOrFile}" is not valid: ${issues.join('; ')}`);
}

/** The text with its values; what is in an address keeps its slashes. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => String(values[name.replace(/:text$/, '')] ?? ''));
}

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

/** The ratio of a size in its smallest numbers, such as 16:9. */
export function aspectOf({ width, height }: { readonly width: number; readonly height: number }): string {
  let [divisor, rest] = [width, height];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return `${width / divisor}:${height / divisor}`;
}
