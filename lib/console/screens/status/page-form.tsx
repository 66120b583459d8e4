import { useSignal, type Signal } from '@preact/signals';
import { LIMITS } from '../../../domain/limits.ts';
import { call, newKey } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { viewer } from '../../api/viewer.ts';
import { SelectField } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextAreaField, TextField } from '../../parts/form/text-field.tsx';
import { asOwner, OwnersButton } from '../../parts/owners-button.tsx';
import { filled, maybe, severalTags } from '../../words/checks.ts';

export type StatusPage = Output<'getStatusPage'>;

interface PageFormProps {
  /** The one that is changed; none is made anew. */
  page?: StatusPage;
  /** Tags that monitors have. */
  known: readonly string[];
  onSaved: () => unknown;
}

/** What a status page is called, says and shows. */
export function PageForm({ page, known, onSaved }: PageFormProps) {
  const draft: Draft = {
    title: useSignal(page?.title ?? ''),
    note: useSignal(page?.note ?? ''),
    tags: useSignal(page?.tags.join(', ') ?? ''),
    address: useSignal(page?.address ?? ''),
    indexed: useSignal<'yes' | 'no'>(page?.indexed ? 'yes' : 'no'),
  };
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const renew = () => {
    key.value = newKey();
  };
  const save = () =>
    asOwner(async () => {
      const body = bodyOf(draft);
      if (page) await call('patchStatusPage', { params: { id: page.id }, body });
      else await call('createStatusPage', { body }, { key: key.value });
      renew();
      if (!page) for (const field of ['title', 'note', 'tags', 'address'] as const) draft[field].value = '';
      await onSaved();
    });
  return (
    <Form onInput={renew} onSubmit={save}>
      <Fields draft={draft} known={known} />
      <div class="actions">
        <OwnersButton type="submit" kind="main">
          {page ? 'Save' : 'Create page'}
        </OwnersButton>
      </div>
    </Form>
  );
}

interface Draft extends Record<'title' | 'note' | 'tags' | 'address', Signal<string>> {
  indexed: Signal<'yes' | 'no'>;
}

/** Names are for accounts and organizations. */
const mayName = () => viewer.value === 'account';

function bodyOf({ title, note, tags, address, indexed }: Draft) {
  return {
    title: title.value,
    note: note.value,
    tags: tags.value,
    indexed: indexed.value === 'yes',
    ...(mayName() && { address: address.value.trim() || null }),
  };
}

function Fields({ draft, known }: { draft: Draft; known: readonly string[] }) {
  const { title, note, tags, address, indexed } = draft;
  return (
    <>
      <TextField field="title" check={filled(LIMITS.nameMaxChars)} text={title} />
      <TextAreaField
        field="note"
        hint="Stands above the monitors, as plain text."
        check={maybe(filled(LIMITS.pageNoteMaxChars))}
        text={note}
      />
      <TextField
        field="tags"
        hint="Monitors with one of these tags, with commas between; each tag is a group. Left empty, every monitor."
        check={maybe(severalTags)}
        text={tags}
      />
      <Chips known={known} text={tags} />
      {mayName() && (
        <TextField
          field="address"
          hint="Such as acme, for …/status/acme, which anybody can guess. Left empty, a secret."
          text={address}
          input={{ spellcheck: false }}
        />
      )}
      <SelectField
        field="indexed"
        chosen={indexed}
        options={[
          ['no', 'Keep it out of them'],
          ['yes', 'May list it'],
        ]}
      />
    </>
  );
}

/** The tags that there are, to be put into the text and taken out. */
function Chips({ known, text }: { known: readonly string[]; text: Signal<string> }) {
  const chosen = text.value.split(/[\s,]+/).filter(Boolean);
  if (known.length === 0) return null;
  return (
    <div class="chips tags" role="group" aria-label="Your tags">
      {known.map((tag) => (
        <button
          key={tag}
          type="button"
          class="chip inactive"
          aria-pressed={chosen.includes(tag)}
          onClick={() => {
            text.value = (
              chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag]
            ).join(', ');
          }}
        >
          <bdi>{tag}</bdi>
        </button>
      ))}
    </div>
  );
}
