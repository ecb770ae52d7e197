interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** How far it is from now, such as `3 minutes ago`, instead of the time itself. */
  readonly relative?: boolean;
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the reader's zone, with the time in UTC as its title. */
export function Time({ at, relative = false }: TimeProps) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {relative ? distance(date) : format.format(date)}
    </time>
  );
}

const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function distance(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return relativeFormat.format(Math.trunc(seconds / length), unit);
}
