interface MomentProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** What is shown for none. */
  readonly none?: string;
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the reader's zone; the title has it in UTC. */
export function Moment({ at, none = '–' }: MomentProps) {
  if (at === null) return <span>{none}</span>;
  const utc = `${at.slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {local.format(new Date(at))}
    </time>
  );
}
