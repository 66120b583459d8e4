import type { Capability } from '../../devices/facts.ts';
import { present, taggedCount, taggedNumber, taggedWords, safeWord } from '../lines.ts';
import type { Measure, RawReading, Source, Values } from '../measure.ts';
import { line } from '../powershell.ts';

const REBOOT_REQUIRED = 'reboot-required';
/** Exit code of zypper, ZYPPER_EXIT_INF_REBOOT_NEEDED. */
const ZYPPER_REBOOT_NEEDED = 102;
const WINDOWS_KEYS = String.raw`HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion`;

/** Whether updates wait for a restart, by what each package manager leaves behind, and for the sake of what. */
export const reinicio = {
  id: 'reinicio',
  code: 'ri',
  label: 'Restart pending',
  description: 'Whether installed updates need a restart to take effect: 1 if they do',
  fields: [
    { id: 'pendente', label: 'Pending', format: 'int' },
    { id: 'motivo', label: 'Reason' },
  ],
  charted: ['pendente'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['apt_get'],
      label: '/run/reboot-required',
      // The file, if it is there, and the first line of the list of packages that wrote it.
      reads: [{ run: 'echo reboot=$(cd /run;ls reboot-r*;sed 1q reboot-r*s)' }],
      parse: onDebian,
    },
    {
      system: 'linux',
      needs: ['needs_restarting'],
      label: 'needs-restarting -r',
      // Without its asterisks, which the shell would make names of files of.
      reads: [{ run: 'echo needs_restarting=$(needs-restarting -r|tr -d "*")' }],
      parse: onRedHat,
    },
    {
      system: 'linux',
      needs: ['zypper'],
      label: 'zypper needs-rebooting',
      reads: [{ run: 'zypper needs-rebooting >/dev/null;echo zypper_reboot=$?' }],
      parse: ({ first }) => {
        const code = taggedNumber(first, 'zypper_reboot=');
        return code === 0 || code === ZYPPER_REBOOT_NEEDED ? restart(code !== 0) : null;
      },
    },
    byModules('apk'),
    byModules('pacman'),
    {
      system: 'freebsd',
      needs: ['freebsd_version'],
      label: 'freebsd-version -k',
      reads: [{ run: 'echo kernels=$(uname -r) $(freebsd-version -k)' }],
      parse: byKernels,
    },
    {
      system: 'windows',
      needs: ['cim'],
      label: 'RebootPending',
      reads: [
        {
          run: [
            line(
              'reinicio_servicing',
              String.raw`[int](Test-Path "${WINDOWS_KEYS}\Component Based Servicing\RebootPending")`,
            ),
            line(
              'reinicio_update',
              String.raw`[int](Test-Path "${WINDOWS_KEYS}\WindowsUpdate\Auto Update\RebootRequired")`,
            ),
          ].join('; '),
        },
      ],
      parse: onWindows,
    },
  ],
} satisfies Measure;

function restart(isPending: boolean, reason?: string): Values | null {
  return present({ pendente: isPending ? 1 : 0, motivo: isPending ? safeWord(reason) : undefined });
}

/** `reboot=reboot-required reboot-required.pkgs linux-image-6.1.0-41-amd64` */
function onDebian({ first }: RawReading): Values | null {
  const words = taggedWords(first, 'reboot=');
  if (words === undefined) return first.includes('reboot=') ? restart(false) : null;
  if (words[0] !== REBOOT_REQUIRED) return null;
  return restart(
    true,
    words.find((word) => !word.startsWith(REBOOT_REQUIRED)),
  );
}

/** `needs_restarting=Core libraries or services have been updated since boot-up: kernel systemd Reboot is required to ...` */
function onRedHat({ first }: RawReading): Values | null {
  const words = taggedWords(first, 'needs_restarting=') ?? [];
  const text = words.join(' ');
  if (text.includes('Reboot should not be necessary')) return restart(false);
  if (!text.includes('Reboot is required')) return null;
  return restart(true, words[words.indexOf('boot-up:') + 1]);
}

/** These package managers remove the modules of the kernel that runs when they install another. */
function byModules(manager: Capability): Source {
  return {
    system: 'linux',
    needs: [manager],
    label: '/lib/modules',
    reads: [{ run: 'echo kernels=$(uname -r) $(ls /lib/modules)' }],
    parse: byKernels,
  };
}

/** The kernel that runs and those that are installed; nothing where none is installed, as in a container. */
function byKernels({ first }: RawReading): Values | null {
  const [running = '', ...installed] = taggedWords(first, 'kernels=') ?? [];
  return installed.length === 0 ? null : restart(!installed.includes(running), 'kernel');
}

function onWindows({ first }: RawReading): Values | null {
  const servicing = taggedCount(first, 'reinicio_servicing=');
  const update = taggedCount(first, 'reinicio_update=');
  if (servicing === undefined || update === undefined) return null;
  return restart(servicing + update > 0, servicing > 0 ? 'servicing' : 'update');
}
