/** Hate, extremism and weapons. The notation is described in `minors.ts`. */

/** Nothing but contempt is meant by these. */
export const SLUR = `
  nigger*, nigga, niggas, faggot*, fags, kike, kikes, chinks, gook, gooks, wetback*, raghead*, towelhead*,
  sandnigger*, sand nigger*, spic, spics, tranny, trannies, beaner*, coon caricature, jigaboo*, paki, pakis,
  zipperhead*, race traitor*, jews will not replace, hitler did nothing wrong, hitler was right,
  six million more, zog, kanake*, bougnoule*, youpin*, sale arabe*, sale juif*, sale noir*, negro de mierda,
  sudaca*, moros fuera, moro de mierda, judio de mierda, maricon de mierda, judeus malditos, preto imundo,
  macaco preto, sporco negro, sporchi negri, sporco ebreo, negri di merda, terrone di merda, смерть хачам,
  жид, жиды, жидов, жидам, бе и жидов, бей жидов, пидорас*, пидор*, ниггер*, черножоп*, россия для русских,
  смерть евреям, смерть мусульман*, смерть геям, smierc zydom, zydzi do gazu, jebac zydow,
  polska dla bialych, bialy honor, ciapat*, czarnuch*, pedaly do gazu, pedalow do gazu, kahrolsun yahudiler,
  yahudilere olum, ermenilere olum, kurtlere olum, ibneler*, チョン, 朝鮮人を殺せ, 在日は死ね, ヒトラー万歳,
  支那人死ね, 黒人は劣等, ゴキブリ朝鮮人, 希特勒万岁, 黑鬼, 杀光犹太, 杀光日本人, 杀光穆斯林, 支那猪,
  灭绝犹太, 짱깨, 쪽바리, 깜둥이, 히틀러 만세, 유대인을 죽, хачи, хачам, хачеи, beat the fags, greedy jew*,
  jewish conspiracy, jewish world domination, dirty jew*, dirty arab*, dirty mexican*, dirty gyps*,
  dirty muslim*`;

/** Slogans of extremists: they are also what museums show and marches oppose. */
export const SALUTE = `
  untermensch*, race war, racial holy war, rahowa, great replacement, white genocide, white power,
  white supremac*, white pride, blood and soil, heil hitler, hail hitler, hh88, 14 88, 1488, 88 heil,
  sieg heil, siegheil, juden raus, judenfrei, auslander raus, auslaender raus, holohoax, holocaust is a lie,
  holocaust never happened, holocaust denial poster, ku klux klan rally, kkk rally, happy merchant, neger,
  слава гитлеру, хаиль гитлер*, biala sila, ハイルヒトラー, 白人至上, 하일 히틀러`;

/** Groups of people by origin, faith, body or love. */
export const GROUP = `
  jew, jews, jewish, muslim, muslims, moslem*, arabs, arab, blacks, black people, black man, black men,
  africans, asians, mexicans, latinos, immigrants, immigrant, migrants, refugees, gays, gay people, gay,
  homosexual*, lesbians, trans people, transgender*, transsexual*, queers, lgbt*, gypsies, gypsy,
  roma people, christians, hindus, chinese people, disabled people, the disabled, whites, white people,
  armenians, kurds, rohingya, uyghurs, tutsi, tutsis, indigenous, aboriginals, foreigners, juden, jude,
  muslime, moslems, auslander, auslaender, fluchtlinge, schwarze, schwule, zigeuner, homosexuelle, juifs,
  juif, musulmans, arabes, noirs, immigres, homosexuels, judios, musulmanes, negros, inmigrantes,
  homosexuales, gitanos, judeus, muculmanos, imigrantes, ebrei, musulmani, neri, immigrati, zingari, froci,
  евреи, евреев, евреям, мусульман*, мигрант*, геев, цыган*, кавказц*, zydzi, zydow, zydom, muzulman*,
  imigranci, imigrantow, cyganie, cyganow, geje, gejow, yahudi*, musluman*, kurtler*, ermeni*, multeci*,
  escinsel*, suriyeli*, ユダヤ人, 黒人, 朝鮮人, 韓国人, 中国人, 移民, イスラム教徒, 犹太人, 猶太人, 穆斯林,
  黑人, 同性恋, 유대인, 흑인, 이슬람, 이민자, 동성애자, 중국인, 조선족, jewish people, muslim people,
  arab people, black women, black kids, brown people, mexican*, latinas, gay men, gays and lesbians,
  lesbian*, trans women, trans person, transvestite*, sinti, romani, disabled, autistic*, retarded people,
  the poor, homeless people, turks, turken, kurden, polacks, poles, ukrainians, russians, palestinians,
  israelis, zionists, asylum seekers, asylbewerber, migranten, refugies, inmigrante, refugiados, migranti,
  rifugiati, profughi, беженц*, таджик*, узбек*, украинцев, русских, uchodzc*, ukraincow, niemcow, rosjan,
  gocmen*, 難民, 外国人, 难民, 외국인, 난민`;

