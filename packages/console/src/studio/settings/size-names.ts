import type { SizeClass } from './draft.ts';

/** How people call a longer side. */
export const SIZE_NAMES: Readonly<Record<SizeClass, string>> = {
  1024: '1K',
  1280: 'HD',
  1920: 'Full HD',
  2048: '2K',
  2560: '2K',
  4096: '4K',
};
