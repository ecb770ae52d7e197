import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const polish: Lexicon = {
  minor: entries(`
    dziecko, dziecka, dziecku, dzieckiem, dzieci, dzieciec*, dziewczynk*, dziewczynce, chlopczyk*, chlopiec,
    chlopca, chlopcy, nastolat*, nieletni*, maloletni*, uczennic*, niemowl*, uczen, ucznia, uczniowie,
    uczniow, szkola podstawowa, szkoly podstawowej, szkole podstawowej, podstawowk*, gimnazjalist*,
    licealist*, pierwszoklasist*, trzecioklasist*, przedszkol*, zlobek, mundurek szkolny, mundurku szkolnym,
    szkolnym mundurku, ponizej 18, przed 18, niepelnolet*, coreczk*, corka, corki, synek, synka,
    siostrzyczk*, braciszek, dziecin*, dzieciak*, maluch*, szkolniak*, dojrzewaj*, lolitka, szosta klasa,
    piata klasa, szostej klasy, piatej klasy, dwuletn*, trzyletn*, czteroletn*, piecioletn*, szescioletn*,
    siedmioletn*, osmioletn*, dziewiecioletn*, dziesiecioletn*, jedenastoletn*, dwunastoletn*, trzynastoletn*,
    czternastoletn*, pietnastoletn*, szesnastoletn*, siedemnastoletn*`),
  girlOrBoy: entries('dziewczyn*, chlopak*, mloda dziewczyna, malolat*'),
  sexualisedMinor: entries(`
    pedofil*, dziecieca pornografi*, pornografia dziecie*, pornografie dziecieca, seks z dzieckiem,
    seks z dziecmi, seks z nieletni*, molestowanie dzieci`),
  suggestive: entries(`
    seksown*, bielizn*, uwodzi*, stringi, stringach, majtk*, stanik*, biust*, piersi, posladk*, zmyslow*,
    sexy, seksi, ponetn*, podniecon*, podniecajac*, prowokacyjn*, kuszac*, koronkowa bielizna, tylek, tylka,
    pupa, dekolt*, ponczochy, skapym stroju, skapo ubran*, gacie`),

  sexualAssault: entries(`
    gwalc*, gwalt, gwaltu, gwalty, zgwalc*, molestow*, kazirodz*, zoofil*, przemoc seksualna,
    przemocy seksualnej, napasc seksualn*, wykorzystywanie seksualne, niewolnica seksualna, obmacuj*,
    obmacyw*, podgladacz*, podgladan*, seks ze zwierz*, seks z psem, kazirodcz*, pod spodnica`),
  nonConsent: entries(`
    zmuszan*, wbrew woli, nieprzytomn*, ukryta kamera, zwiazan*, sila, przymusz*, bez zgody, bez jej zgody,
    odurzon*, spiaca, spiacej, porwan*, zakneblow*, skuta, placz*, zakladnicz*, potajemnie, z ukrycia,
    ukrytej kamery, bez jej wiedzy`),
  undressRequest: entries(`
    zdejmij ubran*, zdejmij jej, rozbierz ja, rozbierz te, rozbierz kobiete, rozbierz dziewczyne,
    rozbierz moja, rozbierz go, rozebrac ja, zdejmij z niej, zdejmij sukienke z, zdjac z niej, zdjac jej,
    sciagnij jej, sciagnij z niej, sciagnij ubran*, usun ubran*, usun jej ubran*, usun jej sukienk*,
    usun jej stroj, usun odziez, usunac ubran*, wymaz ubran*, bez jej ubran*, pod jej ubran*,
    pod jej sukienk*, pod jej spodnic*, przez jej ubran*, zrob ja nago, zrob z niej naga, pokaz ja naga,
    pokaz * nago, pokaz ja bez, pokaz jej nagie, zerwij z niej, zedrzyj z niej, obnaz ja, niech bedzie naga`),
  undressing: entries('rozbier*, rozebrac, obnaza*'),
  removal: entries('usun, zdejmij, usunac, zdjac, sciagnij, wymaz, skasuj'),
  clothes: entries(`
    ubranie, ubrania, sukienke, sukienka, spodnic*, bluzk*, bikini, odziez, stroj, koszul*, spodnie, ubran,
    bielizne`),
  realPerson: entries(`
    moja kolezank*, moja sasiadk*, ta kobiet*, tym zdjeciu, moja byla, mojej bylej, moja nauczycielk*,
    mojej nauczycielki, moja siostra, mojej siostry, moja zona, mojej zony, moja mama, moja szefow*,
    moja przyjaciolk*, mojej sasiadki, mojej kolezanki, ta dziewczyn*, tej kobiety, tej dziewczyny,
    tej osoby, te kobiete, te dziewczyne, kobiety ze zdjecia, kobiety na zdjeciu, kobiecie na, na zdjeciu,
    ze zdjecia, na fotce, na obrazku, aktork*, piosenkark*, celebryt*, influencerk*, deepfake*, prezydent*,
    prezenterk*`),

  explicit: entries(`
    seks, seksu, seksem, pieprz*, ruchan*, rucha, cipka*, cipki, cipke, kutas*, cycki, cyckami, kurwa,
    dziwka*, erotyczn*, jebac, jebanie, uprawiaja seks, uprawiaja milosc, scena seksu, scena erotyczna,
    porno*, jebie, jebane, wyruchan*, ruchaj*, pierdol*, obciag*, lodzika, robi loda, robi mu loda,
    liza* cipk*, minetk*, orgazm*, orgia, orgie, orgii, wytrysk*, sperm* na, spermy, wzwod*, erekcj*, dildo,
    wibrator*, masturb*, trzepie sobie, walenie konia, kurwy, kurew, dziwki, dziwke, suka naga,
    stosunek seksualny, stosunku seksualnego, akt seksualny, pozycja seksualna, pozycje seksualne,
    kochaja sie nago, sceny seksu, sceny erotyczne, scena lozkowa, kopul*, film dla doroslych,
    gwiazda porno, ostry seks, cyce, cycow, chuj, chuja, pizda, pizdy, pizde`),
  nudity: entries(`
    naga kobieta, naga dziewczyna, naga dziewczynk*, nagiej kobiety, naga pani, naga modelka, kobieta naga,
    nagi mezczyzna, nagi chlopiec, nago, nagus*, bez ubran*, obnazon*, polnag*, golas*, roznegliz*,
    seksualn*, nagie, nagich, nagiego, nagim, nagiemu, nagimi, goly, gola kobieta, gola dziewczyn*,
    gola baba, gole kobiety, gole dziewczyny, gole piersi, golymi piersiami, gole cycki, gola pupa,
    gola klata kobiet*, nagosc, nagosci, golizn*, rozbieran*, bez majtek, bez stanika, bez bielizny,
    bez niczego na sobie, bez ciuchow, bez odzienia, bez odziezy, bez stroju, w stroju ewy, w stroju adama,
    jak ja pan bog stworzyl, nic na sobie, obnaza*, topless, sutk*, sutek, striptiz*, nudyst*, erotyk*,
    seksowna naga, calkiem naga, zupelnie naga, kompletnie naga, naga na, naga w, calkiem nagi,
    zupelnie nagi, nagi na, nagi w, naga uczennic*, naga nastolat*, naga mama, naga zona, naga siostra,
    naga sasiadk*, naga aktork*, naga blondynk*, naga brunetk*, naga kolezank*, naga nauczycielk*,
    naga pielegniark*, naga para, naga piosenkark*, naga malolat*, naga corka, nagi nastolat*, nagi uczen,
    nagi chlopak, nagi model, nagi facet, nagi ojciec, naga mloda, naga piekna, nagi mlody, naga stara,
    lezy naga, stoi naga, siedzi naga, tanczy naga, lezy nagi, stoi nagi, kapie sie nago, rozebrana,
    rozebranej, rozebrany, rozebranego, rozebrane kobiety, rozebrane dziewczyn*, rozebrane dziec*,
    rozebrani do naga`),
  genitals: entries(`
    pochwa, pochwe, przyrodzenie, wagin*, srom, genitali*, lechtaczk*, jadra moszna, moszn*, odbyt,
    narzady plciowe, miejsca intymne, wlosy lonowe, czlonek wzwod*, penis, penisa, penisem, penisy`),

  selfHarm: entries(`
    zabij sie, zabic sie, podciac zyly, podcina sobie zyly, podcinanie zyl, samookalecz*, powiesic sie,
    popelnic samoboj*, ciecie sie zyletka, tnie sie, wiesza sie, chce umrzec, zabije sie, zabija sie,
    zabij siebie, zabic siebie, odebrac sobie zycie, odbiera sobie zycie, popelnia samoboj*,
    popelnij samoboj*, podetnij sobie, podciete zyly, podciete nadgarstki, podcina nadgarst*, podciecie zyl,
    tnie sobie, ciac sie, tne sie, tnie nadgarst*, tnie rece, pociete rece, pociete nadgarstki,
    pociete przedram*, blizny po cieciu, zyletka po, okalecza sie, krzywdzi siebie, krzywdzic siebie,
    zrobic sobie krzywde, wieszam sie, powies sie, powiesila sie, powiesil sie, petla na szyi,
    petle na szyj*, stryczek na szyi, skoczyc z dachu, skacze z dachu, skoczyc z mostu, skacze z mostu,
    skacze pod pociag, rzuca sie pod pociag, rzucic sie pod, polknac wszystkie tabletki,
    przedawkow* tablet*, list pozegnalny samoboj*, nie chce zyc, nie chce juz zyc, pragne umrzec,
    bezbolesna smierc, pistolet w ustach, pistolet przy skroni, zastrzelic sie, strzela sobie, podpala sie,
    samospalen*, zaglodzic sie, zaglodz sie, motylki ana, niebieski wieloryb wyzwanie, sie zabic,
    sie zabil*, sie zabija*, sie powiesic, sie powiesil*, sie pociac, sie ciac, sie okalecz*, sobie zyly`),
  cutting: entries('ciec*, zyletk*, blizn*, rany, brzytw*'),
  wrist: entries('nadgarst*, przedramie*, przegub*, zyly, zyl'),
  suicideScene: entries('na krawedzi dachu, na stryczku, wisi na linie, lezy na torach'),
  heightSport: entries('wspinacz*, alpinis*, cyrk*, akrobat*, spadochron*, kaskader*'),
  suicide: entries('samoboj*, anoreksj*, bulimi*'),
  encouragement: entries(`
    jak, metod*, sposob*, najlatwiejsz*, najleps*, piekn*, romantyczn*, estetyczn*, bezbolesn*, poradnik,
    porady, zachec*, gloryfik*`),

  mutilation: entries(`
    sciet* glow*, odcieta glowa, odcieta glowe, wypatroszon*, okaleczon*, obdart* ze skory, poderzniet*,
    poszatkowan*, pocwiartowan*, krwawa jatka, dekapitacj*, obcieta glowa, obciete glowy, odcieta reka,
    odciete rece, odciete konczyny, odraban*, urwana glowa, urwana reka, urwana noga, cwiartow*,
    rozczlonkow*, wnetrznosc*, flaki na wierzchu, flaki wylewaj*, jelita na, wyprut*, oskorowan*, torturuj*,
    wylupione oczy, wyrwane serce, zmasakrowan*, zmiazdzona czaszka, roztrzaskan* czaszk*, mozg na scianie,
    spalony zywcem, palony zywcem, plonie zywcem, nabity na pal, wbity na pal, kanibal*, ludzkie mieso,
    gnijace zwloki, rozkladajace sie zwloki, rozkladajac* sie cial*, stos trupow, sterta trupow,
    sterta zwlok, stos cial, czesci ciala porozrzuc*, rozerwan* cial*, rozszarpan*, poderzyn*,
    posiekane cialo, gore, torturow*, tortury`),
  bodyPart: entries('glowa, glowe, reka, reke, noga, oko, oczy, twarz, skora, czaszka, szyja, palec, palce'),
  injury: entries('odciet*, urwan*, wyrwan*, zmiazdzon*, odraban*, oderwan*'),
  woundedBody: entries(`
    zwloki, trup*, cialo, zwlok, martwe, martwy, ranny, ranni, rana, rany, ofiar*, cial, ciala`),
  muchBlood: entries(`
    kaluza krwi, kaluzy krwi, zakrwawion*, pelno krwi, krwawy, krwawa, krwi wszedzie, krew wszedzie,
    kaluze krwi, w kaluzy krwi, tryska krew, tryskajaca krew, krew tryska, rozbryzg krwi, zalany krwia,
    zalana krwia, umazan* krwia, ociekaj* krwia, we krwi, morze krwi, rzeka krwi, krwawe, skapan* we krwi,
    mnostwo krwi`),
  pretendedHorror: entries(`
    dyni*, halloween, przebrani*, kostium*, lalk*, zabawk*, kurczak*, ryba, ryby, rzeznik*, kuchni*`),

  slur: entries(`
    smierc zydom, zydzi do gazu, jebac zydow, polska dla bialych, bialy honor, ciapat*, czarnuch*,
    pedaly do gazu, pedalow do gazu, zydowski spisek, zydowskie scierwo, zydzi rzadza, zydzi kontroluja,
    brudny zyd, brudni zydzi, parszyw* zyd*, brudas* arab*, ciapak*, pedalstwo, cwele, brudny cygan,
    brudni cyganie, kozojeb*, banderowcow na, banderowska swin*, ukrainska swin*, holokaust to klamstwo,
    holokaust klamstwo, holokaustu nie bylo, holokaust nigdy, holocaust to klamstwo, holocaustu nie bylo,
    holocaust nigdy, oswiecimskie klamstwo, komor gazowych nie bylo, hitler mial racje, smierc muzulman*,
    smierc imigrant*, smierc pedal*, smierc wrogom ojczyzny`),
  extremistSlogan: entries(`
    biala sila, biala rasa, biala duma, czystosc rasy, czystosc rasowa, wyzsza rasa, rasa panow, wojna ras,
    krew i honor, imigranci won, zydzi won, ukraincy won, wielka podmiana`),
  group: entries(`
    zydzi, zydow, zydom, muzulman*, imigranci, imigrantow, cyganie, cyganow, geje, gejow, uchodzc*,
    ukraincow, niemcow, rosjan, zyd, zyda, zydowsk*, arabowie, arabow, murzyn*, czarnoskor*, migranci,
    migrantow, gej, lesbijk*, homoseksual*, transplciow*, niepelnosprawn*, romowie, romow, ukraincy,
    rosjanie, obcokrajowc*, cudzoziemc*, chinczyk*, chrzescijan*, czeczen*, syryjczyk*, bezdomn*`),
  dehumanisation: entries(`
    smierc, zabic, zabijmy, do gazu, gazowac, szczury, podludz*, wytepic, precz, powiesic, spalic, wyrznac,
    zabijac, wymordow*, mordow*, zamordow*, eksterminacj*, eksterminow*, ludobojst*, unicestw*, zlikwidow*,
    likwidow*, rozstrzelac, wybic, wybijmy, wyrzynac, wyrzniemy, do pieca, do piecow, zagazow*,
    komory gazowe dla, powywieszac, wieszac, spalmy, musza umrzec, powinni umrzec, powinni zginac,
    musza zginac, maja zginac, musza zniknac, robactwo, karaluch*, pasozyt*, szkodnik*, insekt*, scierwo,
    zaraza, plaga, rak na, szarancza, najezdzc*, nie sa ludzmi, nieludz*, jak zwierzeta, jak szczury,
    jak malpy, sa zwierzetami, rzadza swiatem, kontroluja swiat, deportowac wszystkich, wyrzucic wszystkich,
    won z`),
  extremism: entries(`
    nazisty*, faszys*, swastyk*, nazi, nazistow*, nazizm, neonaz*, trzecia rzesza, trzeciej rzeszy, gestapo,
    fuhrer*, hajhitl*, onr falanga`),
  praise: entries(`
    bohater*, wychwala*, niech zyje, dolacz, nasz bohater, chwal*, gloryfik*, slaw*, hold, uwielb*, podziw*,
    czci, idol*, meczennik*, swiety, wstap, zaciagnij, rekrut*, legend*, triumf*, zwyciest*, mial racje,
    wielki przywodca, wspanial*, oltarz*, na czesc, propagand*, pochwal*`),

  terrorism: entries(`
    panstwo islamskie, terrorysci, zamach*, strzelanina*, terroryst*, terroryzm*, samobojczy zamach*,
    dzihad*, masowy morderca, masowe morderstwo, szkolna strzelanina, strzelec w szkole, masakra w szkole,
    kamikadze zamach*, talibow, taliban*`),
  weapon: entries(`
    bomby, ladunek wybuchow*, materialy wybuchow*, koktajl molotow*, wysadzic, bomba, bombe, bomb, bombom,
    pas szahida, pas z ladunkami, gaz bojowy, gaz musztardowy, gaz trujacy, trujacy gaz,
    paralityczno drgawk*, bron chemiczn*, bron biologiczn*, bron jadrow*, bron atomow*, granat reczny,
    mina przeciw*, dynamit*, trotyl*, nitrogliceryn*, proch strzelniczy, rycyn*, waglik*, cyjanek, cyjank*,
    tlumik do, zapalnik*, detonator*`),
  weaponRecipe: entries('budowa bomby, przepis na bombe'),
  instructions: entries(`
    jak, zrobic, zbudowac, instrukcj*, przepis*, domowej roboty, syntez*, poradnik, robic, robi sie, budow*,
    konstru*, skonstru*, wykonac, krok po kroku, schemat*, skladnik*, receptur*, w domu, samodzielnie,
    wytwarz*, wytworz*, mieszan*, zmieszac, podrecznik`),

  harmlessPhrase: entries(`
    golym okiem, gole drzewa, edukacja seksualna, golab*, nagie drzewa, nagie skaly, nagie galezie,
    nagie gory, nagie skale, naga skala, naga ziemia, naga sciana, naga prawda, nagi kamien, nagie fakty,
    nagi miecz, goly las, gole galezie, gole sciany, gola sciana, gole nogi, gole stopy, gola skala,
    golec piaskowy, golca, nagi kot, kot sfinks, nagiego oka, suka z, suka i szczeni*, salatka,
    bomba kaloryczna, bomba czekoladowa, bomby do kapieli, bomba do kapieli, krwawa mary, krwawy ksiezyc,
    krwawy zachod, krwawy zachod slonca, kaszanka, flaki po, flaki wolowe, zupa flaki, glowa kapusty,
    glowy kapusty, glowka czosnku, glowa ryby, granat owoc, granaty owoce, sok z granatu, owoc granatu,
    sikorka, sikorki, niebieski wieloryb, nagie drzewo, nagi szczyt, nagie pole, nagie pola, nagie wzgorza,
    nagi mur, nagie mury, nagie galazki, nagi tors, nagim torsem, nagie torsy`),
  negatedWish: everyPair(
    'bez, zadnej, zadnych, zadnego, nie ma, brak',
    `
      nagosci, golizny, przemocy, krwi, seksu, erotyki, porno, pornografii, broni, zwlok, ran, brutalnosci,
      nagich, nagich ludzi, tresci seksualnych`,
  ),
  art: entries(`
    muzeum*, rzezb*, posag*, obraz olejny, obraz rubensa, malarstw*, historia sztuki, galeri*, renesans*,
    barok*, marmur*, fresk*, akt malarski, rysunek z modela`),
  medicine: entries(`
    medycz*, lekarz*, lekark*, szpital*, podreczn*, anatomi*, pielegniark*, chirurg*, ginekolog*, polozn*,
    rak piersi, onkolog*, porod*, karmieni*, biologi*, rentgen*, pacjent*`),
  awareness: entries(`
    profilaktyk*, pomoc*, przeciw*, zapobieg*, telefon zaufania, telefon wsparcia, wsparci*, terapi*,
    kampani*, swiadomosc, kryzysow*, ocalal*`),
  history: entries(`
    muzeum*, pomnik*, histor*, wojn*, wystaw*, archiw*, rocznic*, upamietn*, dokumentaln*,
    holokaustu muzeum, powstanie warszawskie, miejsce pamieci, podrecznik historii`),
  opposition: entries(`
    przeciw, nigdy wiecej, protest*, pokoj, solidarnosc, stop, marsz przeciw, ruch oporu, tolerancj*`),
  person: entries('kobiet*, dziewczyn*, mezczyzn*, jej, nia, osob*, zdjeci*, pani'),
};

export const polishAges: AgeWords = {
  numbers: [],
  afterNumber: entries('lat, letni*'),
  attachedToDigits: [],
  beforeDigits: entries('wiek'),
};
