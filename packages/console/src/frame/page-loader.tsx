import { Center, Loader } from '@mantine/core';

/** Has the place of a page until its script is loaded and it is known who is signed in: nothing below it is in view, to jump. */
export function PageLoader() {
  return (
    <Center mih="100dvh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
