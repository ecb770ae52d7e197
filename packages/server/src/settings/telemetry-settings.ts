import { ConfigError, type Reader, readUrl } from '@kinora/program/setting';

export interface TelemetryConfig {
  /** The bearer token of GET /metrics; without it there is no such route. */
  readonly metricsToken: string | undefined;
  /** The base URL of an OpenTelemetry collector (OTLP over HTTP); without it nothing is traced. */
  readonly tracesUrl: string | undefined;
}

const TOKEN_MIN = 16;

export function readTelemetry(get: Reader): TelemetryConfig {
  const metricsToken = get('KINORA_METRICS_TOKEN');
  // The message does not repeat the value, which is a secret.
  if (
    metricsToken !== undefined &&
    !(metricsToken.length >= TOKEN_MIN && /^[\x21-\x7e]+$/.test(metricsToken))
  )
    throw new ConfigError(
      `KINORA_METRICS_TOKEN must have at least ${TOKEN_MIN} characters, without spaces; "openssl rand -hex 24" makes one`,
    );
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  return { metricsToken, tracesUrl: readUrl(name, get(name)) };
}
