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
      ambiente.vigiar
        ? 'You are notified if it goes silent after its first reading.'
        : 'Nobody is notified if it goes silent.',
    );
  };
  return (
    <>
      <Menu
        name={`More for ${device.nome}`}
        items={[
          { label: 'Rename', run: ask('rename') },
          {
            label: device.vigiar ? "Don't alert on silence" : 'Alert on silence',
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
          <p>First run this on the machine: it removes the line. It is not shown again.</p>
          <CodeBlock text={remover} name="removal line" />
        </>
      )}
      <p>
        Collection from <bdi>{nome}</bdi> stops{vigiar ? ', its monitor too' : ''}, and further readings are
        refused.
      </p>
      <div class="actions">
        <Button kind="danger" onClick={remove}>
          Delete
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
