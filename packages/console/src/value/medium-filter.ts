import type { Medium } from '@kinora/contract';

/** Which media a list shows. */
export type MediumFilter = 'all' | Medium;
