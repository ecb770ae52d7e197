import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const french: Lexicon = {
  minor: entries(`
    enfant*, fillette*, gamin, gamine, gamins, gamines, petite fille*, petit garcon*, jeune fille*, ecolier*,
    lyceenne*, collegienne*, mineur, mineure, mineurs, mineures, bebe, bebes, ado, ados, adolescente*`),
  girlOrBoy: entries('fille, filles, garcon, garcons'),
  sexualisedMinor: entries('pedopornograph*'),
  suggestive: entries(`
    sensuel*, sexys, seduisant*, aguicheu*, sous vetements, petite culotte, culotte*, provocant*`),

  sexualAssault: entries(`
    violee, violeur*, agression sexuelle, inceste, zoophilie*, attouchements, viol d une, viol d un, viol de,
    viol collectif, violer une, violer un, viol en reunion`),
  nonConsent: entries(`
    forcee, contre son gre, contre sa volonte, droguee, inconsciente, camera cachee, a son insu, ligotee`),
  undressRequest: entries('enleve ses vetements, enlever ses vetements'),
  undressing: entries('deshabille*'),
  removal: entries('enleve, enlever, retire, retirer, supprime'),
  clothes: entries('vetements'),
  realPerson: entries(`
    ma collegue, ma voisine, mon ex, cette femme, ma prof, cette photo, cette image, moi collegue`),

  explicit: entries(`
    porno*, baise, baiser une femme, baisent, sodomie*, fellation*, pipe sexuelle, branlette*, se masturbe,
    levrette, bite en erection, salope*, partouze*, rapport sexuel*, rapports sexuels, faire l amour,
    font l amour, sexe explicite, faisant l amour, fait l amour, scene de sexe, masturb*`),
  nudity: entries(`
    nue, nues, nus, denude*, devetu*, deshabill*, homme nu, corps nu, enfant nu, garcon nu, tout nu,
    entierement nu, completement nu, seins nus, poitrine nue, sans vetement*, erotique*, sexuel*, sexe,
    a poil, couple nu, modele nu, mannequin nu, totalement nu, nu integral, nu sur, photo de nu, au naturel,
    sans haut, en tenue d eve`),
  genitals: entries('vagin'),

  selfHarm: entries(`
    suicide toi, me suicider, se suicider, se pendre, s ouvrir les veines, scarification des veines,
    automutil*, comment se pendre, tue toi, se pend, se taillade*, se suicide, mourir vite, envie de mourir,
    je veux me suicider, sauter d un pont pour mourir`),
  cutting: entries('coupure*, entaille*'),
  wrist: entries('poignet*, avant bras'),
  suicideScene: [],
  heightSport: [],
  suicide: [],
  encouragement: entries('comment, sang'),

  mutilation: entries(`
    decapite*, mutile*, eventr*, demembr*, ecartele*, tete coupee, tete tranchee, tripes, viscere*,
    ecorche vif, corps dechiquete*, torture a mort, dechiquet*, eviscere*, arrache les yeux, boyaux`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('cadavre*, tete coupee, corps'),
  muchBlood: entries('mare de sang, couvert de sang, plein de sang, sang partout, bain de sang'),
  pretendedHorror: entries('deguisement*, citrouille*'),

  slur: entries('bougnoule*, youpin*, sale arabe*, sale juif*, sale noir*'),
  extremistSlogan: [],
  group: entries('juifs, juif, musulmans, arabes, noirs, immigres, homosexuels, refugies'),
  dehumanisation: entries(`
    mort aux, tuer tous, tuez, exterminer, vermine, inferieur*, sous hommes, dehors, pendre, eliminer,
    sont des rats, sont des chiens`),
  extremism: entries('croix gammee*'),
  praise: entries(`
    gloire, glorieu*, heros, glorifi*, celebr*, rejoin*, recrut*, vive, notre heros, propaganda*`),

  terrorism: entries('attentat*, etat islamique, terroriste*, tuerie*'),
  weapon: entries('bombes, explosif*, gaz sarin, faire exploser'),
  weaponRecipe: [],
  instructions: entries(`
    comment, fabriquer, fabrication, fabrique, recette*, mode d emploi, plan de, tutoriel*`),

  harmlessPhrase: entries(`
    rouge a levres nude, bras d honneur, fer a bras, bras dessus, prevention du suicide, bombe glacee,
    pieds nus, pied nu, oeil nu, a l oeil nu, mains nues, les mains nues, arbres nus, arbre nu, branches nues,
    mur nu, tete nue, jambes nues, epaules nues, roche nue, education sexuelle, sans nudite`),
  art: entries('musee*, peinture*, tableau, tableaux, histoire de l art'),
  medicine: entries('medical, anatomique*, hopital*, medecin*, manuel scolaire, schema medical'),
  awareness: entries('aide, contre, ecoute, lutte contre'),
  history: entries('musee*, memoire, memorial, histoire, exposition*, guerre mondiale, documentaire*'),
  opposition: entries('contre, lutte'),
  person: [],
};

export const frenchAges: AgeWords = {
  numbers: entries(`
    -, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze,
    seize, -`),
  afterNumber: entries('ans'),
  attachedToDigits: [],
  beforeDigits: entries('fille, garçon'),
};
