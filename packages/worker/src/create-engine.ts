import type { Engine } from '@kinora/engine/engine';
import { UsageError } from '@kinora/program/command';
import type { Logger } from 'pino';
import type { ComfyUiEvent } from './comfyui/comfyui-engine.ts';
import type { EngineConfig } from './engine-settings.ts';

/** The engine that the settings name; only its code is loaded. Throws `UsageError` for what the operator must change. */
export async function createEngine(config: EngineConfig, logger: Logger): Promise<Engine> {
  switch (config.name) {
    case 'procedural': {
      const { createProceduralEngine } = await import('@kinora/procedural/procedural-engine');
      return createProceduralEngine(config.models);
    }
    case 'openai': {
      const { createOpenAiEngine } = await import('./openai/openai-engine.ts');
      const { OpenAiSetupError } = await import('./openai/check-server.ts');
      const warn = (message: string) => logger.warn(message);
      return createOpenAiEngine(config.settings, warn).catch(asUsageError(OpenAiSetupError));
    }
    case 'comfyui': {
      const { createComfyUiEngine } = await import('./comfyui/comfyui-engine.ts');
      const { ComfyUiUnusable } = await import('./comfyui/read-json.ts');
      const settings = {
        ...config.settings,
        log({ event, ...more }: ComfyUiEvent) {
          const level = event === 'comfyui_ready' || event === 'comfyui_uses' ? 'info' : 'warn';
          logger[level]('error' in more ? { ...more, error: undefined, err: more.error } : more, event);
        },
      };
      return createComfyUiEngine(settings).catch(asUsageError(ComfyUiUnusable));
    }
  }
}

function asUsageError(setup: new (...args: never[]) => Error): (error: unknown) => never {
  return (error) => {
    throw error instanceof setup ? new UsageError(error.message) : error;
  };
}
