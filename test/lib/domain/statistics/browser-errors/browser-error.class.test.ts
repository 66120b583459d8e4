import { expect, it } from 'vitest';
import { browserClass } from '../../../../../lib/domain/statistics/browser-errors/browser-error.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/126.0.6478.127 Safari/537.36`, 'Chrome 126'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.81`, 'Edge 126'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0`, 'Opera 111'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128'],
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari 17',
  ],
  [
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17',
  ],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605 (KHTML) CriOS/126.0.1 Mobile/15E148 Safari/604.1', 'Chrome 126'],
  ['curl/8.5.0', 'other'],
  ['Chrome/55119876543.1', 'other'],
  [undefined, 'other'],
])('%s is %s', (userAgent, name) => {
  expect(browserClass(userAgent)).toBe(name);
});
