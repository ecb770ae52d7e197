/** Sexual violence, gore and self-harm. The notation is described in `minors.ts`. */

/** Sexual violence by the word itself. */
export const ASSAULT = `
  rape, rapes, raped, raping, rapist*, gangrape*, gang rape*, raep, molest*, sexual assault*,
  sexually assault*, sexual abuse*, sexually abus*, groping, gropes, groped, date rape, incest, incestuous,
  bestiality, zoophil*, beastiality, necrophil*, noncon, non con, snuff porn, snuff film*, voyeur*,
  creepshot*, creep shot*, spycam*, upskirt*, upskirting, downblouse*, revenge porn*, nudify*, nudified,
  nudification, deepnude*, deep nude*, undressher, undresser app, clothoff, clothes remover, forced sex,
  forced oral, sex slave*, sexual slavery, sexual torture, forcibly undress*, sex with animal*,
  sex with a dog, sex with a horse, sex with dog*, vergewaltig*, sexuelle gewalt, sexueller missbrauch,
  sodomiert, zoophilie, inzest, violee, violeur*, agression sexuelle, inceste, zoophilie*, attouchements,
  violacion, violaciones, violada, violador*, violando, violar, abuso sexual, agresion sexual, incesto,
  zoofilia*, estupr*, violencia sexual, stupro*, stuprat*, stuprare, violenza sessuale, violentata, incest*,
  изнасил*, насилу*, инцест*, зоофил*, растлен*, некрофил*, gwalc*, gwalt, gwaltu, gwalty, zgwalc*,
  molestow*, kazirodz*, zoofil*, tecavuz*, irzina gec*, cinsel saldir*, cinsel istismar*, ensest*, 強姦,
  レイプ, 輪姦, 痴漢, 盗撮, 獣姦, 近親相姦, 性的暴行, 强奸, 強奸, 轮奸, 輪奸, 迷奸, 偷拍裙底, 兽交, 獸交,
  乱伦, 亂倫, 性侵, 猥亵, 강간, 성폭행, 윤간, 몰카, 수간, 근친상간, 성추행, viol d une, viol d un, viol de,
  viol collectif, violer une, violer un, violan a, violan, violo a una, violacao, coerced sex,
  coerced into sex, sexually violat*, ravish*, defile*, forced himself on, forces himself on,
  forcing himself on, grope*, sexual predator*, sexual coercion, sex trafficking, creampied unconscious,
  gruppenvergewaltig*, massenvergewaltig*, viol en reunion, violacion grupal, estupro coletivo`;

/** With something sexual near it, this says that somebody does not consent. */
export const UNWILLING = `
  forced, forcing, force, against her will, against his will, against their will, unwilling*,
  nonconsensual*, non consensual*, without consent, without her consent, without his consent, drugged,
  roofied, unconscious, passed out, sleeping, asleep, blackmail*, kidnapped, abducted, captive, hostage*,
  tied up, chained, gagged, crying, begging, screaming, struggling, held down, restrained, helpless,
  hidden camera*, hidden cam, spy camera*, secretly, without knowing, unaware, abused, abuse, beaten,
  torture*, enslaved, dead, corpse*, animal, dog, dogs, horse, horses, goat, pig, gezwungen*, zwingt,
  gegen ihren willen, bewusstlos*, betaubt*, heimlich*, versteckte kamera, gefesselt*, forcee,
  contre son gre, contre sa volonte, droguee, inconsciente, camera cachee, a son insu, ligotee, forzad*,
  obligad*, contra su voluntad, drogad*, camara oculta, atada, forcad*, contra a vontade, dopad*,
  camera escondida, amarrada, costrett*, contro la sua volonta, drogata, telecamera nascosta, legata,
  насильно, против воли, принужд*, без сознания, связанн*, скрыт* камер*, скрытая камера, zmuszan*,
  wbrew woli, nieprzytomn*, ukryta kamera, zwiazan*, zorla, baygin, gizli kamera, rizasi olmadan, 無理やり,
  無理矢理, 嫌がる, 縛られた, 隠しカメラ, 眠っている, 强迫, 強迫, 昏迷, 下药, 隐藏摄像头, 捆绑, 억지로,
  강제로, 기절한, 몰래카메라, 묶인, forces, force her, coerced, coercing, drunk and passed out,
  secret recording, secretly filmed, secretly recorded, filmed secretly, hidden lens, peeping, peeping tom,
  spying on, sedated, hypnotized, hypnotised, mind controlled, date rape drug, raped, spy cam*, spying,
  voyeur cam*`;

