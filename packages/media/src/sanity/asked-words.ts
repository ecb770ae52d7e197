/**
 * The words of prompts that ask for one colour, stillness or silence, in the languages of the prompt check. A word may end in
 * `*`, for its endings.
 */

/** One line for each of en, de, es, fr, it, pt, nl, pl, ru, tr, vi, ar and hi. */
export const COLOURS = `
black white gray grey red green blue yellow orange purple violet pink brown cyan magenta beige teal navy turquoise maroon crimson ivory rgb
schwarz* weiss* weiß* grau* rot* grün* blau* gelb* lila braun*
negr* blanc* gris* roj* verd* azul* amarill* naranja morad* rosad*
noir* roug* vert* bleu* jaun* violet*
nero nera neri bianc* grigi* ross* blu giall*
pret* branc* cinz* vermelh* amarel*
zwart* wit witte grijs grijze rood rode groen* blauw* geel gele
czarn* czerń biał* szar* czerwon* zielon* niebiesk* żółt*
чёрн* черн* бел* сер* красн* зелён* зелен* син* жёлт* желт*
siyah beyaz gri kırmızı yeşil mavi sarı
đen trắng xám đỏ xanh vàng
أسود سوداء السوداء الأسود أبيض بيضاء الأبيض رمادي رمادية أحمر حمراء أزرق زرقاء أخضر
काला काली काले सफेद नीला नीली लाल हरा हरी
`;

export const EMPTY = `
plain solid blank empty background backdrop transparent pure uniform uniformly flat monochrome monochromatic featureless void nothing nothingness emptiness dark darkness blackness
einfarbig* leer* leere nichts dunkel* dunkelheit finsternis schlicht*
liso lisa vacío vacía vacio nada oscuridad oscur* sólid*
uni unie vide rien obscurité
vuot* niente buio
vazi* escuridão escuro escura
effen leeg lege niets duisternis donker donkere egaal egale
jednolit* pust* nic ciemność ciemnoś*
сплошн* однотонн* пуст* ничего темнота темноты
düz boş karanlık hiçbir
trơn trống
فارغة فارغ سادة ظلام
सादा सादी खाली अंधेरा
`;

/** What is said around a colour, and of the picture itself, without anything to be seen in it. */
export const FILLERS = `
a an the of in on with and or is are be it its this that there which where from all over edge edges corner to
only just simply purely entirely completely totally total fully absolutely whole entire every everything else but very perfect perfectly evenly pitch
simple minimal minimalist minimalistic clean seamless smooth even consistent constant static still unchanging matte single one same tone shade studio light pale bright deep
canvas screen wall paper image picture frame frames photo page sheet wallpaper swatch colour color colored coloured colours colors texture fill filled fills
video clip footage shot surface area space seconds second sec s long start end beginning full high quality resolution hd uhd ultra pixel pixels
visible seen can generate create make show shows showing render give me please i want need stays stay remains remain throughout time
lime cream peach mint coral lavender gold silver olive midnight charcoal chroma key card
ein eine einen einem einer eines der die das den des dem ist nur sonst außer ausser ganz ganze* komplett* völlig* vollständig* einfach* rein* hintergrund leinwand fläche bild bildschirm seite farbe farbiger und mit von auf im am einheitlich* durchgehend* alles bleibt sekunden lang bitte erstelle zeige
un una el la los las de del en con y solo solamente totalmente completamente puro pura simple uniforme* fondo pantalla lienzo imagen color plano plana más que todo toda segundos único página pagina
une le les du d et avec sur seulement uniquement complètement entièrement totalement tout toute pur pure fond écran toile couleur plein uniforme secondes l
uno il lo di e solo soltanto interamente tutto semplice tinta unita sfondo schermo tela immagine colore altro che secondi
um uma o do da em com só apenas somente simples fundo ecrã imagem cor além segundos
een het van alleen dan behalve volledig helemaal puur achtergrond scherm doek afbeelding beeld kleur seconden
i z na w tylko poza oprócz całkowicie zupełnie cał* czyst* gładk* tło ekran płótno obraz kolor* wideo sekund*
и с на в только кроме полностью совершенно абсолютно чист* фон* экран* холст изображени* картинк* кадр* цвет* видео секунд*
bir ve sadece yalnızca tamamen tek renk renkli saf arka plan arkaplan ekran tuval görüntü resim şey başka yok saniye
một và chỉ toàn hoàn đơn sắc thuần nền màn hình ảnh bức màu có gì khác giây là
خلفية الخلفية شاشة لوحة صورة لون اللون بلون فقط تماما بالكامل موحد موحدة واحد لا شيء سوى نقي نقية
एक और केवल सिर्फ पूरी तरह से ठोस पृष्ठभूमि स्क्रीन कैनवास चित्र रंग का की के कुछ नहीं
`;

