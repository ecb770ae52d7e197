import sharp from 'sharp';

// The cache of operations keeps decoders alive after their image is finished: each progressive JPEG of 64 megapixels
// would hold 384 MB until a hundred other operations have followed.
sharp.cache(false);
// An SVG of a few hundred bytes can take a renderer minutes, and is never the result of a model nor an upload.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

export { sharp };
