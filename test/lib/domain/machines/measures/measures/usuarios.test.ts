import { expect, it } from 'vitest';
import { usuarios } from '../../../../../../lib/domain/machines/measures/measures/usuarios.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

const WHO = `ana      pts/0        2026-11-23 02:00 (198.51.100.7)
ana      pts/1        2026-11-23 02:10 (host.example)
rui      tty1         2026-11-23 02:20
`;
/** Of systemd 252: a desktop, a terminal, a job of cron. */
const LOGINCTL = `      1 1000 ana  seat0 tty2
      3 1001 rui        pts/0
     c7 1001 rui
`;
/** Of systemd 257, which says more. */
const LATER_LOGINCTL = ` 1 1000 ana seat0 1234 user    tty2  no -
 2 1000 ana -     1240 manager -     no -
 4 1000 ana -     1300 user    pts/3 yes 5min ago
`;

it('reads the sessions of each system', () => {
  expect(read(usuarios, 'linux')).toEqual({ sessoes: 3, distintos: 2 });
  expect(read(usuarios, 'darwin')).toEqual({ sessoes: 2, distintos: 1 });
  expect(read(usuarios, 'freebsd')).toEqual({ sessoes: 2, distintos: 2 });
  expect(read(usuarios, 'windows')).toEqual({ sessoes: 2 });
});

it('sends how many sessions there are, and no user and no address', () => {
  const lines = printedBy(usuarios, 'linux', { who: WHO });
  expect(lines).toEqual(['who=3 2']);
  expect(readLines(usuarios, 'linux', lines)).toEqual({ sessoes: 3, distintos: 2 });
  expect(printedBy(usuarios, 'linux', { who: '' })).toEqual(['who=0 0']);
});

it.each([
  ['252', LOGINCTL, ['loginctl= 2 2']],
  ['257', LATER_LOGINCTL, ['loginctl= 2 1']],
  ['nobody', '', ['loginctl= 0 0']],
])('counts sessions of people by loginctl: %s', (_name, loginctl, lines) => {
  expect(printedBy(usuarios, 'linux', { loginctl }, 'loginctl')).toEqual(lines);
});
