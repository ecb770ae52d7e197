import type { Mutation } from './mutation.ts';

/** Guards of the watermark's reader. */
export const provenance: readonly Mutation[] = [
  {
    name: 'a rotated image is searched as if it were upright',
    file: 'watermark/src/scan-lattices.ts',
    from: 'const MAX_ANGLE = 0.0525;',
    to: 'const MAX_ANGLE = 0.0025;',
    tests: ['watermark/test/watermark.test.ts'],
  },
  {
    name: 'a mirrored image is read as if it were not',
    file: 'watermark/src/orientation.ts',
    from: 'const SIGNS = [1, -1] as const;',
    to: 'const SIGNS: readonly (1 | -1)[] = [1, 1];',
    tests: ['watermark/test/watermark.test.ts'],
  },
  {
    name: 'a flat area with a watermark counts as a bar',
    file: 'watermark/src/list-areas.ts',
    from: 'const SHARE_OF_BAR = 0.85;',
    to: 'const SHARE_OF_BAR = 0.4;',
    tests: ['watermark/test/list-areas.test.ts'],
  },
];
