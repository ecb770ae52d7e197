import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const french: Lexicon = {
  minor: entries(`
    enfant*, gamin, gamine, gamins, gamines, petite fille*, petit garcon*, jeune fille*, ecolier*, mineur,
    mineure, mineurs, mineures, bebe, bebes, ado, ados, adolescente*, eleve*, collegien*, lyceen*,
    ecole primaire, ecole maternelle, maternelle, college en uniforme, cm1, cm2, ce1, ce2,
    cours preparatoire, sixieme, cinquieme, uniforme scolaire, uniforme d ecoliere, cour de recre*,
    moins de 18 ans, n a pas 18 ans, pas encore majeur*, pas majeure, fillett*, gosse, gosses, môme, mômes,
    bambin*, nourrisson*, petite soeur, petit frere, ma fille, sa fille, pre ado*, preado*, prepubere*,
    pubere*, garconnet*, juvenile*, impubere*`),
  girlOrBoy: entries(`
    fille, filles, garcon, garcons, gamine*, nana, jeunette, minette, jeunes filles, jeune garcon`),
  sexualisedMinor: entries(`
    pedophil*, pedocriminel*, pedoporno*, pornographie infantile, pornographie juvenile,
    abus sexuel sur enfant`),
  suggestive: entries(`
    sensuel*, sexys, seduisant*, aguicheu*, sous vetements, petite culotte, provocant*, sexy, lingerie*,
    soutien gorge*, bas resille, porte jarretelles, nuisette*, decollete*, fesses, cul, seins,
    poitrine genereuse, lascif, lascive*, langoureu*, suggestive*, affriolant*, en petite tenue,
    tenue legere, legerement vetue, court vetue, en sous vetement*, tenue sexy, tenue coquine, culotte`),

  sexualAssault: entries(`
    violee, violeur*, agression sexuelle, zoophilie*, attouchements, viol d une, viol d un, viol de,
    viol collectif, viol en reunion, violer, violees, violant, viole une, viole la, agresse sexuellement,
    agressions sexuelles, abus sexuel*, abuse sexuellement, violence sexuelle, violences sexuelles,
    harcelement sexuel, esclave sexuelle*, viole collective*, tournante, inceste*, incestueu*, pelote une,
    peloter, frotteur*, voyeur*, upskirt*, revenge porn, sous la jupe d`),
  nonConsent: entries(`
    forcee, contre son gre, contre sa volonte, inconsciente, camera cachee, a son insu, ligotee, forces,
    forcer, contraint*, sous la contrainte, sans son consentement, sans consentement, endormie, endormi,
    inanime*, inconscient, droguee*, enchaine*, attachee, baillonne*, kidnappe*, sequestre*, otage,
    en pleurs, camera espion, filmee en cachette, filme en cachette`),
  undressRequest: entries(`
    enleve ses vetements, enlever ses vetements, deshabille la, deshabille cette, deshabille le,
    deshabille ma, deshabille mon, deshabillez la, deshabillez cette, deshabiller cette,
    deshabiller la femme, deshabiller ma, denude la, denude cette, retire ses vetements,
    retirer ses vetements, retire lui, retire les vetements, retirer les vetements, enleve lui,
    enleve les vetements, enlever les vetements, enleve sa robe, enleve son haut, enleve son maillot,
    enleve sa jupe, ote ses vetements, oter ses vetements, ote lui, supprime ses vetements,
    supprime les vetements, supprimer ses vetements, efface ses vetements, sans ses vetements,
    sous ses vetements, sous sa robe, sous sa jupe, a travers ses vetements, mets la nue, mets la toute nue,
    met la nue, mettre nue, rends la nue, montre la nue, montre la sans, fais la poser nue,
    la meme femme nue, arrache ses vetements, dessape la, desape la`),
  undressing: entries('deshabille*, se deshabille, devet*, denuder, deshabillage'),
  removal: entries(`
    enleve, enlever, retire, retirer, supprime, efface, effacer, ote, oter, supprimer, gomme`),
  clothes: entries(`
    vetements, robe, jupe, chemise, haut, maillot, bikini, pantalon, habits, vetement, chemisier`),
  realPerson: entries(`
    ma collegue, ma voisine, mon ex, cette femme, ma prof, cette photo, cette image, moi collegue,
    ma copine, ma femme, ma soeur, ma mere, ma patronne, ma professeure, ma cousine, ma tante, mon eleve,
    mon collegue, cette fille, cette personne, cette dame, cette actrice, sur la photo, dans la photo,
    sur l image, de la photo, actrice, chanteuse, celebrite*, influenceuse*, miss france, presentatrice,
    presidente, ministre, deepfake*, princesse`),

  explicit: entries(`
    porno*, baise, baiser une femme, baisent, sodomie*, fellation*, pipe sexuelle, branlette*, se masturbe,
    levrette, bite en erection, partouze*, rapport sexuel*, rapports sexuels, faire l amour, font l amour,
    sexe explicite, faisant l amour, fait l amour, scene de sexe, masturb*, baisant, baises,
    se faire baiser, niquer, sucer une bite, suce une bite, suce sa bite, bite dure, grosse bite, sodomis*,
    cunnilingus, ejacul*, sperme, orgasme*, orgie*, gang bang, plan a trois sexuel, sexe oral, sexe anal,
    relation sexuelle, relations sexuelles, acte sexuel, actes sexuels, position sexuelle*, coit, copul*,
    forniqu*, chatte mouillee, chatte poilue, putain nue, pute, putes, prostituee nue, chienne en chaleur,
    film x, film pour adultes, scene erotique, scene torride au lit, godemichet*, erection*, hardcore sexe,
    partie de jambes en l air, ebats sexuels, salope, salopes`),
  nudity: entries(`
    nue, nues, nus, denude*, devetu*, deshabill*, homme nu, corps nu, enfant nu, garcon nu, tout nu,
    entierement nu, completement nu, seins nus, poitrine nue, sans vetement*, erotique*, sexuel*, sexe,
    a poil, couple nu, modele nu, mannequin nu, totalement nu, nu integral, nu sur, photo de nu, au naturel,
    sans haut, en tenue d eve, nudite, nudites, nudist*, naturist*, nu comme un ver, seins a l air,
    seins decouverts, poitrine decouverte, poitrine a l air, poitrine denudee, seins apparents,
    torse nu femme, femme nu, fille nu, en tenue d adam, dans le plus simple appareil, toute nue,
    toutes nues, a moitie nu*, mi nue, sans aucun vetement, sans habits, sans ses habits,
    sans soutien gorge, sans culotte, ne porte rien, ne portant rien, fesses nues, fesses a l air, cul nu,
    cul a l air, topless, seins nues, erotisme, sensualite nue, strip tease*, striptease*, effeuillage,
    nu artistique, femme nue, sexy nue, demi nue, demi nus`),
  genitals: entries(`
    vagin, penis, verge en, vulve, parties intimes, organes genitaux, parties genitales, testicule*,
    clitoris, levres vaginales, anus, poils pubiens, pubis, scrotum`),

  selfHarm: entries(`
    suicide toi, me suicider, se suicider, se pendre, s ouvrir les veines, scarification des veines,
    automutil*, comment se pendre, tue toi, se pend, se taillade*, se suicide, mourir vite, envie de mourir,
    je veux me suicider, sauter d un pont pour mourir, se tuer, me tuer, te tuer, suicidez vous,
    se suicidant, se trancher les veines, se tailler les veines, me tailler les veines, s entailler,
    se scarifi*, se coupe les veines, couper les veines, se couper les veines, me couper les veines,
    se mutil*, me mutil*, pendu a une corde, se jette d un pont, se jette sous, se jeter sous,
    sauter sous un train, sauter d un toit, saute d un toit pour, mettre fin a mes jours,
    mettre fin a ses jours, met fin a ses jours, finir ma vie, en finir avec la vie, je veux mourir,
    veux mourir, donne moi envie de mourir, s immole, s immoler, immolation, avaler des cachets pour,
    overdose de medicaments, lettre de suicide, lettre d adieu suicide, pistolet dans la bouche,
    revolver sur la tempe, se tire une balle, se tirer une balle, mourir de faim belle,
    arreter de manger pour maigrir a mort, jeu du foulard, defi baleine bleue`),
  cutting: entries('coupure*, entaille*, lame, lames, rasoir, cicatrices, lacerations'),
  wrist: entries('poignet*, avant bras, veines, bras ensanglant*'),
  suicideScene: entries(`
    au bord du toit, sur le rebord du toit, allonge sur les rails, allongee sur les rails,
    couche sur les rails, pendu a une corde`),
  heightSport: entries('escalad*, alpinis*, cirque, acrobat*, parachut*, cascadeu*, trapez*'),
  suicide: entries('suicidaire*, anorexi*, boulimi*'),
  encouragement: entries(`
    comment, sang, methode*, facon, moyen, guide, romantique*, beau, belle, esthetique*, sans douleur,
    indolore, glorifi*, encourag*, inspirant*, conseils, astuces`),

  mutilation: entries(`
    decapite*, mutile*, eventr*, demembr*, ecartele*, tete coupee, tete tranchee, tripes, viscere*,
    corps dechiquete*, torture a mort, eviscere*, arrache les yeux, boyaux, decapitation*, tetes coupees,
    tetes tranchees, tete arrachee, membres arraches, bras arrache*, jambe arrachee, main coupee,
    main tranchee, membres coupes, depece*, depecage, entrailles, entraille, intestins, boyau, ecorche*,
    supplice*, egorge*, gorge tranchee, brule vif, brulee vive, brules vifs, empale*, yeux arraches,
    yeux creves, crane fracasse, crane eclate, cervelle eclatee, cervelle au mur, corps mutile*,
    corps en morceaux, corps dechire, cadavres entasses, pile de cadavres, tas de cadavres,
    cadavre en decomposition, en putrefaction, cannibal*, chair humaine, coupe en morceaux, sanguinolent*,
    gore, torturees, tortures a mort, sous la torture, scene de torture, dechiquete, dechiquetee,
    dechiquetes, dechiquetees`),
  bodyPart: entries('tete, bras, jambe, main, doigt*, oeil, yeux, visage, peau, crane, gorge, langue'),
  injury: entries('arrache*, ecrase*, broye*'),
  woundedBody: entries('cadavre*, tete coupee, corps, victime, blesse*, plaie*, mort, morts, depouille'),
  muchBlood: entries(`
    mare de sang, couvert de sang, plein de sang, sang partout, bain de sang, ensanglant*,
    baignant dans son sang, baigne dans son sang, dans son sang, sang qui gicle, gicle de sang,
    eclaboussures de sang, rempli de sang, recouvert de sang, couverte de sang, flaque de sang,
    flot de sang, ruisselant de sang, inonde de sang, sanglant*`),
  pretendedHorror: entries(`
    deguisement*, citrouille*, halloween*, masque, poupee*, peluche*, poulet*, poisson*, viande*, boucher*,
    cuisine*, volaille*`),

  slur: entries(`
    bougnoule*, youpin*, sale arabe*, sale juif*, sale noir*, negres, sale negre, sales arabes, sales juifs,
    sales noirs, sale gitan, sales gitans, bicot*, raton arabe, raghead, feuj de merde, pede de merde,
    sale pede, tarlouze*, tapette de merde, tantouze*, bamboula*, chinetoque*, niakoue*, macaque noir,
    rital de merde, crouille*, melon de merde, shoah est un mensonge, shoah n a jamais, shoah mensonge,
    holocauste est un mensonge, holocauste n a jamais, holocauste n a pas, mythe de l holocauste,
    mythe de la shoah, chambres a gaz n ont jamais, chambres a gaz sont un mythe, hitler avait raison,
    juifs controlent, juifs dirigent, complot juif, complot sioniste mondial`),
  extremistSlogan: entries(`
    france aux francais, la france aux blancs, grand remplacement, suprematie blanche,
    race blanche superieure, pouvoir blanc, race superieure, race pure, purete raciale, guerre raciale,
    dehors les arabes, dehors les musulmans, dehors les immigres, les arabes dehors, mort aux juifs,
    mort aux arabes, mort aux mecreants, ratonnade*, vive hitler, migrants dehors, noirs dehors,
    juifs dehors, etrangers dehors, musulmans dehors, immigres dehors, arabes dehors`),
  group: entries(`
    juifs, juif, musulmans, arabes, noirs, immigres, refugies, juive, juives, musulman, musulmane,
    musulmanes, arabe, immigre, migrant*, refugie, gays, lesbiennes, homosexuel*, transgenre*, handicape*,
    roms, gitans, tsiganes, tziganes, maghrebins, africains, etrangers, chretiens, asiatiques, chinois,
    roumains, tutsis, armeniens, kurdes, les pauvres, sdf`),
  dehumanisation: entries(`
    mort aux, tuer tous, tuez, vermine, inferieur*, sous hommes, pendre, eliminer, sont des rats,
    sont des chiens, tuer les, tuer tout, a mort les, mort a tous, doivent mourir, devraient mourir,
    doivent disparaitre, doit disparaitre, extermin*, eradiqu*, annihil*, aneanti*, genocid*, massacrer,
    massacrez, egorger les, gazer, gazez, gazes, au four, aux fours, chambres a gaz pour, purger, purge des,
    nettoyage ethnique, liquider, rayer de la carte, fusiller, fusillez, pendez, cafards, parasites,
    vermines, nuisibles, sous homme, race inferieure, sont des animaux, sont des singes, sont des cafards,
    sont des parasites, racaille*, fleau, peste, gangrene, envahisseurs, expulser tous, deporter tous,
    virer tous, controlent le monde, dirigent le monde, dominent le monde, ne sont pas humains,
    pas des humains, reduire en esclavage, comme des rats, comme des betes, comme des animaux,
    comme des chiens, en rats, en singes`),
  extremism: entries(`
    croix gammee*, nazi, nazis, nazie, nazies, neonazi*, fasciste*, fascisme, troisieme reich, waffen,
    petain, milice vichy, collabo, swastika`),
  praise: entries(`
    gloire, glorieu*, heros, glorifi*, celebr*, rejoin*, recrut*, vive, notre heros, propaganda*, heroique*,
    heroine nationale, rendre gloire, hommage*, honneur, honore, honorer, admirable*, admire*, venere*,
    martyr*, vivent, longue vie, soldats de, rejoignez, engagez vous, affiche de recrutement, legende,
    legendaire*, formidable*, magnifique*, grandiose, triomph*, idole, avait raison, salue, saluant,
    sanctifi*`),

  terrorism: entries(`
    attentat*, etat islamique, terroriste*, tuerie*, terrorisme, djihad*, daech, kamikaze*, massacre*,
    fusillade*, tireur fou, tueur de masse, attaque au couteau, attaque terroriste, merah, kouachi,
    coulibaly, abdeslam, ceinture explosive`),
  weapon: entries(`
    bombes, explosif*, gaz sarin, faire exploser, bombe, engin explosif, cocktail molotov,
    cocktails molotov, ceinture d explosifs, ceinture explosive, gaz moutarde, gaz toxique*,
    gaz neurotoxique, gaz innervant, arme chimique, armes chimiques, arme biologique, armes biologiques,
    arme nucleaire, mine antipersonnel, dynamite, poudre noire, ricine, cyanure, arme fantome,
    silencieux d arme, detonateur*, nitroglycerine, grenade a main, grenade artisanale`),
  weaponRecipe: entries('fabrication de bombe*, recette de bombe*'),
  instructions: entries(`
    comment, fabriquer, fabrication, fabrique, recette*, mode d emploi, plan de, tutoriel*, construire,
    construis, fabriquez, fais une, faire une, confection*, assembl*, maison, fait maison, etape par etape,
    etapes, schema, tuto, notice, ingredients, synthese, preparer, preparation, montage, guide, manuel,
    explique comment, plans`),

  harmlessPhrase: entries(`
    rouge a levres nude, bras d honneur, fer a bras, bras dessus, prevention du suicide, bombe glacee,
    pieds nus, pied nu, oeil nu, a l oeil nu, mains nues, les mains nues, arbres nus, arbre nu,
    branches nues, mur nu, tete nue, jambes nues, epaules nues, roche nue, education sexuelle,
    pets de nonne, pet de nonne, tete de negre, tarte a la bombe, bombe de peinture, bombe aerosol,
    bombe a eau, bombe de bain, bombes de bain, bombe equestre, bombe d equitation, bombes glacees,
    sang mele cheval, sang froid, orange sanguine, oranges sanguines, boudin noir, tetes de veau,
    tete de veau, tete d ail, tetes d ail, tripes a la mode, bouchee a la reine, cuisse de poulet,
    cuisses de grenouille, cuisses de poulet, cul de poule, cul de lampe, cul de sac, culs de bouteille,
    string quartet, bite d amarrage, bitte d amarrage, baiser sur la joue, baiser volé, premier baiser,
    un baiser, baiser de rodin, grenade fruit, sirop de grenade, jus de grenade, graines de grenade,
    grenades fruits, grenade ouverte, voiture sans, moto sans carenage, nu pied*, va nu pieds, mains nue,
    plafond nu, sol nu, roc nu, rocher nu, ampoule nue, montagne nue, crete nue, terre nue, falaise nue,
    buste nu plante, rat taupe nu, rats taupes nus, sphynx chat nu, chat nu, chien nu, oiseau tete nue,
    vautour a tete nue, mesange nonnette, mesange*, chauve souris, maison de maternelle, torture des choix,
    branche nue, tronc nu, troncs nus, colline nue, collines nues, lampe nue, lame nue, epee nue,
    pierre nue, pierres nues, table nue, scene nue, murs nus, champ nu, champs nus, arbres tout nus,
    brique nue, briques nues, nu comme un roc, montagnes nues, roches nues, rochers nus, torses nus,
    torse nu, pique nique*, a poil noir, a poil long, a poil ras, a poil blanc, a poil court, a poils,
    a poil brun, a poil roux, a poil gris, a poil dur, sexe masculin, sexe feminin, sexe oppose,
    du meme sexe`),
  negatedWish: everyPair(
    'sans, pas de, aucune, aucun, ni, pas d, sans aucune',
    `
      nudite, nudites, violence, sang, sexe, contenu sexuel, erotisme, pornographie, porno, armes, gore, nu,
      nue, nus, blessures, cadavres, contenu adulte, contenu explicite, scene de nudite`,
  ),
  art: entries(`
    musee*, peinture*, tableau, tableaux, histoire de l art, sculptur*, statue*, renaissance,
    huile sur toile, marbre, fresque*, modele vivant, academie de dessin`),
  medicine: entries(`
    medical, anatomique*, hopital*, medecin*, manuel scolaire, schema medical, cancer*, chirurgi*,
    gynecolog*, sage femme*, infirmier*, biologie, radiographie, allaitement, dermatolog*, patient*`),
  awareness: entries(`
    aide, contre, ecoute, lutte contre, prevention, numero vert, sensibilisation, therapie, soutien,
    survivante*, association d aide`),
  history: entries(`
    musee*, memoire, histoire, exposition*, guerre mondiale, documentaire*, monument*, historique*,
    commemoration*, cimetiere, archives, memorial*, temoignage*, manuel d histoire, auschwitz memorial,
    liberation de`),
  opposition: entries(`
    contre, lutte, plus jamais ca, jamais plus, manifestation contre, paix, solidarite, resistance, stop`),
  person: entries('femme, femmes, homme, fille, elle, lui, dame, personne, photo, image'),
};

export const frenchAges: AgeWords = {
  numbers: entries(`
    -, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze,
    seize, -`),
  afterNumber: entries('ans'),
  attachedToDigits: [],
  beforeDigits: entries('fille, garçon'),
};
