import { Dialog } from '../parts/dialog.tsx';
import { shortcuts } from '../state/keys.ts';

/** The keys that work on this screen. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
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
