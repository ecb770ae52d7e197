import { creditMaxCents } from '@kinora/contract';
import { UsageError } from '@kinora/program/command';

/** Values of options that more than one command has. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/;

/** Whole US cents of a text such as `10` or `2.50`. */
export function readUsd(option: string, text: string): number {
  const cents = Math.round(Number(text) * 100);
  if (!/^\d+(\.\d{1,2})?$/.test(text) || cents > creditMaxCents) {
    throw new UsageError(
      `--${option} must be dollars up to ${creditMaxCents / 100}, such as 10 or 2.50, not "${text}"`,
    );
  }
  return cents;
}

/** An amount that is more than nothing. */
export function readAmount(option: string, text: string | undefined): number {
  const cents = readUsd(option, text ?? '0');
  if (cents === 0) throw new UsageError(`--${option} needs an amount in US dollars, such as 10 or 2.50`);
  return cents;
}

/** A whole number from 1 to `max`. */
export function readCount(option: string, text: string, max: number): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > max) {
    throw new UsageError(`--${option} must be a whole number from 1 to ${max}, not "${text}"`);
  }
  return count;
}

/** The end of a day in UTC, or a time; null without one. It must be after `now`. */
export function readExpiry(option: string, text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const at = new Date(DAY.test(text) ? `${text}T23:59:59Z` : text);
  // A day that its month does not have would become one of the next.
  const isTime = (DAY.test(text) || TIME.test(text)) && at.toJSON()?.startsWith(text.slice(0, 10)) === true;
  if (!isTime) {
    throw new UsageError(
      `--${option} must be a day such as 2027-01-31, at whose end in UTC it expires, or a time such as 2027-01-31T12:00:00Z, not "${text}"`,
    );
  }
  if (at <= now) throw new UsageError(`--${option} is in the past: "${text}"`);
  return at;
}