/** Asks for somebody to be undressed, by the words themselves. */
export const ORDER_TO_UNDRESS = `
  strip her, strip him, strip them, strip the woman, strip this, strip my, strip off her, strip off his,
  remove her clothes, remove his clothes, remove their clothes, remove the clothes, remove clothes,
  remove clothing, remove all clothing, remove all clothes, remove her clothing, remove her dress,
  remove her shirt, remove her top, remove her bikini, remove her bra, remove the bikini, remove the dress,
  removing her clothes, take off her, take her clothes, takes off her clothes, taking off her clothes,
  without her clothes, see through her clothes, see through clothes, x ray clothes, make her nude,
  make her naked, make him nude, make him naked, make them naked, make this woman nude, turn her naked,
  zieh sie aus, ziehe die frau aus, enleve ses vetements, enlever ses vetements, desnudarla,
  quitale la ropa, quitar la ropa, quita la ropa, tire a roupa, tirar a roupa, remova a roupa, spogliala,
  togli i vestiti, togli le i vestiti, раздень*, сними с нее одежду, снять одежду, zdejmij ubran*,
  zdejmij jej, soy onu, kiyafetlerini cikar*, elbiselerini cikar*, 服を脱がせ, 脱がせて, 裸にして, 脱掉她,
  脱她的衣服, 脱掉衣服, 去掉衣服, 去掉她的衣服, 脫掉她, 옷을 벗겨, 옷 벗겨, 벗겨줘, under her clothes,
  under his clothes, under her dress, under her skirt, beneath her clothes, beneath his clothes,
  through her clothes, through her shirt, through her dress, through his clothes, up her skirt,
  remove everything she is wearing, remove everything she wears, undress filter, undress app, undress ai,
  ai undress, make her topless, make the woman topless, make * topless, make * * topless, make * nude,
  make * naked, make * * nude, make * * naked, make * * * nude, make * * * naked`;

/** Undressing, when it is aimed at somebody. */
export const UNDRESSING = `
  undress, undresses, undressing, disrobe, ausziehen, entkleide*, deshabille*, desnuda a, spoglia, 脱がす,
  раздеть*, rozbierz*, soyundur*`;

/** With clothes and somebody who exists near it, an order to undress. */
export const TAKE_OFF = `
  take off, takes off, taking off, took off, remove, removes, removing, strip off, pull off, rip off,
  get rid of, delete, erase, photoshop away, photoshop off, edit out, elimina, eliminar, quita, quitale,
  borra, enleve, enlever, retire, retirer, supprime, entferne, entfernen, remova, remover, retira, tire,
  rimuovi, togli, убери, убрать, удали, сними, usun, zdejmij, cikar, kaldir`;

export const CLOTHES = `
  clothes, clothing, dress, shirt, blouse, top, bikini, bra, underwear, panties, skirt, pants, trousers,
  swimsuit, outfit, lingerie, robe, ropa, vestido, vetements, kleider, kleidung, roupa, roupas, vestiti,
  abiti, одежду, платье, ubranie, ubrania, sukienke, kiyafet*, elbise*`;

/** Whoever a verb is aimed at. */
export const SOMEBODY = `
  her, him, them, she, he, woman, girl, man, lady, person, photo, picture, image`;

