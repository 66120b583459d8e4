import { useSignal } from '@preact/signals';
import {
  COLLECTORS,
  type CollectorId,
  type Monitored,
} from '../../../domain/machines/collectors/collector.ts';
import { call } from '../../api/call.ts';
import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { LABELS } from '../../words/wire-words.ts';
import type { Detected, Made } from './machine.ts';

const GROUPS: readonly { id: Monitored; label: string }[] = [
  { id: 'host', label: 'Processor and memory' },
  { id: 'disk', label: 'Disks' },
  { id: 'network', label: 'Network' },
  { id: 'mysql', label: 'MySQL or MariaDB' },
  { id: 'asterisk', label: 'Asterisk' },
];

const SYSTEM: readonly Monitored[] = ['host', 'disk', 'network'];

/** Chooses a collector that is not connected yet, and what of the machine it sends. */
export function ConnectCollector({ of, onMade }: { of: Detected; onMade: (made: Made) => void }) {
  const taken = new Set<string>(of.channels.map(({ collector }) => collector));
  const left = (Object.keys(COLLECTORS) as CollectorId[]).filter((id) => !taken.has(id));
  const chosen = useSignal<CollectorId | undefined>(left[0]);
  const picked = useSignal<readonly Monitored[]>(SYSTEM);
  const collector = chosen.value;
  if (collector === undefined) return <p class="hint">All collectors are connected.</p>;
  const can: readonly Monitored[] = COLLECTORS[collector].collects;
  const connect = async () => {
    const monitoring = picked.value.filter((id) => can.includes(id));
    onMade(await call('createInput', { params: { id: of.device.id }, body: { collector, monitoring } }));
  };
  return (
    <Form
      submit={`Connect ${COLLECTORS[collector].label}`}
      onSubmit={connect}
      check={() => (picked.value.some((id) => can.includes(id)) ? null : 'Choose at least one.')}
    >
      <SelectField
        field="collector"
        hint={collector === 'alloy' ? 'Prometheus uses the same channel.' : undefined}
        chosen={chosen}
        options={left.map((id) => [id, COLLECTORS[id].label] as const)}
      />
      <div class="picks" role="group" aria-label={LABELS.monitoring}>
        {GROUPS.filter(({ id }) => can.includes(id)).map(({ id, label }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={picked.value.includes(id)}
              onChange={({ currentTarget: { checked } }) => {
                const others = picked.value.filter((each) => each !== id);
                picked.value = checked ? [...others, id] : others;
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </Form>
  );
}
