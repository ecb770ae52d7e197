import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const german: Lexicon = {
  minor: entries(`
    kinder, kindes, kindlich*, kleinkind*, schulkind*, schulmadchen*, schulmaedchen*, schuler, schulerin*,
    kleines madchen, kleinen madchen, junges madchen, kleines maedchen, kleiner junge, kleinen jungen,
    saugling*, nacktes kind, kind nackt, teenagerin*, minderjahrig*, minderjaehrig*, jugendlich*, tochter,
    halbwuchsig*, grundschul*, hauptschul*, realschul*, gymnasiast*, erstklässler*, zweitklässler*,
    drittklässler*, viertklässler*, fünftklässler*, sechstklässler*, siebtklässler*, achtklässler*,
    kindergarten*, kita, vorschul*, schuluniform*, schulklasse, abc schützen, backfisch*, unter 18,
    unter achtzehn, noch nicht 18, jungs im schwimmbad, konfirmand*, kindchen, ein kind, das kind, dem kind,
    einem kind, kindern, pubertier*, pubertät*, töchterchen, kleine schwester, kleiner bruder, baby, babys,
    lausbub*, bübchen, bub, buben, zweijährig*, dreijährig*, vierjährig*, fünfjährig*, sechsjährig*,
    siebenjährig*, achtjährig*, neunjährig*, zehnjährig*, elfjährig*, zwölfjährig*, dreizehnjährig*,
    vierzehnjährig*, fünfzehnjährig*, sechzehnjährig*, siebzehnjährig*`),
  girlOrBoy: entries('madchen*, maedchen*, jungen, mädel*, bursche*'),
  sexualisedMinor: entries(`
    padophil*, kinderporn*, kindersex*, padoporn*, kindesmissbrauch*, kinderschänder*, jugendporno*`),
  suggestive: entries(`
    unterwasche, aufreizend*, sexuell*, string tanga, tanga*, sinnlich*, reizwäsche*, bh, höschen,
    unterhose*, strapse*, strümpfe mit straps*, popo, hintern, busen, brüste, dekolleté*, lasziv*, sexy,
    erregend*, verführ*, knapper bikini, zungenkuss, netzstrümpf*, stringtanga*, im string, im tanga,
    in unterwäsche, leicht bekleidet*, spärlich bekleidet*, in dessous, ihre dessous, heiße dessous,
    heißen dessous, spitzendessous, reizvolle dessous, reizvollen dessous`),

  sexualAssault: entries(`
    vergewaltig*, sexuelle gewalt, sexueller missbrauch, sodomiert, zoophilie, inzest, gruppenvergewaltig*,
    massenvergewaltig*, sexueller übergriff, sexuelle nötigung, sexuell missbrauch*, missbraucht sexuell,
    sexuell genötigt, begrapsch*, sexsklav*, heimlich gefilmt*, kinderschändung, schändung, schändet,
    zwangsprostitu*, upskirt*, unter den rock fotograf*, sex mit tier*, sex mit einem tier, tiersex*,
    racheporno*`),
  nonConsent: entries(`
    gezwungen*, zwingt, gegen ihren willen, bewusstlos*, betaubt*, heimlich*, versteckte kamera, gefesselt*,
    gegen seinen willen, ohne ihr einverstand*, ohne einwilligung, ohne zustimmung, unter drogen,
    k o tropfen, festgebunden, angekettet*, geknebelt*, schlafend*, weinend*, wehrlos*, entführt*, geisel,
    versteckter kamera, ohne ihr wissen, unfreiwillig*`),
  undressRequest: entries(`
    zieh sie aus, zieh die frau, ziehe die frau, zieh das mädchen, zieh sie nackt, ziehe sie aus,
    ziehe ihn aus, zieh ihn aus, zieh ihr die, zieh ihr das, ziehe ihr die, ziehe ihr das, zieh ihm die,
    entkleide sie, entkleide die, entkleide diese, entkleide ihn, entferne ihre kleid*, entferne die kleid*,
    entferne ihr kleid, entferne ihr oberteil, entferne den bikini, entferne ihren bikini,
    kleider entfernen, kleidung wegretuschier*, kleidung weg, kleider weg, klamotten weg, klamotten aus,
    kleider vom leib, ohne ihre kleid*, unter ihrer kleidung, unter ihrem kleid, unter ihrem rock,
    unter ihren rock, mache sie nackt, mach * nackt, mach * * nackt, mache * * nackt, zeige sie nackt,
    zeig * nackt, zeig * * nackt, lass sie nackt, ausgezogen zeigen, reiß ihr die kleid*,
    durch ihre kleidung sehen, durch ihre kleidung hindurch, durch ihre kleider sehen`),
  undressing: entries('ausziehen, entkleide*, zieht sich aus, sich ausziehen'),
  removal: entries('entferne, entfernen, retuschiere, lösche, weg damit, zieh aus, mach weg'),
  clothes: entries(`
    kleider, kleidung, kleid, bluse, rock, hose, bikini, oberteil, klamotten, hemd, unterwäsche`),
  realPerson: entries(`
    meine kollegin, meine nachbarin, meine ex, meine lehrerin, diese frau, diesem foto, diesem bild,
    meine mitschulerin, meine freundin, meine frau, meine schwester, meine mutter, meine chefin,
    meine mitbewohner*, meine schülerin, meine tante, meine cousine, mein schwarm, meinen kollegen,
    meiner kollegin, meiner nachbarin, meiner lehrerin, meiner ex, meiner schwester, meiner freundin,
    dieser frau, dieses mädchen, diese person, diesen mann, die frau auf, das mädchen auf, auf dem foto,
    auf dem bild, dieses foto, dieses bild, schauspielerin*, sängerin*, influencerin*, promi, prominente*,
    politikerin*, bundeskanzler*, moderatorin*, deepfake*`),

  explicit: entries(`
    ficken, fickt, gefickt, ficke, fotze*, muschi, schwanz lutschen, wichs*, geschlechtsverkehr, sexszene*,
    geiler sex, titten, arschfick*, sexfilm*, sexbild*, beim sex, beim orgasmus, nymphoman*, erotikfilm*,
    porno*, gevögelt, bumsen, poppen im bett, blasen und, bläst ihm, oralsex, analsex, gruppensex,
    sexstellung*, sexorgie*, orgie*, orgasmus, orgasmen, masturb*, selbstbefriedig*, befriedigt sich,
    erektion*, steifer schwanz, schwanz in, sperma*, muschis, arschloch gespreizt, nutte*, schlampe*,
    geile frau*, geiles, geile schlampe*, liebe machen, beim liebesspiel, liebesspiel, haben sex, hat sex,
    sex haben, sex im, sex auf, sex mit, beischlaf, kopulier*, hardcore szene, koitus, domina sex, hure,
    huren, liebesakt*, liebesszene*, sexakt*, vögelt`),
  nudity: entries(`
    nackt, nackte, nackter, nacktes, nacktem, nackten, splitternackt*, nacktbild*, nacktfoto*, nacktmodell*,
    entblosst*, entbloesst*, unbekleidet*, hullenlos*, ohne kleidung, ohne kleider, oben ohne, barbusig*,
    erotisch*, aktfoto*, sexuell*, im evakostum, freizugig*, nackig*, nackend*, textilfrei*, fkk,
    splitterfasernackt*, halbnackt*, entkleidet*, blank gezogen, blankgezogen, busen frei, freier busen,
    blanker busen, blanke brüste, brustwarze*, nippel, oberkörperfrei* frau*, ohne bh, ohne höschen,
    ohne unterwäsche, ohne hose, ohne bekleidung, nichts an, hat nichts an, trägt nichts, nur mit nichts,
    wie gott sie schuf, wie gott ihn schuf, im adamskostüm, adamskostum, stripperin*, striptease*, erotik*,
    sex, intime pose, nudist*, knapp bekleidet nackt`),
  genitals: entries(`
    scheide nackt, hoden, vagina*, vulva*, schamlippe*, geschlechtsteil*, genital*, schamhaar*, klitoris,
    hodensack, eichel penis, intimbereich, penis, penisse`),

  selfHarm: entries(`
    pulsadern, bring dich um, umbringen mich, selbstmordanleitung, selbstverletz*, sich erhang*,
    sich aufhangt, selbstmord begehen, hangt sich auf, bringt sich um, mich umbringen, mich umzubringen,
    sich umbringen, sich umzubringen, mich toten, umbringe, mich selbst toten, ich will mich umbringen,
    ritzt, blutige arme, die pulsadern, ritze mich, sich ritz*, mich ritz*, schneidet sich die arme,
    schneidet sich die puls*, schneide mir, arme aufgeschn*, arme ritz*, selbst verletz*,
    sich selbst verletz*, mich selbst verletz*, selbstschädig*, bring mich um, bringe mich um,
    bring dich selbst, töte dich, töte mich, tötet sich, nimmt sich das leben, nehme mir das leben,
    sich das leben nehm*, mir das leben nehm*, dir das leben, erhäng*, sich erschieß*, erschießt sich,
    erschieß dich, pistole im mund, sterben will, will sterben, möchte sterben, nicht mehr leben,
    von der brücke spring*, springt vom dach, springt von der brücke, vom dach spring*, vor den zug,
    vor die bahn, abschiedsbrief, schlucke alle tabletten, tabletten schlucken um, überdosis tabletten,
    schmerzlos sterben, wie sterbe ich, magersucht ziel*, magersucht vorbild*, magersucht tipps,
    hungern bis, zu tode hungern, hungert sich zu tode, suizidforum, suizidpakt, suizid challenge,
    selbstmord tipps, schlinge um den hals, kopf in der schlinge, verbrennt sich selbst, selbstverbrenn*,
    dein leben beende*, mein leben beenden, leben beenden, ritzer community, würge challenge,
    ritzen in den arm, arm ritzen, ritzen am unterarm, ritzen am arm, ritzen am handgelenk`),
  cutting: entries(`
    schnitt, schnitte, schnittwunde*, rasierklinge*, klinge, schneidet, narben, wunden, geritzt*, ritzen`),
  wrist: entries('handgelenk*, unterarm*, pulsader*, oberschenkel'),
  suicideScene: entries(`
    am strick, am galgenstrick, mit einem strick, auf dem dachrand, dachkante, am brückengeländer,
    liegt auf den gleisen`),
  heightSport: entries(`
    kletter*, bergsteig*, zirkus, akrobat*, fallschirm*, bungee*, stunt*, feuerwehr*, dachdeck*`),
  suicide: entries('selbstmord*, suizid*, freitod, magersucht, anorexie, bulimie, selbsttötung*'),
  encouragement: entries(`
    anleitung*, wie man, methode*, schön*, romantisch*, ästhetisch*, schmerzlos*, tipps, verherrlich*,
    ermutig*, beste, einfach*, weg, challenge, forum, inspiration*, vorbild*`),

  mutilation: entries(`
    enthaupt*, geköpft*, verstummelt*, zerstuckel*, ausgeweidet*, abgetrennt* kopf, abgetrennte gliedmassen,
    abgetrennte hand, gefoltert*, gehautet*, eingeweide, zersage*, abgehackt*, aufgeschlitzt*, köpft,
    zerrissene leiche, zerteilt* leiche, aufgeschnitten* körper, gedärm*, folter*, gemetzel, massakriert*,
    abgeschlagene* köpf*, abgeschnitten* köpf*, gepfählt*, aufgespießt* mensch*, aufgespießt* köpf*,
    lebendig verbrannt*, lebendig begrab*, bei lebendigem leib*, verwesend*, verweste leiche*, leichenteil*,
    leichenberg*, körperteile, kannibal*, menschenfleisch, kehle durchschn*, durchgeschnittene kehle,
    kehle aufgeschl*, ausgestochene augen, zerquetschter schädel, schädel gespalten, gehirn spritzt,
    hirn spritzt`),
  bodyPart: entries(`
    kopf, köpfe, arm, arme, bein, beine, hand, hände, finger, auge, augen, gesicht, haut, schädel, hals,
    gliedmaßen`),
  injury: entries(`
    abgerissen*, abgetrennt*, zerquetscht*, zerschmettert*, herausgerissen*, ausgerissen*, aufgeplatzt*`),
  woundedBody: entries('leiche*, korper, tote, toter, verletzte*, opfer, wunde, wunden, leichnam*'),
  muchBlood: entries(`
    blutuberstromt, uberall blut, blutlache*, voller blut, im blut, blutbad, blutend*, blut überall,
    voll blut, blutbeschmiert*, blutverschmiert*, blutgetränkt*, blutbesudelt*, blutig*, in seinem blut,
    in ihrem blut, blut spritzt, spritzendes blut, meer aus blut, blutfontäne*, blutbespritzt*`),
  pretendedHorror: entries(`
    kostum*, kurbis*, halloween*, verkleid*, maske, puppe, puppen, huhn, hühner*, fisch, fische, metzger*,
    fleischer*, küche, hähnchen*`),

  slur: entries(`
    kanake*, kanacke*, judensau*, scheißjude*, drecksjude*, saujude*, dreckige jude*, nigger*, scheiß neger,
    kümmeltürke*, scheiß türken, scheiß ausländer*, scheiß flüchtling*, scheiß moslem*, kameltreiber*,
    schlitzauge*, spasti, schwuchtel*, tunte scheiß, zigeunerpack, dreckszigeuner*, judenpack,
    judenschwein*, holocaust lüge, holocaustlüge, holocaust ist eine lüge, holocaust ist erfunden,
    holocaust hat nie, holocaust fand nie, holocaust nie stattgefunden, holocaust ist ein mythos,
    auschwitz lüge, auschwitzlüge, auschwitz ist eine lüge, gaskammern gab es nie, hitler war ein held,
    hitler hätte, weltjudentum, jüdische weltverschwörung, juden beherrschen, juden kontrollieren,
    deutschland den deutschen`),
  extremistSlogan: entries(`
    untermensch*, juden raus, judenfrei, auslander raus, auslaender raus, neger, moslems raus, muslime raus,
    türken raus, flüchtlinge raus, migranten raus, asylanten raus, rassenkrieg, rassenreinheit, herrenrasse,
    arische rasse, umvolkung, großer austausch, volkstod, blut und ehre, blut und boden, remigration jetzt,
    white power, weiße vorherrschaft, schwarze raus, zigeuner raus, araber raus, schwule raus, kanaken raus,
    islam raus`),
  group: entries(`
    juden, jude, muslime, moslems, auslander, auslaender, fluchtlinge, schwarze, schwule, zigeuner, turken,
    kurden, asylbewerber, migranten, jüdisch*, jüdinnen, muslim, muslimin, muslimische*, araber, afrikaner,
    schwarzen, schwarzer menschen, flüchtling, asylant*, homosexuell*, schwulen, lesben, transmenschen,
    transgender, behindert*, roma und sinti, sinti, einwanderer, zuwanderer, ausländern, türkei türken,
    polen, russen, ukrainer, christen, obdachlose*, syrer, afghanen, asiaten, chinesen`),
  dehumanisation: entries(`
    toten, totet, tod den, vergas*, vernicht*, ausrott*, ungeziefer, ratten, untermensch*, minderwertig*,
    aufhangen, verrecken, ausgerottet, auszurotten, umbringen, umgebracht, ab ins gas, ins gas,
    in die gaskammer*, abknallen, erschießen, abschieben alle, abgeschlachtet, abschlacht*, auslösch*,
    ausgelöscht*, ausmerz*, säubern, säuberung, eliminier*, beseitig*, liquidier*, an die wand, aufgehängt,
    verbrennen, verbrannt werden, müssen sterben, sollen sterben, müssen weg, sollen verrecken, verreckt,
    schädling*, parasit*, kakerlaken, abschaum, dreckspack, sind tiere, sind affen, wie affen, als affen,
    als ratten, sind ratten, wie ratten, keine menschen, krebsgeschwür*, geschwür, seuche, versklav*,
    beherrschen die welt, regieren die welt, kontrollieren die welt, tod allen, tod für alle, wie tiere,
    als tiere, die pest`),
  extremism: entries(`
    hakenkreuz*, drittes reich, arier, arisch*, nazi, nazis, ns staat, nsdap, neonazi*, führer adolf,
    adolf hitler, wehrmachtsverbrecher, ss mann, ss männer, ss soldat*, sturmabteilung, nsu terror*,
    rechtsextrem*`),
  praise: entries(`
    helden*, held, verherrlich*, gepriesen, feiern, propaganda*, es lebe, wunderbar, verehr*, ehrung, ehre,
    ruhm*, loblied*, lobpreis*, lobt, feiert, gefeiert*, jubel*, hymne auf, hommage*, bewunder*, vorbild*,
    märtyrer*, tritt bei, schließ dich an, macht mit bei, rekrutier*, anwerb*, legendär*, großartig*,
    triumph*, hatte recht, sieg für, heil, altar für, schrein für, denkmal für, hoch leben, es leben, idol`),

  terrorism: entries(`
    islamischer staat, terroranschlag*, amoklauf*, attentat*, terrorist*, terror, terrormiliz*, is kämpfer*,
    selbstmordattent*, selbstmordanschlag*, bombenanschlag*, schulmassaker*, massenmord*, anschlag auf,
    messerattent*, halle attentäter, hanau attentäter, islamistisch*, dschihad*, gotteskrieger*`),
  weapon: entries(`
    bombe, bomben, rohrbombe*, sprengsatz*, sprengstoff*, nervengas*, giftgas*, sprengen, bombenweste*,
    sprenggürtel*, nagelbombe*, brandbombe*, brandsatz*, molotow*, autobombe*, atombombe*, atomwaffe*,
    chemiewaffe*, biowaffe*, senfgas, rizin, handgranate*, landmine*, schwarzpulver, dynamit, nitroglycerin,
    zyankali, zyanid, kampfstoff*, milzbrand, schalldämpfer*, geisterwaffe*, in die luft spreng*, zünder,
    splittergranate*`),
  weaponRecipe: entries(`
    bombenbau*, bombenbastel*, bombenanleitung*, sprengstoffherstell*, bombe selbst bauen`),
  instructions: entries(`
    anleitung*, bauen, baut, bau, herstell*, bauplan*, selber machen, rezept*, synthese, bauanleitung*,
    schema, wie man, wie baut man, so baut man, selbst gemacht*, selbstgebaut*, selbstgemacht*, zuhause,
    zu hause, schritt für schritt, tutorial*, zutaten, mischung, mischen, zusammenbau*, konstrui*,
    konstruktion*, erkläre wie, zeig wie, ablauf, formel, skizze, handbuch, leitfaden`),

  harmlessPhrase: entries(`
    lippenstift nude, kinder morgen, suizidpravention*, badebombe*, nackte wand, nackte tatsachen,
    nackter fels, nackten fussen, nackte fusse, nackte baume, nackte aste, nackter beton, nacktmull*,
    nacktschnecke*, nackten auge, nackte zahlen, sexualkunde*, aufklarungsunterricht, mohr im hemd,
    nackter hals, nackte hals, nackthals*, nackte haut eines pfirsich*, nackte ziegel*, nackte erde,
    nackter boden, nackter stein*, nackte felsen, nacktes gestein, nackte steine, nacktsamer*, nacktkatze*,
    nackter wahnsinn, nackt wie ein felsen, nacktbike*, naked bike*, arme ritter, kalter hund, toter hund,
    tote oma, leichenschmaus*, jägerbomb*, bombe surprise, eisbombe*, bombenwetter, bombenstimmung,
    wasserbombe*, arschbombe*, stinkbombe*, blutwurst*, blutorange*, blutmond*, blutbuche*, hackfleisch,
    gehacktes, zerteiltes hähnchen, köpfe salat, kopf salat, geköpftes ei, frühstücksei geköpft,
    schweinskopf*, schaukelpferd*, kohlmeise*, blaumeise*, zipfelmeise*, meisen, schnecke nackt,
    mein kampfhund, ungarische salami, schwanz eines, schwanzlurch*, eselin, kinder riegel,
    kinder schokolade*, überraschungsei*, kinderpunsch*, kinderbett*, kinderzimmer*, kinderwagen*,
    sex on the beach, rock und, felsen und rock, im rock, rollator, hering in sahne, jugendstil*,
    jugendherberge*, zug nach, weiße sklaverei museum, nackter ast, nackte glühbirne*, nackte glühlampe*,
    nackter baum, nackte mauer*, nackter berg, nackter gipfel, nackte berge, nackte schulter*, nackte wände,
    nackter kater, nacktem oberkörper*, nackten oberkörper*, nackter oberkörper*, oberkörper frei,
    freiem oberkörper`),
  negatedWish: everyPair(
    'keine, kein, ohne, nicht, frei von, ohne jede',
    `
      nacktheit, nackt, nackte haut, nackte menschen, gewalt, blut, sex, sexuelle inhalte, erotik,
      erotische inhalte, porno, waffen, leichen, gore, nackte, nacktszenen, sexuelle anspielungen,
      brutalität, sexuell, verletzungen, anstößige inhalte`,
  ),
  art: entries(`
    aktzeichnen, akt zeichnen, aktmodell im atelier, skulptur*, statuen, gemalde*, olgemalde*,
    kunstgeschichte, museum, galerie, renaissance, barock*, marmor*, fresko*, fresken, aktstudie*,
    aktzeichnung*`),
  medicine: entries(`
    medizin*, anatomie*, anatomisch*, arzt*, krankenhaus*, lehrbuch*, gynäkolog*, krebs*, brustkrebs*,
    hebamme*, chirurg*, patient*, biologieunterricht, ultraschall*, pfleger*, physiotherap*`),
  awareness: entries(`
    praventi*, hilfe, beratung*, gegen, krisentelefon*, telefonseelsorge, seelsorge*, selbsthilfegruppe*,
    therapie*, hilfetelefon*, aufklärung über, vorbeug*, überlebende*`),
  history: entries(`
    denkmal, gedenk*, mahnmal, geschichte, geschichts*, ausstellung*, dokumentar*, weltkrieg*, museum*,
    museen, holocaust gedenk*, holocaustmahnmal, stolperstein*, befreiung von, zeitzeug*, lehrbuch,
    historisch*, kz gedenk*`),
  opposition: entries(`
    gegen, nie wieder, demo gegen, demonstration gegen, frieden*, solidarität*, antifa*, kein platz für,
    widerstand`),
  person: entries('frau, frauen, mann, mädchen, sie, ihr, ihn, dame, person, foto, bild'),
};

export const germanAges: AgeWords = {
  numbers: entries(`
    null, eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn,
    fünfzehn, sechzehn, siebzehn`),
  afterNumber: entries('jahre, jährig*, jaehrig*'),
  attachedToDigits: entries('jährig, jährigr, jährigs, jährigrs, jährige, jähriger, jähriges, jährigers'),
  beforeDigits: entries('alter, junge, mädchen'),
};
