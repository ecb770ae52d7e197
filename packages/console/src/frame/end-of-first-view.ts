import { useLayoutEffect } from 'react';

/**
 * Takes away what the server drew of the page, in the frame in which the console has something in its place: the page, or
 * why it could not be loaded.
 */
export function useEndOfFirstView(): void {
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), []);
}
