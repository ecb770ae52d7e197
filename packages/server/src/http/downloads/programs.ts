import { readProgram, readWheel, servedPrograms, wheelName } from '@kinora/cli/served-programs';
import { packageFiles, packageProgram } from '@kinora/mcp/package-files';
import type { FastifyInstance } from 'fastify';
import { type PublicText, publicText, sendText } from '../public-text.ts';

/** GET /downloads/<program>, which calls this service, and of the Python client: without a key, because the sources are public. */
export function programRoutes(routes: FastifyInstance, publicUrl: () => string): void {
  const readers: Record<string, (address: string) => Promise<string>> = {
    'kinora-mcp.mjs': async (address) =>
      (await packageFiles(address, routes.identity.name)).get(packageProgram) ?? '',
    ...Object.fromEntries(
      servedPrograms.map((name) => [name, (address: string) => readProgram(name, address)]),
    ),
  };
  for (const [name, readText] of Object.entries(readers)) {
    let program: PublicText | undefined;
    routes.get(`/downloads/${name}`, async (request, reply) => {
      program ??= publicText(await readText(publicUrl()));
      return sendText(request, reply.type('text/javascript; charset=utf-8'), program);
    });
  }
  routes.get(`/downloads/${wheelName()}`, async (_request, reply) =>
    reply
      .type('application/octet-stream')
      .header('cache-control', 'no-cache')
      .send(await readWheel()),
  );
}
