/** No page of this service is shown in a frame of another site. In the policy of a page, and alone on every other response. */
export const NO_FRAMES = "frame-ancestors 'none'";

/** A year, and for subdomains too, which could otherwise plant cookies by http. */
const HSTS = 'max-age=31536000; includeSubDomains';

/** The headers of every response, whatever writes it. Browsers from before frame-ancestors know X-Frame-Options. */
export function commonHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': NO_FRAMES,
    ...(isHttps && { 'strict-transport-security': HSTS }),
  };
}

/** The same as lines of a response that is written directly to a socket. */
export function commonHeaderLines(isHttps: boolean): readonly string[] {
  return Object.entries(commonHeaders(isHttps)).map(([name, value]) => `${name}: ${value}`);
}
