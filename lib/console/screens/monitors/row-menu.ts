import type { MenuItem } from '../../parts/menu.tsx';
import { showToast, showError } from '../../state/toasts.ts';
import { letChannelsSpeak, pauseFor, remove, resume } from './changes/actions.ts';
import { asked } from './dialogs/open-dialog.ts';
import type { Monitor } from './monitor.ts';
import { isSelected, select } from './selection.ts';

const MIN_SEC = 60;
const HOUR_SEC = 3_600;

/** What can be done with some monitors: one, or all that are selected. */
export function pausesOf(monitors: () => readonly Monitor[]): MenuItem[] {
  const ask = () => {
    asked.value = { what: 'pause', monitors: monitors() };
  };
  return [
    { label: 'Pause for 20 min', icon: 'pause', run: () => pauseFor(monitors(), 20 * MIN_SEC) },
    { label: 'Pause for 8 h', icon: 'pause', run: () => pauseFor(monitors(), 8 * HOUR_SEC) },
    { label: 'Pause until…', icon: 'pause', run: ask },
  ];
}

/** Whether the channels of the owner speak for some monitors. */
export function alertsOf(monitors: () => readonly Monitor[]): MenuItem[] {
  return [
    { label: 'Turn channels on', icon: 'link', run: () => letChannelsSpeak(monitors(), true) },
    { label: 'Turn channels off', icon: 'close', run: () => letChannelsSpeak(monitors(), false) },
  ];
}

/** What can be done with one monitor. */
export function menuOf(monitor: Monitor): MenuItem[] {
  const one = [monitor];
  const retag = () => {
    asked.value = { what: 'tags', monitors: one };
  };
  const resumed = { label: 'Resume', icon: 'play', run: () => resume(one) } as const;
  const isOn = isSelected(monitor.id);
  return [
    ...(monitor.state === 'paused' ? [resumed] : []),
    ...pausesOf(() => one),
    { label: 'Tags…', icon: 'add', run: retag },
    { label: 'Copy ping URL', icon: 'copy', run: () => copy(monitor.ingest_url) },
    { label: isOn ? 'Unselect' : 'Select', icon: 'check', run: () => select([monitor.id], !isOn) },
    { label: 'Delete', icon: 'trash', isDanger: true, run: () => remove(one) },
  ];
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('The ping URL is copied.');
  } catch (error) {
    showError(error);
  }
}
