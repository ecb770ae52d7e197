import type { SpanContext } from '@opentelemetry/api';

/** W3C Trace Context. A later version may append fields to these. */
const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Undefined for a header that is missing or not valid. */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = FORM.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${String(traceFlags & 1).padStart(2, '0')}`;
}
