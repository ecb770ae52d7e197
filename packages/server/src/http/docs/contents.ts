/** The pages of the documentation at /docs, in their order. Each is a Markdown file below docs/. */

export interface DocsSection {
  readonly title: string;
  readonly files: readonly string[];
}

/** What customers need not read. */
export const OPERATING = 'Operating';

export const contents: readonly DocsSection[] = [
  {
    title: 'Start',
    files: ['guides/quick-start.md', 'guides/errors-and-retries.md'],
  },
  {
    title: 'Guides',
    files: [
      'guides/models.md',
      'guides/images.md',
      'guides/videos.md',
      'guides/following-jobs.md',
      'webhooks.md',
      'guides/paying-and-caps.md',
      'guides/keys.md',
      'guides/zero-retention.md',
      'guides/moderation.md',
      'guides/provenance.md',
      'client.md',
      'python.md',
      'clients-by-generators.md',
      'ai-sdk.md',
      'n8n.md',
      'command-line.md',
      'mcp.md',
      'openai-compatible.md',
      'browsers.md',
    ],
  },
  {
    title: OPERATING,
    files: [
      'guides/install.md',
      'guides/postgresql.md',
      'guides/reverse-proxy.md',
      'serving-others.md',
      'guides/email.md',
      'guides/catalogue.md',
      'guides/stripe.md',
      'payments.md',
      'storage.md',
      'guides/workers.md',
      'comfyui.md',
      'openai.md',
      'guides/backup-and-upgrade.md',
      'guides/secrets.md',
      'guides/monitoring.md',
      'guides/operating.md',
      'guides/settings.md',
    ],
  },
];

/** The last part of a page's address: its file name. */
export function slugOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.md$/, '');
}
