import type { Lexicon } from './lexicon.ts';
import type { Setting, SubjectKind } from './scene.ts';

export const SETTINGS: Lexicon<Exclude<Setting, 'abstract'>> = {
  mountains: 'mountain, mountainous, alp, alpine, peak, summit, ridge, himalaya, fjord, highland, everest, rocky mountain, range',
  hills: 'hill, hillside, rolling hill, countryside, vineyard, tuscany, valley, downs, rural',
  meadow: 'meadow, field, prairie, grassland, plain, savanna, savannah, pasture, wheat field, farm, steppe, lawn, park',
  desert: 'desert, dune, sahara, sand, arid, oasis, sandstorm',
  canyon: 'canyon, gorge, mesa, butte, badland, ravine, grand canyon',
  snowfield: 'snowfield, tundra, arctic, antarctic, antarctica, ice field, glacier, frozen, iceberg, north pole, winter landscape, wintry, winter',
  volcano: 'volcano, lava, magma, eruption, volcanic',
  forest: 'forest, wood, woodland, jungle, rainforest, grove, pine forest, trees, thicket, bamboo, redwood',
  garden: 'garden, zen garden, courtyard, orchard, blossom garden, backyard',
  lake: 'lake, pond, lagoon, tarn, reservoir, lakeside, swamp, marsh, wetland, bayou',
  river: 'river, stream, creek, brook, riverbank, waterfall, cascade',
  sea: 'sea, ocean, wave, seascape, open water, high seas, tsunami, horizon, pacific, atlantic',
  coast: 'coast, coastline, beach, shore, seaside, cliff, bay, seashore, surf, harbour, harbor, pier, cove, tide, shoreline',
  island: 'island, isle, atoll, archipelago',
  city: 'city, skyline, cityscape, metropolis, downtown, urban, skyscraper, town, megacity, manhattan, new york, tokyo, hong kong, london, shanghai, singapore, chicago, dubai, rooftop',
  street: 'street, alley, alleyway, avenue, boulevard, road, highway, crosswalk, crossing, cyberpunk, blade runner, times square, shibuya, traffic, market',
  village: 'village, hamlet, fishing village, settlement, cottages',
  underwater: 'underwater, coral reef, reef, undersea, seabed, deep sea, ocean floor, aquarium, beneath the waves, sea floor, submarine, scuba, diver, diving',
  space: 'space, galaxy, cosmos, cosmic, nebula, universe, outer space, solar system, milky way galaxy, black hole, supernova, interstellar, asteroid, spaceship, starship, spacecraft, orbit of, comet',
  moon: 'on the moon, lunar, lunar surface, the moon surface, mars, martian, alien planet, planet surface, crater, on mars, alien world, exoplanet',
  sky: 'sky, above the clouds, cloudscape, heaven, sea of clouds, cloud sea, floating island, in the clouds, stratosphere',
  table: 'table, desk, kitchen, still life, cafe, café, countertop, windowsill, shelf, breakfast, dinner, restaurant, dessert, bakery',
  portrait: 'portrait, headshot, close up of a face, face, selfie, bust',
  bloom: 'macro, close up of a flower, bouquet, petal, floral',
  hall: 'hall, cathedral, library, church interior, interior, room, corridor, hallway, palace interior, museum, ballroom, throne room, cave, cavern, dungeon, subway, station',
};

/** Where a subject is at home, for prompts that name no place. */
export const HOME_OF: Readonly<Record<SubjectKind, Setting>> = {
  lighthouse: 'coast', cottage: 'hills', castle: 'mountains', pagoda: 'garden', temple: 'mountains', windmill: 'meadow',
  tower: 'city', bridge: 'river', torii: 'lake', sailboat: 'sea', ship: 'sea', rowboat: 'lake', balloon: 'hills',
  rocket: 'space', train: 'hills', car: 'street', robot: 'meadow', ufo: 'meadow', fox: 'forest', wolf: 'snowfield',
  dog: 'meadow', cat: 'street', deer: 'forest', horse: 'meadow', bear: 'forest', rabbit: 'meadow', elephant: 'meadow',
  whale: 'underwater', fish: 'underwater', jellyfish: 'underwater', turtle: 'underwater', birds: 'sky', owl: 'forest',
  dragon: 'mountains', butterfly: 'meadow', person: 'hills', astronaut: 'moon', couple: 'coast', monk: 'mountains',
  dancer: 'hall', tree: 'meadow', flower: 'bloom', mushroom: 'forest', lantern: 'lake', campfire: 'forest', crystal: 'hall',
  moon: 'lake', planet: 'space', cup: 'table', book: 'table', candle: 'table', fruit: 'table', bottle: 'table', vase: 'table',
};
