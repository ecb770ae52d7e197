import { entries } from '../entry.ts';

/**
 * Ordinary English words of prompts, for words that are written together: `nakedwomanonthebeach`. Short ones are few,
 * because other words contain them by chance. Words of the lists need not be here.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  entries(`
    from, in, my, of, on, the, to, with, without, very, you, your, her, she, who, wants, want, showing,
    shows, does, being, getting, gets, taking, takes, having, have, give, giving, woman, women, girl, girls,
    boy, boys, guy, guys, lady, ladies, female, male, people, person, couple, wife, husband, mother, sister,
    brother, teacher, student, nurse, model, actress, friend, girlfriend, boyfriend, body, hot, cute,
    pretty, beautiful, young, old, big, huge, small, little, tiny, real, full, wet, blonde, brunette, asian,
    black, white, latina, photo, pic, pics, picture, image, images, video, videos, movie,
    scene, scenes, free, hardcore, amateur, beach, bed, bedroom, room, bath, bathroom, shower, pool,
    park, street, school, office, car, house, home, public, outdoor, selfie, selfies, portrait, pose,
    posing, lying, sitting, standing, sleeping, walking, dancing, playing, kissing, touching, online,
    generator, maker, creator, site, tube, lover, lovers, time, night, day, party, life, only, just, some,
    more, best, good, nice, high, quality, style, making, make, made, how, instructions, recipe, guide, now,
    please, them, death, dead, must, should, will, frau, mann, bild, foto, mujer, hombre, femme, homme,
    donna, uomo, mulher, homem`),
);
