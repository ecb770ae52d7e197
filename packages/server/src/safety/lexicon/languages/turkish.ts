import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const turkish: Lexicon = {
  minor: entries(`
    cocuk*, cocug*, kucuk kiz*, kucuk oglan*, bebek*, ergen*, liseli*, resit olmayan*, ilkokul*, ortaokul*,
    lise ogrenci*, lise oncesi, kiz ogrenci, kiz ogrenciler, okul kizi, okul uniforma*, okul forma*,
    okul onlug*, ana okulu, anaokul*, kres, krese, 18 yas alti, 18 yasindan kucuk, resit degil,
    yasi tutmayan, kiz cocuk*, erkek cocuk*, kizim, oglum, kiz kardesim, minik kiz, minik oglan, ufaklik,
    bebe, yavrucak, on yasinda, on bir yasinda, on iki yasinda, on uc yasinda, on dort yasinda,
    on bes yasinda, on alti yasinda, on yedi yasinda, alti yasinda, yedi yasinda, sekiz yasinda,
    dokuz yasinda, bes yasinda`),
  girlOrBoy: entries('kiz, kizlar, kizi, oglan*, genc kiz*, kizlari, kizin, kizcagiz, liseli'),
  sexualisedMinor: entries('cocuk porno*, pedofil*, cocuk istismar*, cocuk seks, cocukla seks, sapik cocuk'),
  suggestive: entries(`
    seksi*, ic camasir*, bastan cikar*, sutyen*, kulot*, gogus*, kalca*, tahrik edici, kiskirtici, azdirici,
    dantelli, jartiyer*, iccamasir*, don giyen, kilot, dekolte*, tanga, popo, sehvetli, cekici pozda`),

  sexualAssault: entries(`
    tecavuz*, irzina gec*, cinsel saldir*, cinsel istismar*, ensest*, irz, cinsel taciz*, cinsel siddet,
    cinsel suistimal, taciz ediyor, taciz eden, elle taciz, seks kolesi, cinsel kole*, hayvanla seks,
    hayvanla cinsel, kopekle seks, etek alti, rontgenci*, toplu tecavuz`),
  nonConsent: entries(`
    zorla, baygin, gizli kamera, rizasi olmadan, zorlanan, zorlayarak, istemeden, istegi disinda,
    iradesi disinda, rizasiz, uyurken, uyuyan, sarhos, ilaclanmis, bagli, baglanmis, kacirilmis, rehin*,
    aglayan, gizlice, habersiz, gizli cekim`),
  undressRequest: entries(`
    soy onu, kiyafetlerini cikar*, elbiselerini cikar*, soy bunu, kadini soy, kizi soy, bu kadini soy,
    bu kizi soy, onu soy, elbisesini cikar*, elbiseyi cikar*, kiyafetini cikar*, kiyafetleri cikar*,
    kiyafetlerini kaldir*, kiyafetini kaldir*, kiyafetleri kaldir*, kiyafetlerini sil*, kiyafetini sil*,
    kiyafetleri sil*, giysilerini cikar*, giysisini cikar*, giysileri kaldir*, giysilerini kaldir*,
    giysilerini sil*, ustunu cikar*, ustundekileri cikar*, bikinisini cikar*, ciplak yap*, ciplak goster*,
    ciplak hale, ciplak birak*, cirilciplak yap*, kiyafetsiz goster*, giysisiz goster*, elbisesiz goster*,
    kiyafetlerinin altin*, elbisesinin altin*, eteginin altin*`),
  undressing: entries('soyundur*, soyan, soymak, soyun, soyunan'),
  removal: entries('cikar, kaldir, sil, silin, cikarin, kaldirin, yok et'),
  clothes: entries('kiyafet*, elbise*, giysi*, etek, etegi, bluz, bikini, pantolon, gomlek'),
  realPerson: entries(`
    is arkadasim*, komsum*, bu kadin*, bu fotograf*, eski sevgilim*, eski karim*, sevgilim*, karim, ablam*,
    annem*, patronum*, ogretmenim*, arkadasim*, kuzenim*, bu kiz, bu kizi, bu kisi, bu resim*, bu gorsel*,
    fotograftaki, resimdeki, gorseldeki, fotodaki, unlu, aktris*, oyuncu, sarkici*, influencer*, fenomen,
    spiker*, deepfake*`),

  explicit: entries(`
    sikme*, amcik, orospu*, yarak*, yarrak*, sevisme*, sevisiyor*, sevisen*, oral seks, seks yap*, sikis,
    sevisirken, porno*, ami yal*, amini yal*, got siken, gotunu, yarragi, sakso*, anal seks, grup seks,
    toplu seks, seks sahne*, seks poz*, cinsel iliski*, cinsel birlesme, cinsel birliktelik, mastürbasyon*,
    otuzbir, 31 cek*, orgazm*, orji*, fahise*, kahpe, kaltak*, surtuk*, erekte, ereksiyon*, dildo,
    vibrator*, yetiskin film*, erotik film, erotik sahne*, yatak sahnesi, memeler*, memeli kadin, memesini`),
  nudity: entries(`
    ciplak*, soyunmus*, soyunuk*, soyunan*, soyunuyor*, giysisiz*, kiyafetsiz*, ustsuz*, yari ciplak, seks,
    cinsel*, erotik*, cirilciplak, ciril ciplak, anadan dogma, anadan uryan, uryan, kiyafeti olmayan,
    kiyafeti yok, elbisesiz, giysi olmadan, kiyafet olmadan, elbise olmadan, hicbir sey giymeyen,
    hicbir sey giymemis, bir sey giymeyen, giyinmemis, giyinik olmayan, sutyensiz, kulotsuz, donsuz,
    gogusleri acik, gogusleri gorunen, gogsu acik kadin, meme ucu, meme uclari, striptiz*, nudist*,
    soyunurken, mustehcen*`),
  genitals: entries('vajina*, klitoris, cinsel organ*, testis*, anus, kasik kil*, penis, penisi, penisini'),

  selfHarm: entries(`
    kendini oldur*, intihar et*, bileklerini kes*, bilegini kes*, kendini as*, kendine zarar*, kendini kes*,
    olmek istiyorum, intihar yontem*, intihar nasil, intihar ediyor, intihar eden, kendimi oldur*,
    kendimi as*, ipe asili kendini, bilek kes*, bileklerimi kes*, bilegimi kes*, bileklerini jilet*,
    kolunu jilet*, kollarini jilet*, kollarini kes*, kolunu kesiyor, jiletle kendini, jiletle kes*,
    kendimi kes*, kendini yaral*, kendime zarar*, canina kiy*, canima kiy*, hayatina son, hayatima son,
    yasamina son, yasamak istemiyorum, olmek isteyen, olmek isteyip, olmek istiyor, catidan atla*,
    kopruden atla*, kopruden kendini, trenin onune atla*, tren rayina, butun haplari, haplari ic*,
    asiri doz hap*, intihar notu, intihar mektubu, boynunda ilmek, boynuna ilmek, boynuna ip, agzinda silah,
    kafasina sikan, kafasina sikti, kendini vur*, kendini yak*, aclikla olum, mavi balina oyunu,
    mavi balina meydan`),
  cutting: entries('kesikler, jilet*, ustura, kesik, yara izi, yara izleri, bicak*'),
  wrist: entries('bilek*, bilegi*, damar*'),
  suicideScene: entries('catinin kenarinda, ipte asili, raylarda yatan'),
  heightSport: entries('dagci*, tirmanis*, sirk, akrobat*, parasut*'),
  suicide: entries('intihar*, anoreksi*, bulimi*'),
  encouragement: entries(`
    nasil, yontem*, en kolay, kolay, guzel, romantik, estetik, acisiz, rehber*, adim adim, ozendir*, ovme`),

  mutilation: entries(`
    kesik bas*, kafasi kesik, basi kesil*, kafasi kesil*, bagirsaklari*, iskence*, derisi yuzul*,
    bogazi kesil*, parcalanmis, kopmus bas, kopuk bas, kopuk kafa, kopmus kafa, kesik kafa, kesilmis bas*,
    kesilmis kafa*, kopmus kol*, kopmus bacak*, kopuk uzuv*, kesilmis uzuv*, ceset parcalari,
    parcalanan ceset, dogranmis insan, insan parcalari, ic organlari, ic organlar disari, derisini yuz*,
    derisi soyul*, oyulmus goz*, gozleri oyul*, kafatasi ezil*, kafatasi parcalan*, beyni dagil*,
    beyni disari, diri diri yak*, canli canli yak*, kaziga oturt*, yamyam*, insan eti, bogaz kes*,
    bogazini kes*, bogazi kesik, curumus ceset*, curuyen ceset*, ceset yigini, cesetler yigin*, kan banyosu,
    vahsice parcala*`),
  bodyPart: entries('kafa, kafasi, bacak, parmak*, goz, yuz, deri, bogaz, kolu, eli, basi'),
  injury: entries('kopmus, kopuk, kesilmis, ezilmis, parcalanmis, oyulmus, sokulmus'),
  woundedBody: entries('ceset*, beden, olu, oluler, yarali*, yara, kurban*, bedenler, govde'),
  muchBlood: entries(`
    kan golu, kan revan, kanlar icinde, her yer kan, kan icinde, kanla kapli, kana bulan*, kan birikintisi,
    her yerde kan, kan fiskir*, fiskiran kan, kan sicra*, sicrayan kan, kanli, kan denizi, kan nehri`),
  pretendedHorror: entries(`
    balkaba*, cadilar bayrami, kostum*, oyuncak*, bebek oyuncak, tavuk*, balik*, kasap*, mutfak*`),

  slur: entries(`
    kahrolsun yahudiler, yahudilere olum, ermenilere olum, kurtlere olum, ibneler*, pis yahudi*, pis kurt*,
    pis ermeni*, pis suriyeli*, pis arap*, pis cingene*, pis zenci*, ibne, donme ibne, top ibne,
    ermeni dolu, yahudi piclerini, arap piclerini, gavur oldur*, gavurlari kes*, soykirim yalani,
    holokost yalan*, holokost yasanmadi, holokost hic, holokost bir yalan, gaz odalari yalan,
    hitler hakliydi, hitler haklı, yahudiler dunyayi, yahudi komplosu, kafirlere olum, suriyelilere olum,
    escinsellere olum`),
  extremistSlogan: entries(`
    beyaz guc, beyaz ustunlug*, ustun irk, saf irk, irk savasi, yasasin hitler, suriyeliler disari,
    gocmenler disari, kafirlere olum`),
  group: entries(`
    yahudi*, musluman*, kurtler*, ermeni*, multeci*, escinsel*, suriyeli*, gocmen*, kurt halki, rumlar*,
    afganlar*, araplar*, arap, zenci*, siyahi*, siyahlar*, lgbt*, engelli*, cingene*, roman vatandas*,
    hristiyan*, aleviler*, alevi, yabancilar*, siginmaci*, musevi*, gavurlar*, kafir, kafirler*`),
  dehumanisation: entries(`
    olum, oldur*, yok et*, bocek, hasarat*, kesmek, asmak, katlet*, olmeli, olmeliler, gebert*, gebersin,
    katledin, katledelim, katliam*, imha*, yok edelim, yok edilmeli, yok edin, soykirim yap*, kokunu kazi*,
    asalim, asilmali, yakalim, yakilmali, kursuna diz*, vurun, gaz odasina, firina, firinlara, sicanlar,
    sican, fare gibi, hamambocek*, hamam boceg*, parazit*, asalak*, hayvan gibi, kopek gibi, pislik*,
    insan degil, asagi irk, asagilik, istilaci*, mikrop*, veba, kanser gibi, defolsun, sinir disi edilsin,
    kovulmali, dunyayi yonet*`),
  extremism: entries('gamali hac*, nazi*, neo nazi*, swastika, ucuncu reich, fasist*, fuhrer'),
  praise: entries(`
    yasasin, kahraman*, sanli, ovgu*, serefli, yucelt*, ovulen, kutsal, aziz, sehit*, ask olsun, efsane*,
    muhtesem, zafer*, gurur*, kutla*, alkisla*, propaganda*, hakli, bize katil, saygi`),

  terrorism: entries(`
    isid, teror*, canli bomba*, intihar bombaci*, intihar saldiri*, bombali saldiri*, silahli saldiri*,
    katliamci*, okul saldiri*, okul katliam*, daes, el kaide, taliban, cihad*, cihat*, mucahit*`),
  weapon: entries(`
    bomba*, patlayici*, sinir gazi, molotof*, havaya ucur*, el yapimi bomba, boru bomba*, intihar yelegi,
    hardal gazi, zehirli gaz, kimyasal silah*, biyolojik silah*, nukleer silah*, atom bombasi, el bombasi,
    mayin*, dinamit*, barut*, nitrogliserin, risin, sarbon, siyanur*, susturucu, fünye, tnt`),
  weaponRecipe: entries('bomba yapimi, bomba tarifi, patlayici yapimi'),
  instructions: entries(`
    nasil, yapim*, yapil*, tarif*, talimat*, ev yapimi, kilavuz*, rehber*, yapmak, yapma, hazirla*, uret*,
    adim adim, evde, malzeme*, sema, semasi, formul*, karisim*, montaj*, kurulum*, anlat, goster`),

  harmlessPhrase: entries(`
    ciplak goz*, ciplak ayak*, ciplak tepe*, ciplak agac*, ciplak kaya*, ciplak dag*, cinsel egitim,
    ciplak fare, ciplak kor fare, ciplak kedi, ciplak duvar*, ciplak dal*, ciplak motosiklet, ciplak toprak,
    ciplak arazi, ciplak ampul, ciplak beton, kadin budu, kadinbudu kofte*, dilber dudag*, hanim gobeg*,
    vezir parmag*, imam bayildi, imambayildi, kelle paca, kuzu kelle*, balik basi, sarimsak basi,
    bas sarimsak, memeli hayvan*, memeli, memeliler*, meme kanser*, sahmeran, banyo bombasi,
    cikolata bombasi, su bombasi, bomba gibi, pompa, kanli ay, kan portakal*, kan bagisi, kan bankasi,
    el bombasi nar, mavi balina, bas kahraman, bas rol, basrol, bas parmak, ciplak kavak*, ciplak tas*,
    ciplak govdeli, ciplak zemin, yirmi bes yasinda, yirmi alti yasinda, yirmi yedi yasinda,
    yirmi sekiz yasinda, yirmi dokuz yasinda, otuz bes yasinda, otuz alti yasinda, otuz yedi yasinda,
    otuz sekiz yasinda, otuz dokuz yasinda, kirk bes yasinda`),
  negatedWish: everyPair(
    `
      ciplaklik, siddet, kan, cinsellik, cinsel icerik, porno, erotizm, silah, vahset, ceset, ciplak`,
    'yok, olmadan, icermeyen, olmasin, icermesin, icermez',
  ),
  art: entries(`
    muze, muzesi, heykel*, yagli boya*, tablo*, sanat tarihi*, galeri*, ronesans, barok, fresk*, mermer*,
    ressam*, nu model cizim`),
  medicine: entries(`
    tip ders*, tibbi*, hastane*, doktor*, anatomi*, hemsire*, ameliyat*, cerrah*, jinekolog*, dogum, emzir*,
    kanser*, biyoloji*, rontgen*, hasta, hastalar, ders kitab*, saglik`),
  awareness: entries(`
    onleme*, yardim*, destek*, karsi, danisma hatti, farkindalik*, kampanya*, terapi*, psikolog*, onlen*`),
  history: entries(`
    muze, muzesi, tarih*, savas*, belgesel*, sergi*, anit, aniti*, anma, soykirim aniti, arsiv*,
    ders kitabi, ikinci dunya savasi`),
  opposition: entries(`
    karsi, hayir, baris*, protesto*, dayanisma*, direnis*, bir daha asla, karsiti, dur de`),
  person: entries('kadin*, kiz, kizi, erkek*, adam*, onu, onun, kisi*, foto*, resim*'),
};

export const turkishAges: AgeWords = {
  numbers: [],
  afterNumber: entries('yaş*'),
  attachedToDigits: [],
  beforeDigits: [],
};
