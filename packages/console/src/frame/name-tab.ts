import { service } from './service.ts';

/** Names the tab of the browser after the page, or after the service alone. */
export function nameTab(title: string): void {
  document.title = title === '' ? service.name : `${title} · ${service.name}`;
}
