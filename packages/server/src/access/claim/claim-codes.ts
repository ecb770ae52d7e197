import { randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '../../kernel/ids.ts';

/** Consonants, so that no code is a word, without those that look like digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const USER_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
const CODE = /^[\w-]{43}$/;

/** The terminal's secret: 256 random bits in 43 characters. */
export function newCode(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash by which a code is stored and found; undefined for a malformed code. */
export function hashCode(code: string): Buffer | undefined {
  return CODE.test(code) ? sha256(code) : undefined;
}

/** The short code that the user reads in the terminal and enters in the browser. */
export function newUserCode(): string {
  return drawLetters(LENGTH);
}

/** Random letters that are easy to read and to type. */
export function drawLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Normalises a user code as typed: letter case, spaces and hyphens do not matter. Undefined if malformed. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, '');
  return USER_CODE.test(letters) ? letters : undefined;
}

/** `BCDFGHJK` as `BCDF-GHJK`, which is easier to compare. */
export function showUserCode(userCode: string): string {
  return `${userCode.slice(0, LENGTH / 2)}-${userCode.slice(LENGTH / 2)}`;
}
