import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const spanish: Lexicon = {
  minor: entries(`
    nino, nina, ninos, ninas, ninit*, chiquill*, menores, menor, colegial*, adolescente*, infantil*,
    prepuber*, impuber*, bebe, bebes, alumna*, alumno*, primaria, preescolar*, jardin de infancia,
    jardin de infantes, kinder garten, guarderia*, secundaria, instituto de secundaria, uniforme escolar,
    uniforme de colegiala, escolar, escolares, quinto grado, sexto grado, cuarto grado, tercer grado,
    menos de 18 anos, aun no cumple 18, quinceanera*, hijita*, hijito*, hermanita*, hermanito*, mi hija,
    criatura, chamaca*, chamaco*, chiquita*, chiquito*, pequenita*, puber*, jovencita*, jovencito*, crio,
    cria, crios, pequena nina, lolita*`),
  girlOrBoy: entries('chica, chico, muchach*, chicas, chicos, chavala*, joven estudiante'),
  sexualisedMinor: entries(`
    pedofil*, pornografia infantil*, porno infantil, pederast*, abuso de menores, abuso infantil sexual,
    sexo con menores, sexo con una menor, sexo con ninos`),
  suggestive: entries(`
    lenceria*, tanga, seductor*, provocativ*, ropa interior, pechos, bragas, sexy, sexi, sensual*, escote*,
    sujetador*, sosten, calzones, calzon, tangas, nalgas, culo, senos, tetitas, medias de red, liguero*,
    insinuante*, provocador*, hilo dental, cachond*`),

  sexualAssault: entries(`
    violada, violador*, violando, violar, abuso sexual, agresion sexual, incesto, zoofilia*, violan,
    violo a una, violencia sexual, violacion*, violarla, violarlo, violaron, abusan de una,
    abuso sexualmente, abusar sexualmente, agresiones sexuales, agrede sexualmente, acoso sexual,
    esclava sexual, esclavas sexuales, esclavitud sexual, incestuos*, manosea*, tocamientos, voyeur*,
    bajo la falda, pornovenganza*, trata sexual, sexo con animales, sexo con un animal, sexo con un perro`),
  nonConsent: entries(`
    forzad*, obligad*, contra su voluntad, drogad*, camara oculta, por la fuerza, a la fuerza,
    sin consentimiento, sin su consentimiento, inconsciente*, dormida, desmayada, borracha inconsciente,
    secuestrad*, atad*, amordazad*, encadenad*, rehen, llorando, camara espia, a escondidas,
    sin que lo sepa, sin que ella sepa, sin saberlo, violentad*`),
  undressRequest: entries(`
    desnudarla, quitar la ropa, quita la ropa, desnudala, desnudalo, desnuda a esta, desnuda a mi,
    desnuda a la, desnudar a, desnudame, quitale la, quitale los, quitale toda, quitale el,
    quitarle la ropa, quitarle el vestido, quita su ropa, quita toda la ropa, quitar su ropa, saca la ropa,
    sacale la ropa, sacarle la ropa, elimina la ropa, elimina su ropa, eliminar la ropa, eliminar su ropa,
    borra la ropa, borra su ropa, remueve la ropa, remover la ropa, retira la ropa, sin su ropa,
    debajo de su ropa, bajo su ropa, debajo de la ropa, debajo de su falda, a traves de su ropa,
    ponla desnuda, dejala desnuda, dejala sin ropa, muestrala desnuda, muestrala sin, haz que * desnuda,
    hazla aparecer desnuda, encuera a, desvistela, desviste a, desvestir a, desvestirla, arrancale la ropa,
    quitandole la ropa, arranca la ropa`),
  undressing: entries(`
    desnuda a, desviste, desvestir, desvestirse, desnudandose, desnudar, desvistiendo, se desviste`),
  removal: entries(`
    elimina, eliminar, quita, quitale, borra, remueve, remover, quitar, sacale, saca, borrar, retira`),
  clothes: entries(`
    ropa, vestido, falda, blusa, camisa, bikini, pantalon*, traje de bano, prendas, sujetador`),
  realPerson: entries(`
    mi companera, mi vecina, mi ex, esta mujer, esta foto, mi companero, mi profesora, mi novia, mi esposa,
    mi hermana, mi madre, mi jefa, mi maestra, mi prima, mi tia, mi amiga, mi alumna, mi exnovia, mi crush,
    esta chica, esta persona, esta senora, este hombre, esta imagen, de la foto, en la foto, en la imagen,
    de la imagen, la chica de la, la mujer de la, actriz, cantante, famosa, celebridad*, influencer*,
    presentadora, presidenta, princesa, deepfake*, reina`),

  explicit: entries(`
    follar, follando, mamada*, chupando polla, polla, pollas, tetas, puta, putas, putita*, culo desnudo,
    corrida facial, teniendo sexo, sexo explicito, sexo oral, haciendo el amor, masturb*, orgia*, follada,
    escena de sexo, escena sexual, porno*, sexo anal, follan, follo, cogiendo en la cama, cogiendose,
    culeando, culear, garchar, garchando, mamando, chupando una polla, chupapollas, verga, vergas,
    pene erecto, erecci*, eyacul*, semen, orgasmo*, sexo salvaje, sexo duro, sexo en, sexo con, sexo entre,
    tienen sexo, tener sexo, hacen el amor, hacer el amor, acto sexual, actos sexuales, relaciones sexuales,
    relacion sexual, posicion sexual, posiciones sexuales, escenas de sexo, escena porno, escena erotica,
    coito, fornica*, copulan*, trio sexual, cunnilingus, felacion*, ramera*, prostituta desnuda, consolador,
    dildo, tetona, chichis, cine para adultos, pelicula para adultos, correrse en la cara, polvo en la cama,
    se la folla, me folla`),
  nudity: entries(`
    topless*, desnud*, encuerad*, en cueros, sin ropa, pechos al aire, sexual*, sexo, semidesnud*, tetona*,
    en cuero, en pelotas, en topless, desvestid*, sin ropas, sin ninguna ropa, sin prendas,
    sin nada de ropa, sin nada puesto, sin llevar nada, sin sujetador, sin sosten, sin bragas,
    sin camiseta mujer, sin vestido, no lleva nada, no lleva ropa, llevando nada, tetas al aire,
    senos al aire, senos descubiertos, pechos descubiertos, senos expuestos, pechos expuestos,
    senos desnudos, torso desnudo mujer, como dios la trajo, como dios lo trajo, como vino al mundo,
    en traje de adan, traje de eva, nudista*, nudismo, erotic*, erotismo, pezon, pezones, strip tease*,
    striptease*, stripper*, ensenando las tetas, ensenando los pechos, mostrando los pechos,
    mostrando los senos, mostrando sus senos, mostrando sus pechos, culo al aire, medio desnud*,
    piernas abiertas desnuda`),
  genitals: entries(`
    penes, pene, testicul*, vagina*, vulva*, genital*, partes intimas, partes privadas, clitoris, escroto,
    vello pubico, pubis`),

  selfHarm: entries(`
    suicidarse, suicidarme, suicidate, matate, cortarse las venas, cortandose las venas, ahorcarse,
    ahorcandose, ahorcarme, autolesion*, quitarse la vida, se ahorca, se corta las venas, quiero morir,
    quiero suicidar*, suicidar, salto al vacio suicid*, saltar de un puente para morir, suicidandose,
    se suicida, suicidarte, me quiero morir, quiero matarme, matarme, matarse, mata te, quiero morirme,
    quitarme la vida, quitate la vida, se quita la vida, cortarme, cortandose los brazos,
    cortandose las munecas, cortarse las munecas, se corta los brazos, se corta las munecas,
    cortes en las munecas, cortes en los brazos, cortes autoinfligidos, autoinfligid*, hacerme dano,
    hacerse dano, se hace dano, se lastima a si mism*, ahorcado por voluntad, se cuelga de una soga,
    soga al cuello, soga en el cuello, colgarme, colgarse de una soga, tirarme de un puente,
    tirarse de un puente, se tira de un puente, se tira por la ventana, saltar del tejado para morir,
    tirarse al tren, tirarse a las vias, se dispara en la cabeza, dispararse, pistola en la boca,
    sobredosis de pastillas, tomarse todas las pastillas, tragarse todas las pastillas, carta de suicidio,
    nota de suicidio, nota suicida, pacto suicida, acabar con mi vida, acabar con su vida,
    terminar con mi vida, acaba con tu vida, reto de la ballena azul, dejar de comer hasta,
    morir de hambre bella, se prende fuego, inmolarse, inmolacion`),
  cutting: entries('cortes, corte, cuchilla*, navaja*, cicatrices, tajos'),
  wrist: entries('muneca sangr*, antebrazo*, munecas, venas'),
  suicideScene: entries(`
    al borde de la azotea, al borde del tejado, colgado de una soga, colgada de una soga,
    acostada en las vias, tumbada en las vias, tumbado en las vias`),
  heightSport: entries('escala, escalad*, alpinis*, circo, acrobat*, paracaid*, trapec*'),
  suicide: entries('suicidio*, suicida, suicidas, anorexi*, bulimi*'),
  encouragement: entries(`
    como, metodo*, manera, maneras, forma, formas, guia, romantic*, hermos*, bell*, estetic*, sin dolor,
    indolor*, inspir*, glorific*, mejor, facil*, consejos, paso a paso`),

  mutilation: entries(`
    decapitad*, descuartiz*, cabeza cortada, visceras, tripas fuera, trozos de cuerpo, decapitacion*,
    cabezas cortadas, cabeza arrancada, cabeza decapitada, desmembr*, mutila*, tortura*, eviscer*,
    destripa*, desoll*, degoll*, degüello, empalad*, ojos arrancados, miembros amputados, brazo arrancado,
    pierna arrancada, mano cortada, manos cortadas, craneo aplastado, craneo reventado, cerebro reventado,
    quemado vivo, quemada viva, quemados vivos, despedaza*, cuerpo en pedazos, cuerpos en pedazos,
    pedazos de cuerpo, cadaver en descomposicion, cadaveres apilados, pila de cadaveres,
    montana de cadaveres, putrefact*, canibal*, carne humana, garganta cortada, cuello cortado, gore`),
  bodyPart: entries('cabeza, brazo, pierna, mano, dedo*, ojo, ojos, cara, piel, craneo, garganta, cuello'),
  injury: entries('arrancad*, aplastad*, amputad*, cercenad*, reventad*'),
  woundedBody: entries(`
    cadaveres, cuerpo, cadaver, muerto, muertos, herido, heridos, victima*, herida*, cuerpos`),
  muchBlood: entries(`
    charco de sangre, cubierto de sangre, lleno de sangre, llena de sangre, bano de sangre, ensangrentad*,
    charcos de sangre, sangre por todas partes, sangre por todos lados, sangre salpicada,
    salpicado de sangre, salpicaduras de sangre, manchado de sangre, cubierta de sangre,
    cubiertos de sangre, lleno de mucha sangre, mar de sangre, rio de sangre, chorro de sangre,
    chorreando sangre, sangrient*, mucha sangre, en su propia sangre, sangre a chorros`),
  pretendedHorror: entries(`
    disfraz*, calabaza*, halloween, dia de muertos, pinata*, muneco*, marioneta*, pollo*, pescado*,
    carnicer*, carne, cocina`),

  slur: entries(`
    negro de mierda, sudaca*, moros fuera, moro de mierda, judio de mierda, maricon de mierda, negrata*,
    negros de mierda, moros de mierda, judios de mierda, judio asqueroso, judios asquerosos,
    gitano de mierda, gitanos de mierda, panchito*, machupichu, indio de mierda, maricones de mierda,
    bujarron*, sidoso*, perro judio, perra judia, mono negro, negro asqueroso, negros asquerosos,
    el holocausto es mentira, holocausto es una mentira, holocausto es mentira, holocausto nunca,
    holocausto no existio, holocausto no ocurrio, mito del holocausto, camaras de gas son mentira,
    camaras de gas no existieron, hitler tenia razon, hitler fue un heroe, judios controlan, judios dominan,
    conspiracion judia, complot judio`),
  extremistSlogan: entries(`
    poder blanco, orgullo blanco, supremacia blanca, raza superior, raza blanca superior, pureza racial,
    guerra racial, gran reemplazo, limpieza de sangre, espana para los espanoles blancos, fuera moros,
    fuera inmigrantes, fuera extranjeros, muerte a los moros, muerte a los infieles, viva hitler,
    arriba hitler, moros fuera, judios fuera, negros fuera, gitanos fuera, extranjeros fuera,
    musulmanes fuera, fuera judios, fuera negros, fuera gitanos, fuera musulmanes`),
  group: entries(`
    judios, musulmanes, negros, inmigrantes, gitanos, inmigrante, refugiados, judio, judias, judia,
    musulman, musulmanas, arabes, moros, gente negra, personas negras, africanos, migrantes, migrante,
    refugiado, extranjeros, homosexual*, gays, gay, lesbianas, maricas, maricones, transexual*, transgenero,
    gitano, gitana, discapacitad*, indigenas, mexicanos, venezolanos, haitianos, bolivianos, peruanos,
    cristianos, autistas, kurdos, armenios`),
  dehumanisation: entries(`
    muerte a, matar a, maten, mueran, ratas, inferiores, colgar, eliminar, son ratas, son animales,
    hay que matar, matemos, mata a todos, extermin*, erradic*, aniquil*, genocid*, masacr*, gasear, gasead*,
    camaras de gas para, al horno, a los hornos, quemar a, quemen a, fusilar, fusilen, ahorcar a, ahorquen,
    linch*, limpieza etnica, limpiar el pais de, purgar, eliminad*, deben morir, deberian morir,
    merecen morir, deben desaparecer, deben ser, infrahuman*, subhuman*, raza inferior, cucarachas,
    parasitos, alimanas, escoria, peste, invasores, invasion, no son humanos, no son personas, esclavizar,
    deportar a todos, expulsar a todos, controlan el mundo, dominan el mundo, son monos, son cucarachas,
    son cerdos, son basura, como ratas, como animales, como perros, como monos, como cerdos`),
  extremism: entries(`
    esvastica*, nazi, nazis, neonazi*, fascista*, fascismo, tercer reich, franquismo, franco dictador,
    cruz gamada, falange fascista`),
  praise: entries(`
    glorios*, heroe*, viva, unete, recluta*, gloria, nuestro heroe, celebr*, propaganda*, glorific*,
    honor a, honra*, homenaje*, admir*, idolo, idolatr*, ensalz*, alab*, aplaud*, martir*, unanse, enrolate,
    alistate, legendari*, grande hitler, tenia razon, larga vida, vivan, heroic*, triunf*, victori*, genial,
    inspir*, altar a, santo, fiesta para`),

  terrorism: entries(`
    estado islamico, terrorista*, atentado*, tiroteo*, terrorismo, yihad*, masacre, asesino en masa,
    asesinatos en masa, bomba suicida, hombre bomba, coche bomba, etarra*, sendero luminoso, tirador`),
  weapon: entries(`
    bomba, bombas, explosivo*, gas sarin, coctel molotov, hacer explotar, volar un edificio,
    artefacto explosivo, artefactos explosivos, chaleco bomba, chaleco explosivo, cinturon explosivo,
    cinturon de explosivos, gas mostaza, gas nervioso, gas toxico, arma quimica, armas quimicas,
    arma biologica, armas biologicas, arma nuclear, armas nucleares, cocteles molotov, granadas de mano,
    mina antipersona*, dinamita, polvora, nitroglicerina, ricina, antrax, cianuro, arma fantasma,
    silenciador, coche bomba, detonador*`),
  weaponRecipe: entries('fabricacion de bombas, receta de bomba*'),
  instructions: entries(`
    como hacer, fabricar, construir, casera, casero, receta*, instrucciones, paso a paso, guia,
    como se hace, como construir, como fabricar, como armar, hacer una, hacer un, haz una, armar, ensambl*,
    elaborar, prepara*, manual, instructivo, tutorial*, pasos, esquema, diagrama, ingredientes, formula,
    mezcla*, en casa, sintesis, sintetizar, montar`),

  harmlessPhrase: entries(`
    puta madre brand, prevencion del suicidio, bomba calienta, bomba rice, arroz bomba, bomba de agua,
    bomba de gasolina, bomba de chocolate, bomba de combustible, bomba hidraulica, bomba de bicicleta,
    bomba de calor, bombero*, bombilla*, pared desnuda, pie desnudo, pies desnudos, arboles desnudos,
    arbol desnudo, ramas desnudas, maja desnuda, la maja desnuda, verdad desnuda, ojo desnudo,
    manos desnudas, educacion sexual, tetas de monja, tetilla, queso tetilla, queso de tetilla,
    bollo prenado, ropa vieja, ropa vieja cubana, cojonudo, pedos de monja, huesos de santo,
    brazo de gitano, brazo gitano, brazos de gitano, moros y cristianos, arroz moro, negro zumbon,
    frijoles negros, arroz negro, gatos negros, perros negros, caballos negros, toros negros,
    negro azabache, polla de agua, pollas de agua, corrida de toros, corridas de toros, corrida taurina,
    coger el autobus, coger flores, coger un taxi, coger manzanas, verga de barco, cabeza de ajo,
    cabezas de ajo, cabeza de cerdo, cabeza de pescado, cabeza de lechuga, sangre de toro,
    morcilla de sangre, naranja sanguina, naranjas sanguinas, granada fruta, zumo de granada,
    jugo de granada, granada abierta, semillas de granada, ciudad de granada, alhambra de granada,
    granada espana, de granada, cadaver exquisito, bomba de helado, bomba de crema, bombas de crema,
    bomba de bano, bombas de bano, bomba de agua manual, bombas de agua, bombas hidraulicas, pasar bomba,
    cerro desnudo, roca desnuda, rocas desnudas, piedra desnuda, montana desnuda, montanas desnudas,
    tierra desnuda, pies desnudas, hombros desnudos, rata topo desnuda, ratas topo desnudas, gato desnudo,
    perro desnudo, perro sin pelo, moto naked, motocicleta desnuda, cuello desnudo, cuello desnudo gallina,
    chicharron de puta, mono arana, mono aullador, monos aulladores, sexo en la playa coctel,
    coctel sexo en la playa, sexo en la playa, orgasmo coctel, coctel orgasmo, cara a cara, ano nuevo,
    fin de ano, de ano, rama desnuda, tronco desnudo, espada desnuda, bombilla desnuda, muro desnudo,
    ladrillo desnudo, ladrillos desnudos, paredes desnudas, colina desnuda, colinas desnudas, campo desnudo,
    hormigon desnudo, rostro desnudo, cabeza desnuda, torso desnudo, torsos desnudos, sexo masculino,
    sexo femenino, sexo opuesto, mismo sexo, ambos sexos, rape a la, rape al, lomo de rape, lomos de rape,
    cola de rape, sopa de rape, rape con, colas de rape, rape en salsa`),
  negatedWish: everyPair(
    'sin, no, nada de, ningun, ninguna, evitar, sin ningun',
    `
      desnudos, desnudez, desnudo, violencia, sangre, sexo, contenido sexual, erotismo, pornografia, porno,
      armas, gore, contenido explicito, contenido adulto, sexuales, escenas de sexo, cadaveres, heridas,
      nada sexual`,
  ),
  art: entries(`
    museo*, escultura*, estatua*, pintura*, historia del arte, renacimiento, oleo*, marmol*, fresco*,
    cuadro de, botero, dibujo del natural, escultor*`),
  medicine: entries(`
    anatomia*, anatomic*, hospital, medic*, cancer, enfermer*, cirug*, ginecolog*, obstetr*, matrona,
    doctor*, biologia, lactancia, radiografia, libro de texto, paciente*, dermatolog*, examen medico`),
  awareness: entries(`
    prevencion, ayuda, contra, linea de ayuda, prevenir, concienci*, apoyo, terapia, sobrevivient*, campana,
    hotline`),
  history: entries(`
    museo*, memoria, historia*, historico*, segunda guerra*, exposicion*, documental*, memorial*,
    monumento*, conmemor*, holocausto memorial, auschwitz museo, archivo*, aniversario, libro de historia,
    homenaje a las victimas`),
  opposition: entries(`
    contra, nunca mas, no al, no a la, manifestacion contra, paz, solidaridad, resistencia, alto al,
    protesta*, tolerancia`),
  person: entries('mujer, mujeres, chica, hombre, ella, persona, senora, foto, imagen, dama'),
};

export const spanishAges: AgeWords = {
  numbers: entries(`
    -, un, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince,
    dieciséis, diecisiete`),
  afterNumber: entries('años'),
  attachedToDigits: [],
  beforeDigits: entries('edad, niño, niña, chico, chica'),
};
