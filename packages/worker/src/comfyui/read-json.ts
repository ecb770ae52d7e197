import { readFile } from 'node:fs/promises';
import type { z } from 'zod';

/** The operator's files are invalid, or none of them can run; the message says what to change. */
export class ComfyUiUnusable extends Error {}

/** The content of a file of the operator; `absent` stands for a file that need not be there. */
export async function readJson<T>(
  file: string,
  schema: z.ZodType<T>,
  { hint = '', absent }: { readonly hint?: string; readonly absent?: NoInfer<T> } = {},
): Promise<T> {
  let json: unknown;
  try {
    // Some editors on Windows begin a file with this mark.
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (cause) {
    if (absent !== undefined && isMissing(cause)) return absent;
    const why = isMissing(cause) ? 'there is no such file' : (cause as Error).message;
    throw new ComfyUiUnusable(`${file} cannot be read as JSON: ${why}`, { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
  );
  throw new ComfyUiUnusable(`${file} is not as expected${hint}: ${issues.join('; ')}`);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
