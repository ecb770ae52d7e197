/**
 * Who is or may be a minor. Entries are separated by commas; `*` ends a stem; words of an entry follow each
 * other. Case and accents do not count.
 */

/** Somebody who is a minor by the word. */
export const MINOR = `
  child, children, childs, kid, kids, kiddo, kiddie*, kidz, minor, minors, underage, under age, underaged,
  toddler*, infant, infants, baby, babies, newborn*, preteen*, pre teen*, tween, tweens, teen, teens,
  teenage*, teenie*, teeny, teenies, adolescent*, juvenile*, schoolgirl*, schoolboy*, school girl*,
  school boy*, schoolchild*, schoolkid*, schooler*, preschool*, kindergart*, elementary school*,
  primary school*, middle school*, high school girl*, high school boy*, high schooler*, little girl*,
  little boy*, young girl*, young boy*, small girl*, small boy*, girl child*, boy child*, prepubescent,
  pubescent, prepuberty, puberty, lolita*, youngster*, barely legal, under 18, under eighteen, below 18,
  not yet 18, young looking, little sister*, little brother*, daughter, daughters, grandchild*, girl scout*,
  boy scout*, first grader*, second grader*, third grader*, fourth grader*, fifth grader*, sixth grader*,
  seventh grader*, eighth grader*, school uniform*, kinder, kindes, kindlich*, kleinkind*, schulkind*,
  schulmadchen*, schulmaedchen*, schuler, schulerin*, kleines madchen, kleinen madchen, junges madchen,
  kleines maedchen, kleiner junge, kleinen jungen, saugling*, nacktes kind, kind nackt, teenagerin*,
  minderjahrig*, minderjaehrig*, jugendlich*, tochter, enfant*, fillette*, gamin, gamine, gamins, gamines,
  petite fille*, petit garcon*, jeune fille*, ecolier*, ecoliere*, lyceenne*, collegienne*, mineur, mineure,
  mineurs, mineures, bebe, bebes, ado, ados, nino, nina, ninos, ninas, ninit*, chiquill*, menor de edad,
  menores, menor, colegial*, adolescente*, infantil*, crianca*, menina, meninas, menino, meninos, meninin*,
  garotinh*, novinha*, menor de idade, bambin*, ragazzin*, minorenn*, fanciull*, neonat*, scolar*,
  studentessa delle medie, ребен*, ребят*, дети, детеи, детям, детьми, детях, детск*, дитя, девочк*,
  мальчик*, малыш*, младен*, подрост*, школьни*, несовершеннолетн*, малолет*, пионерк*, тинеиджер*, dziecko,
  dziecka, dziecku, dzieckiem, dzieci, dzieciec*, dziewczynk*, dziewczynce, chlopczyk*, chlopiec, chlopca,
  chlopcy, nastolat*, nieletni*, maloletni*, uczennic*, niemowl*, cocuk*, cocug*, kucuk kiz*, kucuk oglan*,
  bebek*, ergen*, liseli*, resit olmayan*, ilkokul*, ortaokul*, 子供, 子ども, こども, 少女, 少年, 幼女,
  幼児, 女児, 男児, 児童, 小学生, 中学生, 高校生, 女子高生, 女子中学生, 未成年, 赤ちゃん, 赤ん坊,
  小さな女の子, 小さい女の子, 孩子, 小孩, 儿童, 兒童, 女童, 男童, 小女孩, 小男孩, 初中生, 高中生, 小學生,
  中學生, 婴儿, 嬰兒, 宝宝, 幼童, 学生妹, 어린이, 아이, 아동, 소녀, 소년, 미성년, 초등학생, 중학생,
  고등학생, 여고생, 여중생, 초딩, 유아, 아기, 어린 여자, 어린애, 여자애, 꼬마, high school student*,
  secondary school student*, middle school student*, school student*, school pupil*, grade schooler*,
  6th grader*, 7th grader*, 8th grader*, 9th grader*, 5th grader*, 4th grader*, cub scout*, kindergartner*,
  young teen*, early teens, in her teens, in his teens, jugendliche, halbwuchsig*, kindliche, enfantin*,
  prepuber*, impuber*`;

/** May be a minor: refused with sexual content only, not with a pretty dress. */
export const GIRL_OR_BOY = `
  girl, girls, boy, boys, girly, lad, lass, lassie, nephew, niece, son, sons, cheerleader*, childlike,
  childish, flat chested, freshman, madchen*, maedchen*, jungen, fille, filles, garcon, garcons, chica,
  chico, muchach*, garota*, garoto*, ragazza, ragazze, ragazzo, ragazzi, девчон*, девиц*, мальчиш*,
  dziewczyn*, chlopak*, kiz, kizlar, kizi, oglan*, 女の子, 男の子, 女孩, 男孩, 小妹妹, 小姑娘, 女学生,
  youthful looking, schoolmate*, young * girl*, stepsister, stepbrother, stepdaughter, step daughter,
  step sister`;

/** Has no other meaning than sexual content with minors. */
export const MINOR_SEXUAL = `
  loli, lolis, lolicon*, lolikon*, shota, shotas, shotacon*, shotakon*, toddlercon*, jailbait*, childporn*,
  child porn*, kiddieporn*, kiddie porn*, kidporn*, kid porn*, teenporn*, teen porn*, preteen porn*, pedo,
  pedos, paedo, paedos, pedophil*, paedophil*, pedofil*, padophil*, csam, csem, child sex, child erotic*,
  underage sex, pthc, cunny, kinderporn*, kindersex*, padoporn*, pedopornograph*, pedopornografi*,
  pornografia infantil*, pornografia infantile, pornografia dziecieca, детск порн*, детское порно,
  детская порнография, детскую порнографию, педофил*, cocuk porno*, ロリコン, ロリ, ショタ, 児童ポルノ,
  萝莉, 蘿莉, 正太, 儿童色情, 兒童色情, 恋童, 로리, 쇼타, 아동 포르노, 아동포르노, 아청`;
