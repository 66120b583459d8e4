import { useSignal } from '@preact/signals';
import { gone, viewer } from '../api/viewer.ts';
import { Toasts } from '../parts/toasts.tsx';
import { place } from '../router.ts';
import { screenAt } from '../screens.ts';
import { useShortcuts } from '../state/keys.ts';
import { undoLast } from '../state/toasts.ts';
import { Asking } from './asking.tsx';
import { Attention } from './attention.tsx';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { ScreenSlot } from './screen-slot.tsx';

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
    { key: '?', what: 'This help', run: help },
    { key: 'u', what: 'Undo the last deletion', run: undoLast },
  ]);
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      {(viewer.value === 'guest' || viewer.value === 'account') && <Attention />}
      <Header onHelp={help} />
      <Banners />
      {/* What is somebody else's is not to be changed from here. */}
      <main id="main" tabIndex={-1} inert={gone.value === 'changed' || gone.value === 'no-member'}>
        <ScreenSlot />
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
