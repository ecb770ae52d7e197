import { hideKey } from './hide-key.ts';
import { KinoraError } from './kinora-error.ts';
import { readStart } from './read-body.ts';

/** Reads a response that is not 2xx. `key` is the one that was sent. */
export async function errorOf(response: Response, key?: string): Promise<KinoraError> {
  const body = readBody(await readStart(response, ERROR_BYTES_MAX), response.status);
  return new KinoraError(response.status, response.headers, hideKey(body, key));
}

/** The rest of a longer one is not read: it is not an error of the service. */
const ERROR_BYTES_MAX = 256 * 1024;
/** Longest part of a body that is not JSON in an error. */
const TEXT_SHOWN = 500;

function readBody(text: string, status: number): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    const shown = text.trim();
    if (shown.startsWith('<')) return { error: describePage(shown, status) };
    return shown === '' ? {} : { error: shown.slice(0, TEXT_SHOWN) };
  }
}

/** A page is of a proxy, or of another site. Its title says what happened; its text is for browsers. */
function describePage(html: string, status: number): string {
  const [, title = ''] = /<(?:title|h1)[^>]*>([^<]+)</i.exec(html) ?? [];
  const words = title.trim().replace(/\s+/g, ' ').slice(0, TEXT_SHOWN);
  const page = words === '' ? `a page with status ${status}, not JSON.` : `a page, not JSON: ${words}.`;
  return `The service returned ${page} Check its address, and the proxy before it.`;
}
