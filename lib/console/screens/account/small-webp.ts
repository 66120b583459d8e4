import { LIMITS } from '../../../domain/limits.ts';

/** Pixels of a picture's side at most. */
const SIDE_MAX = 256;

/** The middle square of a picture as WebP that is small enough to be kept: the service decodes none. Throws an error with a sentence for whoever chose it. */
export async function smallWebp(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This browser cannot read that file as a picture.');
  });
  const canvas = squareOf(picture);
  picture.close();
  for (let tenths = 9; tenths > 0; tenths -= 1) {
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', tenths / 10));
    if (made?.type !== 'image/webp')
      throw new Error('This browser cannot write pictures as WebP. Choose the picture in another browser.');
    if (made.size <= LIMITS.avatarMaxBytes) return made;
  }
  throw new Error('That picture cannot be made small enough. Choose another one.');
}

function squareOf(picture: ImageBitmap): HTMLCanvasElement {
  const { width, height } = picture;
  const side = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, SIDE_MAX);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.width);
  return canvas;
}
