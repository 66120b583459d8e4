import { expect, it } from 'vitest';
import { servicos } from '../../../../../../lib/domain/machines/measures/measures/servicos.ts';
import { printedBy } from '../fake-programs.ts';
import { read, readLines } from '../transcripts.ts';

/** As systemd 252 printed it. */
const FAILED = `UNIT               LOAD   ACTIVE SUB    DESCRIPTION
backup@ana.service loaded failed failed Backup of ana
nginx.service      loaded failed failed A high performance web server and a reverse proxy server

LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.
2 loaded units listed.
`;
const NONE = `UNIT LOAD ACTIVE SUB DESCRIPTION
0 loaded units listed.
`;
/** As systemd 257 does. */
const LATER = `UNIT           LOAD      ACTIVE SUB    DESCRIPTION
old.service    not-found failed failed old.service
home-ana.mount loaded    failed failed /home/ana

Legend: LOAD   → Reflects whether the unit definition was properly loaded.
        ACTIVE → The high-level unit activation state, i.e. generalization of SUB.
        SUB    → The low-level unit activation state, values depend on unit type.

2 loaded units listed.
`;

const told = (systemctl: string) => readLines(servicos, 'linux', printedBy(servicos, 'linux', { systemctl }));

it('reads the failed services of each system that has such', () => {
  expect(read(servicos, 'linux')).toEqual({ falhos: 2, nomes: 'backup,nginx' });
  expect(read(servicos, 'windows')).toEqual({ falhos: 2, nomes: 'MSSQLSERVER,Spooler' });
  expect(read(servicos, 'darwin')).toBeNull();
});

it('sends the name of a unit and not whom it is for, nor what it is', () => {
  const lines = printedBy(servicos, 'linux', { systemctl: FAILED });
  expect(lines).toEqual(['failed=UNIT backup nginx.service LOAD ACTIVE SUB 2']);
  expect(readLines(servicos, 'linux', lines)).toEqual({ falhos: 2, nomes: 'backup,nginx' });
});

it('reads the lists of other versions and of none', () => {
  expect(told(NONE)).toEqual({ falhos: 0 });
  expect(told(LATER)).toEqual({ falhos: 2, nomes: 'old' });
});

it('sends no folder that could not be mounted', () => {
  expect(printedBy(servicos, 'linux', { systemctl: LATER }).join()).not.toContain('ana');
});

it('says nothing where systemctl said nothing', () => {
  expect(told('')).toBeNull();
});
