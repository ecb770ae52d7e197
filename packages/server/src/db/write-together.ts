import { Socket } from 'node:net';

/**
 * A socket that sends everything written in one turn of the event loop as one piece. The driver writes each statement by
 * itself, and each write costs a system call here and may wake PostgreSQL there.
 */
class WriteTogether extends Socket {
  private isHeld = false;

  override write(...args: unknown[]): boolean {
    if (!this.isHeld) {
      this.isHeld = true;
      this.cork();
      process.nextTick(() => {
        this.isHeld = false;
        this.uncork();
      });
    }
    return super.write(...(args as Parameters<Socket['write']>));
  }
}

export function writeTogether(): Socket {
  return new WriteTogether();
}