/** Says of a group that it should die or is not human. */
export const ERADICATE = `
  kill, kill all, killing, exterminat*, eradicat*, genocide*, gas, gassed, gassing, death to, must die,
  should die, deserve to die, deserve death, hang the, lynch*, burn the, burn all, shoot the, shoot all,
  slaughter*, purge, cleanse, ethnic cleansing, eliminate, wipe out, subhuman*, sub human, vermin, rats,
  cockroach*, parasite*, monkeys, apes, apelike, inferior*, filth, scum, deport all, savages, infest*,
  are ruining, go back to, burn in hell, toten, totet, tod den, vergas*, vernicht*, ausrott*, ungeziefer,
  ratten, untermensch*, minderwertig*, raus, mort aux, tuer tous, tuez, exterminer, vermine, inferieur*,
  sous hommes, dehors, muerte a, matar a, maten, mueran, exterminar, ratas, inferiores, fuera, morte aos,
  matem, exterminem, ratos, fora, morte agli, morte ai, uccidere, sterminare, sterminiamo, topi, inferiori,
  fuori, смерть, убеи*, убить, убиваи*, уничтож*, истреб*, крыс*, недочеловек*, тварь, твари, smierc, zabic,
  zabijmy, do gazu, gazowac, szczury, podludz*, wytepic, precz, olum, oldur*, yok et*, bocek, hasarat*,
  殺せ, 皆殺し, 死ね, ゴキブリ, 劣等, 絶滅, 出て行け, 杀光, 杀死, 灭绝, 蟑螂, 滚出, 죽여, 죽이자, 바퀴벌레,
  열등, 몰아내, 박멸, must be killed, should be killed, be killed, need to die, needs to die, have to die,
  are terrorists, are criminals, are parasites, are a disease, are a plague, are animals, are not human,
  bullet to the head, final solution, to the ovens, in ovens, into the sea, hang all, hang every, hang them,
  drown, drown all, burn them, deserve the gas, ovens, gas chamber* for, put down, shot on sight,
  kicked out, thrown out, throw out, send back, send them back, swarm, swarming, invaders, plague of,
  cancer of, are a cancer, should not exist, do not belong, don t belong, are evil, own the banks,
  control the world, control the media, control the banks, puppet master*, inferior race, less than human,
  worthless, slaves again, as monkeys, as apes, as rats, as pigs, as vermin, as dogs, lives only,
  shall perish, must perish, must disappear, must go, liquidate, hangen, aufhangen, verrecken, abschlachten,
  pendre, eliminer, sont des rats, sont des chiens, colgar, eliminar, son ratas, son animales, bruciare,
  impiccare, вешать, жечь, резать, powiesic, spalic, wyrznac, kesmek, asmak, katlet*, controlling the world,
  controls the world, controlling the media, controlling the banks, ruling the world`;

export const EXTREMIST = `
  hitler*, nazi, nazis, naziism, nazism, neonazi*, neo nazi*, third reich, swastika*, waffen ss, ss runes,
  himmler, goebbels, kkk, klan, klansman, klansmen, ku klux klan, aryan*, fascis*, mussolini,
  golden dawn party, confederate supremac*, hakenkreuz*, drittes reich, arier, arisch*, croix gammee*,
  esvastica*, suastica*, svastica*, гитлер*, нацис*, свастик*, фашис*, nazist*, nazisty*, faszys*, swastyk*,
  gamali hac*, ヒトラー, ナチス, 鉤十字, 希特勒, 纳粹, 納粹, 卐字旗, 히틀러, 나치, 하켄크로이츠`;

