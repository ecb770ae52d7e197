interface MomentProps {
  /** An ISO time. */
  readonly at: string;
  /** How far it is from now, as `3 minutes ago`, instead of the time itself. */
  readonly relative?: boolean;
}

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A time in the reader's zone, with the UTC time as its title. */
export function Moment({ at, relative = false }: MomentProps) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {relative ? distance(date) : ABSOLUTE.format(date)}
    </time>
  );
}

function distance(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return RELATIVE.format(Math.trunc(seconds / length), unit);
}
