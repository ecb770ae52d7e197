import type { FastifyRequest } from 'fastify';

/** What a module keeps about each request, for itself. */
interface RequestValue<Value> {
  get(request: FastifyRequest): Value | undefined;
  set(request: FastifyRequest, value: Value): void;
}

/** The value is a property of the request: an entry of a WeakMap would cost the garbage collector a microsecond. */
export function createRequestValue<Value>(name: string): RequestValue<Value> {
  const key = Symbol(name);
  type Keeping = FastifyRequest & { [key]?: Value };
  return {
    get: (request: Keeping) => request[key],
    set(request: Keeping, value) {
      request[key] = value;
    },
  };
}
