import type { MeasureId } from '../../../domain/machines/measures/catalogue.ts';
import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form/form.tsx';
import type { Detected } from './machine.ts';
import { isSame, picksOf } from './picks.ts';

const PROFILE_LABELS = { essentials: 'Essentials', completo: 'Complete' } as const;
type Profile = keyof typeof PROFILE_LABELS;
const PROFILES = Object.keys(PROFILE_LABELS) as Profile[];

/** Chooses among the measures that the machine can tell and that are not collected yet. */
export function PickMeasures({ of, onPicked }: { of: Detected; onPicked: () => Promise<void> }) {
  const { device, own, collections, remote } = of;
  const { left, profiles } = picksOf(device.medidas, own, collections.perfis);
  const picked = useSignal<readonly string[]>(own.length === 0 ? profiles.completo : []);
  const toggle = (id: string, isOn: boolean) => {
    picked.value = left.filter((each) => (each === id ? isOn : picked.value.includes(each)));
  };
  const collect = async () => {
    const to = { nome: device.nome, grupo: device.grupo, ambiente_id: device.id };
    const profile = PROFILES.find((each) => isSame(profiles[each], picked.value));
    if (profile) await call('createCollections', { body: { ...to, perfil: profile } });
    else
      for (const medida of picked.value)
        await call('createCollections', { body: { ...to, medida: medida as MeasureId } });
    picked.value = [];
    await Promise.all([remote.reload(), onPicked()]);
  };
  if (left.length === 0) return <p class="hint">Nothing can be measured on it.</p>;
  return (
    <Form
      submit={picked.value.length === 1 ? 'Measure this' : `Measure these ${picked.value.length}`}
      onSubmit={collect}
      check={() => (picked.value.length > 0 ? null : 'Choose at least one.')}
    >
      <div class="presets" role="group" aria-label="Profiles">
        {own.length === 0 &&
          PROFILES.map((profile) => (
            <Button
              key={profile}
              kind="plain"
              pressed={isSame(profiles[profile], picked.value)}
              onClick={() => {
                picked.value = profiles[profile];
              }}
            >
              {PROFILE_LABELS[profile]}
            </Button>
          ))}
      </div>
      <div class="picks" role="group" aria-label="Measures">
        {left.map((id) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={picked.value.includes(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            <span>
              {collections.medidas[id]?.rotulo ?? id}
              <span class="hint">{collections.medidas[id]?.desc}</span>
            </span>
          </label>
        ))}
      </div>
    </Form>
  );
}
