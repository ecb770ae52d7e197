import type { KeyScope } from '@kinora/contract';

interface ScopeText {
  readonly scope: KeyScope;
  readonly title: string;
  readonly description: string;
}

/** What a key may do, in words. */
export const SCOPES: readonly ScopeText[] = [
  { scope: 'generate', title: 'Generate', description: 'Order images and videos, and ask for prices.' },
  { scope: 'read', title: 'Read', description: 'See jobs and their results, usage and balance.' },
  {
    scope: 'manage',
    title: 'Manage',
    description: 'Delete jobs, set pay per use and auto-recharge, set webhooks and make their secret.',
  },
];

/** `Generate, read`, or `Everything`. */
export function describeScopes(scopes: readonly KeyScope[]): string {
  const titles = SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ title }) => title);
  if (titles.length === SCOPES.length) return 'Everything';
  return titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ');
}