/** Somebody who exists: a picture of them, or somebody the writer knows. */
export const REAL_PERSON = `
  this woman, this girl, this man, this person, this lady, the woman in, the girl in, my coworker,
  my co worker, my colleague, my neighbour, my neighbor, my ex, my boss, my teacher, my classmate,
  my friend, my girlfriend, my wife, my sister, my mother, my mom, my aunt, my cousin, my crush,
  my roommate, celebrity, celebrities, actress, influencer*, youtuber*, streamer*, princess of,
  queen of england, deepfake*, deep fake*, deepfaked, face swap*, faceswap*, uploaded, this photo,
  the photo, this picture, the picture, meine kollegin, meine nachbarin, meine ex, meine lehrerin,
  diese frau, ma collegue, ma voisine, mon ex, cette femme, mi companera, mi vecina, mi ex, esta mujer,
  minha colega, minha vizinha, esta mulher, minha ex, mia collega, la mia vicina, questa donna, мою коллегу,
  моя соседка, мою бывшую, эту женщину, эту девушку, знаменитост*, moja kolezank*, moja sasiadk*,
  ta kobiet*, is arkadasim*, komsum*, bu kadin*, この女性, 同僚, ディープフェイク, 元カノ, この写真, 我同事,
  我的同事, 这个女人, 这张照片, 换脸, 明星, 前女友, 이 여자, 동료, 딥페이크, 전여친, 이 사진, 연예인,
  real person, famous actor, famous singer, my secretary, my student, ma prof, my stepsister, my mum,
  my teacher s, my roommate s, roommate, classmate*, coworker*, colleague*, ex girlfriend, ex wife,
  ex boyfriend, her photo, her picture, his photo, his picture, uploaded image, uploaded photo,
  uploaded picture, the uploaded, this image, selfie of her, in this image, in the image, from the image,
  famous woman, pop star, popstar, influencer, president, first lady, ai undress, undress filter,
  undress app, undress ai, esta foto, cette photo, cette image, diesem foto, diesem bild, questa foto,
  desta foto, dela foto, этои фото, этом фото, на фото, tym zdjeciu, bu fotograf*, mi companero,
  mi profesora, moi collegue, meine mitschulerin, minha professora`;

/** Mutilation by the word itself. */
export const MUTILATION = `
  decapitat*, behead*, disembowel*, eviscerat*, dismember*, mutilat*, flayed, flaying, flay, skinned alive,
  skinning alive, entrails, intestines hanging, intestines spilling, guts spilling, guts hanging,
  guts everywhere, spilling guts, spilled guts, spilling intestines, gutted man, gutted woman, gutted body,
  gutted person, gutted corpse, severed head*, severed limb*, severed arm*, severed leg*, severed hand*,
  severed finger*, chopped off head, head chopped off, head cut off, head sawed off, sawed in half,
  cut in half alive, torn limb from limb, torn apart body, body torn apart, gouged eye*, eyes gouged,
  eyeball gouged, exposed brain*, brains blown, brains splattered, blown off head, head exploding,
  exploding head gore, crushed skull, skull crushed, impaled body, impaled corpse, impaled on, impaled man,
  impaled woman, ripped open chest, ripped apart, cannibal*, torture porn, throat slit, slit throat,
  slitting throat, slashed throat, gore, gory, gorey, goreporn, guro, rotting corpse*, mangled body,
  mangled bodies, mangled corpse*, charred corpse*, charred bodies, corpse pile, pile of corpses,
  dead bodies piled, bloody corpse*, mutilated, torture scene*, tortured to death, tortured victim*,
  being tortured, burned alive, burning alive, execution video*, snuff, enthaupt*, geköpft*, gekopft*,
  verstummelt*, zerstuckel*, ausgeweidet*, abgetrennt* kopf, abgetrennter kopf, abgetrennte gliedmassen,
  abgetrennte hand, gefoltert*, gehautet*, eingeweide, decapite*, mutile*, eventr*, demembr*, ecartele*,
  tete coupee, tete tranchee, tripes, viscere*, ecorche vif, corps dechiquete*, torture a mort, decapitad*,
  descuartiz*, mutilad*, destripad*, desmembrad*, cabeza cortada, visceras, desollad*, degollad*, torturad*,
  esquartejad*, estripad*, cabeca decepada, esfolad*, degolad*, smembrat*, sventrat*, squartat*,
  testa mozzata, scuoiat*, budella, sgozzat*, обезглавл*, расчленен*, расчлененк*, выпотрошен*, изувечен*,
  отрублен*, отрезанная голова, отрезанной головой, кишки наружу, вспорот*, содранн*, пытк*, растерзан*,
  sciet* glow*, scieta glowa, odcieta glowa, odcieta glowe, rozczlonkowan*, wypatroszon*, okaleczon*,
  wnetrznosci, obdart* ze skory, obdarty ze skory, poderzniet*, torturowan*, kesik bas*, kafasi kesik,
  basi kesil*, kafasi kesil*, parcalanmis ceset*, parcalanmis beden*, bagirsaklari*, ic organlari disari*,
  iskence*, derisi yuzul*, bogazi kesil*, 斬首, 生首, 内臓が, 内臓, 惨殺, バラバラ死体, グロ画像, グロい,
  拷問, はらわた, 皮を剥, 首を切, 首なし死体, 腐乱死体, 斩首, 斬頭, 肢解, 分尸, 碎尸, 碎屍, 开膛, 開膛,
  剥皮, 断肢, 内脏, 內臟外露, 酷刑, 砍头, 砍下的头, 血肉模糊, 虐杀, 凌迟, 참수, 토막 난, 토막난, 토막 시체,
  훼손된 시체, 내장이, 잘린 머리, 잘린 목, 사지 절단, 난도질, 切断された首, 切断された頭, 切断された腕,
  고문하는, 고문당, 고문 장면, torturing, tortures, fingernails ripped, fingernails pulled,
  teeth pulled out, cutting up a body, cut up body, chopped up body, chopping up a body, dismemberment,
  hacked to pieces, hacked to death, chopped to pieces, cut to pieces, ripped in half, torn in half,
  torn apart, blown to pieces, blown apart, body parts, human remains scattered, organs spilling,
  organs hanging, innards, viscera, brain matter, spilled brains, brains spilling, eyeless corpse,
  faceless corpse, crucified corpse, hanged corpse, decomposing body, decomposing corpse, decaying corpse,
  maggot* in, boiled alive, buried alive scream, bleeding to death, bled out, stabbed to death,
  beaten to death, beaten to a pulp, sawn in half, crushed to death, drawn and quartered, meat hook body,
  autopsy gore, zersage*, abgehackt*, aufgeschlitzt*, abgehackte*, dechiquet*, eviscere*, arrache les yeux,
  boyaux, tripas fuera, despedazad*, trozos de cuerpo, pedacos de corpo, fatto a pezzi, corpo a pezzi,
  кровавое месиво, расчленить, мясорубка из людей, poszatkowan*, pocwiartowan*, krwawa jatka, parcalanmis`;

