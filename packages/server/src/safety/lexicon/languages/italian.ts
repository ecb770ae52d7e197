import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const italian: Lexicon = {
  minor: entries(`
    bambin*, ragazzin*, minorenn*, fanciull*, neonat*, scolar*, studentessa delle medie, adolescente*,
    infantil*`),
  girlOrBoy: entries('ragazza, ragazze, ragazzo, ragazzi'),
  sexualisedMinor: entries('pedopornografi*, pornografia infantile, pedofil*'),
  suggestive: entries('lingerie, intimo, mutandine*, perizoma*, seducent*, sensuale'),

  sexualAssault: entries('stupro*, stuprat*, stuprare, violenza sessuale, violentata, incest*'),
  nonConsent: entries('costrett*, contro la sua volonta, drogata, telecamera nascosta, legata'),
  undressRequest: entries('spogliala, togli i vestiti, togli le i vestiti'),
  undressing: entries('spoglia'),
  removal: entries('rimuovi, togli'),
  clothes: entries('vestiti, abiti'),
  realPerson: entries('mia collega, la mia vicina, questa donna, questa foto'),

  explicit: entries(`
    scopare, scopano, scopata, pompino*, pompini, cazzo, sesso esplicito, fanno sesso, facendo sesso,
    sesso orale, tette, facendo l amore, fanno l amore, scena di sesso, porno*, masturb*, orgia*`),
  nudity: entries(`
    nuda, nudo, ignuda, ignudo, svestit*, spogliat*, senza vestiti, a seno nudo, seminud*, erotico, sesso,
    sessual*, donne nude, corpi nudi, uomini nudi, come mamma l ha fatta, in topless`),
  genitals: entries('vagine, testicol*, pene'),

  selfHarm: entries(`
    suicidarsi, suicidati, tagliarsi le vene, tagliarmi le vene, si taglia le vene, impiccarsi, ammazzati,
    uccidersi, si impicca, si suicida, voglio morire, voglio suicidarmi`),
  cutting: entries('tagli'),
  wrist: entries('polsi, avambracci*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('suicidio*'),
  encouragement: entries('come'),

  mutilation: entries(`
    smembrat*, sventrat*, squartat*, testa mozzata, scuoiat*, budella, sgozzat*, fatto a pezzi,
    corpo a pezzi`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('cadavere*, corpo'),
  muchBlood: entries('pozza di sangue, coperto di sangue, pieno di sangue, bagno di sangue'),
  pretendedHorror: entries('zucca, zucche'),

  slur: entries('sporco negro, sporchi negri, sporco ebreo, negri di merda, terrone di merda'),
  extremistSlogan: [],
  group: entries('ebrei, musulmani, neri, immigrati, zingari, froci, migranti, rifugiati, profughi'),
  dehumanisation: entries(`
    morte agli, morte ai, uccidere, sterminare, sterminiamo, topi, inferiori, fuori, bruciare, impiccare`),
  extremism: entries('svastica*, nazist*'),
  praise: entries(`
    eroe, eroi, eroic*, glorific*, unisciti, arruola*, glorios*, gloria, viva, celebr*, propaganda*`),

  terrorism: entries('stato islamico, attentato*, strage*, terrorista*'),
  weapon: entries('esplosiv*, ordigno*, bomba'),
  weaponRecipe: [],
  instructions: entries('come, costruire, fabbricare, fare una, ricetta*, istruzioni, guida'),

  harmlessPhrase: entries(`
    rossetto nude, troia, cavallo di troia, polla arrosto, prevenzione del suicidio, bomba da bagno,
    bombe da bagno, bomba alla crema, bombe al cioccolato, bomboniere*, bombolon*, spoglia foresta,
    alberi spogli, alberi spogliati, alberi nudi, albero spoglio, piedi nudi, a piedi nudi, occhio nudo,
    ad occhio nudo, piede nudo, roccia nuda, nuda terra, nuda roccia, verita nuda, mani nude, a mani nude,
    educazione sessuale, senza nudita`),
  art: entries(`
    putti, putto, quadro, scultur*, statua, dipinto, dipinti, affresco*, affreschi, storia dell arte,
    museo*`),
  medicine: entries('cancro, tumore, ospedale, anatomia*, medic*'),
  awareness: entries('prevenzione, aiuto, contro'),
  history: entries('seconda guerra, storia, storico, mostra, museo*, memoria'),
  opposition: entries('contro'),
  person: [],
};

export const italianAges: AgeWords = {
  numbers: entries(`
    -, uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici,
    quindici, sedici, diciassette`),
  afterNumber: entries('anni'),
  attachedToDigits: [],
  beforeDigits: entries('età, ragazzo, ragazza'),
};
