import assert from 'node:assert/strict';
import { within } from './deadline.ts';

interface ServerEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: string;
}

/** A stream of server-sent events. */
export interface EventStream {
  /** Resolves with the next event; undefined at the end of the stream. */
  next(): Promise<ServerEvent | undefined>;
  close(): Promise<void>;
}

/** Reads a response that must be a stream of events. */
export function readEventStream(response: Response): EventStream {
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(response.headers.get('cache-control'), 'no-store, no-transform');
  assert.ok(response.body !== null);
  const events = readEvents(response.body);
  return {
    async next() {
      const read = await within(() => 'the next event', events.next());
      return read.done === true ? undefined : read.value;
    },
    close: async () => void (await events.return(undefined)),
  };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, undefined> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (data !== undefined) yield { id: fields.get('id'), name: fields.get('event'), data };
    }
  }
  return undefined;
}