export const TERROR = `
  isis, islamic state, isil, daesh, al qaeda, al qaida, alqaeda, boko haram, al shabaab, bin laden,
  osama bin laden, osama, jihad*, mujahid*, suicide bomb*, suicide vest*, terrorist*, terrorism,
  terror attack*, 9 11, september 11, hijacker*, mass shooting*, mass shooter*, school shooting*,
  school shooter*, school shoot*, shooting spree, columbine*, christchurch shoot*, christchurch attack*,
  breivik, brenton tarrant, tarrant, unabomber, oklahoma city bombing, mass murder*, islamischer staat,
  terroranschlag*, amoklauf*, amoklaufer*, attentat*, etat islamique, terroriste*, tuerie*, estado islamico,
  terrorista*, atentado*, tiroteo*, massacre na escola, stato islamico, attentato*, strage*,
  исламское государство, игил, теракт*, террорист*, шахид*, panstwo islamskie, terrorysta, terrorysci,
  terrorystow, zamach*, strzelanina*, isid, teror*, canli bomba*, イスラム国, テロ, テロリスト, 伊斯兰国,
  恐怖分子, 恐怖袭击, 圣战, 이슬람국가, 테러, 테러리스트, 총기난사, gunman, gunmen, amok, poway, utoya,
  sandy hook, pulse nightclub, bataclan, charlie hebdo attack*, hezbollah, hamas, isis k, al nusra,
  eta terrorist*, lone wolf attack*, truck attack*, knife attack*, acid attack*, incel attack*,
  elliot rodger, dylann roof, school massacre*, massacre`;

/** Praises, recruits, shows off. */
export const PRAISE = `
  glorif*, glorious*, glory, hero, heroes, heroic*, praise, praising, praised, celebrat*, admir*,
  propaganda, recruit*, recruiting, join, join us, join the, honor, honour, honoring, honouring, worship*,
  saint, saints, savior*, saviour*, legend, legendary, victor*, victory, proud*, pride, long live, hail,
  martyr*, tribute, awesome, inspiring, inspire*, triumph*, will rise, rise again, greatest, was right,
  salute, saluting, rally, fan art, idol, banner, banners, manifesto, lionis*, lionize*, helden*, held,
  ruhmreich*, verherrlich*, gepriesen, feiern, propaganda*, heldenhaft*, es lebe, gloire, glorieu*, heros,
  glorifi*, celebr*, rejoin*, recrut*, vive, glorios*, heroe*, viva, unete, recluta*, gloria, heroi*, eroe,
  eroi, eroic*, glorific*, unisciti, arruola*, слава, слав*, герои*, прослав*, вступаи*, величи*, chwala,
  bohater*, wychwala*, niech zyje, dolacz, yasasin, kahraman*, sanli, ovgu*, 万歳, 英雄, 栄光, 称える, 讃え,
  募集, 万岁, 荣耀, 歌颂, 赞美, 加入, 招募, 만세, 영웅, 찬양, 영광, 모집, support isis, support the,
  returns as, our hero, as heroes, as saviour, as savior, as liberator*, liberators, superstar, messiah,
  angelic, holy, halo, badass, chad, epic, make * great, welcome, birthday party, we love, i love, follow,
  follower*, beautiful, wunderbar, notre heros, nuestro heroe, nosso heroi, наш герои, nasz bohater,
  still with flag, black flag, pledge*, oath`;

