interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the reader's zone, with the time in UTC as its title. */
export function Time({ at }: TimeProps) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {format.format(date)}
    </time>
  );
}
