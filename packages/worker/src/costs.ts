import { catalogueIdSchema, costCents } from '@kinora/contract';
import { ConfigError, type Reader, readList } from '@kinora/program/setting';

/** US cents of an image, or of a second of a video, by the id of its model. */
export type Costs = ReadonlyMap<string, number>;

const NAME = 'KINORA_WORKER_COSTS';

/** What rendering costs, as the settings say, such as `image=0.4,fast=0.12`. */
export function readCosts(get: Reader): Costs {
  return new Map(
    readList(get(NAME)).map((item) => {
      const [, id, cents] = /^(.+?)=(\d+(?:\.\d+)?)$/.exec(item) ?? [];
      const isCost = catalogueIdSchema.safeParse(id).success && costCents.safeParse(Number(cents)).success;
      if (id !== undefined && isCost) return [id, Number(cents)];
      throw new ConfigError(
        `${NAME} cannot contain "${item}": it has US cents of an image or of a second of a video by model, such as image=0.4`,
      );
    }),
  );
}
