/** How a person starts a worker here: in a clone, whose files are TypeScript, or with one of the packages. */
export function shownCommand(): string {
  if (import.meta.url.endsWith('.ts')) return 'npm run -s worker --';
  return process.argv[1]?.includes('server') ? 'npx kinora worker' : 'npx kinora-worker';
}
