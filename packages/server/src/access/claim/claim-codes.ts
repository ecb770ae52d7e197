import { randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '../../kernel/ids.ts';

/** Letters that make no words and are not mistaken for digits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const USER_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);
const CODE = /^[\w-]{43}$/;

/** The terminal's secret: 256 random bits, 43 characters. */
export function newCode(): string {
  return randomBytes(32).toString('base64url');
}

/** What a code is kept and looked up by; undefined for a text that is no code. */
export function hashCode(code: string): Buffer | undefined {
  return CODE.test(code) ? sha256(code) : undefined;
}

/** What the person reads on one screen and types on the other. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Reads a user code as people type it; undefined for anything else. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, '');
  return USER_CODE.test(letters) ? letters : undefined;
}

/** `BCDFGHJK` as `BCDF-GHJK`, which is easier to compare. */
export function showUserCode(userCode: string): string {
  return `${userCode.slice(0, LENGTH / 2)}-${userCode.slice(LENGTH / 2)}`;
}
