import { describe, expect, it } from 'vitest';
import { reinicio } from '../../../../../../lib/domain/machines/measures/measures/reinicio.ts';
import { printedBy } from '../fake-programs.ts';
import { parsedBy, read } from '../transcripts.ts';

/** What dnf 4.14 printed, before and after a new kernel. */
const NOTHING_NEW = `No core libraries or services have been updated since boot-up.
Reboot should not be necessary.
`;
const NEW_KERNEL = `Core libraries or services have been updated since boot-up:
  * kernel
  * systemd

Reboot is required to fully utilize these updates.
More information: https://access.redhat.com/solutions/27943
`;
const NO_PLUGIN = 'No such command: needs-restarting. Please use /usr/bin/dnf --help\n';

it('says of each system whether it waits for a restart', () => {
  expect(read(reinicio, 'linux')).toEqual({ pendente: 1, motivo: 'linux-image-6.1.0-41-amd64' });
  expect(read(reinicio, 'freebsd')).toEqual({ pendente: 1, motivo: 'kernel' });
  expect(read(reinicio, 'windows')).toEqual({ pendente: 1, motivo: 'update' });
  expect(read(reinicio, 'darwin')).toBeNull();
});

describe('on Debian', () => {
  it.each([
    ['reboot=', { pendente: 0 }],
    ['reboot=reboot-required', { pendente: 1 }],
    ['reboot=reboot-required reboot-required.pkgs', { pendente: 1 }],
    ['reboot=something-else', null],
  ])('reads "%s"', (line, values) => {
    expect(parsedBy(reinicio, 'apt_get', [line])).toEqual(values);
  });
});

describe('on Red Hat', () => {
  const told = (prints: string, ends: number) =>
    parsedBy(
      reinicio,
      'needs_restarting',
      printedBy(reinicio, 'linux', { 'needs-restarting': { prints, ends } }, 'needs_restarting'),
    );

  it('reads what needs-restarting prints, since it ends alike when it fails', () => {
    expect(told(NOTHING_NEW, 0)).toEqual({ pendente: 0 });
    expect(told(NEW_KERNEL, 1)).toEqual({ pendente: 1, motivo: 'kernel' });
    expect(told(NO_PLUGIN, 1)).toBeNull();
    expect(told('', 1)).toBeNull();
  });
});

it('reads the exit code of zypper', () => {
  const told = (ends: number) =>
    parsedBy(
      reinicio,
      'zypper',
      printedBy(reinicio, 'linux', { zypper: { prints: 'Reboot?\n', ends } }, 'zypper'),
    );
  expect(told(0)).toEqual({ pendente: 0 });
  expect(told(102)).toEqual({ pendente: 1 });
  expect(told(7)).toBeNull();
});

it('compares the kernel that runs with those that are installed', () => {
  const kernels = (line: string) => parsedBy(reinicio, 'pacman', [line]);
  expect(kernels('kernels=6.12.1-arch1-1 6.12.1-arch1-1 6.6.63-1-lts')).toEqual({ pendente: 0 });
  expect(kernels('kernels=6.12.1-arch1-1 6.12.4-arch1-1')).toEqual({ pendente: 1, motivo: 'kernel' });
  expect(kernels('kernels=6.12.1-arch1-1')).toBeNull();
});

it('says nothing of Windows where a key was not read', () => {
  const windows = reinicio.sources.find(({ system }) => system === 'windows');
  const parse = (...first: string[]) => windows?.parse({ first, second: [] });
  expect(parse('reinicio_servicing=0', 'reinicio_update=0')).toEqual({ pendente: 0 });
  expect(parse('reinicio_servicing=1', 'reinicio_update=1')).toEqual({ pendente: 1, motivo: 'servicing' });
  expect(parse('reinicio_servicing=1')).toBeNull();
});
