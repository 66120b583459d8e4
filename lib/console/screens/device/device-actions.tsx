import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Menu } from '../../parts/menu.tsx';
import { paid } from '../../paying/paying.ts';
import { showToast, showError } from '../../state/toasts.ts';
import type { Device } from '../devices/machines.ts';
import type { Equipment } from './machine.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { groupOfMachine, nameOfMachine } from '../../words/checks.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { go } from '../../router.ts';
import { leave } from '../../state/leaving.ts';

interface ActionsProps {
  device: Device;
  set: (changed: Device) => void;
  lines: Equipment['comandos'];
}

/** What can be done to a machine as a whole. */
export function DeviceActions({ device, set, lines }: ActionsProps) {
  const asked = useSignal<'delete' | 'rename' | null>(null);
  const close = () => {
    asked.value = null;
  };
  const ask = (what: 'delete' | 'rename') => () => {
    asked.value = what;
  };
  const watch = async () => {
    const body = { vigiar: !device.vigiar };
    const { ambiente } = await paid((by) => call('patchDevice', { params: { id: device.id }, body }, by));
    set(ambiente);
    showToast(
      ambiente.vigiar ? 'Its silence is told from its first reading on.' : 'Its silence is told to nobody.',
    );
  };
  return (
    <>
      <Menu
        name={`More for ${device.nome}`}
        items={[
          { label: 'Rename', run: ask('rename') },
          {
            label: device.vigiar ? 'Stop telling its silence' : 'Tell when it falls silent',
            run: () => watch().catch(showError),
          },
          { label: 'Delete', icon: 'trash', isDanger: true, run: ask('delete') },
        ]}
      />
      {asked.value === 'rename' && <RenameDevice device={device} set={set} onClose={close} />}
      {asked.value === 'delete' && <DeleteDevice device={device} lines={lines} onClose={close} />}
    </>
  );
}

interface RenameProps {
  device: Device;
  set: (changed: Device) => void;
  onClose: () => void;
}

/** Another name or group. */
export function RenameDevice({ device, set, onClose }: RenameProps) {
  const name = useSignal(device.nome);
  const group = useSignal(device.grupo ?? '');
  const save = async () => {
    const body = { nome: name.value, grupo: group.value.trim() || null };
    set((await call('patchDevice', { params: { id: device.id }, body })).ambiente);
    onClose();
  };
  return (
    <Dialog title="Rename the machine" onClose={onClose}>
      <Form submit="Rename" onSubmit={save}>
        <TextField field="nome" check={nameOfMachine} text={name} />
        <TextField field="grupo" check={groupOfMachine} text={group} />
      </Form>
    </Dialog>
  );
}

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
