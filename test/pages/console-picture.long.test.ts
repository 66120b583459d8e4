import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../lib/domain/limits.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';
import { signedIn, type SignedIn } from '../support/accounts/session.ts';
import { openConsole, scrollWidthOf, violationsOf, type ConsoleOptions } from './console-browser.ts';

const service = shared(() => startTestService({ identity: 'own' }));

async function openPage(options: ConsoleOptions = {}) {
  const alice = await signedIn(service);
  const opened = await openConsole(service, { signedIn: alice, path: '/app/account', ...options });
  await field(opened.page).waitFor();
  return { ...opened, alice };
}
const field = (page: Page) => page.getByLabel('Choose a picture');
const removal = (page: Page) => page.getByRole('button', { name: 'Remove the picture' });
const shown = (page: Page) => page.getByRole('img', { name: 'Your picture' });
const said = (page: Page, words: string) =>
  page.getByRole('main').or(page.locator('.toasts')).getByText(words).first().waitFor();

/** A PNG file, by the red, green, blue and opacity of each pixel, of 0 to 255. */
function png(width: number, height: number, pixelAt: (x: number, y: number) => number[]): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
  };
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(pixelAt(x, y), y * (1 + width * 4) + 1 + x * 4);
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])]);
  const pixels = deflateSync(rows);
  const magic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** As large as a picture gets, of pixels that nothing can compress; the first rows are as translucent as chance has it. */
function noise(translucentRows: number): Buffer {
  let seed = 1;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) & 255;
  return png(256, 256, (_x, y) => [chance(), chance(), chance(), y < translucentRows ? chance() : 255]);
}

const fileOf = (buffer: Buffer) => ({ name: 'me.png', mimeType: 'image/png', buffer });
const choose = (page: Page, buffer: Buffer) => field(page).setInputFiles(fileOf(buffer));

/** The picture that the service keeps; null without one. */
async function keptBy({ cookie }: SignedIn): Promise<Buffer | null> {
  const reply = await fetch(`${service.url}/api/account/avatar`, { headers: { cookie } });
  return reply.ok ? Buffer.from(await reply.arrayBuffer()) : null;
}

const shownWidth = (page: Page) => page.evaluate<number>('document.querySelector(".picture").naturalWidth');

/** Width, height and the colours of two corners, as Chromium decodes what is kept. */
const decoded = (page: Page) =>
  page.evaluate<number[][]>(`(async () => {
    const picture = await createImageBitmap(await (await fetch('/api/account/avatar')).blob());
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
    return [[width, height], at(0, 0), at(width - 1, height - 1)];
  })()`);

const GREEN = [20, 160, 60, 255];
/** Its middle square is green; what lies beside is red. */
const WIDE = png(600, 400, (x) => (x >= 100 && x < 500 ? GREEN : [220, 20, 20, 255]));
const SMALL = png(10, 20, () => GREEN);

