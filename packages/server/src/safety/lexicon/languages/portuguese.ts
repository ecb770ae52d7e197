import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const portuguese: Lexicon = {
  minor: entries(`
    crianca*, menina, meninas, menino, meninos, meninin*, garotinh*, novinha*, bebe, bebes, adolescente*,
    infantil*, menores, menor, aluna*, aluno*, escola primaria, ensino fundamental, ensino medio,
    jardim de infancia, creche, pre escola, colegial, uniforme escolar, estudante do ensino, quinto ano,
    sexto ano, setimo ano, oitavo ano, 5o ano, 6o ano, 7o ano, 8o ano, menos de 18 anos, puberdade,
    impubere*, pre adolescente*, filhinha*, filhinho*, irmazinha*, irmaozinho*, minha filha, rapazinho*,
    miudo, miuda, miudos, miudas, moleque*, mocinha*, ninfeta*, lolita*, recem nascid*`),
  girlOrBoy: entries('garota*, garoto*, rapariga*, moca, mocas, rapaz, guria*, guri'),
  sexualisedMinor: entries(`
    pedofil*, pornografia infantil*, porno infantil, abuso infantil, abuso sexual infantil, sexo com menor*,
    sexo com crianca*`),
  suggestive: entries(`
    calcinha*, sutia, sedutor*, provocante*, peitos, pelada, pelado, peladas, pelados, sexy, lingerie,
    fio dental, decote*, sensual*, bunda, nadegas, seios, bumbum, roupa intima, roupa de baixo, provocador*,
    provocativ*, meia arrastao, cinta liga, insinuante*, tesuda*, peituda*`),

  sexualAssault: entries(`
    estupr*, violencia sexual, violacao, abuso sexual, violar, incesto, zoofilia*, violada, violador*,
    violou, abusar sexualmente, abusa sexualmente, abusos sexuais, agressao sexual, assedio sexual,
    escrava sexual, escravas sexuais, incestuos*, apalpa*, passando a mao nela, por baixo da saia, voyeur*,
    sexo com animais, sexo com animal, sexo com cachorro, bestialidade, pornografia de vinganca`),
  nonConsent: entries(`
    forcad*, contra a vontade, dopad*, camera escondida, amarrada, drogad*, inconsciente, a forca, forcando,
    sem consentimento, sem o consentimento, desmaiada, dormindo, adormecida, bebada desacordada,
    desacordada, sequestrad*, raptad*, amordacad*, acorrentad*, refem, chorando, as escondidas,
    sem ela saber, sem que ela saiba, camera espia, obrigada, obrigado a`),
  undressRequest: entries(`
    tire a roupa, tirar a roupa, remova a roupa, dispa a, dispa esta, dispa essa, dispa la, despir a,
    despir esta, despi la, tire as roupas, tira a roupa, tira as roupas, tire o vestido, tira o vestido,
    tirar as roupas, tirar o vestido, tirando a roupa dela, remova as roupas, remover a roupa,
    remover as roupas, retire a roupa, retire as roupas, retirar a roupa, apague a roupa, apague as roupas,
    elimine a roupa, sem as roupas dela, sem a roupa dela, por baixo da roupa, por baixo das roupas,
    debaixo da roupa dela, atraves da roupa, deixe a nua, deixa ela nua, deixe ela nua, deixar ela nua,
    deixe a pelada, deixa ela pelada, deixe ela pelada, faca ela ficar nua, mostre a nua, mostra ela nua,
    mostre ela nua, mostre ela sem, arranque a roupa, arrancar a roupa, coloque a nua`),
  undressing: entries('despindo, despir, despe, desnuda*, se despe'),
  removal: entries('remova, remover, retira, elimina, eliminar, retire, retirar, apague, apagar'),
  clothes: entries('roupa, roupas, vestido, saia, blusa, camisa, biquini, calca, calcas, sutia, lingerie'),
  realPerson: entries(`
    minha colega, minha vizinha, esta mulher, minha ex, desta foto, dela foto, minha professora, esta foto,
    minha namorada, minha esposa, minha irma, minha mae, minha chefe, minha prima, minha tia, minha amiga,
    minha aluna, minha crush, essa mulher, essa moca, essa garota, esta garota, esta pessoa, essa pessoa,
    este homem, essa foto, nesta foto, nessa foto, dessa foto, da foto, na foto, desta imagem, nesta imagem,
    atriz, cantora, famosa, celebridade*, influencer*, influenciadora*, apresentadora, princesa, deepfake*`),

  explicit: entries(`
    foder, fodendo, fodem, boquete*, buceta*, caralho, punheta*, transando, sexo anal, fazendo sexo,
    peitos de fora, safada*, gostosa pelada, putaria, fazendo amor, fazer amor, cena de sexo, porno*,
    masturb*, orgia*, puta, putas, sexo explicito, sexo oral, foda, fodas, transar, transa, metendo nela,
    gozar na, chupando o pau, chupar pau, pau duro, rola dura, piroca*, pica dura, cacete duro, xoxota*,
    xana molhada, cu arrombado, cuzinho, siririca*, sexo com, sexo entre, sexo na, sexo no, sexo em,
    sexo grupal, relacao sexual, relacoes sexuais, ato sexual, atos sexuais, posicao sexual,
    posicoes sexuais, cenas de sexo, cena erotica, cena porno, orgasmo*, ejacul*, erecao, esperma, suruba*,
    vadia*, prostituta nua, piranha nua, rameira*, coito, fornic*, copulando, sexo selvagem, sexo hardcore,
    filme adulto, filme porno, vibrador, consolo sexual, fazem amor, fazem sexo, fazer sexo, tetas,
    mamas de fora`),
  nudity: entries(`
    nua, nuas, mulher pelada, menina pelada, homem pelado, garota pelada, menino pelado, peladinh*,
    pelada na cama, homem nu, menino nu, sem roupa, seios de fora, sensual nua, crianca pelada,
    criancas peladas, pelad* no, sexual*, sexo, nudez, nudismo, nudista*, nus frontais, nu frontal,
    nu artistico, mulheres nuas, pessoas nuas, homens nus, corpos nus, corpo nu, completamente nu,
    totalmente nu, mulheres peladas, garotas peladas, meninas peladas, gente pelada, sem roupas,
    sem nenhuma roupa, sem calcinha, sem sutia, sem blusa mulher, sem nada por baixo, sem nada no corpo,
    nao usa nada, nao veste nada, seios a mostra, seios nus, seios expostos, seios descobertos,
    peitos a mostra, peitos nus, bunda de fora, bunda a mostra, como veio ao mundo, semi nua, semi nu,
    topless, erotic*, erotismo, mamilo*, strip tease, striptease*, stripper*, desnuda*, seminu, seminus,
    mulher despida, mulheres despidas, homem despido, despida na, despida no, menina despida, moca despida,
    garota despida, crianca despida`),
  genitals: entries(`
    testicul*, penis, vagina*, vulva*, genita*, partes intimas, clitoris, escroto, anus, pelos pubianos,
    pubis`),

  selfHarm: entries(`
    se mate, me suicidar, se suicidar, cortar os pulsos, cortando os pulsos, enforcar se, se enforcando,
    se matar, se enforca, corta os pulsos, quero morrer, quero me suicidar, suicidar, me matar, matar me,
    mate se, suicide se, se suicida, se suicidando, tirar a propria vida, tirar minha vida,
    tirar minha propria vida, tira a propria vida, cortar meus pulsos, pulsos cortados, cortando os bracos,
    se cortando, se corta com, cortes nos pulsos, cortes nos bracos, automutil*, autolesao,
    se machucar de proposito, enforcar me, enforca se, corda no pescoco, pular da ponte para,
    pular de um predio para, pula da ponte, se joga da ponte, se jogar da ponte, se joga do predio,
    se joga na frente, se jogar na frente do trem, atirar na propria cabeca, arma na boca,
    overdose de remedios, tomar todos os comprimidos, engolir todos os comprimidos, carta de suicidio,
    bilhete de suicidio, carta suicida, pacto de suicidio, acabar com minha vida, acabar com a minha vida,
    acabar com a propria vida, dar fim a minha vida, desafio da baleia azul, baleia azul desafio,
    parar de comer ate, ateia fogo em si, atear fogo em si`),
  cutting: entries('cortes, corte, lamina, laminas, gilete, navalha, cicatrizes'),
  wrist: entries('pulsos, antebraco*, pulso, veias'),
  suicideScene: entries('na beira do predio, no parapeito, deitada nos trilhos, deitado nos trilhos'),
  heightSport: entries('escala*, alpinis*, circo, acrobat*, paraqued*, rapel'),
  suicide: entries('suicidio*, suicida, anorexi*, bulimi*'),
  encouragement: entries(`
    como, metodo*, maneira, maneiras, jeito, forma, guia, romantic*, bonit*, lind*, bel*, estetic*, sem dor,
    indolor, dicas, facil, melhor, glorific*`),

  mutilation: entries(`
    cabeca decepada, pedacos de corpo, decapita*, cabeca cortada, cabecas cortadas, cabeca arrancada,
    esquarteja*, desmembra*, mutila*, evisceracao, estripa*, visceras, tripas para fora,
    intestinos para fora, entranhas, esfola*, degola*, empalad*, tortura*, olhos arrancados,
    membros amputados, membros decepados, mao decepada, braco decepado, decepad*, cranio esmagado, miolos,
    cerebro exposto, queimado vivo, queimada viva, queimados vivos, despedacad*, corpo em pedacos,
    cadaver em decomposicao, cadaveres empilhados, pilha de cadaveres, pilha de corpos, canibal*,
    carne humana, garganta cortada, garganta degolada, gore`),
  bodyPart: entries('cabeca, braco, perna, mao, dedo*, olho, olhos, rosto, pele, cranio, garganta'),
  injury: entries('arrancad*, esmagad*, amputad*, dilacerad*'),
  woundedBody: entries(`
    corpo, cadaver, cadaveres, morto, mortos, ferido, feridos, ferida*, vitima*, corpos, defunto`),
  muchBlood: entries(`
    poca de sangue, coberto de sangue, cheio de sangue, banho de sangue, ensanguentad*, pocas de sangue,
    sangue por toda parte, sangue por todo lado, sangue por todos os lados, sangue espirrando,
    respingos de sangue, sujo de sangue, coberta de sangue, banhado em sangue, mar de sangue, rio de sangue,
    jorrando sangue, escorrendo sangue, muito sangue, sangrent*`),
  pretendedHorror: entries(`
    abobora*, halloween, fantasia, boneco*, boneca*, brinquedo*, frango*, peixe*, acougue*, carne, cozinha`),

  slur: entries(`
    judeus malditos, preto imundo, macaco preto, negro imundo, negros imundos, preto fedido, crioulo fedido,
    judeu imundo, judeus imundos, judeu maldito, viado de merda, viado nojento, viados nojentos,
    bicha nojenta, cigano imundo, macacos pretos, negro macaco, traveco*, sapatao nojenta,
    holocausto e mentira, holocausto e uma mentira, holocausto foi uma mentira, holocausto nunca,
    holocausto nao existiu, holocausto nao aconteceu, camaras de gas sao mentira, hitler estava certo,
    hitler tinha razao, judeus controlam, judeus dominam, conspiracao judaica, complo judaico`),
  extremistSlogan: entries(`
    poder branco, orgulho branco, supremacia branca, raca superior, raca ariana, pureza racial,
    guerra racial, grande substituicao, fora imigrantes, fora judeus, fora muculmanos, morte aos infieis,
    viva hitler, judeus fora, imigrantes fora, negros fora, fora negros, fora ciganos, ciganos fora`),
  group: entries(`
    judeus, muculmanos, imigrantes, negros, refugiados, judeu, judia, judaico, muculmano, muculmana,
    islamicos, arabes, gente preta, pessoas negras, pretos, africanos, imigrante, migrantes, migrante,
    refugiado, estrangeiros, homossexua*, gays, gay, lesbicas, bichas, viados, trans, transexua*, travestis,
    ciganos, deficientes, indigenas, indios, nordestinos, haitianos, venezuelanos, bolivianos, chineses,
    cristaos, evangelicos, autistas`),
  dehumanisation: entries(`
    morte aos, matem, ratos, eliminar, morte a, morte as, a todos os matem, matar todos, matar os,
    mate todos, vamos matar, extermin*, erradic*, aniquil*, genocid*, massacr*, camara de gas, ao forno,
    aos fornos, queimar os, queimem, fuzilar, fuzilem, enforcar os, enforquem, linch*, limpeza etnica,
    expurgar, eliminad*, devem morrer, deviam morrer, merecem morrer, devem desaparecer, devem ser,
    subhuman*, sub human*, raca inferior, baratas, parasitas, escoria, como animais, como macacos,
    como ratos, sao macacos, sao ratos, sao animais, sao lixo, sao uma praga, invasores, nao sao humanos,
    nao sao gente, escraviz*, deportar todos, expulsar todos, dominam o mundo, controlam o mundo`),
  extremism: entries(`
    suastica*, nazi*, neonazi*, fascist*, fascismo, terceiro reich, integralista*, swastika`),
  praise: entries(`
    heroi*, nosso heroi, glorios*, viva, propaganda*, gloria, glorific*, honra a, homenage*, admir*, idolo,
    idolatr*, exalt*, louva*, aplaud*, martir*, junte se, aliste se, recrut*, lendari*, estava certo,
    tinha razao, vida longa, vitorios*, triunf*, celebr*, grandioso, altar para, santo`),

  terrorism: entries(`
    terrorista*, atentado*, terrorism*, estado islamico, ataque terrorista, homem bomba, homens bomba,
    massacre, atirador, ataque a escola, tiroteio em massa, assassino em massa`),
  weapon: entries(`
    bomba, bombas, explosivo*, artefato explosivo, colete bomba, colete explosivo, cinto explosivo,
    gas mostarda, gas sarin, gas nervoso, gas toxico, arma quimica, armas quimicas, arma biologica,
    armas biologicas, arma nuclear, coquetel molotov, coqueteis molotov, granada de mao, mina terrestre,
    dinamite, polvora, nitroglicerina, ricina, antraz, cianeto, carro bomba, silenciador, detonador*`),
  weaponRecipe: entries('fabricacao de bombas, receita de bomba*'),
  instructions: entries(`
    como fazer, caseira, caseiro, receita*, instrucoes, passo a passo, tutoriais, modo de fazer, fabricar,
    construir, guia, como se faz, como construir, como fabricar, como montar, faca uma, fazer uma, montar,
    montagem, preparar, preparo, manual, tutorial*, passos, planta, esquema, diagrama, ingredientes,
    formula, mistura*, em casa, sintese`),

  harmlessPhrase: entries(`
    pelada de futebol, futebol pelada, prevencao do suicidio, bomba d agua, bombas de banho, bombeiro*,
    pes nus, olho nu, a olho nu, arvores nuas, nua e crua, as vezes, educacao sexual, jogando pelada,
    jogar pelada, joga pelada, jogam pelada, pelada na rua, pelada de, pelada no campo,
    pelada na praia com bola, foda se flor, rola bosta, rolinha, rolinhas, mar de rosas, peito de frango,
    peito de peru, peitos de frango, coxinha*, cabeca de alho, cabecas de alho, cabeca de alface,
    cabeca de porco, cabeca de peixe, barriga de freira, papo de anjo, toucinho do ceu, pasteis de freira,
    mamas de freira, bolinho de chuva, pe de moleque, pes de moleque, olho de sogra, beijinho, queijadinha,
    sarrabulho, morcela, chourico de sangue, laranja sanguinea, bomba de chocolate, bombas de chocolate,
    bomba de creme, bombas d agua, bomba de ar, bomba de encher, bomba de combustivel, bomba de gasolina,
    bomba hidraulica, cao sem pelo, gato sem pelo, gato pelado, cao pelado, rato toupeira pelado,
    ratos toupeira pelados, urubu de cabeca, moto naked, rocha nua, rochas nuas, pedra nua, montanha nua,
    terra nua, arvore nua, galhos nus, galho nu, parede nua, pe nu, ombros nus, macaco prego, macaco aranha,
    piranha de estimacao, peixe piranha, tornozelo, pica pau*, pau brasil, pau de selfie, pau a pique,
    sexo na praia coquetel, camarao sexy, menor em, escala menor, ursa menor, asia menor, lampada nua,
    tronco nu, troncos nus, colina nua, colinas nuas, montanhas nuas, paredes nuas, tijolo nu, tijolos nus,
    concreto nu, pedras nuas, campo nu, cabeca nua, torso nu, peito nu homem, sexo masculino, sexo feminino,
    sexo oposto, mesmo sexo, ambos os sexos`),
  negatedWish: everyPair(
    'sem, nenhuma, nenhum, nada de, nao, evitar, sem qualquer',
    `
      nudez, nus, nu, violencia, sangue, sexo, conteudo sexual, erotismo, pornografia, porno, armas, gore,
      cenas de sexo, cadaveres, ferimentos, conteudo explicito, conteudo adulto`,
  ),
  art: entries(`
    historia da arte, escultura*, estatua*, pintura*, museu*, renascimento, oleo sobre tela, marmore,
    afresco*, quadro de, desenho de modelo vivo, pinacoteca`),
  medicine: entries(`
    anatomia*, anatomic*, hospital, medic*, cancro, enfermeir*, cirurgi*, ginecolog*, obstetr*, parteira*,
    doutor*, biologia, amamentacao, radiografia, livro didatico, cancer, clinica, mamografia`),
  awareness: entries(`
    prevencao, ajuda, apoio, contra, conscientizacao, linha de ajuda, centro de valorizacao da vida, cvv,
    terapia, campanha, sobrevivente*, prevenir`),
  history: entries(`
    documentario*, exposicao, historia*, memoria, segunda guerra*, documental*, museu*, memorial,
    monumento*, historico*, comemora*, arquivo, aniversario, livro de historia, homenagem as vitimas,
    guerra mundial`),
  opposition: entries(`
    contra, nunca mais, nao ao, nao a, manifestacao contra, paz, solidariedade, resistencia, protesto*,
    tolerancia`),
  person: entries('mulher, mulheres, garota, menina, homem, ela, moca, pessoa, foto, imagem, senhora'),
};

export const portugueseAges: AgeWords = {
  numbers: entries(`
    -, um, dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, quatorze, quinze,
    dezesseis, dezessete`),
  afterNumber: entries('anos'),
  attachedToDigits: [],
  beforeDigits: entries('idade, menino, menina'),
};
