import { useSignal, type Signal } from '@preact/signals';
import { call, newKey } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Form } from '../../parts/form/form.tsx';
import { Notice } from '../../parts/notices.tsx';
import { asOwner, OwnersButton } from '../../parts/owners-button.tsx';
import { TextAreaField, TextField } from '../../parts/form/text-field.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { paid } from '../../paying/paying.ts';
import { graceCheck, times } from '../../schedule/draft.ts';
import { zone as ownZone } from '../../state/zone.ts';
import { maybe } from '../../words/checks.ts';
import { mailtoGroups } from './mailtos.ts';
import { Proposal } from './proposal.tsx';
import { WhoHears } from './who-hears.tsx';
import { withCalls } from './with-calls.ts';

type Import = Output<'importCrontab'>;

/** A crontab is pasted, looked at line by line, and then watched. */
export function CrontabImport() {
  const text = useSignal('');
  const zone = useSignal(ownZone.peek());
  const grace = useSignal('');
  const found = useSignal<Import | null>(null);
  // A repeat after an answer that did not come is the same call.
  const key = useSignal(newKey());
  const run = async (apply: boolean) => {
    const query = {
      tz: zone.value.trim(),
      ...(grace.value.trim() !== '' && { grace_sec: times(grace.value, 60) }),
      ...(apply && { apply: '1' as const }),
    };
    const input = { body: text.value, query };
    found.value = await paid((by) => call('importCrontab', input, apply ? { key: key.value, ...by } : {}));
  };
  const onChange = () => {
    found.value = null;
    key.value = newKey();
  };
  return (
    <>
      <Form class="form wide-form" onInput={onChange} onSubmit={() => asOwner(() => run(false))}>
        <Fields text={text} zone={zone} grace={grace} />
        <div class="actions">
          <OwnersButton
            type="submit"
            kind={found.value ? 'plain' : 'main'}
            disabled={text.value.trim() === ''}
          >
            Preview
          </OwnersButton>
        </div>
      </Form>
      {found.value && <Proposal found={found.value} onApply={() => run(true)} />}
      {isWatched(found.value) && (
        <WhoHears
          count={found.value.recognized.length}
          groups={mailtoGroups(text.value, found.value.created ?? [])}
        />
      )}
      {isWatched(found.value) && found.value.calls.length > 0 && (
        <Applied crontab={text.value} found={found.value} />
      )}
      <Night of={found.value} isWatched={isWatched(found.value)} />
    </>
  );
}

const isWatched = (found: Import | null): found is Import =>
  found !== null && found.recognized.length > 0 && (found.applied || found.would_create === 0);

/** The next night: of the jobs as they are about to be watched, then of all that are. */
function Night({ of, isWatched: are }: { of: Import | null; isWatched: boolean }) {
  const drawing = useLoaded(of !== null, () => import('../../charts/pictures.ts'));
  if (!drawing || !of) return null;
  return are ? <drawing.WatchedNight /> : <drawing.NightToCome lines={of.recognized} />;
}

interface FieldsProps {
  text: Signal<string>;
  zone: Signal<string>;
  /** In minutes; empty for one that fits each schedule. */
  grace: Signal<string>;
}

function Fields({ text, zone, grace }: FieldsProps) {
  const hint = (
    <>
      What <code>crontab -l</code> prints. Passwords in commands are masked before anything is saved.
    </>
  );
  return (
    <>
      <TextAreaField
        label="Your crontab"
        hint={hint}
        text={text}
        area={{ class: 'mono', spellcheck: false }}
      />
      <TextField field="tz" text={zone} />
      <TextField
        field="grace_sec"
        label="Grace time for every job, in minutes"
        hint="How late the ping may come, the run included. If empty, what fits each schedule, up to an hour."
        check={maybe(graceCheck)}
        text={grace}
        input={{ class: 'short', inputMode: 'decimal' }}
      />
    </>
  );
}

function Applied({ crontab, found }: { crontab: string; found: Import }) {
  const { text, left } = withCalls(crontab, found);
  return (
    <section class="step">
      <h2>Add pings to your jobs</h2>
      <p>
        Your crontab with a ping after each imported job. Put it back with crontab -e. Until a job pings, its
        silence raises no alert.
      </p>
      {left > 0 && (
        <Notice>
          {left === 1 ? 'One line has' : `${left} lines have`} no ping: the comment above says why, and what
          to add by hand.
        </Notice>
      )}
      <CodeBlock text={text} name="crontab with pings" />
      <p class="actions">
        <a class="button main" href="/app">
          To your monitors
        </a>
      </p>
    </section>
  );
}
