import { ActionIcon } from '@mantine/core';
import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import classes from './person-menu.module.css';

/** Who is signed in, and the way out. The browser opens and closes it: a menu of a library would be a part of every first load. */
export function PersonMenu({ email }: { readonly email: string }) {
  const list = useRef<HTMLDivElement>(null);
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
      <div ref={list} id="person" popover="auto" className={classes.list}>
        <p className={classes.email} title={email}>
          {email}
        </p>
        <Link to="/account" className={classes.item} onClick={close}>
          <CircleUserRound size={16} aria-hidden="true" /> Account
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
