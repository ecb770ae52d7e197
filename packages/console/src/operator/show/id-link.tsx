import { Link } from 'wouter';
import classes from './text-link.module.css';

interface IdLinkProps {
  readonly to: string;
  readonly id: string;
}

/** The end of an id, which differs from those beside it, as a link; the title has all of it. */
export function IdLink({ to, id }: IdLinkProps) {
  return (
    <Link to={to} className={classes.id} title={id}>
      …{id.slice(-8)}
    </Link>
  );
}
