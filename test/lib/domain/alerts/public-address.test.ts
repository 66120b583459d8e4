import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from '../../../../lib/domain/alerts/public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2A00:1450:4001::200E',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ['the end of loopback', '127.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['IPv6 unspecified', '::'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.16.0.1'],
    ['the end of private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['the metadata service', '169.254.169.254'],
    ['the container credentials of AWS', '169.254.170.2'],
    ['the metadata service over IPv6', 'fd00:ec2::254'],
    ['the control channel of Azure', '168.63.129.16'],
    ['the metadata service of Alibaba', '100.100.100.200'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['the end of carrier-grade NAT', '100.127.255.255'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['benchmarks', '198.18.0.1'],
    ['protocol assignments', '192.0.0.192'],
    ['6to4 relays', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['unique-local', 'fc00::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 benchmarks', '2001:2::1'],
    ['discard-only', '100::1'],
    ['unassigned IPv6', '4000::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-translated loopback', '::ffff:0:127.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of the metadata service', '64:ff9b::a9fe:a9fe'],
    ['local-use NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['Teredo', '2001:0:7f00:1::'],
  ])('refuses %s', (_range, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['a decimal number', '134744072'],
    ['octal parts', '010.8.8.8'],
    ['hexadecimal parts', '0x8.8.8.8'],
    ['too few parts', '8.8.8'],
    ['octal parts behind IPv6', '::ffff:010.8.8.8'],
    ['brackets', '[2606:4700:4700::1111]'],
    ['a zone', '2606:4700:4700::1111%eth0'],
    ['a space', ' 8.8.8.8'],
    ['a host name', 'example.com'],
    ['nothing', ''],
  ])('refuses %s, which is no plain address', (_form, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isLoopbackAddress', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['10.0.0.1', false],
    ['8.8.8.8', false],
    ['localhost', false],
  ])('of %s is %s', (address, expected) => {
    expect(isLoopbackAddress(address)).toBe(expected);
  });
});
