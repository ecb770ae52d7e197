import { between } from '../random/random.ts';
import { LAND_SONGS, SHORE_SONGS, type Song } from './birdsong.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, soundRandom } from './sound-stage.ts';

/** Birds at different positions in the stereo field; each repeats its song after a pause. */
export const addBirds: SoundLayer = (stage) => {
  const { ambience, seconds } = stage;
  if (ambience.birds <= 0.02) return;
  const random = soundRandom(stage, 'birds');
  const songs = ambience.water === 'surf' ? SHORE_SONGS : LAND_SONGS;
  const singers = 1 + Math.round(ambience.birds * 4);
  const first = Math.floor(random() * songs.length);
  for (let singer = 0; singer < singers; singer++) {
    const song = songs[(first + singer) % songs.length] as Song;
    const pan = between(random, -0.9, 0.9);
    const distance = random();
    let at = between(random, 0.15, singer === 0 ? 0.7 : 2.4);
    while (at < seconds - 0.3) {
      let end = at;
      for (const syllable of song(random)) {
        const tone = { ...syllable, atSeconds: at + syllable.afterSeconds, pan };
        addTone(stage.dry, { ...tone, gain: syllable.gain * (0.085 - 0.065 * distance) });
        addTone(stage.wet, { ...tone, gain: syllable.gain * (0.035 + 0.02 * distance) });
        end = tone.atSeconds + syllable.seconds;
      }
      at = end + between(random, 0.7, 2.6) * (1.5 - 0.7 * ambience.birds);
    }
  }
};
