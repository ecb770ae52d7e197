import { Link } from 'wouter';
import classes from './app-frame.module.css';
import { service } from './service.ts';

/** The links of the service. The terms are those of the operator, if there are any. */
export function Footer() {
  const { support, privacy_url: privacy } = service;
  return (
    <footer className={classes.footer}>
      <Link to="/pricing">Prices</Link>
      <a href="/docs">Documentation</a>
      <a href="/terms">Terms</a>
      {privacy !== null && <a href={privacy}>Privacy</a>}
      {support !== null && <a href={support.includes('://') ? support : `mailto:${support}`}>Support</a>}
    </footer>
  );
}
