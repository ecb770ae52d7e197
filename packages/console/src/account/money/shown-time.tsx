const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface ShownTimeProps {
  /** In ISO form. */
  readonly at: string;
  /** The day alone. */
  readonly dayOnly?: boolean;
}

/** A time in the reader's zone, with the UTC time as its title. */
export function ShownTime({ at, dayOnly = false }: ShownTimeProps) {
  const format = dayOnly ? DAY : TIME;
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace('T', ' ')} UTC`}>
      {format.format(new Date(at))}
    </time>
  );
}
