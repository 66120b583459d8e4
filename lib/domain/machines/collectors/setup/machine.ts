import type { MachineFacts, System } from '../../devices/facts.ts';
import { namesOf } from '../mapping.ts';

/** Systems whose packages, paths and services go by the same names. */
export type Family = 'debian' | 'rhel' | 'other';

/** Those of which we know the names. */
export type KnownFamily = Exclude<Family, 'other'>;

/** What has to be known of a machine to write for it. */
export interface Machine {
  os: System;
  /** As it named itself, such as `debian 12`. */
  name: string;
  family: Family;
  /** Whether services are started by systemd. */
  isSystemd: boolean;
}

/** Families by the `ID` of their distributions (os-release). */
const FAMILIES: ReadonlyMap<string, KnownFamily> = namesOf<KnownFamily>({
  debian: 'debian', ubuntu: 'debian', raspbian: 'debian', linuxmint: 'debian', pop: 'debian', kali: 'debian', devuan: 'debian',
  rhel: 'rhel', centos: 'rhel', rocky: 'rhel', almalinux: 'rhel', fedora: 'rhel', ol: 'rhel', amzn: 'rhel',
}); // prettier-ignore

/** What has to be known of a machine to write for it, from what it told. */
export function machineOf({
  system,
  version,
  distribution,
  distributionVersion,
  capabilities,
}: MachineFacts): Machine {
  const named = distribution === null ? [system, version] : [distribution, distributionVersion];
  return {
    os: system,
    name: named.filter((word) => word !== null).join(' '),
    family: (system === 'linux' && FAMILIES.get(distribution ?? '')) || 'other',
    isSystemd: capabilities.includes('systemctl'),
  };
}

/** Where what a system keeps lies, as a list of quoted paths. */
export const ROOTS: Readonly<Record<System, string>> = {
  linux: '"/"',
  darwin: '"/", "/System/Volumes/Data"',
  freebsd: '"/"',
  windows: '"C:"',
};
