import { Drawer } from '@mantine/core';

// Apart from the composer, so that it is loaded when it is first opened.
export default Drawer;
