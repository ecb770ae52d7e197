/** Workers of two tokens may have one name, so the token is named too; the shared one has no name. */
export function nameWorker({
  worker,
  worker_token: token,
}: {
  readonly worker: string | null;
  readonly worker_token: string | null;
}): string {
  if (worker === null) return '–';
  return token === null ? worker : `${worker} (${token})`;
}
