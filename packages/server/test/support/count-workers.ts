/** How many live workers for images or videos the service at this address has. */
export async function countWorkers(url: string, pool: 'image' | 'video'): Promise<number> {
  const health = (await (await fetch(`${url}/health`)).json()) as Record<`${typeof pool}_workers`, object>;
  return Object.keys(health[`${pool}_workers`]).length;
}
