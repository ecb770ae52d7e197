import { z } from 'zod';

/** What a program needs to know of this service. */
export const connectViewSchema = z.strictObject({
  /** The base address of the API. */
  base_url: z.string(),
  mcp: z.strictObject({
    version: z.string(),
    package_name: z.string(),
    /** The path of the package, for a signed-in browser. */
    package_path: z.string(),
    /** The program within the unpacked package. */
    entry_point: z.string(),
  }),
});

export type ConnectView = z.infer<typeof connectViewSchema>;
