import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { go } from '../../router.ts';
import { leave } from '../../state/leaving.ts';
import type { Device } from '../devices/machines.ts';
import type { Equipment } from './machine.ts';

interface DeleteProps {
  device: Device;
  lines: Equipment['comandos'];
  onClose: () => void;
}

/** The line that takes everything off the machine is known until then only, so it comes first. */
export function DeleteDevice({ device: { id, nome, vigiar }, lines, onClose }: DeleteProps) {
  const remover = lines?.remover ?? null;
  const remove = () => {
    onClose();
    go('/app/devices');
    leave(id, {
      text: `“${nome}” is deleted.`,
      send: () => call('deleteDevice', { params: { id } }, { keepalive: true }),
    });
  };
  return (
    <Dialog title="Delete the machine?" onClose={onClose}>
      {remover !== null && (
        <>
          <p>First paste this on the machine: it takes the line away again. It is not shown afterwards.</p>
          <CodeBlock text={remover} name="line that takes it away" />
        </>
      )}
      <p>
        What is collected of <bdi>{nome}</bdi> ends{vigiar ? ', its monitor too' : ''}, and what is still sent
        is refused.
      </p>
      <div class="actions">
        <Button kind="danger" onClick={remove}>
          Delete
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}
