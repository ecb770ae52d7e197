import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Blobs } from '../blobs.ts';
import { nameOf, statusOf } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

/** Stores, reads, copies, lists and deletes a small object, as the service does. Throws an error with the remedy. */
export async function checkBucket(blobs: Blobs, location: S3Location): Promise<string> {
  const folder = `check/${randomBytes(8).toString('hex')}`;
  const key = `${folder}/probe.png`;
  const content = 'kinora';
  let step = 's3:PutObject';
  try {
    await blobs.put(key, Buffer.from(content));
    step = 's3:GetObject';
    const read = await text(blobs.read(key));
    const size = await blobs.size(key);
    step = 's3:PutObject, as a copy';
    const isCopied = await blobs.copy(key, `${folder}/copy.png`);
    step = 's3:ListBucket';
    let listed = 0;
    for await (const page of blobs.list(folder)) listed += page.length;
    step = 's3:DeleteObject';
    await blobs.deleteFolder(folder);
    if (read !== content || size !== content.length || !isCopied || listed !== 2) {
      throw new Error('the store does not return what was stored in it');
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new Error(`KINORA_STORAGE_URL: ${remedyOf(cause, step, location)}`, { cause });
  }
  const { prefix, endpoint, region } = location;
  const where = prefix === '' ? location.bucket : `${location.bucket}/${prefix}`;
  return `s3://${where} at ${endpoint ?? `Amazon S3 in ${region ?? 'the default region'}`}`;
}

const MOVED = /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed)$/;
/** The codes of Alibaba, and of Tencent for buckets made since 2024. */
const NEEDS_HOST_NAME = /^(SecondLevelDomainForbidden|PathStyle\w*)|virtual.?host/i;
const UNREACHABLE =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)$/;

function remedyOf(error: unknown, step: string, { bucket, endpoint }: S3Location): string {
  const name = nameOf(error);
  const where = endpoint ?? 'Amazon S3';
  if (name === 'NoSuchBucket') {
    return `there is no bucket "${bucket}" at ${where}; create it, or correct its name`;
  }
  if (name === 'CredentialsProviderError') {
    return 'no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or attach a role to the machine';
  }
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)/.test(name)) {
    return `${where} does not accept the credentials (${name}); correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or the profile`;
  }
  if (NEEDS_HOST_NAME.test(`${name} ${(error as Error).message}`)) {
    return `${where} wants the name of the bucket in its host name (${name}); add addressing=virtual to the address`;
  }
  if (MOVED.test(name) || statusOf(error) === 301 || statusOf(error) === 307) {
    const { Region: named = '...' } = error as { Region?: string };
    return `the bucket "${bucket}" is in another region; name it as region=${named} in the address`;
  }
  if (name === 'RequestTimeTooSkewed') {
    return `the clock of this machine differs from that of ${where}; synchronise it, for example by NTP`;
  }
  if (/region is missing/i.test(String((error as Error).message))) {
    return 'no region is known; name it as region=... in the address, or set AWS_REGION';
  }
  if (statusOf(error) === 403 || name === 'AccessDenied') {
    return `the credentials may not use the bucket "${bucket}" (${name} at ${step}); allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:AbortMultipartUpload on its objects and s3:ListBucket on itself`;
  }
  if (UNREACHABLE.test(name) || name === 'TimeoutError') {
    return `${where} cannot be reached (${name}); correct endpoint=... in the address, or start the store`;
  }
  return `the bucket "${bucket}" at ${where} cannot be used (${name} at ${step})`;
}
