import { expect, it } from 'vitest';
import { readSnmp } from '../../../../lib/adapters/machines/snmp.ts';
import { fixture } from './fixtures.ts';

const OID = '.1.3.6.1.4.1.2021.10.1.3.1';
const read = (text: string) => readSnmp(Buffer.from(text));

it('reads what a real agent said', () => {
  const samples = readSnmp(fixture('snmp.txt'));

  // One of the 65 lines says that there is no such object.
  expect(samples).toHaveLength(64);
  expect(samples).toContainEqual({ name: OID, labels: {}, value: 6.47 });
  expect(samples).toContainEqual({
    name: '.1.3.6.1.2.1.25.1.1.0',
    labels: {},
    value: (3_600 + 5 * 60 + 49.64) * 100,
  });
  expect(samples).toContainEqual({
    name: '.1.3.6.1.2.1.31.1.1.1.1.4',
    labels: { text: 'eth0' },
    value: 0,
  });
});

it.each([
  [`${OID} 7`, 7],
  [`${OID} "0.42"`, 0.42],
  [`${OID}   -3\r`, -3],
  [`${OID} 100 kB`, 100],
  [`${OID} 2:00:00:00.01`, 17_280_001],
])('%j is %d', (line, value) => {
  expect(read(line)).toEqual([{ name: OID, labels: {}, value }]);
});

it.each(['"eth0"', 'eth0', '"1 2 3"', '12:34', '1e5', '0x10'])('%s is a name', (text) => {
  expect(read(`${OID} ${text}`)).toEqual([
    { name: OID, labels: { text: text.replaceAll('"', '') }, value: 0 },
  ]);
});

it.each([
  'No Such Object available on this agent at this OID',
  'No Such Instance currently exists at this OID',
  'No more variables left in this MIB View',
])('leaves out an object of which it says: %s', (text) => {
  expect(read(`${OID} ${text}\n${OID} 5`)).toHaveLength(1);
});

it.each([
  '',
  '\n\n',
  'Timeout: No Response from 127.0.0.1.',
  'iso.3.6 5',
  OID,
  `${OID} `,
  `x${OID} 5`,
  '.1.3.a.5 5',
])('a body of %j is malformed', (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ fault: 'malformed' }));
});

it('takes 5,000 objects and refuses one more', () => {
  expect(read(`${OID} 5\n`.repeat(5_000))).toHaveLength(5_000);
  expect(() => read(`${OID} 5\n`.repeat(5_001))).toThrow(expect.objectContaining({ fault: 'too_large' }));
});
