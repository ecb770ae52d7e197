import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const turkish: Lexicon = {
  minor: entries(`
    cocuk*, cocug*, kucuk kiz*, kucuk oglan*, bebek*, ergen*, liseli*, resit olmayan*, ilkokul*, ortaokul*`),
  girlOrBoy: entries('kiz, kizlar, kizi, oglan*'),
  sexualisedMinor: entries('cocuk porno*, pedofil*'),
  suggestive: entries('seksi*, ic camasir*, bastan cikar*, sutyen*, kulot*, gogus*, kalca*'),

  sexualAssault: entries('tecavuz*, irzina gec*, cinsel saldir*, cinsel istismar*, ensest*'),
  nonConsent: entries('zorla, baygin, gizli kamera, rizasi olmadan'),
  undressRequest: entries('soy onu, kiyafetlerini cikar*, elbiselerini cikar*'),
  undressing: entries('soyundur*'),
  removal: entries('cikar, kaldir'),
  clothes: entries('kiyafet*, elbise*'),
  realPerson: entries('is arkadasim*, komsum*, bu kadin*, bu fotograf*'),

  explicit: entries(`
    sikme*, amcik, orospu*, yarak*, yarrak*, sevisme*, sevisiyor*, sevisen*, oral seks, seks yap*,
    memeleri acik, sikis, sevisirken, porno*`),
  nudity: entries(`
    ciplak*, soyunmus*, soyunuk*, soyunan*, soyunuyor*, giysisiz*, kiyafetsiz*, ustsuz*, yari ciplak, seks,
    cinsel*, erotik*`),
  genitals: entries('vajina*'),

  selfHarm: entries(`
    kendini oldur*, intihar et*, bileklerini kes*, bilegini kes*, kendini as*, kendine zarar*, kendini kes*,
    olmek istiyorum`),
  cutting: entries('kesikler'),
  wrist: entries('bilek*, bilegi*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('intihar*'),
  encouragement: entries('nasil, yontem*'),

  mutilation: entries(`
    kesik bas*, kafasi kesik, basi kesil*, kafasi kesil*, bagirsaklari*, ic organlari disari*, iskence*,
    derisi yuzul*, bogazi kesil*, parcalanmis`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('ceset*, beden'),
  muchBlood: entries('kan golu, kan revan, kanlar icinde, her yer kan'),
  pretendedHorror: entries('balkaba*'),

  slur: entries('kahrolsun yahudiler, yahudilere olum, ermenilere olum, kurtlere olum, ibneler*'),
  extremistSlogan: [],
  group: entries('yahudi*, musluman*, kurtler*, ermeni*, multeci*, escinsel*, suriyeli*, gocmen*'),
  dehumanisation: entries('olum, oldur*, yok et*, bocek, hasarat*, kesmek, asmak, katlet*'),
  extremism: entries('gamali hac*'),
  praise: entries('yasasin, kahraman*, sanli, ovgu*'),

  terrorism: entries('isid, teror*, canli bomba*'),
  weapon: entries('bomba*, patlayici*, sinir gazi, molotof*, havaya ucur*'),
  weaponRecipe: [],
  instructions: entries('nasil, yapim*, yapil*, tarif*, talimat*, ev yapimi, kilavuz*, rehber*'),

  harmlessPhrase: entries(`
    ciplak goz*, ciplak ayak*, ciplak tepe*, ciplak agac*, ciplak kaya*, ciplak dag*, cinsel egitim`),
  art: entries('muze, muzesi, heykel*, yagli boya*, tablo*, sanat tarihi*'),
  medicine: entries('tip ders*, tibbi*, hastane*, doktor*, anatomi*'),
  awareness: entries('onleme*, yardim*, destek*, karsi'),
  history: entries('muze, muzesi, tarih*, savas*, belgesel*, sergi*'),
  opposition: entries('karsi'),
  person: [],
};

export const turkishAges: AgeWords = {
  numbers: [],
  afterNumber: entries('yaş*'),
  attachedToDigits: [],
  beforeDigits: [],
};