export const BODY_PART = `
  head, heads, skull, skulls, brain, brains, eye, eyes, eyeball*, finger, fingers, fingernail*, hand, hands,
  arm, arms, leg, legs, limb, limbs, foot, feet, throat, guts, organs, intestine*, torso, body, bodies,
  face, skin, flesh, bones, stomach, belly, jaw, tongue, ear, ears, scalp, chest, neck, teeth`;

/** With a part of the body beside it, this is an injury that nobody needs to see. */
export const INJURED = `
  crushed, smashed in, ripped off, torn off, torn out, blown off, cut off, chopped off, hacked off,
  sawed off, sawn off, severed, severing, spilling out, splattered, exploding, exploded, gouged, gouged out,
  impaled, ripped open, sliced open, slit open, cut open, cutting up, chopping up, chopped up, hanging out,
  pulled out, mangled, burned off, burnt off, melted off, melting off, bitten off, ripped out, caved in,
  pulverized, pulverised, amputated without`;

export const BODY_HARM = `
  corpse*, dead body, dead bodies, cadaver*, carcass human, wound*, injur*, flesh, limb, limbs, victim*,
  stabbed, stabbing, bullet wound*, gunshot wound*, amputat*, leiche*, cadavre*, cadaveres, cadavere*,
  труп*, zwloki, trup*, ceset*, 死体, 尸体, 屍體, 시체, body, bodies, torso, victim, severed, murder,
  murdered, stab*, tete coupee, korper, corps, cuerpo, corpo, тело, тела, cialo, beden, 首, 身体`;

export const MUCH_BLOOD = `
  blood everywhere, covered in blood, pool of blood, pools of blood, blood pool, soaked in blood,
  drenched in blood, blood splatter*, blood spatter*, splattered blood, blood spray*, blood spurting,
  blood gushing, gushing blood, dripping blood, blood dripping, bleeding out, bloodbath, bloody,
  blutuberstromt, uberall blut, blutlache*, mare de sang, couvert de sang, charco de sangre,
  cubierto de sangre, poca de sangue, coberto de sangue, pozza di sangue, coperto di sangue, лужа крови,
  луже крови, весь в крови, kaluza krwi, kaluzy krwi, zakrwawion*, kan golu, kan revan, kanlar icinde,
  血まみれ, 血だらけ, 血の海, 血淋淋, 血泊, 血腥, 피투성이, 피바다, 피범벅, full of blood,
  filled with blood, lots of blood, blood on the walls, sea of blood, river of blood, spraying blood,
  smeared with blood, smeared in blood, blood stained walls, so much blood, blood and guts, blood gore,
  voller blut, im blut, blutbad, blutend*, plein de sang, sang partout, bain de sang, lleno de sangre,
  llena de sangre, bano de sangre, cheio de sangue, banho de sangue, pieno di sangue, bagno di sangue,
  море крови, кровь повсюду, залит кровью, кровавыи, кровавая, pelno krwi, krwawy, krwawa, her yer kan,
  鮮血, 血みどろ`;

