import { between } from '../random/random.ts';
import { filterChannel, filterStereo, shapeGain } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, addStereo, createStereo, panGains, SAMPLE_RATE } from './stereo.ts';

/** A constant city hum, and cars that approach, pass and recede. */
export const addTraffic: SoundLayer = (stage) => {
  const { ambience, samples } = stage;
  if (ambience.traffic <= 0.02) return;
  const hum = stereoNoise(samples, stage.seed, 'city hum', fillPink, 0.6);
  filterStereo(hum, 'low', 320);
  filterStereo(hum, 'high', 45);
  addAtLevel(stage.dry, hum, 0.05 * ambience.traffic);
  const air = stereoNoise(samples, stage.seed, 'city air', fillPink, 0.3);
  filterStereo(air, 'band', 900, 0.5);
  addAtLevel(stage.dry, air, 0.014 * ambience.traffic);
  addCars(stage);
};

function addCars(stage: SoundStage): void {
  const random = soundRandom(stage, 'cars');
  const wet = stage.ambience.weather === 'rain' || stage.ambience.weather === 'storm';
  const cars = Math.max(1, Math.round(stage.seconds * 0.5 * stage.ambience.traffic));
  for (let car = 0; car < cars; car++) {
    addCar(stage, {
      passesAt: ((car + between(random, 0.2, 0.8)) / cars) * stage.seconds,
      // How long the car is near, which depends on its speed and its distance.
      nearSeconds: between(random, 0.32, 0.75),
      direction: random() < 0.5 ? -1 : 1,
      level: between(random, 0.5, 1) * stage.ambience.traffic,
      engineHertz: between(random, 62, 105),
      tyreHertz: wet ? 2600 : between(random, 800, 1300),
      name: `car ${car}`,
    });
  }
}

interface Car {
  readonly passesAt: number;
  readonly nearSeconds: number;
  readonly direction: number;
  readonly level: number;
  readonly engineHertz: number;
  readonly tyreHertz: number;
  readonly name: string;
}

function addCar(stage: SoundStage, car: Car): void {
  const tyres = stereoNoise(stage.samples, stage.seed, car.name, fillPink, 1).left;
  filterChannel(tyres, 'band', car.tyreHertz, 0.6);
  addEngine(tyres, car);
  const offset = (seconds: number) => (seconds - car.passesAt) / car.nearSeconds;
  shapeGain(tyres, (seconds) => 1 / (1 + offset(seconds) ** 2) ** 1.25);
  const left = new Float32Array(tyres);
  const pan = (seconds: number) => (car.direction * Math.atan(offset(seconds)) * 2) / Math.PI;
  shapeGain(left, (seconds) => panGains(pan(seconds))[0]);
  shapeGain(tyres, (seconds) => panGains(pan(seconds))[1]);
  const passing = { left, right: tyres };
  addStereo(stage.dry, passing, 0.42 * car.level);
  const echo = createStereo(stage.samples);
  addStereo(echo, passing, 0.1 * car.level);
  addStereo(stage.wet, echo, 1);
}

/** A few harmonics whose pitch drops as the car passes (Doppler effect). */
function addEngine(buffer: Float32Array, car: Car): void {
  let phase = 0;
  for (let index = 0; index < buffer.length; index++) {
    const offset = (index / SAMPLE_RATE - car.passesAt) / car.nearSeconds;
    const shift = 1 - (0.045 * offset) / Math.sqrt(1 + offset * offset);
    phase += (2 * Math.PI * car.engineHertz * shift) / SAMPLE_RATE;
    const sine = Math.sin(phase);
    buffer[index] = (buffer[index] as number) + 0.05 * sine * (1 + 1.2 * sine * (1 + sine * 0.8));
  }
}
