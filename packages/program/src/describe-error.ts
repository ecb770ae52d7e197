import { pino } from 'pino';

/** The fields of an error that are logged, besides its type, message and stack. */
const LOGGED_FIELDS = [
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

type ErrorFields = Readonly<Record<string, unknown>>;

/**
 * An error as it is logged: only with the fields that name a place in the program or the schema. A database error
 * contains the row in `detail` and the statement in `where` and `internalQuery`, and errors of libraries contain whole
 * requests.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const values = quotedValues(error);
  const hide = (text: string) => values.reduce((shown, value) => shown.replaceAll(value, '"..."'), text);
  const fields = LOGGED_FIELDS.flatMap((name): [string, unknown][] => {
    const value = (error as unknown as ErrorFields)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  const parts = error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {};
  return { type, message: hide(message), stack: hide(stack), ...Object.fromEntries(fields), ...parts };
}

/** The values quoted in the messages of an error and its causes: PostgreSQL quotes a value that it could not parse. */
function quotedValues(error: Error): string[] {
  const { code, severity } = error as unknown as ErrorFields;
  const isDataError = severity !== undefined && typeof code === 'string' && code.startsWith('22');
  const quoted = isDataError ? (error.message.match(/".*"/s) ?? []) : [];
  return [...quoted, ...(error.cause instanceof Error ? quotedValues(error.cause) : [])];
}
