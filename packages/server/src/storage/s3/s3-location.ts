import { ok, type Result, refused } from '@kinora/contract';

/** The location in KINORA_STORAGE_URL of an S3-compatible store. It never contains credentials. */
export interface S3Location {
  readonly bucket: string;
  /** Without leading and trailing slashes; empty for the whole bucket. */
  readonly prefix: string;
  /** Default: Amazon S3 in the region. */
  readonly endpoint: string | undefined;
  /** The URL of the store for clients and workers, if it is another. */
  readonly publicEndpoint: string | undefined;
  /** Default: AWS_REGION, or the region of the profile. */
  readonly region: string | undefined;
  /** Whether the bucket is in the path of a URL or in its host name; only with an endpoint. */
  readonly addressing: 'path' | 'virtual';
  /** Whether clients and workers get presigned links; otherwise every transfer passes through this server. */
  readonly direct: boolean;
}

const FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ['endpoint', 'public_endpoint', 'region', 'direct', 'addressing'];

/**
 * Reads `s3://bucket/prefix?endpoint=...&region=...`. The problem never repeats the value, which may contain a secret by
 * mistake.
 */
export function readS3Location(value: string): Result<S3Location, string> {
  if (!URL.canParse(value) || !value.startsWith('s3://')) return refused(`must be like ${FORM}`);
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    return refused(
      `must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role`,
    );
  }
  const bucket = url.host;
  if (!BUCKET.test(bucket)) {
    return refused(
      `must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, like ${FORM}`,
    );
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !PREFIX.test(prefix)) {
    return refused('must have a prefix of letters, digits and . _ - in parts separated by single slashes');
  }
  const names = [...url.searchParams.keys()];
  if (names.some((name) => !PARAMETERS.includes(name)) || new Set(names).size < names.length) {
    return refused(`may have these parameters, at most once each: ${PARAMETERS.join(', ')}`);
  }
  return readParameters(url.searchParams, bucket, prefix);
}

function readParameters(
  parameters: URLSearchParams,
  bucket: string,
  prefix: string,
): Result<S3Location, string> {
  const [endpoint, publicEndpoint, region, direct = 'on', addressing = 'path'] = PARAMETERS.map(
    (name) => parameters.get(name) ?? undefined,
  );
  for (const [name, address] of Object.entries({ endpoint, public_endpoint: publicEndpoint })) {
    if (address === undefined || isOrigin(address)) continue;
    return refused(`must have an http or https URL without a path as its ${name}, like ${FORM}`);
  }
  if (region !== undefined && !REGION.test(region)) return refused('must have a region like eu-central-1');
  if (addressing !== 'path' && addressing !== 'virtual') {
    return refused('must have addressing=path or addressing=virtual');
  }
  if (direct !== 'on' && direct !== 'off') return refused('must have direct=on or direct=off');
  return ok({
    bucket,
    prefix,
    endpoint: endpoint && new URL(endpoint).origin,
    publicEndpoint: publicEndpoint && new URL(publicEndpoint).origin,
    // Other stores than Amazon S3 accept any region, but a signature needs one.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    addressing,
    direct: direct === 'on',
  });
}

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(address);
  return (
    /^https?:$/.test(protocol) &&
    [pathname.replace('/', ''), search, hash, username, password].join('') === ''
  );
}
