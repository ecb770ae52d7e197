interface MomentProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** What is shown for none. */
  readonly none?: string;
}

const TODAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const OLDER = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A time in the reader's zone, as short as it stays unambiguous; the title has it in UTC. */
export function Moment({ at, none = '–' }: MomentProps) {
  if (at === null) return <span>{none}</span>;
  const date = new Date(at);
  const now = new Date();
  const isToday = date.toDateString() === now.toDateString();
  const format = isToday ? TODAY : date.getFullYear() === now.getFullYear() ? THIS_YEAR : OLDER;
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {format.format(date)}
    </time>
  );
}
