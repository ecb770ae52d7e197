import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies AWS Signature Version 4. It is implemented from the specification, independently of the SDK that the service
 * signs with.
 */

export interface SignedRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The S3 error code of an invalid signature; undefined if it is valid. */
export function signatureFault(request: SignedRequest, credentials: S3Credentials): string | undefined {
  const presigned = request.query.get('X-Amz-Signature');
  const claim = presigned === null ? readHeader(request) : readQuery(request);
  if (claim === undefined) return 'AccessDenied';
  const [accessKeyId, ...scope] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (Date.now() > claim.expiresAt) return 'AccessDenied';
  if (!claim.signedHeaders.includes('host')) return 'SignatureDoesNotMatch';
  const declared = request.headers['x-amz-content-sha256'];
  if (presigned === null && declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(request.body)) {
    return 'XAmzContentSHA256Mismatch';
  }
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...claim.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonical)].join('\n');
  let key: Buffer = Buffer.from(`AWS4${credentials.secretAccessKey}`);
  for (const part of scope) key = hmac(key, part);
  const expected = hmac(key, toSign);
  const received = Buffer.from(claim.signature, 'hex');
  const matches = received.length === expected.length && timingSafeEqual(received, expected);
  return matches ? undefined : 'SignatureDoesNotMatch';
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
  readonly expiresAt: number;
}

const SKEW_MS = 15 * 60_000;

function readHeader({ headers }: SignedRequest): Claim | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization ?? ''),
    );
  const [, credential, names, signature] = match ?? [];
  if (credential === undefined || names === undefined || signature === undefined) return undefined;
  const date = String(headers['x-amz-date']);
  return {
    credential,
    signedHeaders: names.split(';'),
    signature,
    date,
    payload: String(headers['x-amz-content-sha256']),
    expiresAt: timeOf(date) + SKEW_MS,
  };
}

function readQuery({ query }: SignedRequest): Claim | undefined {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (get('Algorithm') !== 'AWS4-HMAC-SHA256' || !/^\d+$/.test(get('Expires'))) return undefined;
  return {
    credential: get('Credential'),
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    date: get('Date'),
    payload: get('Content-Sha256') || 'UNSIGNED-PAYLOAD',
    expiresAt: timeOf(get('Date')) + Number(get('Expires')) * 1000,
  };
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Reads a time of the form 20260301T120000Z. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
