import { css } from '../colour/colour.ts';
import type { Scene } from '../prompt/scene.ts';
import { createRandom, hashText, pick } from '../random/random.ts';
import { createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { type AbstractPalette, abstractPalette } from './abstract-palette.ts';
import { paintAttractor } from './attractor.ts';
import { paintFlowField } from './flow-field.ts';
import { paintGlassCells } from './glass-cells.ts';
import { paintLightRibbons } from './light-ribbons.ts';
import { paintMarble } from './marble.ts';
import { paintNetwork } from './network.ts';
import { paintOrbs } from './orbs.ts';
import { paintRidgeLines } from './ridge-lines.ts';

type Painter = (stage: Stage, palette: AbstractPalette) => void;

/**
 * Words that suggest a form: sound words become waves, words of connection a network, words of numbers
 * ridge lines.
 */
const FORMS_BY_WORD: readonly [words: RegExp, painter: Painter][] = [
  [
    /^(song|music|melody|sound|voice|sing|singing|symphony|jazz|piano|violin|rhythm|echo|whisper|breath|wave|waves|frequency|harmony)$/u,
    paintLightRibbons,
  ],
  [
    /^(quantum|entanglement|network|connection|connected|mind|brain|neural|neuron|code|internet|ai|algorithm|relationship|community|web|atoms?|particles?|physics|link)$/u,
    paintNetwork,
  ],
  [
    /^(revenue|quarterly|data|growth|market|finance|numbers?|report|statistics|economy|sales|budget|stock|chart|business|profit|history|time)$/u,
    paintRidgeLines,
  ],
  [
    /^(chaos|infinity|fractal|math|mathematics|complexity|order|entropy|universe|soul|ghost)$/u,
    paintAttractor,
  ],
  [
    /^(marble|liquid|fluid|smoke|ink|oil|dream|dreams|sleep|feeling|emotion|love|desire|memory|remembering)$/u,
    paintMarble,
  ],
  [
    /^(glass|crystal|mosaic|geometry|geometric|structure|architecture|puzzle|kaleidoscope|truth)$/u,
    paintGlassCells,
  ],
  [/^(hope|joy|happiness|celebration|party|peace|light|lights|bokeh|glow|warmth|childhood)$/u, paintOrbs],
  [
    /^(journey|wind|flow|motion|speed|freedom|change|river|hair|silk|dance|energy|evolution)$/u,
    paintFlowField,
  ],
];
const ALL: readonly Painter[] = [
  paintFlowField,
  paintAttractor,
  paintGlassCells,
  paintOrbs,
  paintLightRibbons,
  paintMarble,
  paintRidgeLines,
  paintNetwork,
];

/** Paints prompts that name nothing the engine can depict. Form and colours are derived from the words. */
export function paintAbstract(stage: Stage): void {
  const palette = abstractPalette(stage.scene);
  paintGround(stage, palette);
  choosePainter(stage.scene)(stage, palette);
}

function choosePainter(scene: Scene): Painter {
  for (const word of scene.words.toReversed()) {
    const form = FORMS_BY_WORD.find(([words]) => words.test(word));
    if (form !== undefined) return form[1];
  }
  return pick(createRandom(hashText(scene.words.join(' ') || scene.prompt), 'abstract form'), ALL);
}

function paintGround(stage: Stage, palette: AbstractPalette): void {
  const { view } = stage;
  const { plate, brush } = createPlate(view, 0.05);
  const ground = brush.createRadialGradient(
    view.focusX,
    view.height * 0.42,
    0,
    view.focusX,
    view.height * 0.42,
    Math.max(view.width, view.height) * 0.85,
  );
  ground.addColorStop(0, css(palette.groundTwo));
  ground.addColorStop(1, css(palette.ground));
  brush.fillStyle = ground;
  brush.fillRect(-view.width, -view.height, view.width * 3, view.height * 3);
  stage.items.push(plateItem(plate, 0.05));
}
