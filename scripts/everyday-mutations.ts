import path from 'node:path';
import type { Mutation } from '../packages/server/test/mutations/mutation.ts';
import { ofMoneyQueueAndAccess } from '../packages/server/test/mutations/mutations.ts';
import { testSets } from './test-sets.ts';

/** How many of the planted bugs on money, queue and access have a test that `npm test` runs, and the others. */
export function countEveryday(): { readonly share: number; readonly others: readonly Mutation[] } {
  const everyday = new Set(testSets.everyday());
  const isEveryday = (name: string) => everyday.has(path.join('packages', name));
  const others = ofMoneyQueueAndAccess.filter(({ tests }) => !tests.some(isEveryday));
  return { share: 1 - others.length / ofMoneyQueueAndAccess.length, others };
}
