import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Form } from '../../parts/form/form.tsx';
import { Button } from '../../parts/button.tsx';
import { paid } from '../../paying/paying.ts';

/** The addresses of `MAILTO` as a proposal: each is asked by a press, and by nothing else. */
export function MailtoProposals({ groups }: { groups: ReadonlyMap<string, string[]> }) {
  return [...groups].map(([to, ids]) => <Mailto key={to} to={to} ids={ids} />);
}

function Mailto({ to, ids }: { to: string; ids: readonly string[] }) {
  const [first = ''] = ids;
  // What is made for an account mails its own address by itself.
  const monitor = useRemote('getMonitor', { params: { id: first } }, { isPolled: false }).value.value;
  const left = useSignal(ids);
  const isAgreed = useSignal(false);
  if (monitor === null) return null;
  const jobs = ids.length === 1 ? 'one of the jobs' : `${ids.length} of the jobs`;
  if (monitor.alert_to === to && left.value.length === ids.length)
    return (
      <p>
        <bdi>{to}</bdi>, the MAILTO of {jobs}, is already notified: it is your own address.
      </p>
    );
  const name = async () => {
    while (left.value[0] !== undefined) {
      const [id, ...rest] = left.value;
      const answer = await paid((by) => call('patchMonitor', { params: { id }, body: { alert_to: to } }, by));
      isAgreed.value = answer.alert_to_confirmed === true;
      left.value = rest;
    }
  };
  if (left.value.length === 0)
    return (
      <p role="status">
        <bdi>{to}</bdi>{' '}
        {isAgreed.value ? 'is notified about them.' : 'was asked, and is notified once it has confirmed.'}
      </p>
    );
  return (
    <Form onSubmit={name}>
      <p>
        Your crontab e-mails what {jobs} print to <bdi>{to}</bdi> (MAILTO). A new address must confirm before
        we send it anything.
      </p>
      <div class="actions">
        <Button type="submit" label={`Mail ${to}`}>
          Mail {to}
        </Button>
        {left.value.length < ids.length && (
          <span class="hint">
            {ids.length - left.value.length} of {ids.length}
          </span>
        )}
      </div>
    </Form>
  );
}