export const WEAPON = `
  bomb, bombs, pipebomb*, pipe bomb*, dirty bomb*, nail bomb*, fertilizer bomb*, fertiliser bomb*,
  car bomb*, nuclear bomb*, atom bomb*, atomic bomb*, nuclear weapon*, nuclear device*, nuke,
  hydrogen bomb*, molotov*, ied, ieds, improvised explosive*, explosive, explosives, explosive device*,
  explosive vest*, suicide vest*, suicide belt*, tatp, semtex, c4 explosive, dynamite, napalm,
  thermite bomb, pressure cooker bomb*, sarin, novichok, vx gas, vx nerve, nerve agent*, nerve gas,
  mustard gas, chlorine gas, poison gas, toxic gas weapon, chemical weapon*, biological weapon*, bioweapon*,
  ricin, anthrax, botulinum toxin, smallpox weapon, weaponized, weaponised, weaponize*, weaponise*,
  ghost gun*, silencer, full auto conversion, machine gun at home, untraceable gun*, cyanide gas, bombe,
  bomben, rohrbombe*, sprengsatz*, sprengstoff*, nervengas*, giftgas*, bombes, explosif*, gaz sarin, bomba,
  bombas, explosivo*, gas sarin, coctel molotov, esplosiv*, ordigno*, бомб*, взрывчатк*, зарин*,
  взрывное устроиство, самодельн* взрыв*, коктеиль молотова, bomby, ladunek wybuchow*, materialy wybuchow*,
  koktajl molotow*, bomba*, patlayici*, sinir gazi, molotof*, 爆弾, 爆発物, サリン, 毒ガス, 火炎瓶, 核爆弾,
  炸弹, 炸彈, 炸药, 炸藥, 沙林, 毒气弹, 核弹, 燃烧瓶, 土制炸弹, 폭탄, 폭발물, 사린, 독가스, 화염병, 핵폭탄,
  biological agent, chemical agent*, toxic agent*, poison the water, water supply poison*, grenade,
  grenades, homemade gun*, landmine*, land mine*, letter bomb*, parcel bomb*, suicide belt, thermite,
  nitroglycerin*, ammonium nitrate, anfo, rdx, petn, plague as a weapon, ebola weapon, mustard agent,
  phosgene, tabun, soman, hydrogen cyanide, polonium, uranium enrichment, enriched uranium, plutonium core,
  untraceable, print a gun, printed gun*, homemade firearm*, unserialized, poisoning a city*,
  poisoning the water, poisoning water, poison a city*, poison a reservoir, poison the reservoir,
  poisoning a reservoir, enrich uranium, enriching uranium, weapons grade, weapon grade, blow up a,
  blow up the, blowing up a, blowing up the, faire exploser, sprengen, hacer explotar, volar un edificio,
  взорвать, wysadzic, havaya ucur*, detonator*, explosively formed, shaped charge*, bomb attack*`;

/** Instructions for a weapon in a word. */
export const WEAPON_RECIPE = `
  bombenbau*, bombenbastel*, bombenanleitung*, sprengstoffherstell*, bombmaking, anarchist cookbook,
  anarchists cookbook, terrorist handbook, bombenbauanleitung*`;

export const INSTRUCTIONS = `
  how to, howto, build, building, make, making, recipe*, instruction*, tutorial*, guide, step by step,
  blueprint*, schematic*, diagram of how, diagram, assemble, assembly, assembling, homemade, home made, diy,
  synthesis, synthesize, synthesise, synthesizing, formula for, ingredients, cookbook, manufactur*,
  construct, constructing, produce at home, at home, plans for, manual, handbook, infographic, wiring,
  anleitung*, bauen, baut, bau, herstell*, bauplan*, selber machen, rezept*, comment, fabriquer,
  fabrication, fabrique, recette*, mode d emploi, plan de, como hacer, fabricar, construir, casera, casero,
  receta*, instrucciones, paso a paso, como fazer, caseira, caseiro, receita*, instrucoes, passo a passo,
  come, costruire, fabbricare, fare una, ricetta*, istruzioni, как, сделать, собрать, изготов*, рецепт*,
  инструкци*, своими руками, jak, zrobic, zbudowac, instrukcj*, przepis*, domowej roboty, nasil, yapim*,
  yapil*, tarif*, talimat*, ev yapimi, 作り方, 製造, 作る方法, 手順, 制作, 制造, 教程, 怎么做, 怎么造,
  如何制, 配方, 만드는, 만들기, 제조, 제작법, how do i, how do you, how can i, how would i, cook, cooking,
  brew, brewing, printable, 3d print*, print, plans, mix, mixing, step by step guide, formula,
  chemical formula, parts list, detonator wiring, teach me, explain how, show me how, carry out, commit,
  perpetrate, plan a, planning a, execute a, get away with, tutoriel*, tutoriais, syntez*, synthesis route,
  synthese, synteza, route, bauanleitung*, guia, guia de, guida, schema, schematics, poradnik, kilavuz*,
  rehber*, 手册, 手冊, 步骤, 方法, 설명서, 방법, 作成方法, レシピ, マニュアル, plan, detailed plan, wie man,
  wie baut man, so baut man, modo de fazer`;
