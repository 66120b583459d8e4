import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Input } from '../../api/operations.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { paid } from '../../paying/paying.ts';
import { measureText, type Measure } from '../../words/measure-text.ts';
import type { Collection, ShownDevice } from './machine.ts';

type Threshold = NonNullable<ShownDevice['avisos']>[number];

interface ThresholdsProps {
  thresholds: readonly Threshold[];
  measure: Measure;
}

/** The thresholds of a measure; each leads to its monitor, where it is paused, told elsewhere and ended. */
export function Thresholds({ thresholds, measure }: ThresholdsProps) {
  return (
    <>
      {thresholds.map(({ monitor_id: id, campo, acima, abaixo, desde }) => {
        const field = measure.painel.find(({ c }) => c === campo);
        const side = acima === undefined ? 'below' : 'above';
        return (
          <p key={id} class={desde ? 'wrong' : 'hint'}>
            Notifies when {field?.r} is {side} {measureText(acima ?? abaixo, field?.f)}
            {desde && ', as it is now'}. <a href={`/app/monitors/${id}`}>Change</a>
          </p>
        );
      })}
    </>
  );
}

const UNITS: Record<string, string> = { pct: 'in %', mib: 'in MiB', seg: 'in seconds' };

/** The numbers of a measure that a threshold can be on: not the average since the reading before. */
export function numbersOf({ painel }: Measure) {
  const isOfTwo = painel.some(({ f }) => f === 'mbs' || f === 'mbps');
  return isOfTwo ? [] : painel.filter(({ f }) => f !== undefined);
}

interface NewProps {
  device: string;
  collection: Collection;
  measure: Measure;
  onClose: () => void;
  onMade: () => void;
}

/** Asks beyond which value of which number its owner is notified. */
export function NewThreshold({ device, collection, measure, onClose, onMade }: NewProps) {
  const fields = numbersOf(measure);
  const charted = fields.find(({ c }) => measure.serie.includes(c)) ?? fields[0];
  const field = useSignal(charted?.c ?? '');
  const side = useSignal<'acima' | 'abaixo'>('acima');
  const value = useSignal('');
  const readings = useSignal('3');
  const unit = UNITS[fields.find(({ c }) => c === field.value)?.f ?? ''];
  const make = async () => {
    const body = {
      medida: collection.medida,
      campo: field.value,
      [side.value]: Number(value.value),
      leituras: Number(readings.value),
    } as Input<'createThreshold'>['body'];
    await paid((by) => call('createThreshold', { params: { id: device }, body }, by));
    onMade();
    onClose();
  };
  return (
    <Dialog title={`Notify me: ${measure.rotulo}`} onClose={onClose}>
      <Form submit="Notify me" onSubmit={make}>
        <SelectField field="campo" chosen={field} options={fields.map(({ c, r }) => [c, r])} />
        <SelectField
          label="When it is"
          chosen={side}
          options={[
            ['acima', 'above'],
            ['abaixo', 'below'],
          ]}
        />
        <TextField
          field={side.value}
          label={unit ? `Value, ${unit}` : 'Value'}
          text={value}
          input={{ type: 'number', step: 'any' }}
          check={(text) => (text === '' ? 'Say a number.' : null)}
        />
        <SelectField
          field="leituras"
          chosen={readings}
          options={['1', '3', '5', '10'].map((each) => [each, each])}
        />
      </Form>
    </Dialog>
  );
}
