import { WebSocket } from 'undici';
import type { Remote } from '../remote/remote.ts';

/**
 * ComfyUI's socket, on which it says what it does with the prompts of one client id. One socket for all of them: a second
 * with the same id would take over from the first. What was sent while it was closed is lost, and a client that reads slowly
 * stalls the socket of every other client, so the end of a prompt is also found over HTTP.
 */
export interface PromptEvents {
  /** Settles once the socket is open, was rejected, or did not open within three seconds. */
  opened(): Promise<void>;
  isOpen(): boolean;
  /**
   * Opens another socket instead of one that is open since then and said nothing of what was to be heard: the connection is
   * half open, or ComfyUI dropped the socket when it noticed the end of an earlier one with the same id.
   */
  renew(since: number): void;
  /** `onMessage` gets the messages about this prompt, `onGap` learns that some may have been lost. Returns the unsubscription. */
  listen(promptId: string, listener: PromptListener): () => void;
  close(): void;
}

export interface PromptListener {
  readonly onMessage: (type: string, data: MessageData) => void;
  readonly onGap: () => void;
}

export type MessageData = Readonly<Record<string, unknown>>;

const OPEN_WAIT_MS = 3_000;
const CLOSE_WAIT_MS = 3_000;
const RECONNECT_MS = 2_000;

export function createPromptEvents({ url, socket: reached }: Remote, clientId: string): PromptEvents {
  const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
  const listeners = new Map<string, PromptListener>();
  let socket: WebSocket | undefined;
  let openedAt = Number.POSITIVE_INFINITY;
  let opening: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function connect(): void {
    const waited = Promise.withResolvers<void>();
    const openTimer = setTimeout(waited.resolve, OPEN_WAIT_MS);
    opening = waited.promise;
    const opened = new WebSocket(address, reached);
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.onopen = () => {
      openedAt = performance.now();
      waited.resolve();
      if (retry !== undefined) reportGap();
    };
    // Binary frames are previews.
    opened.onmessage = ({ data }) => void (typeof data === 'string' && dispatch(data));
    // An error is always followed by a close.
    opened.onclose = () => {
      clearTimeout(openTimer);
      waited.resolve();
      if (isClosed || opened !== socket) return;
      reportGap();
      reconnectIn(RECONNECT_MS);
    };
  }

  function reconnectIn(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(connect, ms);
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function dispatch(text: string): void {
    const message = parse(text);
    const data = message?.data;
    if (typeof message?.type !== 'string' || !data) return;
    listeners.get(String(data.prompt_id))?.onMessage(message.type, data);
  }

  function reportGap(): void {
    for (const { onGap } of listeners.values()) onGap();
  }

  return {
    async opened() {
      if (socket === undefined && !isClosed) connect();
      await opening;
    },
    isOpen,
    renew(since) {
      if (!isOpen() || openedAt > since) return;
      // ComfyUI has to drop it before the next one is opened. One that is half open may never say that it closed.
      socket?.close();
      reconnectIn(CLOSE_WAIT_MS);
    },
    listen(promptId, listener) {
      listeners.set(promptId, listener);
      return () => void listeners.delete(promptId);
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}

interface Message {
  readonly type?: unknown;
  readonly data?: MessageData | null;
}

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message | null;
  } catch {
    return null;
  }
}
