import { entries } from './entry.ts';

/** Words that only a doubled letter distinguishes from a rejected one. */
export const LEGITIMATE_DOUBLES: ReadonlySet<string> = new Set(
  entries(`
    rapper, rappers, rapped, rapping, annal, annals, coon, coons, kappa, kidd, bass, toddy, isiss, bomba,
    gass, goore, pollo, nonna, putta, putti, putto, sikki, attentat, moor, moors,
    baisse, baisses, baissee, baissees, baissant, baisser, baissent, lolli, lollis, seek, seeks, putte`),
);

/** A run of single letters that contains one of these is harmless, although it also contains a rejected word. */
export const HARMLESS_RUNS = entries(`
    grape, drape, scrape, therap, canal, banal, analy, essex, sussex, middlesex, cocktail, penistone,
    scunthorpe, document, accumul, circum, cucumber, analisis, invagin, pussyfoot, hornyhead, bedrap, carrat,
    propanal, flaysome`);

/** Words that are recognised when split ("na ked"). Few, because short words form others by chance. */
export const OFTEN_SPLIT: ReadonlySet<string> = new Set(
  entries(`
    porn, porno, nude, nudes, naked, topless, hentai, loli, lolicon, shota, child, children, teen, teens,
    girl, girls, preteen, underage, schoolgirl, toddler, rape, raped, rapist, fuck, fucking, pussy,
    blowjob, incest, undress, nudify, gore, behead, hitler, nazi, heil, sieg, nigger, faggot, bomb, sarin,
    suicide, yourself, corpse, jews, muslims, kill, decapitated`),
);

/** Ordinary words that form one of the above by chance. */
export const LEGITIMATE_SPLITS: ReadonlySet<string> = new Set(entries('por no, rap e, rap ed, go re, te en'));