/** What follows is not in the picture, up to the next mark. */
export const NEGATIONS = 'no without ohne kein* sin sans senza sem zonder geen bez без không بدون';
/** What follows says what the picture is for. */
export const PURPOSES = 'for für para pour per voor dla для cho';

/** The words of Japanese, Korean, Chinese and Thai are found anywhere in a text. */
export const UNSPACED = {
  named: `
黒色 黒 白色 白 赤色 赤 青色 青 緑色 緑 灰色 グレー 無地 単色 空白 真っ暗 暗闇 何もない 一色
검은색 검정색 검정 검은 흰색 하얀색 하얀 흰 회색 빨간색 파란색 초록색 단색 무지 빈 어둠
黑色 黑 纯色 純色 单色 單色 红色 紅色 蓝色 藍色 绿色 綠色 黑暗 空无一物 什么都没有
สีดำ ดำ สีขาว ขาว สีเทา สีแดง สีน้ำเงิน สีเขียว ว่างเปล่า มืด`,
  fillers: `
真っ 純粋 完全 何も のみ だけ 背景 画面 画像 キャンバス 塗りつぶし 動画 映像 スクリーン 壁紙 色 の な で に を が は い
순수한 순수 완전한 완전히 배경 화면 이미지 캔버스 오직 아무것도 없는 전체 영상 동영상 색 으로 만 의 로 가 이 은 는 을 를
纯 純 全 完全 只有 仅 背景 画面 畫面 屏幕 螢幕 图片 圖片 图像 画布 畫布 一片 一个 一张 一張 图 圖 的 没有 任何 其他 东西 视频 影片 底 壁纸 是 幅
พื้นหลัง หน้าจอ ภาพ รูป ล้วน เรียบ ทึบ ทั้งหมด เท่านั้น สี ไม่มีอะไร เลย ผ้าใบ อย่างเดียว สนิท`,
};

