import { describe, expect, it } from 'vitest';
import { checkAlertUrl } from '../../../../lib/domain/alerts/alert-url.ts';

describe('checkAlertUrl accepts', () => {
  it.each([
    ['a host name', 'https://example.com/hook', 'https://example.com/hook'],
    ['no path, as it was written', 'https://example.com', 'https://example.com'],
    ['a query', 'https://example.com/hook?a=1&b=2', 'https://example.com/hook?a=1&b=2'],
    ['port 443', 'https://example.com:443/hook', 'https://example.com/hook'],
    ['the lowest free port', 'https://example.com:1024/', 'https://example.com:1024/'],
    ['the highest port', 'https://example.com:65535/', 'https://example.com:65535/'],
    ['a public IPv4 address', 'https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['a public IPv4 address as one number', 'https://134744072/hook', 'https://8.8.8.8/hook'],
    ['a public IPv6 address', 'https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['an underscore', 'https://my_host.example.com/', 'https://my_host.example.com/'],
    ['an international name', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['space around it', '  https://example.com/hook\n', 'https://example.com/hook'],
    ['a local word inside a name', 'https://localhost.example.com/', 'https://localhost.example.com/'],
    ['a name that only ends like a local one', 'https://mylan.com/', 'https://mylan.com/'],
  ])('%s', (_what, value, url) => {
    expect(checkAlertUrl(value)).toEqual({ ok: true, url });
  });

  it('a URL of exactly 2048 characters', () => {
    const value = `https://example.com/${'a'.repeat(2028)}`;

    expect(checkAlertUrl(value)).toEqual({ ok: true, url: value });
  });
});

describe('checkAlertUrl refuses', () => {
  const address = 'name a public address, not a private, local or reserved one';
  const https = 'start with https://';
  const form = 'name a well-formed host without a trailing dot';
  const whole = 'be a complete URL such as https://example.com/hook';

  it.each([
    ['plain http', 'http://example.com/x', `${https}; got http://example.com/…`],
    ['loopback without leave', 'http://127.0.0.1:9000/x', `${https}; got http://127.0.0.1:9000/…`],
    ['another scheme', 'ftp://example.com/', `${https}; got ftp://example.com`],
    ['a file', 'file:///etc/passwd', `${https}; got file:///…`],
    ['decimal 2130706433', 'https://2130706433/', `${address}; got https://127.0.0.1`],
    ['octal 0177.0.0.1', 'https://0177.0.0.1/', `${address}; got https://127.0.0.1`],
    ['hexadecimal 0x7f000001', 'https://0x7f000001/', `${address}; got https://127.0.0.1`],
    ['the short form 127.1', 'https://127.1/', `${address}; got https://127.0.0.1`],
    ['circled digits', 'https://①②⑦.0.0.1/', `${address}; got https://127.0.0.1`],
    ['percent-encoded loopback', 'https://%31%32%37.0.0.1/', `${address}; got https://127.0.0.1`],
    ['loopback with a trailing dot', 'https://127.0.0.1./', `${address}; got https://127.0.0.1`],
    ['[::1]', 'https://[::1]/', `${address}; got https://[::1]`],
    ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/', `${address}; got https://[::ffff:7f00:1]`],
    ['the metadata service', 'https://169.254.169.254/latest', `${address}; got https://169.254.169.254/…`],
    ['a private address', 'https://10.0.0.1/', `${address}; got https://10.0.0.1`],
    ['a zero address', 'https://0/', `${address}; got https://0.0.0.0`],
    ['a single label', 'https://intranet/', 'name a public host with at least one dot; got https://intranet'],
    ['localhost', 'https://localhost/', 'name a public host with at least one dot; got https://localhost'],
    [
      'under localhost',
      'https://a.localhost/',
      'name a public host, not one under localhost; got https://a.localhost',
    ],
    ['under local', 'https://nas.local/', 'name a public host, not one under local; got https://nas.local'],
    [
      'under internal',
      'https://metadata.google.internal/',
      'name a public host, not one under internal; got https://metadata.google.internal',
    ],
    [
      'home.arpa itself',
      'https://home.arpa/',
      'name a public host, not one under home.arpa; got https://home.arpa',
    ],
    [
      'under home.arpa',
      'https://nas.home.arpa/',
      'name a public host, not one under home.arpa; got https://nas.home.arpa',
    ],
    [
      'under lan in capitals',
      'https://NAS.LAN/',
      'name a public host, not one under lan; got https://nas.lan',
    ],
    ['a trailing dot', 'https://example.com./', `${form}; got https://example.com.`],
    ['localhost with a trailing dot', 'https://localhost./', `${form}; got https://localhost.`],
    ['local with a trailing dot', 'https://nas.local./', `${form}; got https://nas.local.`],
    ['an empty label', 'https://a..com/', `${form}; got https://a..com`],
    ['a label that starts with a hyphen', 'https://-a.com/', `${form}; got https://-a.com`],
    ['a user name', 'https://root@example.com/', 'carry no user name or password; got https://example.com'],
    [
      'a password',
      'https://root:hunter2@example.com/x',
      'carry no user name or password; got https://example.com/…',
    ],
    [
      'a host in the user name',
      'https://example.com@127.0.0.1/',
      'carry no user name or password; got https://127.0.0.1',
    ],
    ['port 22', 'https://example.com:22/', 'use port 443 or 1024 to 65535; got https://example.com:22'],
    ['port 80', 'https://example.com:80/', 'use port 443 or 1024 to 65535; got https://example.com:80'],
    ['port 1023', 'https://example.com:1023/', 'use port 443 or 1024 to 65535; got https://example.com:1023'],
    ['port 0', 'https://example.com:0/', 'use port 443 or 1024 to 65535; got https://example.com:0'],
    ['port 65536', 'https://example.com:65536/', `${whole}; got https://example.com:65536/…`],
    ['nothing', '', `${whole}; got an empty text`],
    ['no scheme', 'example.com/hook', `${whole}; got example.com/…`],
    ['a backslash', 'https://example.com\\@127.0.0.1/', `${whole}; got a text with an @ in it`],
    ['a tab inside', 'https://exam\tple.com/', `${whole}; got https://exam ple.com/…`],
    [
      'a broken text that holds a password',
      'https://a:b c@example.com/',
      `${whole}; got a text with an @ in it`,
    ],
  ])('%s', (_what, value, end) => {
    expect(checkAlertUrl(value)).toEqual({ ok: false, detail: `alert_url must ${end}` });
  });

  it('a URL of 2049 characters', () => {
    const check = checkAlertUrl(`https://example.com/${'a'.repeat(2029)}`);

    expect(check).toEqual({
      ok: false,
      detail: 'alert_url must have at most 2048 characters; got https://example.com/…',
    });
  });

  it('a URL that grows past 2048 characters when it is encoded', () => {
    expect(checkAlertUrl(`https://example.com/${'é'.repeat(1000)}`).ok).toBe(false);
  });

  it('and shows neither path, query nor fragment, which may hold secrets', () => {
    const check = checkAlertUrl('http://hooks.example.com/SECRET1?token=SECRET2#SECRET3');

    expect(check).toEqual({
      ok: false,
      detail: 'alert_url must start with https://; got http://hooks.example.com/…',
    });
  });
});

describe('checkAlertUrl with allowLoopback', () => {
  const check = (value: string): boolean => checkAlertUrl(value, { allowLoopback: true }).ok;

  it.each([
    ['http://127.0.0.1:9000/hook', true],
    ['http://localhost:80/hook', true],
    ['http://localhost/hook', true],
    ['https://example.com/hook', true],
    ['http://127.0.0.2:9000/', false],
    ['http://[::1]:9000/', false],
    ['http://10.0.0.1:9000/', false],
    ['http://example.com/', false],
    ['http://localhost.example.com/', false],
    ['http://a.localhost:9000/', false],
    ['http://user@localhost:9000/', false],
    ['https://localhost:9000/', false],
    ['https://169.254.169.254/', false],
  ])('judges %s: %s', (value, expected) => {
    expect(check(value)).toBe(expected);
  });
});
