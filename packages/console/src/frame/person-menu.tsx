import { ActionIcon, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { useRef } from 'react';

/** Who is signed in, and the way out. */
export function PersonMenu({ email }: { readonly email: string }) {
  const signOut = useRef<HTMLFormElement>(null);
  return (
    <>
      <form ref={signOut} method="post" action="/signin/out" hidden />
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Signed in as ${email}`}>
            <CircleUserRound size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Text size="sm" c="dimmed" px="sm" py="xs" truncate title={email}>
            {email}
          </Text>
          <Menu.Item component={Link} to="/account" leftSection={<CircleUserRound size={16} />}>
            Account
          </Menu.Item>
          <Menu.Item component="a" href="/docs" leftSection={<BookOpen size={16} />}>
            Documentation
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={() => signOut.current?.submit()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
