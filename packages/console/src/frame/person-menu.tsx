import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { moneyQuery } from '../account/money/money-query.ts';
import { usd } from '../value/usd.ts';
import classes from './person-menu.module.css';

/**
 * Who is signed in, what is left of the balance, and the way out. The browser opens and closes it: a menu of a library would be a part
 * of every first load.
 */
export function PersonMenu({ email }: { readonly email: string }) {
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data: money } = useQuery({ ...moneyQuery, enabled: isOpen });
  const close = () => list.current?.hidePopover();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Signed in as ${email}`}
        popoverTarget="person"
      >
        <CircleUserRound size={20} aria-hidden="true" />
      </ActionIcon>
      <div
        ref={list}
        id="person"
        popover="auto"
        className={classes.list}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <p className={classes.email} title={email}>
          {email}
        </p>
        <Link to="/account" className={classes.item} onClick={close}>
          <CircleUserRound size={16} aria-hidden="true" /> Account
          {money && <span className={classes.balance}>{usd(money.balance.balance_cents)}</span>}
        </Link>
        <a href="/docs" className={classes.item}>
          <BookOpen size={16} aria-hidden="true" /> Documentation
        </a>
        <form method="post" action="/signin/out" className={classes.last}>
          <button type="submit" className={classes.item}>
            <LogOut size={16} aria-hidden="true" /> Sign out
          </button>
        </form>
      </div>
    </>
  );
}
