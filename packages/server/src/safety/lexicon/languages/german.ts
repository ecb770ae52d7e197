import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const german: Lexicon = {
  minor: entries(`
    kinder, kindes, kindlich*, kleinkind*, schulkind*, schulmadchen*, schulmaedchen*, schuler, schulerin*,
    kleines madchen, kleinen madchen, junges madchen, kleines maedchen, kleiner junge, kleinen jungen,
    saugling*, nacktes kind, kind nackt, teenagerin*, minderjahrig*, minderjaehrig*, jugendlich*, tochter,
    halbwuchsig*`),
  girlOrBoy: entries('madchen*, maedchen*, jungen'),
  sexualisedMinor: entries('padophil*, kinderporn*, kindersex*, padoporn*'),
  suggestive: entries(`
    dessous, unterwasche, reizwasche, verfuhrerisch*, aufreizend*, sexuell*, string tanga, tanga*,
    sinnlich*`),

  sexualAssault: entries(`
    vergewaltig*, sexuelle gewalt, sexueller missbrauch, sodomiert, zoophilie, inzest, gruppenvergewaltig*,
    massenvergewaltig*`),
  nonConsent: entries(`
    gezwungen*, zwingt, gegen ihren willen, bewusstlos*, betaubt*, heimlich*, versteckte kamera, gefesselt*`),
  undressRequest: entries('zieh sie aus, ziehe die frau aus'),
  undressing: entries('ausziehen, entkleide*'),
  removal: entries('entferne, entfernen'),
  clothes: entries('kleider, kleidung'),
  realPerson: entries(`
    meine kollegin, meine nachbarin, meine ex, meine lehrerin, diese frau, diesem foto, diesem bild,
    meine mitschulerin`),

  explicit: entries(`
    ficken, fickt, gefickt, ficke, fotze*, muschi, schwanz lutschen, wichs*, geschlechtsverkehr, sexszene*,
    geiler sex, titten, arschfick*, sexfilm*, sexbild*, beim sex, beim orgasmus, nymphoman*, erotikfilm*,
    porno*`),
  nudity: entries(`
    nackt, nackte, nackter, nacktes, nacktem, nackten, splitternackt*, nacktbild*, nacktfoto*, nacktmodell*,
    entblosst*, entbloesst*, unbekleidet*, hullenlos*, ohne kleidung, ohne kleider, oben ohne, barbusig*,
    erotisch*, aktfoto*, sexuell*, im evakostum, freizugig*`),
  genitals: entries('genitalien, scheide nackt, hoden'),

  selfHarm: entries(`
    pulsadern, bring dich um, umbringen mich, selbstmordanleitung, selbstverletz*, ritzen, sich erhang*,
    sich aufhangt, erhange dich, selbstmord begehen, erhangt sich, hangt sich auf, bringt sich um,
    mich umbringen, mich umzubringen, sich umbringen, sich umzubringen, mich toten, umbringe,
    mich selbst toten, ich will mich umbringen, ritzt, sich ritzen, blutige arme, die pulsadern`),
  cutting: entries('schnitt, schnitte, schnittwunde*'),
  wrist: entries('handgelenk*, unterarm*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('selbstmord*, suizid*'),
  encouragement: entries('anleitung*, wie man, methode*'),

  mutilation: entries(`
    enthaupt*, geköpft*, verstummelt*, zerstuckel*, ausgeweidet*, abgetrennt* kopf, abgetrennte gliedmassen,
    abgetrennte hand, gefoltert*, gehautet*, eingeweide, zersage*, abgehackt*, aufgeschlitzt*`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('leiche*, korper'),
  muchBlood: entries('blutuberstromt, uberall blut, blutlache*, voller blut, im blut, blutbad, blutend*'),
  pretendedHorror: entries('kostum*, kurbis*'),

  slur: entries('kanake*'),
  extremistSlogan: entries('untermensch*, juden raus, judenfrei, auslander raus, auslaender raus, neger'),
  group: entries(`
    juden, jude, muslime, moslems, auslander, auslaender, fluchtlinge, schwarze, schwule, zigeuner,
    homosexuelle, turken, kurden, asylbewerber, migranten`),
  dehumanisation: entries(`
    toten, totet, tod den, vergas*, vernicht*, ausrott*, ungeziefer, ratten, untermensch*, minderwertig*,
    raus, hangen, aufhangen, verrecken, abschlachten`),
  extremism: entries('hakenkreuz*, drittes reich, arier, arisch*'),
  praise: entries(`
    helden*, held, ruhmreich*, verherrlich*, gepriesen, feiern, propaganda*, es lebe, wunderbar`),

  terrorism: entries('islamischer staat, terroranschlag*, amoklauf*, attentat*'),
  weapon: entries('bombe, bomben, rohrbombe*, sprengsatz*, sprengstoff*, nervengas*, giftgas*, sprengen'),
  weaponRecipe: entries('bombenbau*, bombenbastel*, bombenanleitung*, sprengstoffherstell*'),
  instructions: entries(`
    anleitung*, bauen, baut, bau, herstell*, bauplan*, selber machen, rezept*, synthese, bauanleitung*,
    schema, wie man, wie baut man, so baut man`),

  harmlessPhrase: entries(`
    lippenstift nude, kinder morgen, suizidpravention*, badebombe*, nackte wand, nackte tatsachen,
    nackter fels, nackten fussen, nackte fusse, nackte baume, nackte aste, nackter beton, nacktmull*,
    nacktschnecke*, nackten auge, nackte zahlen, sexualkunde*, aufklarungsunterricht, keine nacktheit`),
  art: entries(`
    aktzeichnen, akt zeichnen, aktmodell im atelier, skulptur*, statuen, gemalde*, olgemalde*,
    kunstgeschichte`),
  medicine: entries('medizin*, anatomie*, anatomisch*, arzt*, krankenhaus*, lehrbuch*'),
  awareness: entries('praventi*, hilfe, beratung*, gegen'),
  history: entries(`
    denkmal, gedenk*, mahnmal, geschichte, geschichts*, ausstellung*, dokumentar*, weltkrieg*`),
  opposition: entries('gegen'),
  person: [],
};

export const germanAges: AgeWords = {
  numbers: entries(`
    null, eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn,
    fünfzehn, sechzehn, siebzehn`),
  afterNumber: entries('jahre, jährig*, jaehrig*'),
  attachedToDigits: entries('jährig, jährigr, jährigs, jährigrs, jährige, jähriger, jähriges, jährigers'),
  beforeDigits: entries('alter, junge, mädchen'),
};
