/** A step of a trace. The trace context of a job is its W3C `traceparent`, which is kept with the job. */
export interface Span {
  /** What the spans below this one name as their parent. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  fail(reason: string): void;
  /** Now, if no time is given. */
  end(at?: Date): void;
}

/** Never a prompt, an address or a secret: a collector may be anybody's. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** The `traceparent` of the span above; without a valid one a trace begins. */
  readonly parent: string | undefined;
  /** `server` serves a call, `client` makes one. */
  readonly kind?: 'server' | 'client';
  readonly startedAt?: Date;
  readonly attributes?: SpanAttributes;
}

export type StartSpan = (name: string, options: SpanOptions) => Span;
