import { type RealS3, startRealS3 } from './real-s3.ts';
import { type StoreProxy, startStoreProxy } from './store-proxy.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A service with a store, and faults on the ways to both. */
export interface FaultyDelivery {
  readonly s3: RealS3;
  /** The proxy in front of the store. */
  readonly store: StoreProxy;
  /** The proxy in front of the service. */
  readonly edge: StoreProxy;
  readonly service: TestApp;
  stop(): Promise<void>;
}

export async function startFaultyDelivery(): Promise<FaultyDelivery> {
  const s3 = await startRealS3();
  const store = await startStoreProxy(s3.url);
  const service = await startTestApp({
    environment: { KINORA_STORAGE_URL: `s3://media/kinora?endpoint=${store.url}` },
  });
  const edge = await startStoreProxy(service.url);
  return {
    s3,
    store,
    edge,
    service,
    async stop() {
      await service.stop();
      await edge.close();
      await store.close();
      await s3.close();
    },
  };
}
