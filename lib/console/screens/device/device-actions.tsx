import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Menu } from '../../parts/menu.tsx';
import { paid } from '../../paying/paying.ts';
import { tell, tellError } from '../../state/toasts.ts';
import type { Device } from '../devices/machines.ts';
import { DeleteDevice } from './delete-device.tsx';
import type { Equipment } from './machine.ts';
import { RenameDevice } from './rename-device.tsx';

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
    tell(
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
            run: () => watch().catch(tellError),
          },
          { label: 'Delete', icon: 'trash', isDanger: true, run: ask('delete') },
        ]}
      />
      {asked.value === 'rename' && <RenameDevice device={device} set={set} onClose={close} />}
      {asked.value === 'delete' && <DeleteDevice device={device} lines={lines} onClose={close} />}
    </>
  );
}
