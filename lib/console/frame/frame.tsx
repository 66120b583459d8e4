import { useSignal, useSignalEffect } from '@preact/signals';
import { gone, viewer } from '../api/viewer.ts';
import { Toasts } from '../parts/toasts.tsx';
import { place } from '../router.ts';
import { screenAt } from '../screens.ts';
import { useShortcuts, shortcuts } from '../state/keys.ts';
import { zone } from '../state/zone.ts';
import { undoLast } from '../state/toasts.ts';
import { Asking } from './payment-prompt-slot.tsx';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { ScreenSlot } from './screen-slot.tsx';
import { useEffect } from 'preact/hooks';
import { useWatched } from '../api/use-remote.ts';
import { rows } from '../screens/monitors/rows.ts';
import { allMonitors } from '../screens/monitors/all-monitors.ts';
import { attention } from '../state/tab.ts';
import { attentionOf } from '../words/attention-of.ts';
import { Dialog } from '../parts/dialog.tsx';

/** The whole page: the frame of the console around a screen, or a screen that is a page by itself. */
export function Frame() {
  const isBare = screenAt(place.value.path)?.route.bare === true;
  return (
    <>
      {isBare ? <ScreenSlot /> : <Console />}
      <Asking />
      <Toasts />
    </>
  );
}

function Console() {
  const isHelped = useSignal(false);
  const help = () => {
    isHelped.value = true;
  };
  useShortcuts(() => [
    { key: '?', what: 'Show this help', run: help },
    { key: 'u', what: 'Undo the last deletion', run: undoLast },
  ]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      {(viewer.value === 'guest' || viewer.value === 'account') && <Attention />}
      <Header onHelp={help} />
      <Banners />
      {/* What is somebody else's is not to be changed from here. */}
      <main id="main" tabIndex={-1} inert={gone.value === 'changed' || gone.value === 'no-member'}>
        <ScreenSlot />
        <p class="soft zone">Times in {zone.value}</p>
      </main>
      {isHelped.value && (
        <Help
          onClose={() => {
            isHelped.value = false;
          }}
        />
      )}
    </>
  );
}

/** Has the tab tell how all monitors stand, whatever the screen is; nothing while that cannot be known. */
export function Attention() {
  const { value, error } = useWatched(allMonitors);
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

/** Where this screen is explained, and the keys that work on it. */
export function Help({ onClose }: { onClose: () => void }) {
  const route = screenAt(place.value.path)?.route;
  return (
    <Dialog title="Help" onClose={onClose}>
      <ul>
        {route?.help && (
          <li>
            <a href={`/docs/${route.help}`}>About this screen: {route.title}</a>
          </li>
        )}
        <li>
          <a href="/docs">All documentation</a>
        </li>
      </ul>
      <h3>Keyboard</h3>
      <dl class="keys">
        {shortcuts.value.map(({ key, what }) => (
          <div key={`${key} ${what}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
