import { useSignal } from '@preact/signals';
import { LIMITS } from '../../../domain/limits.ts';
import { call } from '../../api/call.ts';
import type { Input } from '../../api/operations.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import type { Device } from '../devices/machines.ts';

type Report = Input<'submitReport'>['body'];
export type Terminal = NonNullable<Report['terminal']>;

interface ChecksProps {
  device: Device;
  terminal: Terminal;
  /** After the machine is known. */
  onTold: () => Promise<void>;
}

/** Short checks that a person runs, and what they printed, pasted back. */
export function PastedChecks({ device, terminal, onTold }: ChecksProps) {
  const outputs = useSignal<Readonly<Record<string, string>>>({});
  const lacking = useSignal<Readonly<Record<string, string>>>({});
  const steps = device.passos?.[terminal] ?? [];
  const send = async () => {
    const body: Report = { terminal, saidas: outputs.value };
    const receipt = await call('submitReport', { params: { id: device.id }, body });
    const details = receipt.passos?.[terminal] ?? [];
    lacking.value = Object.fromEntries(
      details.map(({ id, detalhe = 'Run this check too.' }) => [id, detalhe]),
    );
    if (receipt.ok) await onTold();
  };
  return (
    <Form submit="Save" onSubmit={send} check={() => wrongIn(outputs.value)}>
      <p class="hint">
        Run each check in {terminal === 'powershell' ? 'PowerShell' : 'a terminal'} and paste what it prints,
        prompts and all.
      </p>
      {steps.map(({ id, titulo, comando }) => (
        <div key={id} class="address">
          <CodeBlock text={comando} name={`check: ${titulo}`} />
          <Field label={`Output of: ${titulo}`} error={lacking.value[id] ?? null}>
            {(control) => (
              <textarea
                {...control}
                class="mono"
                rows={3}
                spellcheck={false}
                onInput={({ currentTarget }) => {
                  outputs.value = { ...outputs.value, [id]: currentTarget.value };
                }}
              />
            )}
          </Field>
        </div>
      ))}
    </Form>
  );
}

function wrongIn(outputs: Readonly<Record<string, string>>): string | null {
  const texts = Object.values(outputs);
  const max = LIMITS.reportOutputMaxChars;
  if (texts.every((text) => text.trim() === '')) return 'Paste the output of at least one check.';
  return texts.every(({ length }) => length <= max)
    ? null
    : `A check's output can have at most ${max} characters.`;
}
