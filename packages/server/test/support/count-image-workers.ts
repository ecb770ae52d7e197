/** How many live workers for images the service at this address has. */
export async function countImageWorkers(url: string): Promise<number> {
  const { image_workers: workers } = (await (await fetch(`${url}/health`)).json()) as {
    readonly image_workers: object;
  };
  return Object.keys(workers).length;
}
