import { pathOf, type Cast } from './cast.ts';
import type { Described, Json } from './described.ts';
import type { Dice } from './dice.ts';
import { goodObject, goodRequest } from './good-requests.ts';
import { oddJson, oddJsonText, oddText } from './odd-values.ts';
import type { WireRequest } from './wire.ts';

/** The gateway takes a request line and headers of 10,240 bytes together; what is longer never reaches us. */
const HEAD_MAX_BYTES = 10_000;
const LONG = 7_000;

interface Spoiling {
  operation: Described;
  cast: Cast;
  dice: Dice;
}

type Spoil = (request: WireRequest, at: Spoiling) => void;

/** A good request with one to three things wrong, doubled, oversized or out of place. Some stay good by chance. */
export function badRequest(operation: Described, cast: Cast, dice: Dice): WireRequest {
  const request = goodRequest(operation, cast, dice);
  const ways = [spoilPath, spoilQuery, spoilCredential, spoilHeaders, spoilBody, spoilBody, spoilMethod];
  for (let count = dice.between(1, 3); count > 0; count--)
    dice.pick(ways)(request, { operation, cast, dice });
  return withinGateway(request);
}

const spoilPath: Spoil = (request, { operation, cast, dice }) => {
  const [path = '', ...query] = request.target.split('?');
  const own = (spelled: (value: string) => string) =>
    pathOf(operation, cast.own, (value) => (dice.chance(0.7) ? spelled(value) : value));
  const changed = dice.pick([
    () => own(() => escaped(oddText(dice), dice)),
    () => own((value) => value + escaped(oddText(dice), dice)),
    () => own((value) => value.slice(0, -1)),
    () => own((value) => value.toUpperCase()),
    () => own((value) => [...value].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')),
    () => own(() => dice.pick(Object.values(cast.credentials))),
    () =>
      own(() =>
        dice.pick(['start', 'fail', 'log', '0', '255', '256', '-1', '0.5', '1e2', '00', '0x1', '+1']),
      ),
    () => pathOf(operation, cast.foreign),
    () =>
      path +
      dice.pick([
        '/',
        '//',
        '/..',
        '/.',
        '/../..',
        '%2F',
        '/x',
        '.json',
        '.svg',
        ';a=b',
        '%00',
        '/%2e%2e',
        '?',
      ]),
    () => path.replace('/', dice.pick(['//', '/./', '/../', '/%2e%2e/', '/%2F', '/x/../'])),
    () => `${path}/${'a'.repeat(dice.pick([100, LONG]))}`,
    () => path + '/a'.repeat(500),
    () =>
      dice.pick([
        '/',
        '/%',
        '/%E0%A4%A',
        '/%00',
        '/..%2f..%2fetc%2fpasswd',
        '/in',
        '/in/',
        '/s',
        '/s/',
        '/api/api',
        '/_',
      ]),
  ])();
  request.target = [changed, ...query].join('?');
};

const spoilQuery: Spoil = (request, { operation, cast, dice }) => {
  const names = operation.parameters.filter((each) => each.in === 'query').map((each) => each.name);
  const name = dice.pick([...names, 'token', 'key', 'x', '__proto__', 'constructor', 'hasOwnProperty', '']);
  const value = () => escaped(oddText(dice), dice);
  const added = dice.pick([
    () => `${name}=${value()}`,
    () => `${name}=${value()}&${name}=${value()}&${name}`,
    () => `${name}[]=${value()}&${name}[a]=1&${name}.b=2`,
    () => `${name}=${dice.pick(Object.values(cast.credentials))}`,
    () =>
      dice.pick(['&&&', '=', '==&=', '%', '%E0%A4%A', '%00=%00', '?', '#x', '+', ';', 'a=b=c', '%5B%5D=1']),
    () => `${name}=${'9'.repeat(dice.pick([40, LONG]))}`,
    () =>
      Array.from({ length: 300 }, (_, index) => `${name}=${index}`)
        .join('&')
        .slice(0, LONG),
    () => `${name}=${'%F0%9F%91%BB'.repeat(200)}`,
  ])();
  request.target += (request.target.includes('?') ? '&' : '?') + added;
};

const CREDENTIAL_HEADERS = [
  'x-guest-token',
  'authorization',
  'x-hook-token',
  'x-api-key',
  'x-payment',
  'cookie',
];

const spoilCredential: Spoil = (request, { cast, dice }) => {
  const text = () => {
    const any = dice.pick(Object.values(cast.credentials));
    const spelled = dice.pick([
      any,
      `Bearer ${any}`,
      `bearer  ${any} `,
      `Basic ${any}`,
      'Bearer',
      'Bearer ',
      any.slice(0, -1),
    ]);
    return dice.chance(0.3) ? headerText(oddText(dice)) : spelled;
  };
  const added: [string, string][] = Array.from({ length: dice.between(0, 3) }, () => [
    dice.pick(CREDENTIAL_HEADERS),
    text(),
  ]);
  const kept = request.headers.filter(([name]) => !CREDENTIAL_HEADERS.includes(name));
  request.headers = dice.chance(0.6) ? [...kept, ...added] : [...request.headers, ...added];
};

const ODD_HEADERS = [
  'accept', 'accept-encoding', 'content-encoding', 'content-language', 'origin', 'referer', 'user-agent', 'purpose',
  'sec-fetch-mode', 'sec-purpose', 'if-none-match', 'if-modified-since', 'range', 'x-forwarded-for', 'x-forwarded-host',
  'x-forwarded-proto', 'x-public-host', 'x-origin-verify', 'x-http-method-override', 'x-original-url', 'x-amzn-trace-id',
  'x-request-id', 'forwarded', '__proto__', 'constructor', 'x-odd',
]; // prettier-ignore

const spoilHeaders: Spoil = (request, { dice }) => {
  for (let count = dice.between(1, 4); count > 0; count--) {
    const name = dice.pick(ODD_HEADERS);
    const value = dice.pick([
      () => headerText(oddText(dice)),
      () =>
        dice.pick([
          '*',
          '"x", W/"y"',
          'gzip',
          'navigate',
          'prefetch',
          'Slackbot',
          'bytes=0-',
          'DELETE',
          'null',
        ]),
      () => 'é'.repeat(40),
      () => 'a'.repeat(dice.pick([1_000, 2_000])),
      () => 'evil.example%0d%0aSet-Cookie: a=b',
    ])();
    request.headers.push([name, value]);
  }
};

const TYPES = [
  '', ' ', 'text/plain', 'text/html', 'application/json', 'application/xml', 'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x', 'application/json, text/plain', 'application/json; charset=utf-16',
  'text/plain; charset=latin1', 'application/octet-stream', 'application/problem+json', 'x/y+json', '+json', 'json', '*/*',
  'text/plain;;;', 'application/json\tx', 'APPLICATION/JSON;', 'application/ json', 'a'.repeat(1_000),
]; // prettier-ignore

const spoilBody: Spoil = (request, { operation, dice }) => {
  const type = (value: string) => {
    const others = request.headers.filter(([name]) => name !== 'content-type');
    request.headers = dice.chance(0.85)
      ? [...others, ['content-type', value]]
      : [...request.headers, ['content-type', value]];
  };
  const declared = operation.body?.contentType ?? 'application/json';
  if (dice.chance(operation.body === null ? 0.15 : 0.4)) type(dice.pick(TYPES));
  else if (operation.body !== null || dice.chance(0.5)) type(declared);
  const large = () => sized(dice.pick([100_001, 256_000, 256_001, 300_000, 1_000_000]), dice);
  const content = dice.pick([
    () => Buffer.from(JSON.stringify(oddFields(operation, dice))),
    () => Buffer.from(JSON.stringify(oddFields(operation, dice))),
    () => Buffer.from(JSON.stringify(oddFields(operation, dice))),
    () => Buffer.from(JSON.stringify(oddJson(dice)) ?? ''),
    () => Buffer.from(oddJsonText(dice)),
    () => Buffer.from(JSON.stringify(oddFields(operation, dice)), 'utf16le'),
    () => Buffer.from(Array.from({ length: dice.between(0, 200) }, () => dice.between(0, 255))),
    () => Buffer.from(Buffer.from(oddText(dice)).toString('base64')),
    () => Buffer.from(`* * * * * ${oddText(dice)}\n${oddText(dice)}=x\n0 0 31 2 * ${oddText(dice)}`),
    large,
    () => null,
  ]);
  // Few operations read a body, and those refuse a large one.
  request.body = operation.body !== null && dice.chance(0.3) ? large() : content();
};

const spoilMethod: Spoil = (request, { dice }) => {
  if (dice.chance(0.5)) return;
  request.method = dice.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
  ]);
};

