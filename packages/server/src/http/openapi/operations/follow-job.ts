import { z } from 'zod';

/** What the streams of both interfaces have in common. */

export const streamEnds =
  'A stream may also end because a connection breaks or a server restarts: connect again. With the `id` of the last event in `Last-Event-ID` the same status is not sent twice, and after the final one the response is 204. Every 15 seconds without an event, a comment keeps the connection open.';

export const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that you received.',
  schema: z.string(),
} as const;

export const streamResponses = [
  { status: 200, description: 'The events.', media: ['text/event-stream'] },
  { status: 204, description: 'You have received the final status. No body.' },
] as const;
