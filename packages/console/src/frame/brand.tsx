import classes from './app-frame.module.css';
import { service } from './service.ts';

/** The logo of the service, or the mark of the product in its colour. */
export function BrandMark() {
  if (service.logo !== null) return <img className={classes.logo} src={service.logo} alt="" />;
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M12 9.5v13l11-6.5z" fill="#fff" />
    </svg>
  );
}