/** Encouragement to self-harm by the words themselves. */
export const SELF_HARM = `
  kill yourself, kill urself, kys, kill myself, killing myself, kills herself, kills himself,
  killing herself, killing himself, hang yourself, hang myself, hanging myself, hangs herself,
  hangs himself, hanging herself, hanging himself, hanged herself, hanged himself, cut yourself, cut myself,
  cutting myself, cutting herself, cutting himself, slit my wrist*, slit her wrist*, slit his wrist*,
  slit your wrist*, slit wrist*, slitting wrist*, slitting her wrist*, slitting his wrist*, slashed wrist*,
  cut wrist*, cut my wrist*, cut her wrist*, cutting wrist*, cutting her wrist*, cutting his wrist*,
  cutting my wrist*, cuts on wrist*, razor on wrist*, razor wrist*, self harm*, selfharm*, self injur*,
  self mutilat*, thinspo*, thinspiration, bonespo, pro ana, proana, pro mia, promia, anorexia goals,
  starve yourself, go die, drink bleach, end your life, end my life, take my own life, take your own life,
  swallow all the pills, overdose on pills, noose around my neck, noose around her neck,
  noose around his neck, suicide note, suicide pact, suicide tutorial, suicide method*, suicide kit,
  commit suicide, committing suicide, suicide challenge, blue whale challenge, pulsadern,
  pulsadern aufschneid*, bring dich um, umbringen mich, selbstmordanleitung, selbstverletz*, ritzen,
  sich erhang*, sich aufhangt, erhange dich, selbstmord begehen, suicide toi, me suicider, se suicider,
  se pendre, s ouvrir les veines, scarification des veines, se taillader*, automutil*, comment se pendre,
  tue toi, suicidarse, suicidarme, suicidate, matate, cortarse las venas, cortarme las venas,
  cortandose las venas, ahorcarse, ahorcandose, ahorcarme, autolesion*, quitarse la vida, se mate,
  suicidar se, me suicidar, se suicidar, cortar os pulsos, cortando os pulsos, enforcar se, se enforcando,
  automutilac*, se matar, suicidarsi, suicidati, tagliarsi le vene, tagliarmi le vene, si taglia le vene,
  impiccarsi, ammazzati, uccidersi, убеи себя, убить себя, убеи сам себя, покончить с собои, вскрыть вены,
  вскрывает вены, режет вены, порезать вены, порезы на запястьях, самоповрежден*, повеситься, повесился,
  совершить самоубииство, селфхарм, zabij sie, zabic sie, podciac zyly, podcina sobie zyly, podcinanie zyl,
  samookalecz*, powiesic sie, popelnic samoboj*, ciecie sie zyletka, tnie sie zyletka, kendini oldur*,
  intihar et*, bileklerini kes*, bilegini kes*, kendini as*, kendine zarar*, 自殺の方法, 自殺方法,
  自殺しよう, 自殺する方法, リストカット, 手首を切, 首吊り, 自傷, 死ね, 自杀方法, 怎么自杀, 如何自杀,
  自殺方式, 割腕, 上吊, 自残, 自殘, 去死吧, 자살 방법, 자살방법, 자살하는 법, 손목을 긋, 손목 긋, 자해,
  목을 매, 목매달, 죽어버려, killing yourself, killing urself, hanging yourself, cutting yourself,
  ending your life, ending my life, taking your own life, taking my own life, off yourself,
  unalive yourself, unalive myself, kill thyself, self inflicted cuts, self inflicted wound*, cutting scars,
  cutting her arms, cutting his arms, cutting my arms, cuts her arms, cuts his arms,
  jump off a bridge and die, erhangt sich, hangt sich auf, bringt sich um, ritzt sich, se pend,
  se taillade*, se ahorca, se corta las venas, se enforca, corta os pulsos, si impicca, si suicida,
  se suicide, вешается, режет себя, резать себя, tnie sie, wiesza sie, kendini asan, kendini kes*,
  ways to die, way to die, how to die, want to die, wants to die, wanna die, help me die, mich umbringen,
  mich umzubringen, sich umbringen, sich umzubringen, mich toten, umbringe, mich selbst toten, mourir vite,
  envie de mourir, quiero morir, quero morrer, voglio morire, хочу умереть, chce umrzec, olmek istiyorum,
  死にたい, 想死, 죽고 싶, razor cuts, razor blade cuts, self cutting, blade against her wrist,
  blade to her wrist, blade on her wrist, noose around, head in a noose, standing on a chair with a noose,
  jumping off a roof, jumping to her death, jumping to his death, jumps to her death, jump to my death,
  jumping in front of a train, jump in front of a train, lying on train tracks, drowning herself,
  drowning himself, burning herself, burning himself, starving herself, starving myself, starve myself,
  purging after, skinny goals, ana tips, ed tips, wannarexi*, shoots himself, shooting himself,
  shooting herself, shoots herself, gun in his mouth, gun in her mouth, gun to his own head,
  gun to her own head, shoot myself, shoot yourself, hurt yourself, hurting herself, harm yourself,
  harm myself, quiero suicidar*, suicidar, quero me suicidar, voglio suicidarmi, je veux me suicider,
  ich will mich umbringen, scars from cutting, scars on her wrists, scars on his wrists, scars on my wrists,
  scarred wrists, shoot himself, shoot herself, shoot themselves, blow my brains out, blow his brains out,
  blow her brains out, blowing his brains out, end it all, swallowing bleach, drinking bleach,
  drinks bleach, tide pod challenge, choking challenge, blackout challenge, take all the pills,
  taking all the pills, swallowing pills to die, how to disappear forever, no reason to live,
  better off dead, world is better without you, nobody would miss you, starve until, starve to death,
  starving to death beautiful, gas myself, car exhaust suicide, jumping to death, unalive, ritzt,
  sich ritzen, ritzen am, blutige arme, die pulsadern, salto al vacio suicid*,
  saltar de un puente para morir, sauter d un pont pour mourir`;

