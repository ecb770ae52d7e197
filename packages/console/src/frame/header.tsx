import { Button } from '@mantine/core';
import { CircleUserRound, Coins, Compass, type LucideIcon, SlidersHorizontal, Sparkles } from 'lucide-react';
import { Link } from 'wouter';
import { useSession } from '../api/session.ts';
import classes from './app-frame.module.css';
import { BrandMark } from './brand.tsx';
import { ColorSchemeButton } from './color-scheme-button.tsx';
import { NavLink } from './nav-link.tsx';
import { PersonMenu } from './person-menu.tsx';
import { service } from './service.ts';
import { signInAddress } from './sign-in-address.ts';

interface Section {
  readonly to: string;
  readonly name: string;
  readonly icon: LucideIcon;
}

const STUDIO: Section = { to: '/studio', name: 'Studio', icon: Sparkles };
const EXPLORE: Section = { to: '/explore', name: 'Explore', icon: Compass };
const PRICES: Section = { to: '/pricing', name: 'Prices', icon: Coins };
const ACCOUNT: Section = { to: '/account', name: 'Account', icon: CircleUserRound };
const OPERATOR: Section = { to: '/operator', name: 'Operator', icon: SlidersHorizontal };

export function Header() {
  const session = useSession();
  const sections = [
    STUDIO,
    EXPLORE,
    PRICES,
    ...(session?.signed_in ? [ACCOUNT] : []),
    ...(session?.signed_in && session.operator ? [OPERATOR] : []),
  ];
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <BrandMark /> {service.name}
      </Link>
      <nav className={classes.nav} aria-label="Main">
        {sections.map(({ to, name, icon: Icon }) => (
          <NavLink key={to} to={to} className={classes.link}>
            <Icon aria-hidden="true" /> {name}
          </NavLink>
        ))}
      </nav>
      <div className={classes.actions}>
        <ColorSchemeButton />
        {session?.signed_in && <PersonMenu email={session.email} />}
        {session?.signed_in === false && (
          <Button component="a" href={signInAddress()} size="sm">
            Sign in
          </Button>
        )}
      </div>
    </header>
  );
}
