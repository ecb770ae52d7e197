/** There was no connection, or it broke. The message says why, and which setting to look at. */
export class RemoteUnreachable extends Error {
  /** Whether the call may have arrived, so that its work may be done and billed. */
  readonly mayHaveArrived: boolean;
  /** Whether nothing listens at the address. */
  readonly isRefused: boolean;
  constructor(cause: unknown, url: string, setting: string) {
    const codes = codesIn(cause).filter((code) => code !== 'UND_ERR_ABORTED');
    const reason = REASONS.find(({ code }) => codes.some((one) => code.test(one)));
    const why =
      reason?.says(setting) ?? (codes[0] === undefined ? messageIn(cause) : `it fails with ${codes[0]}`);
    super(`${url} cannot be reached: ${why}.`, { cause });
    this.mayHaveArrived = reason?.isBeforeCall !== true;
    this.isRefused = codes.includes('ECONNREFUSED');
  }
}

interface Reason {
  readonly code: RegExp;
  readonly says: (setting: string) => string;
  /** Whether the call was never sent. */
  readonly isBeforeCall: boolean;
}

const REASONS: readonly Reason[] = [
  {
    code: /^ECONNREFUSED$/,
    says: (setting) => `nothing listens there (ECONNREFUSED); start it, or correct ${setting}URL`,
    isBeforeCall: true,
  },
  {
    code: /^(ENOTFOUND|EAI_AGAIN)$/,
    says: (setting) => `the name of its host is not known here; correct ${setting}URL, or the name service`,
    isBeforeCall: true,
  },
  {
    code: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    says: (setting) => `its host does not answer; check ${setting}URL and the firewalls between`,
    isBeforeCall: true,
  },
  {
    code: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    says: () => 'its certificate has expired, or a clock is wrong',
    isBeforeCall: true,
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    says: (setting) => `its certificate is for another name; write that name into ${setting}URL`,
    isBeforeCall: true,
  },
  {
    code: /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    says: (setting) =>
      `its certificate is signed by nobody that is known here; name the file of its authority in ${setting}CA`,
    isBeforeCall: true,
  },
  {
    code: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/,
    says: (setting) => `it does not speak TLS; ${setting}URL may have to begin with http://`,
    isBeforeCall: true,
  },
  {
    code: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    says: () => 'the connection broke',
    isBeforeCall: false,
  },
];

/** The codes of an error and of what caused it, the innermost first. */
function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesIn) : codesIn(error.cause);
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? [...inner, code] : inner;
}

function messageIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageIn(error.cause) : error.message;
}
