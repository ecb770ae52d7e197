import { dateFormat } from './date-format.ts';

interface TimeProps {
  /** ISO 8601; null is shown as a dash. */
  readonly at: string | null;
  /** `day` without the time of day; `short` as short as it stays unambiguous; `distance` such as `3 minutes ago`. */
  readonly as?: 'time' | 'day' | 'short' | 'distance';
}

const TIME = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** A time in the reader's zone, where only a text fits. */
export const timeInWords = (iso: string): string => TIME.format(new Date(iso));

const DAY = dateFormat({ dateStyle: 'medium' });
const TODAY = dateFormat({ timeStyle: 'medium' });
const THIS_YEAR = dateFormat({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A time in the reader's zone, with the time in UTC as its title. */
export function Time({ at, as = 'time' }: TimeProps) {
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {SHOWN[as](new Date(at))}
    </time>
  );
}

const SHOWN: Readonly<Record<NonNullable<TimeProps['as']>, (date: Date) => string>> = {
  time: (date) => TIME.format(date),
  day: (date) => DAY.format(date),
  short(date) {
    const now = new Date();
    if (date.toDateString() === now.toDateString()) return TODAY.format(date);
    return (date.getFullYear() === now.getFullYear() ? THIS_YEAR : DAY).format(date);
  },
  distance,
};

const DISTANCE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function distance(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return DISTANCE.format(Math.trunc(seconds / length), unit);
}
