import assert from 'node:assert/strict';
import { EventSourceParserStream } from 'eventsource-parser/stream';
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
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  return {
    async next() {
      const { value } = await within(() => 'the next event', events.read());
      return value && { id: value.id, name: value.event, data: value.data };
    },
    close: () => events.cancel(),
  };
}
