import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { qrModules } from '../../lib/adapters/accounts/qr-modules.ts';
import { authenticatorUri } from '../../lib/domain/accounts/login.ts';
import { qrCode } from '../../lib/render/accounts/qr-code.ts';

/** Its types speak of another kind of module than it is. */
const read = jsQR as unknown as typeof jsQR.default;

const SCALE = 5;
const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** What another program reads in the picture as a page shows it. */
function readFrom(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const black = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map((run) => run.slice(1).map(Number));
  for (const [x = 0, y = 0, length = 0] of black)
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1)
      for (let column = x * SCALE; column < (x + length) * SCALE; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  return read(pixels, side, side)?.data;
}

it.each(['ana@example.com', `${'w'.repeat(64)}@${'w'.repeat(180)}.example`, 'jürgen&co@exämple.com'])(
  'an app reads the key of %s from the picture',
  (email) => {
    const uri = authenticatorUri({ email, key: KEY });
    expect(readFrom(String(qrCode(qrModules(uri), 'code')))).toBe(uri);
  },
);