/** With a wrist beside it. */
export const CUTS = `
  cut, cuts, cutting, slit, slits, slitting, slash, slashes, slashed, slashing, razor*, blade, blades,
  self inflicted, bleeding, slice, slices, slicing, carving into, cutting into, coupure*, entaille*,
  schnitt, schnitte, schnittwunde*, cortes, tagli, порезы, ciecia, kesikler, 切り傷, 伤口`;

export const WRIST = `
  wrist*, forearm*, veins, thighs, her arms, his arms, my arms, handgelenk*, poignet*, muneca sangr*,
  pulsos, polsi, запясть*, nadgarst*, bilek*, bilegi*, 手首, 手腕, 손목, arm open, arms open, their arm,
  their arms, her forearm*, his forearm*, unterarm*, avant bras, antebrazo*, antebraco*, avambracci*,
  предплечь*, przedramie*`;

/** With somebody beside it. */
export const HANGED = `
  hanging from a rope, hanging from a noose, hanging from the ceiling, hanging from the rafters,
  hanging from the ceiling fan, hanging by a rope, hanging by the neck, hanging by a noose,
  hanging by his neck, hanging by her neck, hanged from, hanging in a noose, hanging dead,
  hanging from a tree, off a bridge, off the bridge, off a building, off a rooftop, off a skyscraper,
  off the roof, in front of a train, in front of the train, noose around, with a noose, plastic bag over`;

export const SUICIDE = `
  suicide*, suicidal, noose*, anorexi*, bulimi*, selbstmord*, suizid*, suicidio*, самоуби*, samoboj*,
  intihar*, 自殺, 自杀, 자살, overdos*, starve, starves, skin and bones, noosed`;

/** Makes suicide a method or something to admire. */
export const TEMPTING = `
  how to, method*, way to, ways to, best way, easy way, painless*, step by step, romantic*, beautiful*,
  aesthetic*, glorif*, instruction*, tutorial*, guide, cool, goals, hanging, hang, encourag*, you should,
  do it, peaceful, sexy, inspiration*, bathtub, rope, razor*, jumping off, anleitung*, wie man, methode*,
  comment, sang, como, metodo*, come, как, способ*, jak, metod*, nasil, yontem*, 方法, やり方, 美しい, 怎么,
  如何, 唯美, 방법, 아름다운`;
