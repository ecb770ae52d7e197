import type { ProgressGauge } from './measure-progress.ts';

/**
 * Subscribes to ComfyUI's progress socket. Only progress depends on it: one client that reads slowly stalls the socket
 * of every other client, while HTTP continues.
 */
export interface ProgressWatch {
  /** Settles once the socket is open, was rejected, or did not open within three seconds. */
  readonly opened: Promise<void>;
  /** The time of the prompt's last message, on the clock of `performance.now`; undefined before the first. */
  lastMessageAt(): number | undefined;
  close(): void;
}

const OPEN_WAIT_MS = 3_000;
const RECONNECT_MS = 2_000;

export function watchProgress(
  { url, clientId, promptId }: { readonly url: string; readonly clientId: string; readonly promptId: string },
  gauge: ProgressGauge,
  onChange: () => void,
): ProgressWatch {
  const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
  const waited = Promise.withResolvers<void>();
  const openTimer = setTimeout(waited.resolve, OPEN_WAIT_MS);
  let messageAt: number | undefined;
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function connect(): void {
    socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => waited.resolve();
    socket.onmessage = ({ data }) => {
      // Binary frames are previews.
      if (typeof data !== 'string' || !applyMessage(data, promptId, gauge)) return;
      messageAt = performance.now();
      onChange();
    };
    // An error is always followed by a close.
    socket.onclose = () => {
      waited.resolve();
      if (!isClosed) retry = setTimeout(connect, RECONNECT_MS);
    };
  }

  connect();
  return {
    opened: waited.promise,
    lastMessageAt: () => messageAt,
    close() {
      isClosed = true;
      clearTimeout(openTimer);
      clearTimeout(retry);
      waited.resolve();
      socket?.close();
    },
  };
}

interface Message {
  readonly type?: unknown;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** Whether the message was about this prompt. Unknown messages are ignored: every version adds some. */
function applyMessage(text: string, promptId: string, gauge: ProgressGauge): boolean {
  let message: Message | null;
  try {
    message = JSON.parse(text) as Message | null;
  } catch {
    return false;
  }
  const data = message?.data;
  if (!data || data.prompt_id !== promptId) return false;
  const { node, nodes, value, max } = data;
  if (message?.type === 'execution_cached' && Array.isArray(nodes)) gauge.cached(nodes.map(String));
  else if (message?.type === 'executing' && typeof node === 'string') gauge.began(node);
  else if (message?.type === 'executed' && typeof node === 'string') gauge.ended(node);
  else if (message?.type === 'progress' && typeof node === 'string') applyStep(gauge, node, value, max);
  else if (message?.type === 'progress_state' && typeof nodes === 'object' && nodes !== null) {
    for (const [id, state] of Object.entries(nodes as Record<string, Record<string, unknown> | null>)) {
      if (state?.state === 'finished') gauge.ended(id);
      else applyStep(gauge, id, state?.value, state?.max);
    }
  }
  return true;
}

function applyStep(gauge: ProgressGauge, node: string, value: unknown, max: unknown): void {
  if (typeof value === 'number' && typeof max === 'number') gauge.reached(node, value, max);
}
