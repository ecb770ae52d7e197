import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface ConsolePage {
  /** Such as `/operator/accounts/:id`. */
  readonly path: string;
  /** The title of the browser's tab, before the product's name. */
  readonly title: string;
  /** The name in the navigation of its section. */
  readonly nav?: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** A page that is loaded when it is first opened. */
export function page(
  path: string,
  title: string,
  load: () => Promise<ComponentType>,
  more: { readonly nav?: string } = {},
): ConsolePage {
  return { path, title, component: lazy(async () => ({ default: await load() })), ...more };
}
