import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const polish: Lexicon = {
  minor: entries(`
    dziecko, dziecka, dziecku, dzieckiem, dzieci, dzieciec*, dziewczynk*, dziewczynce, chlopczyk*, chlopiec,
    chlopca, chlopcy, nastolat*, nieletni*, maloletni*, uczennic*, niemowl*`),
  girlOrBoy: entries('dziewczyn*, chlopak*'),
  sexualisedMinor: entries('pornografia dziecieca, pedofil*'),
  suggestive: entries(`
    seksown*, bielizn*, uwodzi*, stringi, stringach, majtk*, stanik*, biust*, piersi, posladk*, zmyslow*`),

  sexualAssault: entries('gwalc*, gwalt, gwaltu, gwalty, zgwalc*, molestow*, kazirodz*, zoofil*'),
  nonConsent: entries('zmuszan*, wbrew woli, nieprzytomn*, ukryta kamera, zwiazan*'),
  undressRequest: entries('zdejmij ubran*, zdejmij jej'),
  undressing: entries('rozbierz*'),
  removal: entries('usun, zdejmij'),
  clothes: entries('ubranie, ubrania, sukienke'),
  realPerson: entries('moja kolezank*, moja sasiadk*, ta kobiet*, tym zdjeciu'),

  explicit: entries(`
    seks, seksu, seksem, pieprz*, ruchan*, rucha, cipka*, cipki, cipke, kutas*, cycki, cyckami, obciaga*,
    kurwa, dziwka*, erotyczn*, jebac, jebanie, uprawiaja seks, uprawiaja milosc, scena seksu, scena erotyczna,
    porno*`),
  nudity: entries(`
    naga kobieta, nagie kobiety, naga dziewczyna, naga dziewczynk*, nagiej kobiety, naga pani, naga modelka,
    kobieta naga, nagi mezczyzna, nagi chlopiec, nagie dziecko, nagie dzieci, nagie cialo, nago, nagus*,
    rozebran*, bez ubran*, obnazon*, polnag*, golas*, roznegliz*, seksualn*`),
  genitals: entries('pochwa, pochwe, przyrodzenie'),

  selfHarm: entries(`
    zabij sie, zabic sie, podciac zyly, podcina sobie zyly, podcinanie zyl, samookalecz*, powiesic sie,
    popelnic samoboj*, ciecie sie zyletka, tnie sie, wiesza sie, chce umrzec`),
  cutting: entries('ciecia'),
  wrist: entries('nadgarst*, przedramie*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('samoboj*'),
  encouragement: entries('jak, metod*'),

  mutilation: entries(`
    sciet* glow*, odcieta glowa, odcieta glowe, rozczlonkowan*, wypatroszon*, okaleczon*, wnetrznosci,
    obdart* ze skory, poderzniet*, torturowan*, poszatkowan*, pocwiartowan*, krwawa jatka`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('zwloki, trup*, cialo'),
  muchBlood: entries('kaluza krwi, kaluzy krwi, zakrwawion*, pelno krwi, krwawy, krwawa'),
  pretendedHorror: entries('dyni*'),

  slur: entries(`
    smierc zydom, zydzi do gazu, jebac zydow, polska dla bialych, bialy honor, ciapat*, czarnuch*,
    pedaly do gazu, pedalow do gazu`),
  extremistSlogan: entries('biala sila'),
  group: entries(`
    zydzi, zydow, zydom, muzulman*, imigranci, imigrantow, cyganie, cyganow, geje, gejow, uchodzc*, ukraincow,
    niemcow, rosjan`),
  dehumanisation: entries(`
    smierc, zabic, zabijmy, do gazu, gazowac, szczury, podludz*, wytepic, precz, powiesic, spalic, wyrznac`),
  extremism: entries('nazisty*, faszys*, swastyk*'),
  praise: entries('chwala, bohater*, wychwala*, niech zyje, dolacz, nasz bohater'),

  terrorism: entries('panstwo islamskie, terrorysta, terrorysci, terrorystow, zamach*, strzelanina*'),
  weapon: entries('bomby, ladunek wybuchow*, materialy wybuchow*, koktajl molotow*, wysadzic, bomba'),
  weaponRecipe: [],
  instructions: entries('jak, zrobic, zbudowac, instrukcj*, przepis*, domowej roboty, syntez*, poradnik'),

  harmlessPhrase: entries('golym okiem, gole drzewa, edukacja seksualna, bez nagosci'),
  art: entries('muzeum*, rzezb*, posag*, obraz olejny, obraz rubensa, malarstw*, historia sztuki'),
  medicine: entries('medycz*, lekarz*, lekark*, szpital*, podreczn*, anatomi*'),
  awareness: entries('profilaktyk*, pomoc*, przeciw*, zapobieg*'),
  history: entries('muzeum*, pomnik*, histor*, wojn*, wystaw*'),
  opposition: entries('przeciw'),
  person: [],
};

export const polishAges: AgeWords = {
  numbers: [],
  afterNumber: entries('lat, letni*'),
  attachedToDigits: [],
  beforeDigits: entries('wiek'),
};
