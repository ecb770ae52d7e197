import type { JobApiJobStatus } from '@kinora/contract';

/** A result that is dragged within the studio, to start the next order from it. */

/** Lower case, as browsers report it. */
const TYPE = 'application/x-kinora-result';

export function dragJob(transfer: DataTransfer, { results }: JobApiJobStatus): void {
  const url = results?.[0]?.url;
  if (url === undefined) return;
  transfer.setData(TYPE, url);
  transfer.effectAllowed = 'copy';
}

export const isDraggedResult = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes(TYPE) ?? false;

/** The address of the result; undefined of anything else. */
export const draggedResult = (transfer: DataTransfer | null): string | undefined =>
  transfer?.getData(TYPE) || undefined;
