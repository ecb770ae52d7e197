const NOT_OF_THIS_MACHINE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Throws why `address` could not be listened at, with the setting and the remedy. */
export function failToListen({ host, port }: Address): (error: unknown) => never {
  return (error) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    const remedy = remedyOf(code, host, port);
    throw remedy === undefined ? error : new Error(`${remedy} (${code})`, { cause: error });
  };
}

function remedyOf(code: string, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `KINORA_PORT: another program listens at port ${port} of ${host}; stop it, or set another port`;
  }
  if (code === 'EACCES') {
    return `KINORA_PORT: this user may not listen at port ${port}; set one from 1024, behind a reverse proxy`;
  }
  if (NOT_OF_THIS_MACHINE.has(code)) {
    return `KINORA_HOST: ${host} is not an address of this machine; set 127.0.0.1, or 0.0.0.0 for all of its addresses`;
  }
  return undefined;
}
