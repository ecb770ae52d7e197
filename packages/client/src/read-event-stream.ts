/** One event of a stream of server-sent events. */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** A status has a thousandth of it. */
const EVENT_CHARACTERS_MAX = 1_000_000;

/**
 * The events of a `text/event-stream`, by the rules of the HTML standard. An event that the end cuts off is discarded.
 * `onBytes` is called for everything received, comments too.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let lines: string[] = [];
  /** Characters in `lines`. */
  let unread = 0;
  let id: string | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      text += decoder.decode(value, { stream: true });
      // A CR at the end may be the first half of a CRLF.
      const complete = text.endsWith('\r') ? text.length - 1 : text.length;
      const parts = text.slice(0, complete).split(/\r\n|\n|\r/);
      text = (parts.pop() ?? '') + text.slice(complete);
      for (const line of parts) {
        if (line !== '') {
          lines.push(line);
          unread += line.length + 1;
          continue;
        }
        const event = readEvent(lines);
        lines = [];
        unread = 0;
        id = event.id ?? id;
        if (event.data !== undefined) yield { id, event: event.event, data: event.data };
      }
      if (unread + text.length > EVENT_CHARACTERS_MAX) throw new Error('an event of the stream is too large');
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readEvent(lines: readonly string[]): { id?: string; event: string; data?: string } {
  const found: { id?: string; event: string; data?: string } = { event: 'message' };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') found.data = found.data === undefined ? value : `${found.data}\n${value}`;
    if (name === 'event') found.event = value;
    if (name === 'id' && !value.includes('\0')) found.id = value;
  }
  return found;
}
