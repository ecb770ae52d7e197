import type { ConnectView } from '@kinora/contract';
import { adapterVersion } from '@kinora/mcp/adapter-facts';
import { packageName, packageProgram } from '@kinora/mcp/package-files';
import type { FastifyInstance } from 'fastify';

interface ConnectDependencies {
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
}

/** GET /connect: what the set-up of programs and of MCP hosts needs to know. */
export function connectRoutes(routes: FastifyInstance, { publicUrl }: ConnectDependencies): void {
  routes.get('/connect', async (_request, reply) => {
    const view: ConnectView = {
      base_url: `${publicUrl()}/api`,
      mcp: {
        version: adapterVersion,
        package_name: packageName,
        package_path: '/account/mcp-package',
        entry_point: packageProgram,
      },
    };
    return reply.send(view);
  });
}
