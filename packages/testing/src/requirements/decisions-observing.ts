// The decisions: what an operator observes, the emails that people get, and documents of payments.
import { now } from './requirement.ts';

export const decisionsObserving = [
  ...now('metrics', {
    'DEC-METRICS-01':
      'Serve /metrics to the bearer of KINORA_METRICS_TOKEN only, and not at all without that setting.',
    'DEC-METRICS-02':
      'Count requests by route template, batches of acceptance, ends of jobs and their money in each process; read queues, waits, workers and payments of the whole service from the database.',
    'DEC-METRICS-03':
      'Name only metrics and labels that exist in the dashboard, the alert rules and the chart.',
    'DEC-METRICS-05':
      'Show the result of the audit from the start, and alert when the ledger was not audited.',
    'DEC-METRICS-06':
      'Count what the renderers of at most 100 workers did, and the queued jobs that each can render; alert when a renderer waits although there are some.',
    'DEC-METRICS-07':
      'Show how many jobs of each model are queued and leased, so that a scaler can start its workers.',
    'DEC-METRICS-04':
      'Serve the metrics of one of several processes at its own port, and refuse them at the shared one.',
  }),

  ...now('traces', {
    'DEC-TRACE-01':
      'Export one trace for each job: its request, acceptance, wait, attempts with what the worker did, and webhooks.',
    'DEC-TRACE-02': 'Continue the trace of a caller that sends a valid traceparent.',
    'DEC-TRACE-03': 'Put no prompt, key, address or result into a span.',
    'DEC-TRACE-04': 'Trace, store and load nothing without OTEL_EXPORTER_OTLP_ENDPOINT.',
  }),

  ...now('names', {
    'DEC-NAME-01':
      'Take names in every script and with every emoji, their joiners included, and refuse characters that hide or turn text.',
  }),

  ...now('emails', {
    'DEC-EMAIL-01':
      'Send every email as text and HTML, marked as automatic, with links of the public address and nothing to load.',
    'DEC-EMAIL-02':
      'Show names that clients give themselves as text, without control or direction characters.',
    'DEC-EMAIL-03':
      'Report by email, once each: a sign-in in an unknown browser, a new key, an approved terminal, a charged card, a declined recharge, an invoice and arrears.',
    'DEC-EMAIL-04': 'Preview every email with kinora mail preview and for operators in the console.',
    'DEC-EMAIL-06':
      'Show operators the HTML of an email in a sandboxed frame without scripts, whose links open in a tab of their own.',
  }),

  ...now('documents', {
    'DEC-DOCUMENT-01':
      'Give the owner the invoice of a month as a PDF, with its work by operation and mode, equal to the ledger to the cent.',
    'DEC-DOCUMENT-02':
      'Give the owner a receipt of each purchase and of each charge for a plan, and a credit note of each refund.',
    'DEC-DOCUMENT-03':
      'Give documents to their owner only, and lead a browser without a session to the sign-in page.',
    'DEC-DOCUMENT-04':
      'Show the operator of KINORA_COMPANY, and never show a letter that the font lacks as something else.',
  }),
] as const;
