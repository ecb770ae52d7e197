import { Link } from '@tanstack/react-router';
import classes from './show.module.css';

interface IdLinkProps {
  readonly to: string;
  readonly id: string;
}

/** The end of an id, which differs from those beside it, as a link; the title has all of it. */
export function IdLink({ to, id }: IdLinkProps) {
  return (
    <Link to={to} className={classes.mono} title={id} aria-label={id}>
      …{id.slice(-12)}
    </Link>
  );
}