/** The fields of a good body with some of them odd, missing or beside others that do not exist. */
function oddFields(operation: Described, dice: Dice): Json {
  const schema = operation.body?.schema ?? {};
  const fields = new Map<string, unknown>(
    Object.entries(goodObject(schema, dice, operation.method === 'PATCH')),
  );
  const names = [...Object.keys(schema['properties'] ?? {}), 'status', 'latency_ms'];
  for (let count = dice.between(1, 3); count > 0; count--) {
    const name = dice.pick(names);
    const fate = dice.roll();
    if (fate < 0.15) fields.delete(name);
    else if (fate < 0.3) fields.set(oddText(dice), oddJson(dice));
    else fields.set(name, oddJson(dice));
  }
  return Object.fromEntries(fields);
}

/** A body of exactly so many bytes: a long name, long lines, or a field nobody knows. */
function sized(bytes: number, dice: Dice): Buffer {
  const [head, tail] = dice.pick([
    ['{"name":"', '","interval_sec":300}'],
    ['{"x":"', '"}'],
    ['* * * * * ', '\n'],
    ['', ''],
  ] as const);
  return Buffer.from(
    head + dice.pick(['a', '*', '\n', '0']).repeat(bytes - head.length - tail.length) + tail,
  );
}

/** Cuts the target and leaves out headers until the gateway would let the request through. */
function withinGateway(request: WireRequest): WireRequest {
  request.target = request.target.slice(0, HEAD_MAX_BYTES - 1_000);
  const headBytes = () =>
    request.target.length +
    request.headers.reduce((sum, [name, value]) => sum + name.length + 2 * value.length, 0);
  while (headBytes() > HEAD_MAX_BYTES) request.headers.pop();
  return request;
}

/** In a path or a query: escaped by the rules, or so that only the characters that end a request line are. */
function escaped(text: string, dice: Dice): string {
  const whole = text.toWellFormed();
  const spelled = dice.chance(0.5)
    ? encodeURIComponent(whole)
    : whole.replaceAll(/[^!$-.0-~%/]/gu, (character) => encodeURIComponent(character));
  return spelled.slice(0, LONG);
}

/** What a header field can carry at all; the client refuses the rest. */
function headerText(text: string): string {
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').slice(0, 2_000);
}
