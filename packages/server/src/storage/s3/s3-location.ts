import { ok, type Result, refused } from '@kinora/contract';

/** Where the blobs are when KINORA_STORAGE_URL names an S3-compatible store. Credentials are never part of it. */
export interface S3Location {
  readonly bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  readonly prefix: string;
  /** Absent: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  /** Where clients and workers reach the same store, if that is another address. */
  readonly publicEndpoint: string | undefined;
  /** Absent: AWS_REGION or the profile's. */
  readonly region: string | undefined;
  /** Whether clients and workers may be sent to the store; else every byte goes through this server. */
  readonly direct: boolean;
}

const FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = ['endpoint', 'public_endpoint', 'region', 'direct'];

/**
 * Reads `s3://bucket/prefix?endpoint=...&region=...`. What is wrong is said without repeating the value: it may
 * hold a secret in the wrong place.
 */
export function readS3Location(value: string): Result<S3Location, string> {
  if (!URL.canParse(value) || !value.startsWith('s3://')) return refused(`must be like ${FORM}`);
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') {
    return refused(
      `must not hold credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role`,
    );
  }
  const bucket = url.host;
  if (!BUCKET.test(bucket)) {
    return refused(`must name a bucket of 3 to 63 small letters, digits, dots and hyphens, like ${FORM}`);
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !PREFIX.test(prefix)) {
    return refused('may have letters, digits and . _ - in its prefix, in parts divided by single slashes');
  }
  const given = [...url.searchParams.keys()];
  if (given.some((name) => !PARAMETERS.includes(name)) || new Set(given).size < given.length) {
    return refused(`may have these parameters, each once: ${PARAMETERS.join(', ')}`);
  }
  return readParameters(url.searchParams, bucket, prefix);
}

function readParameters(
  parameters: URLSearchParams,
  bucket: string,
  prefix: string,
): Result<S3Location, string> {
  const [endpoint, publicEndpoint, region, direct = 'on'] = PARAMETERS.map(
    (name) => parameters.get(name) ?? undefined,
  );
  for (const [name, address] of Object.entries({ endpoint, public_endpoint: publicEndpoint })) {
    if (address === undefined || isOrigin(address)) continue;
    return refused(`must have an http or https address without path as its ${name}, like ${FORM}`);
  }
  if (region !== undefined && !REGION.test(region)) return refused('must have a region like eu-central-1');
  if (direct !== 'on' && direct !== 'off') return refused('must have direct=on or direct=off');
  return ok({
    bucket,
    prefix,
    endpoint: endpoint && new URL(endpoint).origin,
    publicEndpoint: publicEndpoint && new URL(publicEndpoint).origin,
    // Those that are not Amazon have no regions, or take any; a signature needs some name.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
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
