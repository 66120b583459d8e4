import { useSignal } from '@preact/signals';
import { call, newKey } from '../../api/call.ts';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextAreaField, TextField } from '../../parts/form/text-field.tsx';
import { asOwner, OwnersButton } from '../../parts/owners-button.tsx';
import { paid } from '../../paying/paying.ts';
import { BroughtProposal } from './brought-proposal.tsx';
import { inputOf, isExport, wrongExport, type Brought, type Source, type Typed } from './sources.ts';

/** The jobs of another service: its export or its address, what would come of it, and then the button that does it. */
export function BroughtImport({ source }: { source: Source }) {
  const typed = useSignal<Typed>({});
  const found = useSignal<Brought | null>(null);
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const run = async (apply: boolean) => {
    const { query, ...input } = inputOf(source, typed.value);
    const asked = { ...input, query: { ...query, ...(apply && { apply: '1' as const }) } };
    found.value = await paid((by) => call(source.operation, asked, apply ? { key: key.value, ...by } : {}));
  };
  const set = (changed: Typed) => {
    typed.value = { ...typed.value, ...changed };
    found.value = null;
    key.value = newKey();
  };
  return (
    <>
      <Form class="form wide-form" onSubmit={() => asOwner(() => run(false))}>
        {source.fields.map((field) => {
          const text = {
            get value() {
              return typed.value[field] ?? '';
            },
            set value(value) {
              set({ [field]: value });
            },
          };
          const shown = { field, text, hint: source.hints[field] };
          if (isExport(field)) return <ExportField key={field} source={source} {...shown} />;
          const isNeeded = !source.optional?.includes(field);
          const check = (value: string) => (isNeeded && value.trim() === '' ? 'This is required.' : null);
          return <TextField key={field} {...shown} check={check} />;
        })}
        <div class="actions">
          <OwnersButton type="submit" kind={found.value ? 'plain' : 'main'}>
            Preview
          </OwnersButton>
        </div>
      </Form>
      {found.value && <BroughtProposal found={found.value} onApply={() => run(true)} />}
    </>
  );
}

interface ExportProps {
  source: Source;
  field: Source['fields'][number];
  text: { value: string };
  hint: string | undefined;
}

/** An export, pasted or read from a file. */
function ExportField({ source, field, text, hint }: ExportProps) {
  return (
    <>
      <Field label="Its file">
        {(control) => (
          <input
            {...control}
            type="file"
            accept={source.takesYaml ? '.json,.yaml,.yml' : '.json,application/json'}
            onChange={async ({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file) text.value = await file.text();
            }}
          />
        )}
      </Field>
      <TextAreaField
        field={field}
        hint={hint}
        check={(typed) => wrongExport(source, typed)}
        text={text}
        area={{ class: 'mono', spellcheck: false }}
      />
    </>
  );
}
