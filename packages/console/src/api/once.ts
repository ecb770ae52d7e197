/** How long after its response the same change is still a second press of the same button. */
const SLIP_MS = 1000;

let latest: { readonly change: string; readonly response: Promise<unknown> } | undefined;

/**
 * Sends a change once: the same one again, while it is on its way or within a second of its response, is the second press
 * of a button that was not yet disabled, as on a busy machine, and gets the first one's response. One that failed may be
 * repeated at once.
 */
export function once<Body>(change: string, send: () => Promise<Body>): Promise<Body> {
  if (latest?.change === change) return latest.response as Promise<Body>;
  const sent = { change, response: send() };
  latest = sent;
  const forget = (): void => {
    if (latest === sent) latest = undefined;
  };
  sent.response.then(() => setTimeout(forget, SLIP_MS), forget);
  return sent.response;
}
