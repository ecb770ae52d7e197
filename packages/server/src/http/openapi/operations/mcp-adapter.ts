import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { everyRead } from './every-key.ts';
import { notModified } from './file-download.ts';

export const downloadPreview: Operation = {
  id: 'downloadPreview',
  method: 'get',
  path: '/v1/jobs/{job_id}/preview',
  tag: 'Jobs',
  summary: 'Download a preview of a result',
  description: [
    'A JPEG of at most 512 pixels a side: of a completed image, or of the first frame of a completed video. A server that is installed without video codecs has no previews of videos.',
  ],
  needsKey: true,
  parameters: [
    {
      name: 'job_id',
      in: 'path',
      required: true,
      description: 'The `job_id` that the generate call returned.',
      schema: z.uuid(),
    },
  ],
  responses: [{ status: 200, description: 'The preview.', media: ['image/jpeg'] }],
  problems: [...everyRead, 'invalid_request', 'not_found'],
};

export const downloadMcpPackage: Operation = {
  id: 'downloadMcpPackage',
  method: 'get',
  path: '/v1/me/mcp-package',
  tag: 'Access',
  summary: 'Download the MCP adapter',
  description: [
    'A package that MCP hosts install: a local process that offers this interface as tools to a model. The address of this service is written into it; no key is. The file name has the version of the adapter.',
  ],
  needsKey: true,
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The package, a zip file.',
      media: ['application/zip'],
      headers: [
        {
          name: 'Content-Disposition',
          description: 'The file name, such as `service-mcp-2.1.3.mcpb`.',
          schema: z.string(),
        },
      ],
    },
    notModified,
  ],
  problems: everyRead,
  curl: 'curl -OJ "$KINORA_URL/api/v1/me/mcp-package" -H "X-API-Key: $KINORA_API_KEY"',
};
