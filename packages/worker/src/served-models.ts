import {
  catalogueIdSchema,
  type Medium,
  type ModelsByMedium,
  poolNames,
  servedByDefault,
  workerModelsMax,
} from '@kinora/contract';
import { ConfigError, type Reader, readList } from '@kinora/program/setting';

const NAME = 'KINORA_WORKER_MODELS';

/** The models that the settings name, such as `image,fast,draft:video`; undefined if they name none. */
export function readServedModels(get: Reader): ModelsByMedium | undefined {
  const value = get(NAME);
  if (value === undefined) return undefined;
  const served = new Map(readList(value).map(readItem));
  if (served.size === 0) throw new ConfigError(`${NAME} must name at least one model, such as image,fast`);
  if (served.size > workerModelsMax) {
    throw new ConfigError(
      `${NAME} may name at most ${workerModelsMax} models; start another worker for more`,
    );
  }
  const ids = (medium: Medium) => [...served].flatMap(([id, of]) => (of === medium ? [id] : []));
  return { image: ids('image'), video: ids('video') };
}

function readItem(item: string): readonly [id: string, medium: Medium] {
  const [, id = item, suffix] = /^(.+):(.*)$/.exec(item) ?? [];
  if (!catalogueIdSchema.safeParse(id).success) {
    throw new ConfigError(`${NAME} cannot contain "${item}": it has ids of models, such as draft:video`);
  }
  const medium = poolNames.find((name) => (suffix === undefined ? isDefault(id, name) : name === suffix));
  if (medium === undefined) {
    throw new ConfigError(`${NAME} must say what ${id} renders: ${id}:image or ${id}:video, not "${item}"`);
  }
  return [id, medium];
}

function isDefault(id: string, medium: Medium): boolean {
  return servedByDefault[medium].includes(id);
}
