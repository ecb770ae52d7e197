import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const spanish: Lexicon = {
  minor: entries(`
    nino, nina, ninos, ninas, ninit*, chiquill*, menores, menor, colegial*, adolescente*, infantil*,
    prepuber*, impuber*, bebe, bebes`),
  girlOrBoy: entries('chica, chico, muchach*'),
  sexualisedMinor: entries('pedofil*, pornografia infantil*'),
  suggestive: entries('lenceria*, tanga, seductor*, sensuales, provocativ*, ropa interior, pechos, bragas'),

  sexualAssault: entries(`
    violacion, violaciones, violada, violador*, violando, violar, abuso sexual, agresion sexual, incesto,
    zoofilia*, violan, violo a una, violencia sexual`),
  nonConsent: entries('forzad*, obligad*, contra su voluntad, drogad*, camara oculta, atada'),
  undressRequest: entries('desnudarla, quitale la ropa, quitar la ropa, quita la ropa'),
  undressing: entries('desnuda a'),
  removal: entries('elimina, eliminar, quita, quitale, borra'),
  clothes: entries('ropa, vestido'),
  realPerson: entries('mi companera, mi vecina, mi ex, esta mujer, esta foto, mi companero, mi profesora'),

  explicit: entries(`
    follar, follando, mamada*, chupando polla, polla, pollas, verga erecta, tetas, puta, putas, putita*,
    culo desnudo, corrida facial, teniendo sexo, sexo explicito, sexo oral, haciendo el amor, masturb*,
    orgia*, follada, escena de sexo, escena sexual, porno*, sexo anal`),
  nudity: entries(`
    topless*, desnud*, encuerad*, en cueros, sin ropa, pechos al aire, sexual*, sexo, semidesnud*, tetona*,
    en cuero, en pelotas, en topless`),
  genitals: entries('penes, pene, testicul*'),

  selfHarm: entries(`
    suicidarse, suicidarme, suicidate, matate, cortarse las venas, cortarme las venas, cortandose las venas,
    ahorcarse, ahorcandose, ahorcarme, autolesion*, quitarse la vida, se ahorca, se corta las venas,
    quiero morir, quiero suicidar*, suicidar, salto al vacio suicid*, saltar de un puente para morir`),
  cutting: entries('cortes'),
  wrist: entries('muneca sangr*, antebrazo*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('suicidio*'),
  encouragement: entries('como, metodo*'),

  mutilation: entries(`
    decapitad*, descuartiz*, mutilad*, destripad*, desmembrad*, cabeza cortada, visceras, desollad*,
    degollad*, torturad*, tripas fuera, despedazad*, trozos de cuerpo`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('cadaveres, cuerpo'),
  muchBlood: entries(`
    charco de sangre, cubierto de sangre, lleno de sangre, llena de sangre, bano de sangre`),
  pretendedHorror: entries('disfraz*, calabaza*'),

  slur: entries('negro de mierda, sudaca*, moros fuera, moro de mierda, judio de mierda, maricon de mierda'),
  extremistSlogan: [],
  group: entries('judios, musulmanes, negros, inmigrantes, homosexuales, gitanos, inmigrante, refugiados'),
  dehumanisation: entries(`
    muerte a, matar a, maten, mueran, exterminar, ratas, inferiores, fuera, colgar, eliminar, son ratas,
    son animales`),
  extremism: entries('esvastica*'),
  praise: entries('glorios*, heroe*, viva, unete, recluta*, gloria, nuestro heroe, celebr*, propaganda*'),

  terrorism: entries('estado islamico, terrorista*, atentado*, tiroteo*'),
  weapon: entries('bomba, bombas, explosivo*, gas sarin, coctel molotov, hacer explotar, volar un edificio'),
  weaponRecipe: [],
  instructions: entries(`
    como hacer, fabricar, construir, casera, casero, receta*, instrucciones, paso a paso, guia`),

  harmlessPhrase: entries(`
    puta madre brand, prevencion del suicidio, bomba calienta, bomba rice, arroz bomba, bomba de agua,
    bomba de gasolina, bomba de chocolate, bomba de combustible, bomba hidraulica, bomba de bicicleta,
    bomba de calor, bombero*, bombilla*, pared desnuda, pie desnudo, pies desnudos, arboles desnudos,
    arbol desnudo, ramas desnudas, maja desnuda, la maja desnuda, verdad desnuda, ojo desnudo, manos desnudas,
    educacion sexual, sin desnud*`),
  art: entries('museo*, escultura*, estatua*, pintura*, historia del arte'),
  medicine: entries('anatomia*, anatomic*, hospital, medic*, cancer'),
  awareness: entries('prevencion, ayuda, contra, linea de ayuda'),
  history: entries('museo*, memoria, historia*, historico*, segunda guerra*, exposicion*, documental*'),
  opposition: entries('contra'),
  person: [],
};

export const spanishAges: AgeWords = {
  numbers: entries(`
    -, un, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince,
    dieciséis, diecisiete`),
  afterNumber: entries('años'),
  attachedToDigits: [],
  beforeDigits: entries('edad, niño, niña, chico, chica'),
};