/** Patterns, one a line. */
export const STILL = `
\\bstill (?:image|photo\\w*|picture|frame|shot of a still)\\b(?! (?:camera|stack))
\\b(?:static|stationary|frozen|motionless) (?:image|photo\\w*|picture|frame|slide|video)\\b
\\bfreeze[- ]?frame\\b
\\bnothing (?:at all )?(?:moves|is moving|changes)\\b
\\bno (?:motion|movement|animation)s?\\b(?! blur)
\\bwithout (?:any )?(?:motion|movement|animation)\\b(?! blur)
\\b(?:does not|doesn'?t|do not|don'?t|must not|should not) (?:move|change) at all\\b
\\b(?:image|photo\\w*|picture|frame|scene|screen|video|everything) (?:that |which )?(?:does not|doesn'?t|must not|should not|never) (?:move|change)s?\\b
\\b(?:frozen in time|time (?:has )?stopped|everything (?:is|stays|remains) (?:frozen|motionless))\\b
\\b(?:title card|test card|test pattern|colou?r bars|slideshow)\\b
\\bstandbild\\b|\\bnichts bewegt sich\\b|\\bohne bewegung\\b|\\bkeine bewegung\\b|\\bbewegt sich nicht\\b
\\bimagen (?:fija|estática)\\b|\\bsin movimiento\\b|\\bnada se mueve\\b
\\bimage (?:fixe|figée)\\b|\\bsans (?:aucun )?mouvement\\b|\\brien ne bouge\\b
\\bimmagine (?:fissa|statica)\\b|\\bsenza movimento\\b|\\bnulla si muove\\b
\\bimagem (?:estática|parada)\\b|\\bsem movimento\\b|\\bnada se move\\b
\\bstilstaand beeld\\b|\\bzonder beweging\\b|\\bniets beweegt\\b
\\bnieruchomy obraz\\b|\\bbez ruchu\\b|\\bnic się nie rusza\\b
стоп-?кадр|без движения|ничего не движется|неподвижн[^ ]* (?:кадр|изображение|картинка)
\\bhareketsiz (?:görüntü|resim|kare)\\b|\\bhiçbir şey hareket etm
ảnh tĩnh|không chuyển động|không có chuyển động
صورة ثابتة|بدون حركة|بلا حركة|لا شيء يتحرك
स्थिर (?:चित्र|छवि)|कोई हलचल नहीं|बिना हलचल
静止画|動きなし|何も動かない|静止图像|静止画面|静止的画面|画面静止|動かない(?:写真|画像|映像)|没有动作|一动不动|没有任何运动
정지 ?(?:화면|영상|이미지)|움직임 ?없|아무것도 움직이지
ภาพนิ่ง|ไม่มีการเคลื่อนไหว|ไม่ขยับ
`;

export const SILENCE = `
\\b(?:no|without|without any|zero) (?:sound|audio|noise)s?\\b(?! (?:of|but|except|effects?|from)\\b)
\\b(?:sound|audio|volume) (?:is )?(?:off|muted|turned off|disabled)\\b
\\b(?:silent|mute|muted|soundless) (?:video|clip|footage|audio|sound|soundtrack|track|recording)\\b
\\b(?:complete|completely|total|totally|absolute|absolutely|utter|utterly|dead|entirely|pure) (?:silent|silence|soundless|mute)\\b
(?:^|[,.;:]\\s*)(?:(?:make it|it is|in) )?(?:silent|silence|muted?|soundless|noiseless)\\s*(?:$|[,.;:!])
\\bohne (?:ton|jeden ton|sound|geräusche)\\b|\\bkein(?:en)? (?:ton|sound)\\b|\\bstumm(?:es video|er clip)?\\s*(?:$|[,.;])|\\b(?:völlige|absolute|totale) stille\\b|\\btonlos
\\bsin (?:sonido|audio)\\b|\\bsilencio (?:total|absoluto|completo)\\b|\\bvídeo (?:mudo|silencioso)\\b
\\bsans (?:son|audio|aucun son)\\b|\\bsilence (?:total|complet|absolu)\\b|\\bvidéo (?:muette|silencieuse)\\b
\\bsenza (?:suono|audio|sonoro)\\b|\\bsilenzio (?:totale|assoluto|completo)\\b
\\bsem (?:som|áudio)\\b|\\bsilêncio (?:total|absoluto|completo)\\b
\\bzonder (?:geluid|audio)\\b|\\bgeen geluid\\b|\\b(?:volledige|totale|absolute) stilte\\b
\\bbez (?:dźwięku|audio)\\b|\\b(?:całkowita|zupełna|absolutna) cisza\\b
без (?:звука|аудио)|(?:полная|абсолютная) тишина|в полной тишине
\\bsessiz video\\b|\\bses yok\\b|\\bsessiz\\s*$|\\b(?:tam|mutlak) sessizlik\\b
không (?:có )?(?:âm thanh|tiếng)|im lặng (?:hoàn toàn|tuyệt đối)
بدون صوت|بلا صوت|صمت تام
बिना (?:आवाज|ध्वनि)|कोई (?:आवाज|ध्वनि) नहीं|पूर्ण सन्नाटा
無音|音なし|完全な静寂|无声|無聲|静音|靜音|没有声音|沒有聲音
무음|소리 ?없|음소거|완전한 정적
ไม่มีเสียง|เงียบสนิท|ปิดเสียง
`;
