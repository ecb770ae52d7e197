import type { SubjectKind } from '../prompt/scene.ts';

/** The proportions of an animal, as fractions of its height at the back. */
export interface BodyShape {
  readonly coat: string;
  readonly under: string;
  readonly legs: string;
  readonly length: number;
  readonly leg: number;
  readonly chest: number;
  readonly waist: number;
  readonly legWidth: number;
  readonly neck: readonly [forward: number, up: number, width: number];
  readonly head: number;
  /** Downward angle of the muzzle, in radians. */
  readonly tilt: number;
  readonly muzzle: readonly [length: number, width: number];
  readonly ear: 'pointed' | 'round' | 'leaf' | 'fan';
  readonly tail: 'bushy' | 'flowing' | 'short' | 'curled' | 'thin';
  readonly antlers?: boolean;
  readonly mane?: boolean;
  readonly trunk?: boolean;
}

export const BODY_SHAPES: Partial<Record<SubjectKind, BodyShape>> = {
  fox: {
    coat: '#cf6a2a',
    under: '#f4ead8',
    legs: '#3b2a24',
    length: 1.12,
    leg: 0.5,
    chest: 0.19,
    waist: 0.13,
    legWidth: 0.045,
    neck: [0.17, 0.22, 0.13],
    head: 0.178,
    tilt: 0.3,
    muzzle: [0.17, 0.06],
    ear: 'pointed',
    tail: 'bushy',
  },
  wolf: {
    coat: '#7d8088',
    under: '#c9c7c2',
    legs: '#6a6a70',
    length: 1.15,
    leg: 0.52,
    chest: 0.23,
    waist: 0.15,
    legWidth: 0.055,
    neck: [0.22, 0.2, 0.16],
    head: 0.185,
    tilt: 0.26,
    muzzle: [0.19, 0.085],
    ear: 'pointed',
    tail: 'bushy',
  },
  dog: {
    coat: '#b98a4e',
    under: '#e6d3ae',
    legs: '#b08248',
    length: 1.0,
    leg: 0.5,
    chest: 0.21,
    waist: 0.15,
    legWidth: 0.058,
    neck: [0.15, 0.27, 0.12],
    head: 0.175,
    tilt: 0.3,
    muzzle: [0.22, 0.085],
    ear: 'leaf',
    tail: 'curled',
  },
  cat: {
    coat: '#5d5650',
    under: '#a39a90',
    legs: '#5a534d',
    length: 1.05,
    leg: 0.46,
    chest: 0.17,
    waist: 0.16,
    legWidth: 0.052,
    neck: [0.14, 0.2, 0.11],
    head: 0.17,
    tilt: 0.22,
    muzzle: [0.12, 0.075],
    ear: 'pointed',
    tail: 'curled',
  },
  deer: {
    coat: '#9a6b42',
    under: '#dcc7a8',
    legs: '#7d5636',
    length: 0.94,
    leg: 0.58,
    chest: 0.19,
    waist: 0.14,
    legWidth: 0.034,
    neck: [0.22, 0.48, 0.095],
    head: 0.115,
    tilt: 0.5,
    muzzle: [0.21, 0.05],
    ear: 'leaf',
    tail: 'short',
    antlers: true,
  },
  horse: {
    coat: '#6b4630',
    under: '#7d563c',
    legs: '#3a261c',
    length: 1.04,
    leg: 0.56,
    chest: 0.215,
    waist: 0.185,
    legWidth: 0.046,
    neck: [0.3, 0.42, 0.13],
    head: 0.115,
    tilt: 0.92,
    muzzle: [0.27, 0.075],
    ear: 'leaf',
    tail: 'flowing',
    mane: true,
  },
  bear: {
    coat: '#5a3d2a',
    under: '#6b4a34',
    legs: '#4b3324',
    length: 1.16,
    leg: 0.42,
    chest: 0.3,
    waist: 0.28,
    legWidth: 0.11,
    neck: [0.22, 0.03, 0.22],
    head: 0.2,
    tilt: 0.34,
    muzzle: [0.21, 0.095],
    ear: 'round',
    tail: 'short',
  },
  elephant: {
    coat: '#7f7a78',
    under: '#8d8784',
    legs: '#736e6c',
    length: 1.06,
    leg: 0.42,
    chest: 0.34,
    waist: 0.33,
    legWidth: 0.115,
    neck: [0.22, 0.07, 0.22],
    head: 0.23,
    tilt: 0.5,
    muzzle: [0.1, 0.12],
    ear: 'fan',
    tail: 'thin',
    trunk: true,
  },
};
