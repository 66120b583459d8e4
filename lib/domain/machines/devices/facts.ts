/** The systems a machine may have: which sources of measures there are follows from it. */
export const SYSTEMS = ['linux', 'darwin', 'freebsd', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];

/**
 * What a machine can be asked, and what it can send and schedule with: all that a report may say about it. A word of this
 * list is found by one check of the probe, and nothing that is no word of it is kept.
 */
export const CAPABILITIES = [
  'proc', 'proc_loadavg', 'proc_meminfo', 'proc_stat', 'proc_diskstats', 'proc_net_dev', 'proc_uptime', 'proc_pressure',
  'proc_file_nr', 'proc_net_tcp', 'proc_conntrack', 'proc_mdstat', 'proc_vmstat', 'sys_temp', 'sys_bateria',
  'sysctl', 'sysctl_temp', 'vm_stat', 'top', 'ioreg', 'iostat', 'netstat', 'swapinfo', 'ps', 'df', 'df_i', 'who', 'loginctl',
  'chronyc', 'ntpq', 'apt_get', 'needs_restarting', 'dnf', 'zypper', 'apk', 'pacman', 'pkg', 'freebsd_version', 'pmset', 'acpiconf',
  'nvidia_smi', 'systemctl', 'zpool', 'cim', 'cim_temp', 'cim_bateria', 'crontab', 'cron_ativo', 'schtasks', 'tls_sem_verificacao',
] as const; // prettier-ignore
export type Capability = (typeof CAPABILITIES)[number];

/**
 * The programs by which a machine can send: the first of these that it has. The two of busybox and toybox are run as
 * `busybox wget` and `toybox wget`, whatever `wget` is there.
 */
export const TRANSPORTS = [
  'curl',
  'wget',
  'busybox-wget',
  'uclient-fetch',
  'toybox-wget',
  'invoke-restmethod',
] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Whose versions a machine tells. */
export const VERSIONED = ['curl', 'wget', 'powershell'] as const;

/** The checks by the kind of terminal that they are pasted into. */
export const STEP_IDS = {
  posix: ['sistema', 'contexto', 'ferramentas', 'fontes'],
  powershell: ['sistema', 'fontes'],
} as const;
export type Terminal = keyof typeof STEP_IDS;
export const TERMINALS: readonly Terminal[] = ['posix', 'powershell'];

export const CONTEXTS = ['bare', 'vm', 'container', 'wsl', 'jail'] as const;
export type Context = (typeof CONTEXTS)[number];

/**
 * What a machine told of itself (SPEC.md `dados`). No host name, user, address or serial is among it. Texts are of
 * `[A-Za-z0-9._+:-]`, 64 characters at most; null where the machine did not say.
 */
export interface MachineFacts {
  system: System;
  version: string | null;
  architecture: string | null;
  distribution: string | null;
  distributionVersion: string | null;
  shell: string | null;
  context: Context | null;
  /** Null: it has nothing to send with. */
  transport: Transport | null;
  /** Sorted, each once. */
  capabilities: readonly Capability[];
  /** Versions of the programs that it sends with, by name. */
  versions: Readonly<Record<string, string>>;
}
