import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, StartSpan } from '../kernel/span.ts';

export interface Tracing {
  readonly startSpan: StartSpan;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

const SEND_AFTER_MS = 1000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * Sends spans to the collector at `url`, in the background and in batches. What cannot be sent is lost: nothing of the
 * service waits for the collector. The libraries read their own standard variables, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export function openTracing(url: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const named = detectResources({ detectors: [envDetector] });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kinora' }).merge(named),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_AFTER_MS })],
  });
  const tracer = provider.getTracer('kinora');
  return {
    startSpan(name, { parent, kind, startedAt, attributes = {} }) {
      const above = readTraceparent(parent);
      const context = above === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above);
      const span = tracer.startSpan(
        name,
        {
          kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
          attributes,
          ...(startedAt && { startTime: startedAt }),
        },
        context,
      );
      return spanOf(span.spanContext(), span);
    },
    close: () => provider.shutdown(),
  };
}

function spanOf(
  context: SpanContext,
  span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>,
): Span {
  return {
    traceparent: formatTraceparent(context),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    end: (at) => span.end(at),
  };
}

/** W3C Trace Context. A later version may append fields to these. */
const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Undefined for a header that is missing or not valid. */
function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = FORM.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${String(traceFlags & 1).padStart(2, '0')}`;
}
