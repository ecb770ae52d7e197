import type { Mood, Weather } from '../ambience.ts';
import type { Lexicon } from './lexicon.ts';
import type { Medium, Move, Shot, TimeOfDay } from './scene.ts';

export const TIMES: Lexicon<TimeOfDay> = {
  dawn: 'dawn, daybreak, first light, early morning, morning mist, blue morning',
  sunrise: 'sunrise, rising sun, morning, sun rises, sun rising',
  day: 'day, daytime, noon, midday, afternoon, sunny, bright, blue sky, daylight, summer, high noon',
  golden: 'golden hour, golden light, late afternoon, warm light, evening light, golden, evening',
  sunset: 'sunset, sundown, setting sun, sun sets, orange sky, burning sky',
  dusk: 'dusk, twilight, blue hour, nightfall, gloaming',
  night:
    'night, nighttime, midnight, nocturnal, starry, moonlight, moonlit, stars, milky way, full moon, dark, moon, aurora, northern light, fireworks, candlelit, fireflies, starry night, night sky, aurora borealis',
};

export const WEATHERS: Lexicon<Weather> = {
  clear: 'clear, clear sky, cloudless, sunny, blue sky',
  cloudy: 'cloud, cloudy, overcast, gloomy, grey sky, gray sky, dark clouds, brooding sky',
  fog: 'fog, foggy, mist, misty, haze, hazy, smog',
  rain: 'rain, rainy, raining, drizzle, downpour, shower, wet, monsoon, rainfall, puddle',
  storm: 'storm, stormy, thunderstorm, thunder, lightning, tempest, hurricane, typhoon, tornado, gale',
  snow: 'snowfall, snowing, snowstorm, blizzard, snow, falling snow, snowflake',
  wind: 'wind, windy, breeze, breezy, gust, blowing, windswept, blustery, sandstorm',
};

export const MOODS: Lexicon<Mood> = {
  calm: 'calm, peaceful, serene, tranquil, quiet, still, gentle, relaxing, soothing, cozy, cosy, dreamy, soft, zen, silence, meditation, idyllic, restful, slow, minimal, minimalist',
  joyful:
    'joyful, happy, cheerful, playful, fun, vibrant, colorful, colourful, festive, bright, whimsical, celebration, party, cute, lively, joy, laughter, summer, love, hope',
  melancholy:
    'melancholy, sad, lonely, lonesome, nostalgic, nostalgia, wistful, somber, sombre, solitude, solitary, remembering, memory, longing, grief, forgotten, abandoned, bittersweet, loss, farewell, blue mood, lone',
  tense:
    'tense, dark, scary, horror, ominous, dangerous, menacing, dramatic, apocalyptic, apocalypse, war, battle, sinister, threatening, chaos, fear, anger, rage, anxiety, dystopian, haunted, evil',
  mysterious:
    'mysterious, mystic, mystical, magical, enchanted, ethereal, surreal, eerie, ghostly, haunting, secret, ancient, strange, fantasy, otherworldly, dream, dreamlike, alien, spirit, quantum, mystery, unknown',
  epic: 'epic, majestic, grand, heroic, monumental, cinematic, awe, breathtaking, legendary, colossal, giant, vast, towering, glorious, powerful, spectacular, huge, massive, titanic, sublime',
};

export const MEDIA: Lexicon<Medium> = {
  natural:
    'photo, photograph, photorealistic, realistic, photography, dslr, film still, 35mm, hyperrealistic, 8k',
  oil: 'oil painting, oil paint, oil on canvas, painting, impressionist, impressionism, van gogh, monet, impasto, painted, acrylic, brush stroke, palette knife, baroque, rembrandt, gouache, painterly',
  watercolour: 'watercolor, watercolour, aquarelle, water color, water colour, wash, watercolor painting',
  ink: 'ink, ink wash, sumi, sumi e, calligraphy, brush ink, ink painting, chinese painting, shan shui, black ink',
  pixel: 'pixel art, pixel, pixelated, 8 bit, 16 bit, 8bit, 16bit, retro game, game boy, voxel',
  lowpoly: 'low poly, lowpoly, polygon, polygonal, geometric, origami, low polygon, faceted',
  synthwave: 'synthwave, vaporwave, retrowave, outrun, 80s, eighties, retro futuristic, retrofuturism',
  pencil:
    'pencil, sketch, graphite, drawing, charcoal, etching, line art, line drawing, pencil drawing, engraving, hatching, sketched',
  papercut:
    'paper cut, papercut, paper craft, papercraft, paper art, cut paper, layered paper, cutout, collage, flat design, flat illustration, vector, minimalist poster, vector art',
  glass: 'stained glass, stainedglass, leaded glass, church window',
  ukiyoe:
    'ukiyo e, ukiyoe, ukiyo, hokusai, hiroshige, woodblock, japanese print, woodcut, woodblock print, linocut, japanese art',
  noir: 'noir, film noir, black and white, monochrome, monochromatic, grayscale, greyscale, black white, b w',
  vintage:
    'vintage, retro, sepia, old photo, polaroid, faded, antique, aged, daguerreotype, kodachrome, analog, analogue, vintage photo',
  pastel:
    'pastel, pastel drawing, chalk, crayon, soft pastel, storybook, children book, ghibli, studio ghibli, anime, kawaii, illustration, watercolor pencil',
  comic:
    'comic, comic book, cartoon, pop art, manga, graphic novel, cel shaded, cel shading, halftone, lichtenstein',
  mosaic: 'mosaic, tile mosaic, pointillism, pointillist, seurat, byzantine, tessellated, tiles',
};

export const SHOTS: Lexicon<Shot> = {
  wide: 'wide, wide shot, wide angle, panorama, panoramic, establishing shot, vista, landscape, long shot, wide view, sweeping view',
  medium: 'medium shot, mid shot, medium',
  close: 'close up, closeup, close, macro, extreme close up, detail, tight shot, detailed close up',
  aerial:
    'aerial, drone, drone shot, bird eye, birds eye, from above, top down, overhead, bird eye view, flyover, aerial view',
  low: 'low angle, from below, worm eye, looking up, ground level, low shot',
};

export const MOVES: Lexicon<Move> = {
  push: 'push in, zoom in, zoom, zooming, dolly in, dolly, slow push, move forward, moving forward, approach, zooms in, pushes in, fly through, flying through, fpv',
  pull: 'pull back, zoom out, dolly out, pull out, move back, reveal, pulls back, zooms out',
  left: 'pan left, pans left, truck left, moving left, camera left',
  right:
    'pan, pan right, panning, pans, truck right, tracking, tracking shot, moving right, sideways, dolly zoom, follow',
  up: 'tilt up, crane up, crane shot, rise, rising shot, pedestal up, ascending, jib, boom up, camera rises',
  down: 'tilt down, crane down, descend, descending, lowering',
  orbit: 'orbit, orbiting, arc shot, circle, circling, rotate, rotating, 360, around',
  drift: 'handheld, floating, drift, drifting, gentle camera, gimbal, steadicam',
  static: 'static, static shot, locked, still camera, tripod, fixed camera, no camera movement, stationary',
};

export const TIMELAPSE: Lexicon<'timelapse'> = {
  timelapse:
    'timelapse, time lapse, hyperlapse, passing of day, day passes, day turns, day to night, fast forward, hours pass',
};

export const PACE: Lexicon<'slow' | 'quick'> = {
  slow: 'slow motion, slow mo, slow, slowly, slow motion shot, gentle, gently, slowmo',
  quick: 'fast, quick, rapid, quickly, speeding, dynamic, action, hyper',
};
