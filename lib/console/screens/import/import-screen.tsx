import { useSignal, type Signal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { beOwner } from '../../api/be-owner.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Field } from '../../parts/field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Title } from '../../parts/title.tsx';
import { paid } from '../../paying/paying.ts';
import { newKey } from '../../state/new-key.ts';
import { ZONE } from '../../state/zone.ts';
import { Proposal } from './proposal.tsx';
import { withCalls } from './with-calls.ts';

type Import = Output<'importCrontab'>;

/** A crontab is pasted, looked at line by line, and then watched. */
export function Screen() {
  const text = useSignal('');
  const zone = useSignal(ZONE.includes('/') ? ZONE : 'UTC');
  const found = useSignal<Import | null>(null);
  const refused = useSignal<ApiError | null>(null);
  const run = async (apply: boolean) => {
    try {
      await beOwner();
      const input = { body: text.value, query: { tz: zone.value.trim(), ...(apply && { apply: '1' }) } };
      const key = newKey();
      found.value = await paid((by) => call('importCrontab', input, apply ? { key, ...by } : {}));
      refused.value = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.value = error;
    }
  };
  const onChange = () => {
    found.value = null;
    refused.value = null;
  };
  return (
    <>
      <Title text="Import a crontab" />
      <form class="form wide-form" onInput={onChange} onSubmit={(event) => event.preventDefault()}>
        <Fields text={text} zone={zone} refused={refused.value} />
        <div class="actions">
          <Button
            kind={found.value ? 'plain' : 'main'}
            disabled={text.value.trim() === ''}
            onClick={() => run(false)}
          >
            See what would be watched
          </Button>
        </div>
      </form>
      {found.value && <Proposal found={found.value} onApply={() => run(true)} />}
      {found.value?.applied && <Applied crontab={text.value} created={found.value.created ?? []} />}
    </>
  );
}

interface FieldsProps {
  text: Signal<string>;
  zone: Signal<string>;
  refused: ApiError | null;
}

function Fields({ text, zone, refused }: FieldsProps) {
  const isZone = refused?.code === 'tz_invalida';
  const hint = (
    <>
      What <code>crontab -l</code> prints. Passwords in commands are masked before anything is kept.
    </>
  );
  return (
    <>
      <Field label="Your crontab" hint={hint} error={isZone ? null : (refused?.message ?? null)}>
        {(control) => (
          <textarea
            {...control}
            class="mono"
            rows={8}
            spellcheck={false}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        )}
      </Field>
      <TextField label="Time zone of the machine" error={isZone ? refused.message : null} text={zone} />
    </>
  );
}

function Applied({ crontab, created }: { crontab: string; created: NonNullable<Import['created']> }) {
  return (
    <section class="step">
      <h2>Have the jobs answer</h2>
      <p>The same crontab, with a call after each job that is watched now. Put it back with crontab -e.</p>
      <CodeBlock text={withCalls(crontab, created)} name="crontab with calls" />
      <p class="actions">
        <a class="button main" href="/app">
          To your monitors
        </a>
      </p>
    </section>
  );
}
