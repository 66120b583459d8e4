import { expect, it } from 'vitest';
import { readNrdp } from '../../../../lib/adapters/machines/nrdp.ts';
import { fixture } from './fixtures.ts';

const resultOf = (check: string, output: string) =>
  `<checkresult><servicename>${check}</servicename><output>${output}</output></checkresult>`;
const read = (...results: string[]) => readNrdp(`<checkresults>${results.join('')}</checkresults>`);
const valuesOf = (output: string) =>
  read(resultOf('a', output)).map(({ name, labels, value }) => [name, value, labels['unit']]);

it('reads a push of NCPA', () => {
  const samples = readNrdp(fixture('ncpa.xml').toString());

  expect(samples).toHaveLength(23);
  expect(samples).toContainEqual({ name: 'disk/used_percent', labels: { unit: '%' }, value: 75 });
  expect(samples).toContainEqual({ name: 'memory/total', labels: { unit: 'MiB' }, value: 8000 });
  expect(samples).toContainEqual({ name: 'in.eth0/bytes_recv', labels: { unit: 'B/s' }, value: 125_000 });
});

it.each([
  ["OK | 'x'=1.5%;10;20", [['a/x', 1.5, '%']]],
  ["OK|x=-1 'y z'=2B/s;;;0; w=3", [['a/x', -1, ''], ['a/y z', 2, 'B/s'], ['a/w', 3, '']]], // prettier-ignore
  ['OK|x=1e-05s', [['a/x', 0.00001, 's']]],
  ['OK|&apos;x&apos;=1 &#39;y&#39;=2', [['a/x', 1, ''], ['a/y', 2, '']]], // prettier-ignore
  ['<![CDATA[1 < 2 | x=1]]>', [['a/x', 1, '']]],
  ['<!-- x=2 -->OK|x=1', [['a/x', 1, '']]],
  ['OK x=1', []],
  ["OK|x=U y=1.2.3 =4 z= v=1,5 ''=5", []],
  ['', []],
] as const)('the perfdata of %j', (output, values) => {
  expect(valuesOf(output)).toEqual(values);
});

it('knows results by their names, in any order, and skips those without', () => {
  const samples = read(
    '<checkresult type="host"><output>OK|x=1</output></checkresult>',
    "<checkresult type='a&gt;>b'><output>OK|x=2</output><state/><servicename>late</servicename></checkresult>",
    resultOf('__proto__', 'OK|__proto__=3'),
  );

  expect(samples.map(({ name, value }) => [name, value])).toEqual([
    ['late/x', 2],
    ['__proto__/__proto__', 3],
  ]);
});

it('leaves entities as they are written, and looks none up', () => {
  expect(valuesOf('OK|&lol;=1 &amp;lt;=2')).toEqual([
    ['a/&lol;', 1, ''],
    ['a/&lt;', 2, ''],
  ]);
});

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]>`;

it.each([
  ['a billion laughs', `${LAUGHS}<checkresults>&lol2;</checkresults>`],
  ['an entity of a file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><checkresults/>'],
  ['a document type in small letters', '<!doctype a><checkresults/>'],
  ['an entity alone', '<checkresults><!ENTITY a "b"></checkresults>'],
  ['nothing', ''],
  ['text', 'hello'],
  ['another document', '<results/>'],
  ['an element that never ends', '<checkresults><checkresult></checkresults>'],
  ['the end of another', '<checkresults></checkresult>'],
  ['an end too many', '<checkresults/></checkresults>'],
  ['a document that is cut off', '<checkresults><checkresult><output>OK|x=1'],
  ['text before it', 'x<checkresults/>'],
  ['a comment that never ends', '<checkresults><!-- </checkresults>'],
  ['an attribute without quotes', '<checkresults a=b></checkresults>'],
  ['an end with attributes', '<checkresults></checkresults a="b">'],
  ['elements within one another', `${'<a>'.repeat(17)}${'</a>'.repeat(17)}`],
])('%s is malformed', (_what, xml) => {
  expect(() => readNrdp(xml)).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('takes 5,000 numbers and refuses one more', () => {
  const hundred = resultOf('a', `OK|${'x=1 '.repeat(100)}`);

  expect(read(hundred.repeat(50))).toHaveLength(5_000);
  expect(() => read(hundred.repeat(50), resultOf('a', 'OK|x=1'))).toThrow(
    expect.objectContaining({ fault: 'too_large' }),
  );
});
