import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const italian: Lexicon = {
  minor: entries(`
    bambin*, ragazzin*, minorenn*, fanciull*, neonat*, scolar*, studentessa delle medie, adolescente*,
    infantil*, alunn*, scuola elementare, scuole elementari, scuola media, scuole medie, scuola materna,
    asilo, elementari, liceale, liceali, divisa scolastica, grembiule scolastico, quinta elementare,
    prima media, seconda media, terza media, minore, minori, bimbo, bimba, bimbi, bimbe, piccolina,
    adolescenti, preadolescent*, prepuber*, sotto i 18, meno di 18, sorellina, fratellino, mia figlia,
    lolita*, quattrenne, cinquenne, seienne, settenne, ottenne, novenne, decenne, undicenn*, dodicenn*,
    tredicenn*, quattordicenn*, quindicenn*, sedicenn*, diciassettenn*`),
  girlOrBoy: entries(`
    ragazza, ragazze, ragazzo, ragazzi, giovane ragazza, fanciullesc*, studentessa, studentesse`),
  sexualisedMinor: entries(`
    pornografia infantile, pedofil*, pedoporno*, porno minorile, abuso sessuale su minori, sesso con minori,
    sesso con bambini`),
  suggestive: entries(`
    lingerie, intimo, mutandine*, perizoma*, seducent*, sensuale, sexy, biancheria intima, reggiseno,
    mutande, slip intimo, tanga, autoreggenti, reggicalze, scollatura*, seno prosperoso, tette, culo,
    sensuali, provocante, provocanti, lascivo, lasciva, ammiccante, succinti, succinta`),

  sexualAssault: entries(`
    stupro*, stuprat*, stuprare, violenza sessuale, incest*, stupri, stuprando, violenta una, violentare,
    violentata*, violenze sessuali, abusi sessuali, abuso sessuale, aggressione sessuale, molestie sessuali,
    molesta sessualmente, schiava sessuale, schiave sessuali, palpeggia*, sotto la gonna, voyeur*,
    sesso con animali, sesso con un cane, zoofil*, revenge porn`),
  nonConsent: entries(`
    costrett*, contro la sua volonta, drogata, telecamera nascosta, legata, forzata, con la forza,
    senza consenso, senza il suo consenso, svenuta, incosciente, addormentata, ubriaca incosciente, rapita,
    imbavagliata, incatenata, ostaggio, piangente, di nascosto, a sua insaputa, telecamera spia, costringe`),
  undressRequest: entries(`
    spogliala, togli i vestiti, togli le i vestiti, spoglia la, spoglia questa, spoglia mia, spogliare la,
    spogliare questa, spogliare mia, toglile i, toglile il, toglile la, toglile tutti, togli i suoi vestiti,
    togli il vestito, togliere i vestiti, togliendole, rimuovi i vestiti, rimuovere i vestiti,
    rimuovi i suoi vestiti, elimina i vestiti, cancella i vestiti, sfila il vestito, sfilale, denudala,
    denuda la, denuda questa, denudare, svestila, svesti la, svesti questa, senza i suoi vestiti,
    sotto i suoi vestiti, sotto i vestiti di, sotto la sua gonna, attraverso i vestiti, falla nuda,
    rendila nuda, mostrala nuda, mostrala senza, mettila nuda, strappale i vestiti, strappa i vestiti`),
  undressing: entries(`
    spoglia, spogliare, spogliarsi, si spoglia, spogliando, spogliandosi, svestire, svestirsi`),
  removal: entries('rimuovi, togli, togliere, rimuovere, cancella, elimina, sfila'),
  clothes: entries(`
    vestiti, abiti, vestito, gonna, camicetta, maglietta, bikini, biancheria, pantaloni, abito, camicia`),
  realPerson: entries(`
    mia collega, la mia vicina, questa donna, questa foto, la mia collega, la mia ex, la mia fidanzata,
    mia moglie, mia sorella, mia madre, la mia capa, la mia professoressa, mia cugina, mia zia,
    la mia amica, mia compagna di classe, questa ragazza, questa persona, questa signora, questo uomo,
    questa immagine, della foto, nella foto, in foto, nell immagine, della mia vicina, attrice, cantante,
    influencer*, famosa, personaggio famoso, presentatrice, deepfake*, principessa`),

  explicit: entries(`
    scopare, scopano, scopata, pompino*, pompini, cazzo, sesso esplicito, fanno sesso, facendo sesso,
    sesso orale, tette, facendo l amore, fanno l amore, scena di sesso, porno*, masturb*, orgia*, scopa con,
    scopando, scopami, sborra*, figa bagnata, fica bagnata, passera bagnata, cazzi, cazzone, inculata,
    inculare, chiavare, chiavata, troia nuda, puttana, puttane, zoccola, zoccole nude, orgasmo*,
    eiaculazion*, erezion*, sperma, sesso anale, sesso di gruppo, sesso tra, sesso con, sesso in,
    scene di sesso, scena erotica, scena hard, film a luci rosse, film porno, atto sessuale, atti sessuali,
    rapporto sessuale, rapporti sessuali, posizione sessuale, posizioni sessuali, amplesso, coito,
    fare l amore, fare sesso, gangbang, dildo, vibratore, fellatio, cunnilingus, sega a un`),
  nudity: entries(`
    nuda, nudo, ignuda, ignudo, svestit*, spogliat*, senza vestiti, a seno nudo, seminud*, sesso, sessual*,
    donne nude, corpi nudi, uomini nudi, come mamma l ha fatta, in topless, nudi, nude donne, donna nuda,
    ragazza nuda, nudità, nudista*, nudisti, nudismo, senza vestito, senza abiti, senza indumenti,
    senza niente addosso, senza nulla addosso, niente addosso, nulla addosso, senza biancheria,
    senza mutande, senza reggiseno, senza slip, seni nudi, seno nudo, seno scoperto, seni scoperti,
    tette al vento, tette fuori, tette nude, petto nudo donna, a petto nudo donna, mezza nuda, mezzo nudo,
    in costume adamitico, erotic*, capezzol*, topless, spogliarell*, integralmente nud*, culo nudo,
    chiappe nude, discinta, ignudi`),
  genitals: entries(`
    vagine, testicol*, pene, vagina*, vulva*, genital*, clitoride, parti intime, scroto, pube, peli pubici`),

  selfHarm: entries(`
    suicidarsi, suicidati, tagliarsi le vene, tagliarmi le vene, si taglia le vene, impiccarsi, ammazzati,
    uccidersi, si impicca, si suicida, voglio morire, voglio suicidarmi, uccidermi, mi uccido, ucciditi,
    suicidarmi, suicida si, si uccide, togliersi la vita, togliermi la vita, si toglie la vita,
    tagliarsi i polsi, si taglia i polsi, tagliarmi i polsi, taglia i polsi, polsi tagliati,
    tagliarsi le braccia, si taglia le braccia, tagli sulle braccia, tagli sui polsi, autolesion*,
    farsi del male, farmi del male, si fa del male, impiccarmi, impiccati da sola, impiccata alla corda,
    cappio al collo, corda al collo, buttarsi da un ponte, si butta da un ponte, si butta dal tetto,
    buttarsi sotto un treno, si butta sotto, spararsi, si spara in testa, pistola in bocca,
    overdose di pillole, ingoiare tutte le pillole, lettera di suicidio, lettera d addio suicidio,
    patto suicida, farla finita, porre fine alla mia vita, porre fine alla vita, mettere fine alla mia vita,
    smettere di mangiare fino, darsi fuoco, si da fuoco, metodi di suicidio, sfida blue whale`),
  cutting: entries('tagli, lametta, lamette, lama, rasoio, taglio, cicatrici'),
  wrist: entries('polsi, avambracci*, polso, vene'),
  suicideScene: entries('sul cornicione, sdraiata sui binari, sdraiato sui binari'),
  heightSport: entries('scal*, alpinis*, circo, acrobat*, paracadut*'),
  suicide: entries('suicidio*, suicida, anoressi*, bulimi*'),
  encouragement: entries(`
    come, metodo, metodi, modo, modi, guida, romantic*, bello, bella, estetic*, indolore, senza dolore,
    consigli, facile, migliore, glorific*`),

  mutilation: entries(`
    smembrat*, sventrat*, testa mozzata, budella, sgozzat*, fatto a pezzi, corpo a pezzi, decapitat*,
    decapitazion*, testa decapitata, teste mozzate, testa tagliata, smembrament*, mutilat*, mutilazion*,
    squarta*, sbudell*, eviscerat*, interiora, intestini fuori, viscere, scuoia*, torturat*, tortura una,
    torturare, scena di tortura, impalat*, occhi cavati, occhi strappati, arti amputati, arti mozzati,
    braccio mozzato, mano mozzata, mani mozzate, cranio fracassato, cervella, cervello spappolato,
    bruciato vivo, bruciata viva, bruciati vivi, fatta a pezzi, corpi a pezzi, cadavere in decomposizione,
    cadaveri ammassati, pila di cadaveri, cannibal*, carne umana, gola tagliata, gore`),
  bodyPart: entries(`
    testa, braccio, gamba, mano, dito, dita, occhio, occhi, faccia, viso, pelle, cranio, gola`),
  injury: entries('mozzat*, strappat*, schiacciat*, maciullat*, amputat*'),
  woundedBody: entries(`
    cadavere*, corpo, cadaveri, morto, morti, ferito, feriti, ferita, ferite, vittima, vittime, corpi`),
  muchBlood: entries(`
    pozza di sangue, coperto di sangue, pieno di sangue, bagno di sangue, insanguinat*,
    in una pozza di sangue, pozze di sangue, sangue ovunque, sangue dappertutto, schizzi di sangue,
    sporco di sangue, sporca di sangue, coperta di sangue, mare di sangue, fiume di sangue,
    grondante sangue, nel suo sangue, sanguinos*, intriso di sangue`),
  pretendedHorror: entries(`
    zucca, zucche, halloween, costume, bambola, burattin*, giocattol*, pollo, pesce, macellai*, cucina,
    carne`),

  slur: entries(`
    sporco negro, sporchi negri, sporco ebreo, negri di merda, terrone di merda, negro di merda,
    sporca ebrea, sporchi ebrei, ebrei di merda, ebreo di merda, marocchini di merda, zingari di merda,
    zingaro di merda, froci di merda, frocio di merda, culattone*, ricchione*, muso giallo, musi gialli,
    terroni di merda, beduino di merda, vu cumpra, olocausto non e mai, olocausto e una menzogna,
    olocausto e una bugia, olocausto e un invenzione, olocausto mai esistito, camere a gas non sono mai,
    menzogna dell olocausto, bugia dell olocausto, hitler aveva ragione, ebrei controllano, ebrei dominano,
    complotto ebraico, complotto giudaico`),
  extremistSlogan: entries(`
    potere bianco, supremazia bianca, orgoglio bianco, razza superiore, razza ariana, purezza della razza,
    guerra razziale, grande sostituzione, sostituzione etnica, italia agli italiani bianchi,
    fuori gli immigrati, fuori gli ebrei, fuori i musulmani, morte agli infedeli, viva hitler, viva il duce,
    immigrati fuori, ebrei fuori, stranieri fuori, musulmani fuori, zingari fuori, negri fuori, rom fuori`),
  group: entries(`
    ebrei, musulmani, neri, immigrati, zingari, froci, migranti, rifugiati, profughi, ebreo, ebrea, ebraico,
    musulmano, musulmana, islamici, arabi, gente nera, persone nere, africani, immigrato, clandestini,
    extracomunitari, migrante, stranieri, omosessual*, gay, lesbiche, trans, transgender, rom, sinti,
    nomadi, disabili, marocchini, albanesi, rumeni, cinesi, cristiani, meridionali`),
  dehumanisation: entries(`
    morte agli, morte ai, uccidere, sterminare, topi, inferiori, bruciare, impiccare, morte a, morte alle,
    a morte gli, a morte i, uccidete, uccidi tutti, uccidiamo, ammazzare, ammazziamo, ammazzate, sterminat*,
    stermini*, annientare, annientat*, eradicare, eliminare, eliminat*, massacrare, gasare, gasati, gassare,
    ai forni, nei forni, camere a gas per, bruciat*, fucilare, fucilat*, impiccat*, linciare,
    pulizia etnica, epurare, devono morire, dovrebbero morire, meritano di morire, devono sparire, subuman*,
    inferiore, razza inferiore, ratti, sono ratti, sono topi, scarafaggi, parassiti, feccia, come animali,
    come bestie, come scimmie, sono scimmie, sono bestie, invasori, non sono umani, non sono persone,
    dominano il mondo, controllano il mondo, deportare tutti, schiavizz*`),
  extremism: entries(`
    svastica*, nazist*, nazismo, fascist*, fascismo, terzo reich, duce, salo repubblica, swastika,
    croce uncinata`),
  praise: entries(`
    eroe, eroi, eroic*, unisciti, arruola*, viva, celebr*, propaganda*, onore a, onora, omaggio, ammir*,
    idolo, idolatr*, esalt*, lodare, lode, applaud*, martire, martiri, reclut*, leggend*, aveva ragione,
    lunga vita, vittorios*, trionf*, glori*, altare a, santo`),

  terrorism: entries(`
    stato islamico, attentato*, strage*, terrorista*, terrorism*, terroristi, kamikaze*,
    sparatoria a scuola, massacro, brigate rosse, mafioso stragista`),
  weapon: entries(`
    esplosiv*, ordigno*, bomba, bombe, ordigni, cintura esplosiva, giubbotto esplosivo, gas nervino,
    gas mostarda, gas tossico, arma chimica, armi chimiche, arma biologica, armi biologiche, arma nucleare,
    armi nucleari, molotov, bottiglia molotov, bottiglie molotov, granata a mano, mina antiuomo, dinamite,
    polvere da sparo, ricina, antrace, cianuro, tritolo, autobomba, silenziatore, detonatore*`),
  weaponRecipe: entries('fabbricazione di bombe'),
  instructions: entries(`
    come, costruire, fabbricare, fare una, ricetta*, istruzioni, guida, fai da te, fatta in casa,
    fatto in casa, in casa, passo passo, tutorial*, schema, progetto di, ingredienti, assemblare, montare,
    preparare, preparazione, manuale, spiegami, formula, mescol*, sintesi`),

  harmlessPhrase: entries(`
    rossetto nude, troia, cavallo di troia, polla arrosto, prevenzione del suicidio, bomba da bagno,
    bombe da bagno, bomba alla crema, bombe al cioccolato, bomboniere*, bombolon*, spoglia foresta,
    alberi spogli, alberi spogliati, alberi nudi, albero spoglio, piedi nudi, a piedi nudi, occhio nudo,
    ad occhio nudo, piede nudo, roccia nuda, nuda terra, nuda roccia, verita nuda, mani nude, a mani nude,
    educazione sessuale, ano nuovo, scopa di, scopa magica, la scopa, una scopa, passera scopaiola,
    passera d italia, cinciallegra, cincia mora, cincia, troia antica, guerra di troia, troia film,
    citta di troia, coscia di pollo, cosce di pollo, petto di pollo, petti di pollo, petto di tacchino,
    zampe di gallina, testa d aglio, teste d aglio, testa di moro, teste di moro, testa di lattuga,
    testina di vitello, palle del nonno, zizzona, minne di sant agata, minne di vergine, seni di vergine,
    sospiri di monaca, capezzoli di venere, strozzapreti, sex on the beach, finocchio*, finocchi al forno,
    bomba fritta, bombe fritte, bomba alla nutella, bombe di riso, bomba di riso, bombe a mano finte,
    moto naked, moto nuda, gatto nudo, gatti nudi, eterocefalo glabro, cielo nudo, monte nudo,
    montagna nuda, roccia, rocce nude, terreno nudo, rami nudi, ramo nudo, spalle nude, gambe nude,
    muro nudo, mattoni nudi, cemento nudo, sangue di drago, arance sanguinelle, arancia rossa, sanguinaccio,
    scarafaggi cioccolato, minore in do, do minore, re minore, mi minore, fa minore, sol minore, la minore,
    si minore, orsa minore, asia minore, frate minore, frati minori, isole minori, lampadina nuda,
    tronco nudo, tronchi nudi, spada nuda, colline nude, collina nuda, montagne nude, pareti nude,
    parete nuda, muri nudi, pietra nuda, pietre nude, campo nudo, capo nudo, mattone nudo, torso nudo,
    a torso nudo, petto nudo uomo, sesso maschile, sesso femminile, sesso opposto, stesso sesso,
    entrambi i sessi`),
  negatedWish: everyPair(
    'senza, nessuna, nessun, no, niente, non, senza alcuna',
    `
      nudita, nudi, nudo, violenza, sangue, sesso, contenuti sessuali, erotismo, pornografia, porno, armi,
      gore, scene di sesso, cadaveri, ferite, contenuti espliciti`,
  ),
  art: entries(`
    putti, putto, quadro, scultur*, statua, dipinto, dipinti, affresco*, affreschi, storia dell arte,
    museo*, marmo, rinascimento, barocc*, pittur*, galleria d arte, tiziano, olio su tela, disegno dal vero,
    nudo artistico accademia`),
  medicine: entries(`
    cancro, tumore, ospedale, anatomia*, medic*, ostetric*, infermier*, chirurg*, ginecolog*, dottor*,
    biologia, allattamento, radiografia, libro di testo, clinica`),
  awareness: entries(`
    prevenzione, aiuto, contro, sensibilizzazione, linea d aiuto, campagna, terapia, sostegno, sopravvissut*`),
  history: entries(`
    seconda guerra, storia, storico, mostra, museo*, memoria, memoriale, giornata della memoria, storica,
    storici, archivio, anniversario, libro di storia, commemorazion*, monumento*, documentario`),
  opposition: entries(`
    contro, mai piu, no al, no alla, manifestazione contro, pace, solidarieta, resistenza, antifascist*`),
  person: entries('donna, donne, ragazza, uomo, lei, signora, persona, foto, immagine'),
};

export const italianAges: AgeWords = {
  numbers: entries(`
    -, uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici,
    quindici, sedici, diciassette`),
  afterNumber: entries('anni'),
  attachedToDigits: [],
  beforeDigits: entries('età, ragazzo, ragazza'),
};
