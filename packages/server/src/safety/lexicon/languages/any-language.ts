import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

/** Names, code words, abbreviations and numbers that no language owns. */
export const anyLanguage: Lexicon = {
  minor: [],
  girlOrBoy: [],
  sexualisedMinor: entries(`
    loli, lolis, lolicon*, lolikon*, shota, shotas, shotacon*, shotakon*, toddlercon*, csam, csem, pthc`),
  suggestive: entries('pantsu, ahe'),

  sexualAssault: entries('deepnude*, deep nude*, undressher, clothoff'),
  nonConsent: [],
  undressRequest: [],
  undressing: [],
  removal: [],
  clothes: [],
  realPerson: [],

  explicit: entries(`
    pr0n, hentai*, ecchi, nsfw, nfsw, xxx, rule34, rule 34, bukkake*, milf, milfs, gilf, bdsm, onlyfans*,
    only fans, pornhub*, xvideos*, ahegao, futa, futanari`),
  nudity: entries('n4k3d'),
  genitals: [],

  selfHarm: entries('kys, pro ana, proana, pro mia, promia'),
  cutting: [],
  wrist: [],
  suicideScene: [],
  heightSport: [],
  suicide: [],
  encouragement: [],

  mutilation: entries('guro'),
  bodyPart: [],
  injury: [],
  woundedBody: [],
  muchBlood: [],
  pretendedHorror: [],

  slur: entries('zog'),
  extremistSlogan: entries('rahowa, heil hitler, hh88, 14 88, 1488, 88 heil, sieg heil, siegheil'),
  group: [],
  dehumanisation: [],
  extremism: entries('hitler*, waffen ss, himmler, goebbels, kkk, ku klux klan, mussolini'),
  praise: [],

  terrorism: entries(`
    isis, isil, daesh, al qaeda, al qaida, alqaeda, boko haram, al shabaab, bin laden, osama, jihad*,
    mujahid*, 9 11, columbine*, breivik, brenton tarrant, tarrant, unabomber, poway, utoya, sandy hook,
    bataclan, hezbollah, hamas, al nusra, elliot rodger, dylann roof`),
  weapon: entries(`
    tatp, semtex, c4 explosive, napalm, sarin, novichok, vx gas, anthrax, anfo, rdx, petn, phosgene, tabun,
    soman`),
  weaponRecipe: [],
  instructions: [],

  harmlessPhrase: entries(`
    sex and the city, sex pistols, bras basah, pussy riot, virgin atlantic, virgin galactic, baby yoda,
    baby shark, kid rock, billy the kid, karate kid, kid cudi, kinder surprise, kinder chocolate, kinder egg,
    jk rowling, j k rowling, sons of anarchy, teen titans, sega genesis, sega mega*, sega dreamcast,
    sega master system, sega game*, sega saturn, sega console*, sega logo, naga temple*, naga serpent*,
    dick van dyke, moby dick, dick tracy, dick turpin, philip k dick, dick cheney, gore tex, goretex, al gore,
    gore verbinski, gore vidal, lesley gore, kill bill, bomba socks, bombay*, napoleon dynamite, pornic,
    essex, middlesex, penistone`),
  negatedWish: [],
  art: entries(`
    michelangelo*, botticelli*, titian*, rubens*, rodin*, raphael*, caravaggio*, artemisia gentileschi,
    gentileschi, goya*, manet*, modigliani*, klimt*, schiele*, degas*, ingres, cranach*, velazquez,
    venus de milo, laocoon, louvre, uffizi, prado, rijksmuseum, hermitage, sistine*, holofernes, salome,
    medusa, perseus, ukiyo e`),
  medicine: entries('mri'),
  awareness: [],
  history: entries('nuremberg, chaplin, ww2, wwii, ww1, wwi, oppenheimer, hiroshima, nagasaki, chernobyl'),
  opposition: [],
  person: [],
};
