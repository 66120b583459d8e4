import type { ComponentChildren } from 'preact';
import { LIMITS } from '../../../domain/limits.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { Shown } from '../../parts/shown.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { LABELS } from '../../words/wire-words.ts';
import { showToast } from '../../state/toasts.ts';
import { useTyped } from '../../state/typed.ts';
import { filled } from '../../words/checks.ts';
import { forget, KeyList, made, type Key } from './key-list.tsx';

interface KeysProps {
  personId: string;
  /** Null for the keys of the person. */
  organizationId: string | null;
  /** What is to be said of a key that can be revoked. @default that it works */
  stateOf?: (key: Key) => string;
  /** Why none can be made, where that is so. */
  whyNone?: string | null;
  /** What a key of this owner is, in a sentence. */
  children: ComponentChildren;
}

/** The API keys of an owner, and how one is made and revoked. */
export function ApiKeys({
  personId,
  organizationId,
  stateOf = () => 'Active.',
  whyNone = null,
  children,
}: KeysProps) {
  const list = useRemote('listApiKeys', {});
  return (
    <section class="step">
      <h2>API keys</h2>
      <p>{children}</p>
      {made.value.map(
        (each) => each.key.organizationId === organizationId && <Made key={each.key.id} of={each} />,
      )}
      <Shown of={list}>
        {(value) => {
          const keys = value.keys.filter((key) => key.organizationId === organizationId);
          return (
            <KeyList keys={keys} stateOf={stateOf} reload={list.reload}>
              {whyNone === null ? (
                <MakeKey personId={personId} organizationId={organizationId} reload={list.reload} />
              ) : (
                <p>{whyNone}</p>
              )}
            </KeyList>
          );
        }}
      </Shown>
    </section>
  );
}

function Made({ of: { key, secret } }: { of: Output<'createApiKey'> }) {
  return (
    <div class="banner ok">
      <p>
        The text of <bdi>{key.name}</bdi> is shown only now: copy it.
      </p>
      <CodeBlock text={secret} name="API key" />
      <p>
        Programs send it as <code>X-Api-Key</code>.{' '}
        <Button onClick={() => forget(key.id)}>I have copied it</Button>
      </p>
    </div>
  );
}

interface MakeProps extends Pick<KeysProps, 'organizationId' | 'personId'> {
  reload: () => Promise<void>;
}

const MAY = [
  ['', 'Read and change everything'],
  ['read', 'Read only'],
] as const;

function MakeKey({ personId, organizationId, reload }: MakeProps) {
  const name = useTyped('key', personId);
  const may = useTyped('key-may', personId);
  const make = async () => {
    try {
      const body = { name: name.value, organizationId, readOnly: may.value === 'read' };
      const one = await call('createApiKey', { body });
      made.value = [one, ...made.value];
      name.value = '';
      may.value = '';
      showToast('Key created.');
    } finally {
      // One whose answer was lost is in the list as well, where it can be revoked.
      await reload();
    }
  };
  return (
    <Form submit="Create key" proof={organizationId === null ? 'step' : 'mfa'} onSubmit={make}>
      <TextField
        field="name"
        label="Name of the new key"
        check={filled(LIMITS.apiKeyNameMaxChars)}
        text={name}
      />
      <SelectField
        label={LABELS.readOnly}
        hint="A read-only key changes nothing, but sees monitor ids, which are enough to ping."
        chosen={may}
        options={MAY}
      />
    </Form>
  );
}
