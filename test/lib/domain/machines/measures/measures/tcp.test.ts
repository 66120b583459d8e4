import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { tcp } from '../../../../../../lib/domain/machines/measures/measures/tcp.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

const NETSTAT = `Active Internet connections (including servers)
Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)
tcp4       0      0  192.0.2.10.52344       198.51.100.7.443       ESTABLISHED
tcp4       0      0  192.0.2.10.52345       198.51.100.8.443       TIME_WAIT
tcp6       0      0  fe80::1.52346          fe80::2.22             ESTABLISHED
tcp4       0      0  *.22                   *.*                    LISTEN
tcp46      0      0  *.443                  *.*                    LISTEN
`;

it('reads the connections of each system', () => {
  expect(read(tcp, 'linux')).toEqual({ estabelecidas: 0, espera: 227, escuta: 2 });
  expect(read(tcp, 'darwin')).toEqual({ estabelecidas: 2, espera: 1, escuta: 2 });
  expect(read(tcp, 'freebsd')).toEqual({ estabelecidas: 1, espera: 0, escuta: 1 });
  expect(read(tcp, 'windows')).toEqual({ estabelecidas: 31, espera: 0, escuta: 24 });
});

it('counts the real connections of this machine and sends no address of them', async (test) => {
  test.skip(!existsSync('/proc/net/tcp'), 'it needs /proc/net/tcp, which Linux has');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const [line = '', ...more] = printedBy(tcp, 'linux', {});
  socket.destroy();
  server.close();
  expect(more).toEqual([]);
  expect(line).toMatch(/^tcp=( \d+ 0[16A]){2,3}$/);
  const values = readLines(tcp, 'linux', [line]);
  expect(values?.['estabelecidas']).toBeGreaterThanOrEqual(2);
  expect(values?.['escuta']).toBeGreaterThanOrEqual(1);
});

it('finds no connections where there are none', () => {
  expect(readLines(tcp, 'linux', ['tcp='])).toEqual({ estabelecidas: 0, espera: 0, escuta: 0 });
  expect(readLines(tcp, 'linux', ['tcp= 3 0B'])).toBeNull();
});

it('counts what netstat lists and sends no address of it', () => {
  expect(printedBy(tcp, 'darwin', { netstat: NETSTAT })).toEqual(['tcp= 2 1 2']);
  expect(printedBy(tcp, 'freebsd', { netstat: { prints: '', ends: 1 } })).toEqual([]);
});
