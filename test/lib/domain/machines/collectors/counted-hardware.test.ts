import { describe, expect, it } from 'vitest';
import {
  isOwnInterface,
  isRoot,
  isWholeDisk,
} from '../../../../../lib/domain/machines/collectors/counted-hardware.ts';

const words = (text: string) => text.split(' ');

describe('whole disks', () => {
  it.each(words('sda sdaa vda xvdb hda nvme0n1 nvme1n2 mmcblk0 disk0 ada0 da1 nda0 vtbd0 0 C: xvda'))(
    'counts %s',
    (name) => expect(isWholeDisk(name)).toBe(true),
  );
  it.each(
    words(
      'sda1 sdaa12 vda1 xvdb2 nvme0n1p1 nvme0c0n1 mmcblk0p2 mmcblk0boot0 mmcblk0rpmb disk0s1 disk1s1s1 ada0p1 da0s1a loop0 ram0 zram0 dm-0 md127 sr0 fd0 cd0 bcache0 drbd1 zd16 _Total',
    ),
  )('leaves out %s', (name) => expect(isWholeDisk(name)).toBe(false));
  it('leaves out one without a name', () => expect(isWholeDisk('')).toBe(false));
});

describe('interfaces of the machine', () => {
  it.each([
    ...words('eth0 ens3 enp0s31f6 eno1 enx001122334455 wlan0 wlp2s0 en0 em0 igb1 vtnet0 venet0 1'),
    'Ethernet 2',
    'Intel_R__82574L',
  ])('counts %s', (name) => expect(isOwnInterface(name)).toBe(true));
  it.each([
    ...words(
      'lo lo0 veth12ab docker0 br-1a2b br0 virbr0 cni0 flannel.1 cali1 tun0 tap1 wg0 dummy0 ifb0 bond0 eth0.100 eth0@if5 utun3 awdl0 bridge0 gif0 all _Total isatap__A1B2',
    ),
    'Loopback Pseudo-Interface 1',
    'Teredo Tunneling Pseudo-Interface',
    '',
  ])('leaves out %j', (name) => expect(isOwnInterface(name)).toBe(false));
});

it('knows the disk of the system by where it is mounted', () => {
  for (const mount of ['/', 'C:', '\\C:', 'C:\\', '/System/Volumes/Data']) expect(isRoot(mount)).toBe(true);
  for (const mount of [undefined, '', '/boot', 'D:', '//', '/C:']) expect(isRoot(mount)).toBe(false);
});
