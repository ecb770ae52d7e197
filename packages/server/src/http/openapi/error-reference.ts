import { type ProblemCode, problems, retryAfterOf, statusOf } from '@kinora/contract';

interface ErrorRow {
  readonly status: number;
  readonly code: ProblemCode;
  readonly meaning: string;
  /** A sentence on when the same request may be sent again. */
  readonly retry: string;
  readonly fields: readonly string[];
  /** Extra fields that only some bodies of this code carry. */
  readonly optionalFields: readonly string[];
}

interface Definition {
  readonly meaning: string;
  readonly fields?: readonly string[];
  readonly optionalFields?: readonly string[];
}

/** The problem table for readers, by status. */
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

Every refusal is JSON: \`error\` is a sentence a person can act on, \`code\` is one of these, and beside them stand the extra fields of that code. Go by \`code\`, never by the sentence.

"after 5 s" is the \`Retry-After\` of the code where the server knows nothing better; go by the header. "no" means that the same request is refused again until something changes.

| Status | Code | Meaning | Retry | Extra fields |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
