import { expect, it } from 'vitest';
import { emailPage, totpPage } from '../../lib/local/issuer/issuer-pages.ts';
import { qrModules } from '../../lib/adapters/accounts/qr-modules.ts';
import { secondFactorPage } from '../../lib/render/accounts/second-factor-page.ts';
import { consentPage } from '../../lib/render/alerts/consent-page.ts';
import { pausePage, refusedLinkPage } from '../../lib/render/monitors/pause-page.ts';
import { noPingUrlPage, pingUrlPage } from '../../lib/render/monitors/ping-url-page.ts';
import { monitor } from '../support/alerts/monitor-builder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { violationsOf } from '../support/browser/axe.ts';
import { shared } from '../support/service/shared.ts';
import { casesOf } from '../support/thorough.ts';

const LONG = 'w'.repeat(120);

const PAUSE = { zone: 'America/Argentina/Buenos_Aires', token: LONG, now: Date.UTC(2027, 2, 1) };

const browser = shared(launchChromium);

it.each(
  casesOf(4, [
    ['consent', consentPage({ address: `${LONG}@example.com`, state: 'pending' }, 'token')],
    ['pause', pausePage(monitor({ name: LONG }), { ...PAUSE, canPause: true })],
    ['ping URL', pingUrlPage(`https://in.example.com/in/${LONG}`, 'Ping now')],
    ['sign-in', emailPage('That code has ended.')],
    [
      'pause that is so',
      pausePage(monitor({ name: LONG, pausedUntil: PAUSE.now + 1 }), { ...PAUSE, canPause: false }),
    ],
    ['pause link that is over', refusedLinkPage({ code: 'not_found', detail: 'This link is too old.' })],
    ['no ping URL', noPingUrlPage('It has too many parts.')],
    ['authenticator', totpPage({ secret: LONG, uri: 'otpauth://totp/x' }, null)],
    ['second factor', secondFactorPage({ email: `${LONG}@example.com`, theme: 'system', csrf: 'x', setUp: { key: LONG, uri: 'otpauth://totp/x', qr: qrModules('otpauth://totp/x') } })], // prettier-ignore
  ]),
)('the page of a %s is accessible in both themes and fits a phone', async (_what, html) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.setContent(html);

  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  await page.close();
});
