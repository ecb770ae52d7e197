import { packageFiles, packageName } from '@kinora/mcp/package-files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { sha256 } from '../../kernel/ids.ts';
import { hasCurrent } from '../request/conditional.ts';
import { identityOf } from '../service-identity.ts';

export type SendMcpPackage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Sends the MCP adapter as a file that MCP hosts install, with the name and the address of this service in it. It is made with the
 * first request and kept. `publicUrl` has no trailing slash.
 */
export function createSendMcpPackage(publicUrl: () => string): SendMcpPackage {
  let made:
    | { readonly address: string; readonly name: string; readonly bytes: Buffer; readonly etag: string }
    | undefined;
  return async (request, reply) => {
    const address = publicUrl();
    const { name } = identityOf(reply);
    if (made?.address !== address || made.name !== name) {
      const bytes = await zipPackage(address, name);
      made = { address, name, bytes, etag: `"${sha256(bytes).toString('base64url')}"` };
    }
    reply.headers({
      etag: made.etag,
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${packageName}"`,
      'cache-control': 'private, no-cache',
    });
    if (hasCurrent(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
    return reply.send(made.bytes);
  };
}

/** The same files give the same bytes: sorted, stored without compression, all of one time. */
async function zipPackage(address: string, name: string): Promise<Buffer> {
  const files = [...(await packageFiles(address, name))].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries: Zippable = Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)]));
  // The earliest time that a zip can express. The library writes the local time, so this is the same in every zone.
  const mtime = new Date(1980, 0, 1);
  return Buffer.from(zipSync(entries, { level: 0, mtime }));
}
