import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { discoverySteps } from '../../../../../../lib/domain/machines/devices/probe/discovery-steps.ts';
import { needsProgram } from '../../../../../support/lacking.ts';
import { ran } from '../../../../../support/machines/shells.ts';

const step = discoverySteps().posix.find(({ id }) => id === 'contexto')?.comando ?? '';

/** A machine without a sign of what it is, apart from the vendor and the name of its board. */
const board = (vendor: string, product: string) => `
  mount -t tmpfs none /sys/class && mkdir -p /sys/class/dmi/id
  echo "${vendor}" >/sys/class/dmi/id/sys_vendor
  echo "${product}" >/sys/class/dmi/id/product_name
  grep -v "^flags" /proc/cpuinfo >$T/cpuinfo
  mount --bind $T/cpuinfo /proc/cpuinfo`;

/** Another text in the place of a file. */
const file = (path: string, text: string) => `
  echo "${text}" >$T/file
  mount --bind $T/file ${path}`;

/** A root of layers, as an image of Docker has it, in the pid namespace of the machine. */
const LAYERED_ROOT = `
  mount -t tmpfs none $T && mkdir $T/upper $T/work $T/root
  mount -t overlay overlay -o lowerdir=/,upperdir=$T/upper,workdir=$T/work $T/root
  for part in proc sys dev; do mount --rbind /$part $T/root/$part; done`;

/** What the step says in namespaces of its own, in which a script has changed what the machine looks like. */
async function contextIn(test: TestContext, change: string, { root = '/', flags = [] as string[] } = {}) {
  needsProgram(test, 'unshare', 'util-linux');
  test.skip(!mayUnshare(), 'it needs root, for namespaces of its own: run npm test as root');
  const folder = mkdtempSync(join(tmpdir(), 'context-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = `set -e\nT=${folder}\n${change}\nchroot ${root} ${step}`;
  const { stdout, stderr } = await ran('unshare', ['--mount', ...flags, 'sh', '-c', script]);
  expect(stderr).toBe('');
  return /^passo=contexto\n(?:contexto=(\w+)\n)?fim=1\n$/.exec(stdout)?.[1];
}

function mayUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the context of a machine', () => {
  it.for([
    ['Dell Inc.', 'PowerEdge R650', 'bare'],
    ['Microsoft Corporation', 'Surface Laptop 5', 'bare'],
    ['Amazon EC2', 'm5.metal', 'bare'],
    ['Google', 'Eve', 'bare'],
    ['Amazon EC2', 't4g.nano', 'vm'],
    ['Google', 'Google Compute Engine', 'vm'],
    ['Microsoft Corporation', 'Virtual Machine', 'vm'],
    ['QEMU', 'Standard PC (Q35 + ICH9, 2009)', 'vm'],
    ['innotek GmbH', 'VirtualBox', 'vm'],
    ['VMware, Inc.', 'VMware7,1', 'vm'],
    ['Hetzner', 'vServer', 'vm'],
  ] as const)('is told by its board: %s %s is %s', async ([vendor, product, context], test) => {
    expect(await contextIn(test, board(vendor, product))).toBe(context);
  });

  it('is a virtual machine where the processor says so', async (test) => {
    const flagged = file('/proc/cpuinfo', 'flags\t\t: fpu vme sse2 hypervisor lahf_lm');

    expect(await contextIn(test, `${board('Dell Inc.', 'PowerEdge')}${flagged}`)).toBe('vm');
  });

  it('is a container in a pid namespace of its own', async (test) => {
    const flags = ['--pid', '--fork', '--mount-proc'];

    expect(await contextIn(test, '', { flags })).toBe('container');
  });

  it('is a container where the first process is in one', async (test) => {
    expect(await contextIn(test, file('/proc/1/cgroup', '0::/system.slice/docker-4f.scope'))).toBe(
      'container',
    );
  });

  it('is a container by the mark of Docker on layers, and not without one of the two', async (test) => {
    const marked = `${LAYERED_ROOT}\ntouch $T/root/.dockerenv`;
    const unmarked = `${LAYERED_ROOT}\nrm -f $T/root/.dockerenv`;
    const onDisk = marked.replace('overlay overlay', 'overlay /dev/vda');

    expect(await contextIn(test, marked, { root: '$T/root' })).toBe('container');
    expect(await contextIn(test, unmarked, { root: '$T/root' })).not.toBe('container');
    expect(await contextIn(test, onDisk, { root: '$T/root' })).not.toBe('container');
  });

  it('is the Linux of Windows by its kernel', async (test) => {
    const kernel = file('/proc/sys/kernel/osrelease', '5.15.153.1-microsoft-standard-WSL2');

    expect(await contextIn(test, kernel)).toBe('wsl');
  });
});
