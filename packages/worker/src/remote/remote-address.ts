import { readFileSync } from 'node:fs';
import { ConfigError, type Reader, readUrl } from '@kinora/program/setting';

/** Where a renderer is reached, and what it takes to be let in. */
export interface RemoteAddress {
  /** Without credentials, and without a slash at its end. */
  readonly url: string;
  /** Sent to the origin of `url` and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Certificates in PEM that are trusted besides those of the system. */
  readonly ca?: string | undefined;
  /** The hosts that are reached without the proxy of the environment, as in `no_proxy`. */
  readonly noProxy?: string | undefined;
}

/**
 * Reads the settings `<setting>URL`, `<setting>HEADERS` and `<setting>CA`; `setting` is such as `KINORA_COMFYUI_`. A name and a password in the address become
 * the header of basic authentication, so that no output shows them. Throws `ConfigError`.
 */
export function readRemoteAddress(setting: string, get: Reader): RemoteAddress | undefined {
  const written = readUrl(`${setting}URL`, get(`${setting}URL`));
  if (written === undefined) return undefined;
  const address = new URL(written);
  const login = [address.username, address.password].map((part) => decoded(part, setting)).join(':');
  address.username = '';
  address.password = '';
  return {
    url: address.href.replace(/\/+$/, ''),
    headers: {
      ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      ...readHeaders(get, `${setting}HEADERS`),
    },
    ca: readCertificates(get, `${setting}CA`),
    noProxy: get('no_proxy') ?? get('NO_PROXY'),
  };
}

function decoded(part: string, setting: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(`${setting}URL: write each % of its name and password as %25`);
  }
}

/** `Name: value`, one on each line, or all of them as a JSON object. */
function readHeaders(get: Reader, name: string): Readonly<Record<string, string>> {
  const text = get(name);
  if (text === undefined) return {};
  const pairs = text.startsWith('{') ? pairsInJson(text) : text.split(/\r?\n/).map(pairInLine);
  try {
    return Object.fromEntries(new Headers(pairs as [string, string][]));
  } catch {
    // The value may be a secret, so it is not repeated.
    throw new ConfigError(`${name} must be "Name: value", or a JSON object of names and values`);
  }
}

function pairInLine(line: string): readonly string[] {
  const [, header, value] = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
  return header === undefined || value === undefined ? [] : [header, value];
}

function pairsInJson(text: string): readonly (readonly string[])[] {
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    return entries.map(([header, value]) => (typeof value === 'string' ? [header, value] : []));
  } catch {
    return [[]];
  }
}

function readCertificates(get: Reader, name: string): string | undefined {
  const file = get(name);
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new ConfigError(`${name}: ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new ConfigError(`${name}: ${file} has no certificate in PEM`);
}
