import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const dutch: Lexicon = {
  minor: entries(`
    een kind, het kind, dit kind, mijn kind, bloot kind, naakt kind, klein kind, kind zonder, kind van,
    kindje, kindjes, kinderen, kleuter*, peuter*, baby s, meisje van de basisschool, tiener*, schoolmeisje*,
    schooljongen*, schoolkind*, scholier*, leerling*, minderjarig*, klein meisje, kleine meisje*,
    jong meisje, jonge meisje*, kleine jongen*, klein jongetje, jongetje*, puber*, basisschool*, brugklas*,
    brugpieper*, middelbare scholier*, groep 3, groep 4, groep 5, groep 6, groep 7, groep 8, schooluniform*,
    dochter, dochters, dochtertje*, zuigeling*, kleinkind*, onder de 18, jonger dan 18, zusje, broertje,
    kinderlijk*, prepuber*, adolescent*, tweejarig*, driejarig*, vierjarig*, vijfjarig*, zesjarig*,
    zevenjarig*, achtjarig*, negenjarig*, tienjarig*, elfjarig*, twaalfjarig*, dertienjarig*,
    veertienjarig*, vijftienjarig*, zestienjarig*, zeventienjarig*`),
  girlOrBoy: entries('meisje, jongen, jongens, meid, meiden, meisjes*'),
  sexualisedMinor: entries(`
    kinderporno*, kinderseks*, pedofiel*, pedofilie*, kindermisbruik*, kinderlokker*`),
  suggestive: entries(`
    sexy, ondergoed, slipje*, bh, lingerie, verleidelijk*, sensueel*, sensuele, borsten, billen, kont,
    jarretel*, strakke bikini, bikinipose, tongzoen*`),

  sexualAssault: entries(`
    verkracht*, aanrand*, aangerand*, seksueel misbruik*, seksueel geweld, groepsverkracht*, incest*,
    seksslaa*, bestialiteit, ontucht*, zoofiel*, zoofilie*, voyeur*, stiekem gefilmd, wraakporno*,
    seks met dier*, seks met een dier, misbruikt*, betast haar, betast een vrouw, betast een meisje`),
  nonConsent: entries(`
    gedwongen, dwingt, tegen haar wil, tegen zijn wil, zonder toestemming, bewusteloos*, gedrogeerd*,
    stiekem, verborgen camera, vastgebonden, geboeid, gekneveld, slapend*, huilend*, weerloos*, ontvoerd*,
    gegijzeld*, zonder haar medeweten, spycam*`),
  undressRequest: entries(`
    kleed haar uit, kleed hem uit, kleed de vrouw uit, trek haar kleren uit, trek haar kleding uit,
    trek haar jurk uit, trek haar uit, doe haar kleren uit, haal haar kleren weg, haal haar kleding weg,
    haal de kleren weg, verwijder haar kleren, verwijder haar kleding, verwijder de kleren,
    verwijder de kleding, verwijder kleren, verwijder kleding, verwijder haar bikini, zonder haar kleren,
    onder haar kleren, onder haar kleding, onder haar jurk, onder haar rok, door haar kleren,
    maak haar bloot, maak * naakt, maak * * naakt, maak * topless, kleren van haar lijf, rok omhoog,
    uitkleed app, uitkleedapp*, kleed deze, kleed dit, kleed mijn, kleed die, trek deze vrouw,
    haal de kleren van, haal de kleding van, haal haar jurk, haal haar bikini, haal haar topje,
    trek de kleren van, verwijder de jurk, verwijder het topje, haal alle kleren`),
  undressing: entries('uitkleden, uitgekleed, uitkleedt, ontkleden, ontkleed, ontkleedt, kleedt zich uit'),
  removal: entries('verwijder, verwijderen, haal weg, weghalen, trek uit, uittrekken, photoshop weg, wis'),
  clothes: entries('kleren, kleding, jurk, rok, shirt, blouse, bikini, broek, badpak, topje'),
  realPerson: entries(`
    mijn collega, mijn buurvrouw, mijn buurmeisje, mijn ex, mijn lerares, mijn juf, mijn vriendin,
    mijn vrouw, mijn zus, mijn moeder, mijn baas, deze vrouw, deze dame, dit meisje, deze foto, dit plaatje,
    op de foto, van de foto, mijn klasgenoot*, mijn klasgenote, actrice, zangeres, bekende nederland*,
    beroemdheid, influencer*, deepfake*, prinses, presentatrice`),

  explicit: entries(`
    porno*, neuken*, neukt, geneukt, kut, kutje, kutjes, pijpt, gepijpt, haar pijpen, hem pijpen,
    pijpbeurt*, beffen, beft, hardcore seks, seksscene*, seksfilm*, sexfilm*, sekstape*, hebben seks,
    heeft seks, seks hebben, sex hebben, vrijt, vrijend*, vrijen met, de liefde bedrijven,
    bedrijven de liefde, masturbe*, aftrekken zich, vingert zich, klaarkom*, komt klaar, orgie*, trio seks,
    gangbang, lul, pik zuigen, stijve pik, stijve penis, erectie, dildo, hoer, hoeren, slet, sletje*,
    slettig*, geile, geil, tieten, tietjes, anale seks, anaal, orale seks, orgasme*, geslachtsgemeenschap,
    seksstandje*, stripteas*, zaadlozing*, bordeelseks, sekspop*, beffende, seksueel expliciet*,
    expliciete seks, kontneuken, spuitende lul`),
  nudity: entries(`
    naakt, naakte, naakten, naaktfoto*, naaktmodel*, naaktstrand*, naaktheid, halfnaakt*, poedelnaakt*,
    spiernaakt*, piemelnaakt*, bloot, blote borsten, blote vrouw*, blote man*, blote meid*, blote meisje*,
    blote kont, blote billen, blote tieten, zonder kleren, zonder kleding, zonder ondergoed, geen kleren,
    geen kleding, ontbloot*, ontblote, ontkleed, uitgekleed, topless, zonder bh, zonder broek,
    zonder bovenstukje, in adamskostuum, in evakostuum, erotisch*, erotiek, erotica, seks, sexueel*,
    seksueel, seksuele, helemaal bloot, heeft niets aan, kleedt zich uit, striptease, nudist*, sex,
    blote tepels, tepels zichtbaar, haar tepels, zichtbare tepels`),
  genitals: entries(`
    piemel*, sperma, vagina*, schaamlip*, vulva, geslachtsde*, testikel*, schaamhaar, clitoris, anus, penis,
    penissen`),

  selfHarm: entries(`
    pleeg zelfmoord, zelfmoord plegen, pleegt zelfmoord, maak jezelf af, maak jezelf van kant,
    mezelf van kant, zichzelf van kant, zelfdoding methode*, snijdt zichzelf, snijd mezelf, mezelf snijden,
    zichzelf snijden, snijden in mijn arm*, snijdt in haar arm*, snijdt in zijn arm*, polsen doorsnijd*,
    polsen doorgesned*, polsen opensnijd*, snijdt haar polsen, snijdt zijn polsen, mijn polsen,
    zelfverminking*, zelfbeschadig*, automutilat*, hangt zichzelf op, verhangt zich*, zich verhang*,
    mezelf verhang*, jezelf verhang*, hang jezelf op, ik wil dood, wil sterven, dood willen,
    uit het leven stappen, stapt uit het leven, een einde aan mijn leven, een eind aan mijn leven,
    einde aan haar leven, einde aan zijn leven, springt voor de trein, voor de trein springen,
    springt van het dak, van een flat springen, afscheidsbrief, pistool in zijn mond, pistool in haar mond,
    overdosis pillen, thinspo, uithongeren, hongert zich uit, dood jezelf, schiet zichzelf, zelfmoordpact,
    zelfmoordinstruct*, strop om zijn nek, strop om haar nek`),
  cutting: entries('snee, sneeen, sneden, snijwond*, snijdt, snijden, scheermes*, mesje'),
  wrist: entries('pols, polsen, onderarm*, bovenbenen'),
  suicideScene: entries('op de rand van het dak, hangt aan een strop, strop om de nek, ligt op het spoor'),
  heightSport: entries('klimmer*, klimmen, circus, acrobaat*, bungee*, parachut*, stunt*'),
  suicide: entries('zelfmoord*, zelfdoding*, suicide, anorexia, boulimia'),
  encouragement: entries(`
    hoe, methode*, manier*, handleiding*, romantisch*, mooi*, pijnloos*, tips, stap voor stap, doe het,
    verheerlijk*, inspirerend*, vredig`),

  mutilation: entries(`
    onthoofd*, afgehakt*, afgehouwen, afgesneden hoofd, afgerukt*, verminkt*, verminking, in stukken gehakt,
    in stukken gesneden, opengesneden, opengereten, ontweid*, ingewanden, gemarteld*, marteling*, martelt,
    gevild, levend gevild, levend verbrand*, doorgesneden keel, keel doorgesned*, keel doorsnijd*,
    uitgestoken ogen, verbrijzelde schedel, lichaamsdelen, in stukken gescheurd, uiteengereten, gespietst,
    kannibaal*, kannibalis*, rottend lijk, stapel lijken, gore, gruwelijk verminkt`),
  bodyPart: entries(`
    hoofd, hoofden, schedel*, arm, armen, been, benen, hand, handen, vinger*, oog, ogen, gezicht, huid,
    keel, tong, ledematen`),
  injury: entries('verbrijzeld*, afgescheurd*, uitgerukt*, opengereten, doorboord*, afgebeten'),
  woundedBody: entries(`
    lijk, lijken, dode lichaam, dode lichamen, lichaam, lichamen, gewonde, slachtoffer*, wond*, vermoorde`),
  muchBlood: entries(`
    plas bloed, bloedplas*, bloedbad, onder het bloed, overal bloed, bloed overal, doordrenkt van bloed,
    vol bloed, badend in bloed, bloederig*, bloed spuit*, bebloed*, druipt van het bloed,
    badend in het bloed`),
  pretendedHorror: entries(`
    halloween*, pompoen*, kostuum*, verkleed*, kip, kippen, vis, vissen, slager*, keuken`),

  slur: entries(`
    kankerjood*, kankerjoden, vieze jood*, vuile jood*, vuile joden, rotjood, kutmarokkan*, vieze turk*,
    vuile turk*, kankerturk*, kankerneger*, vuile neger*, nikker*, joden aan het gas,
    alle joden aan het gas, hamas hamas joden, dood aan de joden, dood aan joden, vieze homo*, kankerhomo*,
    vuile flikker*, holocaust is een leugen, holocaust is nooit gebeurd, holocaust nooit gebeurd,
    holocaustleugen, hitler had gelijk, spleetoog*, spleetogen, zandneger*, geitenneuker*, kopvodd*`),
  extremistSlogan: entries(`
    blanke macht, witte macht, blank nederland, eigen volk eerst propaganda, omvolking*, rassenoorlog,
    ubermensch, untermensch*, buitenlanders eruit, moslims eruit, moslims het land uit,
    blanke ras superieur, superieure ras`),
  group: entries(`
    joden, jood, moslims, moslim, marokkanen, turken, negers, zwarten, zwarte mensen, homo s, homos,
    homoseksuelen, vluchtelingen, asielzoekers, zigeuners, buitenlanders, immigranten, migranten,
    lesbiennes, transgender*, gehandicapten, christenen, chinezen, surinamers, arabieren, oekrainers, polen`),
  dehumanisation: entries(`
    dood aan, doodt, dood alle, doden, vermoord*, uitroei*, uitgeroeid, vergas*, aan het gas, vernietig*,
    ongedierte, ratten, kakkerlakken, parasieten, minderwaardig*, ondermensen, opsluiten, ophangen, afmaken,
    uitmoord*, het land uit, deporteer*, deporteren, tuig, verbrand, moeten dood, horen niet,
    verdienen de dood, zijn beesten, zijn dieren, zuiveren, afslachten, plaag, als apen, de zee in,
    beheersen de wereld`),
  extremism: entries(`
    nazi s, hakenkruis*, derde rijk, nsb, nationaalsocialis*, fascist*, waffen, ss soldaat`),
  praise: entries(`
    held, helden, heldhaftig*, heldendaad, verheerlijk*, glorie*, roem*, lang leve, leve, sluit je aan,
    word lid, eerbetoon, eert, propaganda*, trots, prachtig*, geweldig*, martelaar*, triomf*, bewonder*,
    rekruteer*, legende, ode aan, had gelijk`),

  terrorism: entries(`
    islamitische staat, terrorist*, terreur*, aanslag, aanslagen, aanslagpleger*, schietpartij*,
    schoolschutter*, zelfmoordterror*, bomaanslag*, massamoord*, massaschiet*, amok`),
  weapon: entries(`
    bom, bommen, pijpbom*, spijkerbom*, explosief, explosieven, springstof*, zenuwgas*, gifgas*, mosterdgas,
    brandbom*, molotovcocktail*, chemisch wapen, chemische wapens, biologisch wapen, kernwapen*, atoombom*,
    bomgordel*, bomvest*, dynamiet, kunstmestbom*, handgranaat*, landmijn*, ricine, spookwapen*,
    geluiddemper*, opblazen, buskruit`),
  weaponRecipe: entries('bommenmak*, bomrecept*'),
  instructions: entries(`
    hoe, maken, maak, maakt, bouwen, bouw, bouwt, recept*, handleiding*, instructie*, stap voor stap,
    bouwtekening*, schema, zelfgemaakt*, zelf maken, thuis maken, ingredienten, tutorial*, uitleg,
    in elkaar zetten, bereiden, fabriceren, plattegrond`),

  harmlessPhrase: entries(`
    blote oog, met het blote oog, blote voeten, blote handen, blote hand, blote hemel, blote takken,
    naakte rots*, naakte feiten, naakte waarheid, naaktslak*, naakte molrat*, naakte kat, naakte bomen,
    naakte takken, pik zwart, pijpen in, kinder chocola*, kinder bueno, kinderen voor kinderen, badbom,
    badbommen, bruisbal*, seksuele voorlichting, seksuele opvoeding, zelfmoordpreventie, strip boek,
    bommetje in het zwembad, bokkenpoot*, moorkop*, negerzoen*, jodenkoek*, jodenbreestraat, hoe laat,
    kut met, stijve hark, hete bliksem, vrijen verboden, geile berm*, kerkorgel pijpen, orgelpijpen,
    naakte boom, naakte muur, kale en naakte, blote muur, blote muren, blote benen in sandalen,
    naakte berg*, bloot bovenlijf, ontbloot bovenlijf, blote bast, ontblote bast, blote borst,
    ontblote borst man`),
  negatedWish: everyPair(
    'geen, zonder, niet, vrij van',
    `
      naakt, naaktheid, bloot, geweld, bloed, seks, erotiek, porno, wapens, gore, naakte mensen,
      expliciete inhoud, seksuele inhoud, lijken, wonden`,
  ),
  art: entries(`
    museum*, schilderij*, olieverf*, beeldhouw*, standbeeld*, sculptuur, sculpturen, renaissance,
    kunstgeschiedenis, modeltekenen, naar het leven tekenen, rembrandt*, tekenles`),
  medicine: entries(`
    medisch*, arts, artsen, dokter*, ziekenhuis*, anatomi*, leerboek*, verpleeg*, kanker*, biologieles*,
    borstkanker*, verloskund*, chirurg*, echografie`),
  awareness: entries(`
    preventie*, hulplijn*, campagne tegen, actie tegen, tegen geweld, tegen verkrachting, hulp bij,
    steun bij, voorlichting*, bewustwording*, therapie, herstel, praten over, voorkomen`),
  history: entries(`
    museum*, geschieden*, herdenking*, monument*, oorlogsmuseum, tweede wereldoorlog, documentaire*,
    tentoonstelling*, historisch*, dodenherdenking, bevrijding*, anne frank*`),
  opposition: entries(`
    tegen, nooit meer, nooit weer, demonstratie tegen, protest*, vrede, solidariteit, verzet, stop`),
  person: entries('haar, hem, vrouw, vrouwen, man, meisje, dame, persoon, foto, hij, zij, hen'),
};

export const dutchAges: AgeWords = {
  numbers: entries(`
    nul, een, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, dertien, veertien,
    vijftien, zestien, zeventien`),
  afterNumber: entries('jaar, jarig*, jr'),
  attachedToDigits: entries('jarig*, jaar'),
  beforeDigits: entries('leeftijd, meisje, jongen'),
};
