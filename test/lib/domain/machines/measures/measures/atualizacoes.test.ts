import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../../../lib/domain/machines/devices/facts.ts';
import { atualizacoes } from '../../../../../../lib/domain/machines/measures/measures/atualizacoes.ts';
import { printedBy, type FakeProgram } from '../fake-programs.ts';
import { parsedBy, read } from '../transcripts.ts';

/** Lines of apt 2.6 of Debian and of apt 2.4 of Ubuntu; a new package is no update, and a name is no archive. */
const APT = `NOTE: This is only a simulation!
Reading package lists...
The following packages will be upgraded:
  libcap2 libgcrypt20 python3-secretstorage
4 upgraded, 1 newly installed, 0 to remove and 0 not upgraded.
Inst libgcrypt20 [1.10.1-3] (1.10.1-3+deb12u1 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64]) []
Inst libcap2 [1:2.66-4+deb12u2+b2] (1:2.66-4+deb12u3+b1 Debian:12.15/oldstable [amd64])
Inst python3-security [3.3.3-1] (3.3.3-2 Debian:12.15/oldstable [all])
Inst linux-image-6.1.0-41-amd64 (6.1.158-1 Debian-Security:12/oldstable-security [amd64])
Inst libssl3 [3.0.2-0ubuntu1.10] (3.0.2-0ubuntu1.15 Ubuntu:22.04/jammy-updates, Ubuntu:22.04/jammy-security [amd64])
Conf libgcrypt20 (1.10.1-3+deb12u1 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64])
Conf libcap2 (1:2.66-4+deb12u3+b1 Debian:12.15/oldstable [amd64])
`;
const APT_NOTHING = `Reading package lists...
0 upgraded, 0 newly installed, 0 to remove and 3 not upgraded.
`;
/** As dnf 4.14 printed them, and after them what replaces what, which it may add. */
const DNF = `
hello-rollcall.noarch                          2-1                          ours
other-pkg.noarch                               2-1                          ours
Obsoleting Packages
new-name.noarch                                2-1                          ours
    old-name.noarch                            1-1                          @System
`;
/** As zypper 1.14 printed them. */
const ZYPPER = `S | Repository | Name           | Current Version | Available Version | Arch
--+------------+----------------+-----------------+-------------------+-------
v | ours       | hello-rollcall | 1-1             | 2-1               | noarch
v | ours       | other-pkg      | 1-1             | 2-1               | noarch
`;
const APK = `Installed:                                Available:
busybox-1.36.1-r5                       < 1.36.1-r6
musl-1.2.4-r2                           < 1.2.4-r3
`;
/** As pacman 6.0 printed it, but for the second line. */
const PACMAN = `hello-rollcall 1-1 -> 2-1
linux 6.12.1.arch1-1 -> 6.12.4.arch1-1
`;
const PKG = `curl-8.9.1                         <   needs updating (remote has 8.10.1)
old-thing-1.0                      ?   orphaned: misc/old-thing
sudo-1.9.15p5                      <   needs updating (remote has 1.9.16)
`;

it('counts the updates of each system', () => {
  expect(read(atualizacoes, 'linux')).toEqual({ pendentes: 130, seguranca: 80 });
  expect(read(atualizacoes, 'freebsd')).toEqual({ pendentes: 2 });
  expect(read(atualizacoes, 'darwin')).toBeNull();
  expect(atualizacoes.hourly).toBe(true);
});

describe.each<[Capability, string, FakeProgram, unknown]>([
  ['apt_get', 'apt-get', APT, { pendentes: 4, seguranca: 2 }],
  ['apt_get', 'apt-get', APT_NOTHING, { pendentes: 0, seguranca: 0 }],
  ['apt_get', 'apt-get', { prints: 'E: broken\n', ends: 100 }, null],
  ['dnf', 'dnf', { prints: DNF, ends: 100 }, { pendentes: 2 }],
  ['dnf', 'dnf', '', { pendentes: 0 }],
  ['dnf', 'dnf', { prints: '', ends: 1 }, null],
  ['zypper', 'zypper', ZYPPER, { pendentes: 2 }],
  ['zypper', 'zypper', '', { pendentes: 0 }],
  ['zypper', 'zypper', { prints: '', ends: 7 }, null],
  ['apk', 'apk', APK, { pendentes: 2 }],
  ['apk', 'apk', { prints: '', ends: 1 }, null],
  ['pacman', 'pacman', PACMAN, { pendentes: 2 }],
  ['pacman', 'pacman', { prints: '', ends: 1 }, { pendentes: 0 }],
  ['pacman', 'pacman', { prints: 'error: no usable package repositories configured.\n', ends: 1 }, null],
  ['pkg', 'pkg', PKG, { pendentes: 2 }],
  ['pkg', 'pkg', { prints: '', ends: 1 }, null],
])('of what %s prints', (needs, program, prints, values) => {
  it(`finds ${JSON.stringify(values)}, and sends no name of a package`, () => {
    const system = needs === 'pkg' ? 'freebsd' : 'linux';
    const lines = printedBy(atualizacoes, system, { [program]: prints }, needs);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/lib|hello|busybox|linux|curl|python/);
    expect(parsedBy(atualizacoes, needs, lines)).toEqual(values);
  });
});
