import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';
import { ENGLISH_HARMLESS_PHRASES } from './english-harmless-phrases.ts';
import { ENGLISH_SEXUAL } from './english-sexual.ts';
import { ENGLISH_VIOLENCE } from './english-violence.ts';

export const english: Lexicon = {
  ...ENGLISH_SEXUAL,
  ...ENGLISH_VIOLENCE,

  harmlessPhrase: ENGLISH_HARMLESS_PHRASES,
  negatedWish: everyPair(
    `
      no, without, without any, no explicit, not, zero, avoid, exclude, excluding, free of, never any, non,
      no visible, nothing with, neither`,
    `
      nudity, nude, naked, nakedness, nudes, violence, violent, gore, gory, blood, bloody, porn,
      pornography, sexual, sex, sexy, erotic, explicit, nsfw, guns, weapons, corpses, bodies, genitals,
      swearing, horror, topless, sexualized, sexualised, suggestive, revealing, cleavage, injuries, wounds,
      sexual content, explicit content, adult content, hate, nude people, naked people, nude bodies`,
  ),
  art: entries(`
    museum*, art history, art historical, art class, sculpture*, sculptor*, statue*, bronze figure, marble,
    renaissance, baroque, rococo, neoclassical, classical greek, greek vase, greek pottery, ancient greek,
    hellenistic, roman mosaic, fresco*, life drawing, life model, figure drawing, figure study,
    gesture drawing, charcoal sketch, charcoal drawing, old master*, oil painting*, painting by, painting of,
    painted by, in the style of rubens, in the style of titian, venus of, birth of venus, olympia by manet,
    cupid, cherub*, altarpiece, engraving, etching, woodcut, medieval manuscript, judith slaying,
    judith and holofernes, john the baptist, saint bartholomew, st bartholomew, martyrdom of saint,
    martyrdom of st, crucifixion, art gallery, exhibition`),
  medicine: entries(`
    medical*, medicine, anatom*, textbook*, biology, biological diagram, clinic, clinical, hospital*, doctor*,
    nurse, nurses, surgeon*, surgery, surgical, patient*, mammogra*, cancer*, screening, dermatolog*, urolog*,
    gynecolog*, gynaecolog*, obstetric*, pediatric*, paediatric*, midwife*, physician*, pathology,
    pathologist*, forensic lecture, dissection, first aid, ultrasound*, prosthe*, health poster,
    health leaflet, health education, reproductive system*, reproductive health, contracept*, condom*,
    sex education, hygiene, autopsy lecture, vet, veterinar*, x ray of, x ray image*, x ray picture*,
    chest x ray*, dental x ray*`),
  awareness: entries(`
    prevention, prevent, awareness, hotline*, helpline*, crisis line*, crisis center*, crisis centre*,
    support group*, recovery, therap*, counsel*, survivor*, stop, end violence, against, protest*, campaign*,
    charity, memorial*, get help, help is available, you are not alone, mental health, poster against,
    dangers of, psychoeducat*, hospital*, vigil, healing, how to help, signs of, talk to`),
  history: entries(`
    museum*, memorial*, exhibit, exhibition*, exhibits, documentary*, archive*, archival, history,
    historical*, historic, textbook*, education*, lecture*, classroom, holocaust, liberation, liberated,
    survivor*, remembrance, commemorat*, anniversary, mourning, mourners, vigil, victims,
    tribute to the victims, trial, trials, surrender*, war film, great dictator, world war*, second world war,
    first world war, d day, cold war, manhattan project, trinity, cenotaph, monument*, news report, newsroom,
    newspaper*, journalis*, hindu*, buddh*, jain*, temple, diwali, fire fighter*, firefighter*, rescue*,
    first responders, ground zero memorial, training drill, counter terrorism, defused, disposal,
    victory over nazi*, civil rights`),
  opposition: entries(`
    against, anti, stop, end, peace, never again, awareness, campaign, tolerance, solidarity, equality,
    human rights, rights march, pride parade, pride march, pride flag*, protest*, demonstration,
    demonstrators, resistance, defeat*, satire, satirical, parody, fight against, antifascis*, antifa, no to,
    prevent*, how to survive, surviving, survive, safety, drill, ending`),
  person: entries('her, him, them, she, he, woman, girl, man, lady, person, photo, picture, image'),
};

export const englishAges: AgeWords = {
  numbers: entries(`
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen,
    fifteen, sixteen, seventeen`),
  afterNumber: entries('yo, yrold, yearold, yearsold'),
  attachedToDigits: entries('yo, yr, yrs, yrold, yearold, yearsold'),
  beforeDigits: entries('age, aged, ages, looks, looking, girl, boy, teen, teenager, child, kid'),
};
