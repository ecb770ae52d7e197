import { type ProblemCode, problems, retryAfterOf, statusOf } from '@kinora/contract';

interface ErrorRow {
  readonly status: number;
  readonly code: ProblemCode;
  readonly meaning: string;
  /** When the same request may be retried. */
  readonly retry: string;
  readonly fields: readonly string[];
  /** Additional fields that only some bodies of this code have. */
  readonly optionalFields: readonly string[];
}

interface Definition {
  readonly meaning: string;
  readonly fields?: readonly string[];
  readonly optionalFields?: readonly string[];
}

/** The rows of the error reference, sorted by status. */
export const errorRows: readonly ErrorRow[] = (Object.keys(problems) as ProblemCode[])
  .map((code) => {
    const { meaning, fields = [], optionalFields = [] }: Definition = problems[code];
    return { status: statusOf(code), code, meaning, retry: retryRule(code), fields, optionalFields };
  })
  .sort((a, b) => a.status - b.status);

function retryRule(code: ProblemCode): string {
  const seconds = retryAfterOf({ code, message: '' });
  if (seconds !== undefined) return `after ${seconds} s`;
  return statusOf(code) >= 500 ? 'after a pause' : 'no';
}

/** The error reference as Markdown. */
export function renderErrorReference(): string {
  const rows = errorRows.map(({ status, code, meaning, retry, fields, optionalFields }) => {
    const extra = [
      ...fields.map((name) => `\`${name}\``),
      ...optionalFields.map((name) => `\`${name}\` (sometimes)`),
    ].join(', ');
    return `| ${status} | \`${code}\` | ${meaning.replaceAll('|', '\\|')} | ${retry} | ${extra} |`;
  });
  return `# Errors

Generated from the problem table of \`packages/contract/src/problems.ts\`; run \`npm run generate\` after changing it.

Every error is JSON: \`error\` is a sentence that says what to do, \`code\` is one of the codes below, and the body has the additional fields of that code. Programs must use \`code\`, never the sentence.

"after 5 s" is the default \`Retry-After\` of the code; use the value of the header. "no" means that the same request fails again until something changes.

| Status | Code | Meaning | Retry | Additional fields |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
