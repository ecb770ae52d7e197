import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const portuguese: Lexicon = {
  minor: entries(`
    crianca*, menina, meninas, menino, meninos, meninin*, garotinh*, novinha*, bebe, bebes, adolescente*,
    infantil*, menores, menor`),
  girlOrBoy: entries('garota*, garoto*'),
  sexualisedMinor: entries('pedofil*, pornografia infantil*'),
  suggestive: entries('calcinha*, sutia, sedutor*, provocante*, peitos, pelada, pelado, peladas, pelados'),

  sexualAssault: entries('estupr*, violencia sexual, violacao, abuso sexual, violar, incesto, zoofilia*'),
  nonConsent: entries('forcad*, contra a vontade, dopad*, camera escondida, amarrada, drogad*, inconsciente'),
  undressRequest: entries('tire a roupa, tirar a roupa, remova a roupa'),
  undressing: [],
  removal: entries('remova, remover, retira, tire, elimina, eliminar'),
  clothes: entries('roupa, roupas, vestido'),
  realPerson: entries(`
    minha colega, minha vizinha, esta mulher, minha ex, desta foto, dela foto, minha professora, esta foto`),

  explicit: entries(`
    foder, fodendo, fodem, boquete*, buceta*, caralho, punheta*, transando, sexo anal, fazendo sexo,
    peitos de fora, safada*, gostosa pelada, putaria, fazendo amor, fazer amor, cena de sexo, porno*,
    masturb*, orgia*, puta, putas, sexo explicito, sexo oral`),
  nudity: entries(`
    nua, nuas, mulher pelada, menina pelada, homem pelado, garota pelada, menino pelado, peladinh*,
    pelada na cama, homem nu, menino nu, despid*, sem roupa, seios de fora, seminua*, sensual nua,
    crianca pelada, criancas peladas, pelad* no, sexual*, sexo`),
  genitals: entries('testicul*'),

  selfHarm: entries(`
    se mate, me suicidar, se suicidar, cortar os pulsos, cortando os pulsos, enforcar se, se enforcando,
    automutilac*, se matar, se enforca, corta os pulsos, quero morrer, quero me suicidar, suicidar`),
  cutting: entries('cortes'),
  wrist: entries('pulsos, antebraco*'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('suicidio*'),
  encouragement: entries('como, metodo*'),

  mutilation: entries(`
    esquartejad*, estripad*, cabeca decepada, esfolad*, degolad*, pedacos de corpo, decapitad*, mutilad*,
    torturad*`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('corpo'),
  muchBlood: entries('poca de sangue, coberto de sangue, cheio de sangue, banho de sangue'),
  pretendedHorror: entries('fantasia de, abobora*'),

  slur: entries('judeus malditos, preto imundo, macaco preto'),
  extremistSlogan: [],
  group: entries('judeus, muculmanos, imigrantes, negros, refugiados'),
  dehumanisation: entries('morte aos, matem, exterminem, ratos, fora, exterminar, eliminar'),
  extremism: entries('suastica*'),
  praise: entries('heroi*, nosso heroi, glorios*, viva, propaganda*'),

  terrorism: entries('massacre na escola, terrorista*, atentado*'),
  weapon: entries('bomba, bombas, explosivo*'),
  weaponRecipe: [],
  instructions: entries(`
    como fazer, caseira, caseiro, receita*, instrucoes, passo a passo, tutoriais, modo de fazer, fabricar,
    construir, guia`),

  harmlessPhrase: entries(`
    pelada de futebol, futebol pelada, prevencao do suicidio, bomba d agua, bombas de banho, bombeiro*,
    pes nus, olho nu, a olho nu, arvores nuas, nua e crua, as vezes, educacao sexual, jogando pelada,
    jogar pelada, joga pelada, jogam pelada, pelada na rua, pelada de, pelada no campo,
    pelada na praia com bola, sem nudez`),
  art: entries('historia da arte, escultura*, estatua*, pintura*'),
  medicine: entries('anatomia*, anatomic*, hospital, medic*, cancro'),
  awareness: entries('prevencao, ajuda, apoio, contra'),
  history: entries('documentario*, exposicao, historia*, memoria, segunda guerra*, documental*'),
  opposition: entries('contra'),
  person: [],
};

export const portugueseAges: AgeWords = {
  numbers: entries(`
    -, um, dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, quatorze, quinze,
    dezesseis, dezessete`),
  afterNumber: entries('anos'),
  attachedToDigits: [],
  beforeDigits: entries('idade, menino, menina'),
};
