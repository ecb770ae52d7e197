import type { ModelView, Size } from '@kinora/contract';
import { ChoiceGroup } from './choice-group.tsx';
import { type Draft, isVideo, needsSource } from './draft.ts';
import { LengthSlider } from './length-slider.tsx';
import {
  lengthOf,
  shapeOf,
  shapesOf,
  sizeInShape,
  sizeOf,
  sizesOfModel,
  type VideoModelView,
} from './model-order.ts';
import { ShapeChoice } from './shape-choice.tsx';
import { FactorChoice, OTHER_MODEL } from './size-fields.tsx';
import { changeDraft } from './use-draft.ts';

interface ModelFieldsProps {
  readonly draft: Draft;
  readonly model: ModelView;
}

/** What there is to choose of a model with its own sizes, which the balance pays. */
export default function ModelFields({ draft, model }: ModelFieldsProps) {
  return (
    <>
      {draft.operation === 'upscale' ? (
        <FactorChoice
          factor={draft.factor}
          two={model.operations.includes('upscale') ? undefined : OTHER_MODEL}
          four={model.operations.includes('upscale_pro') ? undefined : OTHER_MODEL}
        />
      ) : (
        <SizeOfModel draft={draft} model={model} />
      )}
      {isVideo(draft.operation) && model.kind === 'video' && (
        <LengthOfModel model={model} chosen={draft.seconds} />
      )}
    </>
  );
}

const written = ({ width, height }: Size): string => `${width} × ${height}`;

function SizeOfModel({ draft, model }: Pick<ModelFieldsProps, 'draft' | 'model'>) {
  const shape = shapeOf(model, draft);
  const shapes = shapesOf(model).filter((one) => one !== 'source' || needsSource(draft.operation));
  const sizes = sizesOfModel(model, shape, draft.source);
  return (
    <>
      <ShapeChoice
        shape={shape}
        shapes={shapes}
        onChange={(chosen) => changeDraft({ shape: chosen, pixels: sizeInShape(model, draft, chosen) })}
      />
      <ChoiceGroup
        label="Size"
        value={written(sizeOf(model, draft))}
        columns={3}
        choices={sizes.map((size) => ({ value: written(size), name: written(size) }))}
        onChange={(chosen) => changeDraft({ pixels: sizes.find((size) => written(size) === chosen) })}
      />
    </>
  );
}

const secondsIn = (value: number): string => String(Math.round(value * 100) / 100);

function LengthOfModel({
  model,
  chosen,
}: {
  readonly model: VideoModelView;
  readonly chosen: number | undefined;
}) {
  const { at, only, min, max } = lengthOf(model, chosen);
  const unit = at.seconds / at.steps;
  if (only !== undefined) {
    return (
      <ChoiceGroup
        label="Length"
        value={at.seconds}
        columns={Math.min(5, Math.max(3, only.length))}
        choices={only.map(({ seconds }) => ({ value: seconds, name: `${secondsIn(seconds)} s` }))}
        onChange={(seconds) => changeDraft({ seconds })}
      />
    );
  }
  return (
    <div>
      <LengthSlider
        min={min.steps}
        max={max.steps}
        step={1}
        value={at.steps}
        secondsOf={(steps) => (steps * unit).toFixed(1)}
        onChange={(steps) => changeDraft({ seconds: steps * unit })}
      />
    </div>
  );
}
