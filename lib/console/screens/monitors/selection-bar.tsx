import { Button, IconButton } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { remove, resume } from './changes/actions.ts';
import { asked } from './dialogs/open-dialog.ts';
import { pausesOf } from './row-menu.ts';
import { selectedMonitors, selectNone } from './selection.ts';

/** What can be done with the selected monitors; nothing while none is. */
export function SelectionBar() {
  const count = selectedMonitors().length;
  if (count === 0) return null;
  return (
    <div class="selection" role="region" aria-label="Selected monitors">
      <strong role="status">{count} selected</strong>
      <Menu name="Pause the selected" text="Pause" icon="pause" items={pausesOf(selectedMonitors)} />
      <Button icon="play" onClick={() => void resume(selectedMonitors())}>
        Resume
      </Button>
      <Button
        icon="add"
        onClick={() => {
          asked.value = { what: 'tags', monitors: selectedMonitors() };
        }}
      >
        Tags
      </Button>
      <Button icon="trash" kind="danger" onClick={() => remove(selectedMonitors())}>
        Delete
      </Button>
      <IconButton icon="close" name="Select none" onClick={selectNone} />
    </div>
  );
}
