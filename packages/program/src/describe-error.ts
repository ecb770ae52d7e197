import { pino } from 'pino';

/** What of an error is logged, beside its type, its message and where it was thrown. */
const LOGGED = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'table',
  'column',
  'constraint',
  'routine',
];

type Described = Readonly<Record<string, unknown>>;

/**
 * An error as it goes into the log. Of its fields only those are taken that name a place in the program or the
 * schema: a database error repeats the row in its `detail`, the statement in `where` and `internalQuery`, and
 * libraries hang whole requests on theirs.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const values = quotedValues(error);
  const hide = (text: string) => values.reduce((shown, value) => shown.replaceAll(value, '"..."'), text);
  const fields = LOGGED.flatMap((name): [string, unknown][] => {
    const value = (error as unknown as Described)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  const parts = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {};
  return { type, message: hide(message), stack: hide(stack), ...Object.fromEntries(fields), ...parts };
}

/** The values that the messages of an error and its causes repeat: a database quotes what it could not read. */
function quotedValues(error: Error): string[] {
  const { code, severity } = error as unknown as Described;
  const isDataError = severity !== undefined && typeof code === 'string' && code.startsWith('22');
  const own = isDataError ? (error.message.match(/".*"/s) ?? []) : [];
  return [...own, ...(error.cause instanceof Error ? quotedValues(error.cause) : [])];
}
