import { nameOf, statusOf } from './s3-client.ts';

/** No such object. A HEAD has no body that would name the reason, so there a missing bucket is a missing object. */
export const isMissingObject = (error: unknown): boolean =>
  statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';

/**
 * The store knows no such request, or refuses the form in which it is sent: another way is tried. Makers answer differently,
 * Google with 400 or 501. Missing rights, an overload and an unreachable store are no reason to try another way.
 */
export function isUnsupported(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return [400, 405, 411, 501].includes(status) && !CREDENTIALS.test(nameOf(error));
}

const CREDENTIALS =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|AuthorizationHeaderMalformed|RequestTimeTooSkewed)/;
