import { readFileSync } from 'node:fs';

/** The version of Kinora, such as `0.1.0`; all its packages have the same. */
export function productVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
