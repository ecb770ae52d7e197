/** Prompts that ask for what is otherwise a fault, and prompts that only sound like it. */

interface Prompts {
  readonly asking: readonly string[];
  readonly showing: readonly string[];
}

const lines = (text: string): readonly string[] => text.trim().split('\n');

export const UNIFORM: Prompts = {
  asking: lines(`
black
#000000
solid #ff8800
pure white
plain black background
a plain black background
A plain, black background.
plain black background, nothing else
a plain black background, 4k, high quality
solid blue screen for chroma keying
green screen for compositing a cat
blank white page
a blank canvas
an empty white canvas
completely black image
a completely dark screen, nothing visible
an entirely white image with no details
uniform grey background without any texture or objects
pitch black
nothing but black
nothing but darkness
a black screen for 5 seconds
solid red, no text, no people, no objects
flat beige wallpaper for my phone
single color background, navy
one solid colour, edge to edge: teal
monochrome grey fill
an empty void of darkness
the screen stays black throughout
total darkness
white background only
seamless white studio backdrop, empty, no shadows
just a plain pink image please
plain light grey background 1920x1080
ein einfarbig schwarzer Hintergrund
ein komplett schwarzes Bild
nur weiß, ohne Text
leere weiße Seite
fondo negro liso
pantalla completamente negra
un lienzo blanco vacío
fond noir uni
une image entièrement blanche, sans texte
écran noir
sfondo bianco tinta unita
schermo completamente nero
fundo preto liso
uma imagem totalmente branca
effen zwarte achtergrond
volledig wit beeld
jednolite czarne tło
całkowicie biały ekran
чёрный экран
полностью белый фон, без текста
однотонный серый фон
düz siyah arka plan
tamamen beyaz ekran
nền đen trơn
màn hình trắng
خلفية سوداء سادة
شاشة سوداء فقط
सादा काला पृष्ठभूमि
पूरी तरह से सफेद चित्र
真っ黒な画面
白い背景のみ
無地の青い背景
검은색 배경
완전히 하얀 화면
纯黑色背景
一片空白的白色画面
純白色背景
พื้นหลังสีดำล้วน
หน้าจอสีขาว
solid lime green, edge to edge
plain cream coloured background for text
fully transparent white image
grau, sonst nichts
纯白背景图
a flat grey card
midnight black background
The frame is completely black from start to end
chroma key green background
black void
une page blanche
imagen totalmente azul
абсолютно чёрный экран
真っ白な画像
빨간색 단색 배경`),
  showing: lines(`
a black cat in a coal cellar
plain bagel on a white plate
solid oak table
a blank stare
silent film actress
still life with fruit
a white rabbit in snow and fog
a cat on a plain white background
cat, plain white background
product photo of a red shoe on a solid white background
a red apple, nothing else, plain background
portrait of a woman against a plain grey backdrop
logo of a fox on a black background
white circle on a black background
black square on a white background
gradient from black to white
half black, half white
black and white stripes
an empty street at night
an empty room with white walls and a lamp
a dark forest
a black hole
white noise on an old television
the night sky with a few stars
dense fog over a lake
a snowfield, whiteout, one skier
a white wall with a crack
blank canvas on an easel
a blank sheet of paper on a wooden desk
pure joy on the face of a child
a green screen studio with a camera crew
a man in front of a solid blue screen
solid gold ring
plain of grass under a clear blue sky
the Great Plains at dusk
uniform of a soldier, blue
a flat landscape in the Netherlands
an empty bottle
blue eyes of a woman
a single red rose
the colour red as a dragon
deep space
a polar bear in a blizzard
a black leather sofa in a dark room
a raven at midnight
white marble statue
milk poured into white porcelain
fade in from black to a city skyline
pure white horse galloping
monochrome portrait
black coffee
a white sheet ghost
ein schwarzer Hund im Schnee
Katze vor einfarbig weißem Hintergrund
ein leeres Zimmer
un gato sobre fondo blanco liso
caballo negro en la noche
un chat sur fond blanc uni
une rue vide la nuit
un cane su sfondo bianco
um gato preto em fundo branco
een kat op een effen witte achtergrond
kot na jednolitym białym tle
кот на белом фоне
чёрная кошка ночью
düz beyaz arka planda bir kedi
con mèo trên nền trắng
قطة على خلفية بيضاء
सफेद पृष्ठभूमि पर बिल्ली
白い背景の猫
黒猫
흰색 배경의 고양이
白色背景上的猫
แมวบนพื้นหลังสีขาว
una rosa roja
a plain donut
a blank map of Europe
white lilies on black
one black ant on a white page
text HELLO on a plain background
snowstorm
purple haze concert
un ours blanc
белый медведь
黒い森
검은 고양이
黑猫
แมวดำ`),
};

export const STILL: Prompts = {
  asking: lines(`
a still image of a mountain lake
a still photo that does not move
static image of the logo
freeze frame of a jumping dog
a castle, nothing moves
a harbour at dusk, no motion at all
a street without any movement
the picture must not change
a crowd frozen in time
title card with the words The End
test pattern with colour bars
a plain black background
Standbild einer Burg
ein See, nichts bewegt sich
imagen fija de un castillo
une image fixe d'un château
immagine fissa di un faro
imagem estática de um farol
een stilstaand beeld van een molen
nieruchomy obraz zamku
стоп-кадр: собака в прыжке
hareketsiz görüntü, bir kale
ảnh tĩnh của một ngọn núi
صورة ثابتة لقلعة
किले का स्थिर चित्र
城の静止画
성의 정지 화면
城堡的静止画面
ภาพนิ่งของปราสาท
画面静止不动
動かない写真`),
  showing: lines(`
still life with fruit
a still lake at dawn, mist drifting
still water reflecting the moon
static shot of waves rolling in
static camera, a train passes
locked-off camera on a busy crossing
a frozen lake with skaters
a statue in the rain
a heron stands motionless in the stream
the cat sits still and its tail twitches
static electricity lifts her hair
slow motion of a drop falling
no motion blur, a racing car
stillness of a forest in the morning
he is still running
Stillleben mit Obst
ein stiller See im Nebel
naturaleza muerta con frutas
un lac calme au matin
спокойное озеро утром
静かな湖
조용한 호수
平静的湖面`),
};

export const SILENCE: Prompts = {
  asking: lines(`
a forest at dawn, no sound
waves on a beach without sound
a city at night, silent
silent video of a candle
muted clip of a crowd
a snowy field in complete silence
complete silence, a monk at prayer
the moon, audio off
no audio, a dog running
Wald im Nebel, ohne Ton
eine Stadt bei Nacht, kein Ton
un bosque sin sonido
une forêt sans son
un bosco senza audio
uma floresta sem som
een bos zonder geluid
las bez dźwięku
лес без звука
sessiz video, bir orman
khu rừng không có âm thanh
غابة بدون صوت
जंगल, कोई आवाज नहीं
森、無音
숲, 무음
森林，无声
ป่า ไม่มีเสียง`),
  showing: lines(`
silent film actress
poster of The Silence of the Lambs
a silent street at night, rain begins
snow falls silently on the pines
muted colours, a desert at noon
a mute swan on the river
Silent Night sung by a choir
silent disco with dancers
no sound of traffic, only birdsong
no sound effects, a string quartet
the silence is broken by thunder
a quiet library
the silent hills of Tuscany
he breaks the silence with a shout
ein stiller Wald mit Vogelgesang
un bosque silencioso con pájaros
la rue silencieuse et la pluie
тихий лес, поют птицы
静かな森、鳥の声
조용한 숲, 새소리
安静的森林，鸟鸣
quiet rain on a window`),
};
