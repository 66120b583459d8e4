import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useHeld } from '../api/use-remote.ts';
import { rows } from '../screens/monitors/rows.ts';
import { allMonitors } from '../screens/monitors/all-monitors.ts';
import { attention } from '../state/tab.ts';
import { attentionOf } from '../words/attention-of.ts';

/** Has the tab tell how all monitors stand, whatever the screen is; nothing while that cannot be known. */
export function Attention() {
  const { value, error } = useHeld(allMonitors);
  useSignalEffect(() => {
    const isKnown = value.value?.isWhole === true && error.value === null;
    attention.value = isKnown ? attentionOf(rows.value.map(({ standing }) => standing)) : null;
  });
  useEffect(
    () => () => {
      attention.value = null;
    },
    [],
  );
  return null;
}
