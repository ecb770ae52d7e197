import { Center, Loader } from '@mantine/core';

/** Has the place of a page until its script is loaded and it is known who is signed in. */
export function PageLoader() {
  return (
    <Center mih="40vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
