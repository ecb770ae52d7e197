import { ChoiceGroup } from './choice-group.tsx';
import { ratioOf, type Shape } from './shape.ts';

/** The side of the icon of a square, which has about the area of every other. */
const SIDE = 14.5;

interface ShapeChoiceProps {
  readonly shape: Shape;
  readonly shapes: readonly Shape[];
  readonly onChange: (shape: Shape) => void;
}

export function ShapeChoice({ shape, shapes, onChange }: ShapeChoiceProps) {
  const choices = shapes.map((value) =>
    value === 'source'
      ? { value, name: 'Same as the image' }
      : { value, name: value, content: <ShapeIcon shape={value} /> },
  );
  return (
    <ChoiceGroup
      label="Shape"
      value={shape}
      columns={shapes.includes('source') ? 3 : Math.max(3, shapes.length)}
      choices={choices}
      onChange={onChange}
    />
  );
}

function ShapeIcon({ shape }: { readonly shape: Shape }) {
  const [across, down] = ratioOf(shape, undefined);
  const scale = SIDE / Math.sqrt(across * down);
  const [width, height] = [across * scale, down * scale];
  return (
    <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden="true">
      <rect
        x={11 - width / 2}
        y={11 - height / 2}
        width={width}
        height={height}
        rx={2}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
    </svg>
  );
}