/** The bytes that the best quality would take, as Chromium writes it. */
const sizeAtFirst = (page: Page, picture: Buffer) =>
  page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (each) => each.charCodeAt(0));
    const canvas = new OffscreenCanvas(256, 256);
    canvas.getContext('2d').drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    return (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).size;
  })()`);

describe('the picture', () => {
  it('is cut to its middle square, made small, kept as WebP and shown again by the next page', async () => {
    await using opened = await openPage();
    const { page, alice } = opened;
    expect([await shown(page).isVisible(), await removal(page).isVisible()]).toEqual([false, false]);

    await choose(page, WIDE);
    await said(page, 'Your picture is saved.');

    const [size, ...corners] = await decoded(page);
    expect(size).toEqual([256, 256]);
    for (const corner of corners)
      for (const [index, part] of corner.entries())
        expect(Math.abs(part - (GREEN[index] ?? 0))).toBeLessThan(12);
    const kept = await keptBy(alice);
    await page.reload();
    await shown(page).waitFor();
    expect(await shownWidth(page)).toBe(256);
    expect(await keptBy(alice)).toEqual(kept);
    expect(opened.complaints).toEqual([]);
  });

  it('is never made larger than it is', async () => {
    await using opened = await openPage();

    await choose(opened.page, SMALL);
    await said(opened.page, 'Your picture is saved.');

    expect((await decoded(opened.page))[0]).toEqual([10, 10]);
    expect(await shownWidth(opened.page)).toBe(10);
    // Another one is shown in its place.
    await choose(opened.page, WIDE);
    await expect.poll(() => shownWidth(opened.page)).toBe(256);
  });

  it('loses quality until it fits', async () => {
    await using opened = await openPage();
    const { page, alice } = opened;
    const picture = noise(96);
    expect(await sizeAtFirst(page, picture)).toBeGreaterThan(LIMITS.avatarMaxBytes);

    await choose(page, picture);
    await said(page, 'Your picture is saved.');

    const kept = await keptBy(alice);
    expect(kept?.length).toBeGreaterThan(LIMITS.avatarMaxBytes / 2);
    expect(kept?.length).toBeLessThanOrEqual(LIMITS.avatarMaxBytes);
    expect((await decoded(page))[0]).toEqual([256, 256]);
  });

  it('is chosen and removed by the keyboard alone, which then stands at the field', async () => {
    await using opened = await openPage({ width: 360 });
    const { page, alice } = opened;
    const chooser = page.waitForEvent('filechooser');
    await field(page).hover();
    await field(page).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fileOf(WIDE));
    await said(page, 'Your picture is saved.');
    await removal(page).waitFor();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said(page, 'Your picture is removed.');

    await shown(page).waitFor({ state: 'hidden' });
    expect([await shown(page).isVisible(), await removal(page).isVisible()]).toEqual([false, false]);
    expect(await page.evaluate('document.activeElement.type')).toBe('file');
    expect(await field(page).inputValue()).toBe('');
    expect(await keptBy(alice)).toBeNull();
    expect(opened.complaints).toEqual([]);
  });

  it('fits a phone, and axe finds nothing', async () => {
    await using opened = await openPage({ width: 360 });
    const { page } = opened;
    await choose(page, WIDE);
    await said(page, 'Your picture is saved.');

    expect(await scrollWidthOf(page)).toBeLessThanOrEqual(360);
    expect((await field(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await violationsOf(page)).toEqual([]);
  });
});

describe('what goes wrong is said', () => {
  const NO_WEBP = `{
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done) { toBlob.call(this, done, 'image/png'); };
  }`;

  it.each([
    ['a file that is no picture', undefined, Buffer.from('no picture'), 'cannot read that file as a picture'],
    ['a picture of nothing but noise', undefined, noise(256), 'cannot be made small enough'],
    ['a browser that writes no WebP', NO_WEBP, SMALL, 'cannot write pictures as WebP'],
  ])('%s', async (_what, script, file, words) => {
    await using opened = await openPage({
      ...(script && { before: (page) => page.addInitScript(script) }),
    });

    await choose(opened.page, file);
    await said(opened.page, words);

    expect(await keptBy(opened.alice)).toBeNull();
    expect(opened.complaints).toEqual([]);
  });

  it('a session that has ended, and the picture before stays in sight', async () => {
    await using opened = await openPage({ expected: /401/ });
    const { page, alice } = opened;
    await choose(page, WIDE);
    await said(page, 'Your picture is saved.');
    // Saved comes before shown, and nobody is sent a picture after the session.
    await expect.poll(() => shownWidth(page)).toBe(256);
    await alice.call('POST', '/api/auth/logout', {});

    await choose(page, SMALL);
    await page.getByText('Your session has ended.').waitFor();

    expect(await shownWidth(page)).toBe(256);
  });

  it('a service that does not answer', async () => {
    await using opened = await openPage();
    await opened.page.context().setOffline(true);

    await choose(opened.page, SMALL);

    await said(opened.page, 'Cannot reach the service.');
  });

  it('a kept picture that cannot be shown, which can still be removed', async () => {
    await using opened = await openPage();
    const { page, alice } = opened;
    const broken = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAAAAAAEAcQERGIiP4HAA==', 'base64');
    const headers = { 'content-type': 'image/webp' };
    expect((await alice.call('PUT', '/api/account/avatar', broken, { headers })).status).toBe(200);

    await page.reload();
    await said(page, 'Your picture cannot be shown.');
    await removal(page).click();
    await said(page, 'Your picture is removed.');
    expect(await keptBy(alice)).toBeNull();
  });
});
