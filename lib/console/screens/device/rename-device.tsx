import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { groupOfMachine, nameOfMachine } from '../../words/checks.ts';
import type { Device } from '../devices/machines.ts';

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
