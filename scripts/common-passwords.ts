import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  COMMON_PASSWORDS,
  FINGERPRINT_BYTES,
  fingerprintOf,
} from '../packages/server/src/accounts/common-passwords.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../packages/server/src/accounts/credential-rules.ts';

/**
 * Writes the list of common passwords from a text with one password per line, the most common first:
 * `node scripts/run.mjs all scripts/common-passwords.ts LIST`. Passwords that are too short to be chosen
 * are left out. The source and its licence are in docs/decisions/67-common-passwords.md.
 */

const [list = ''] = process.argv.slice(2);
const chosen = new Map<string, Buffer>();
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  if (chosen.size === COMMON_PASSWORDS) break;
  if (line.length < PASSWORD_MIN || line.length > PASSWORD_MAX) continue;
  const fingerprint = fingerprintOf(line);
  chosen.set(fingerprint.toString('hex'), fingerprint);
}
if (chosen.size < COMMON_PASSWORDS)
  throw new Error(`${list} has only ${chosen.size} passwords of this length`);
const sorted = [...chosen.values()].sort(Buffer.compare);
const target = path.join(import.meta.dirname, '../packages/server/src/accounts/common-passwords.bin');
writeFileSync(target, Buffer.concat(sorted, COMMON_PASSWORDS * FINGERPRINT_BYTES));
process.stdout.write(`Wrote ${COMMON_PASSWORDS} fingerprints to ${target}\n`);
