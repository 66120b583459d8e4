import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Form } from '../../parts/form/form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { showToast } from '../../state/toasts.ts';
import { LABELS } from '../../words/wire-words.ts';

type Reports = Output<'getReports'>['reports'];

const STOPPED: Record<NonNullable<Reports['stopped']>, string> = {
  bounced: 'None is sent now: mail to the address bounced.',
  complained: 'None is sent: one was reported as spam. Save again to get them.',
};

/** Which reports are mailed to the person who is signed in: of what is its own, or of an organization. */
export function ReportsByMail({ organization }: { organization?: string }) {
  const query = { organization };
  const reports = useRemote('getReports', { query }, { isPolled: false });
  return (
    <section class="step">
      <h2>Reports by mail</h2>
      <Shown of={reports}>
        {({ reports: known }) => <ReportsForm known={known} query={query} reload={reports.reload} />}
      </Shown>
    </section>
  );
}

interface FormProps {
  known: Reports;
  query: { organization: string | undefined };
  reload: () => Promise<void>;
}

function ReportsForm({ known, query, reload }: FormProps) {
  const wanted = { weekly: useSignal(known.weekly), monthly: useSignal(known.monthly) };
  const save = async () => {
    const body = { weekly: wanted.weekly.value, monthly: wanted.monthly.value };
    await call('putReports', { query, body });
    await reload();
    showToast('Your reports are saved.');
  };
  return (
    <Form submit="Save reports" onSubmit={save}>
      <p class="hint">
        Failures, late and slower jobs, monitors that alert nobody, and uptime; to <bdi>{known.to}</bdi>.
      </p>
      {(['weekly', 'monthly'] as const).map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={wanted[name].value}
            onChange={({ currentTarget }) => {
              wanted[name].value = currentTarget.checked;
            }}
          />{' '}
          {LABELS[name]}
        </label>
      ))}
      {known.stopped !== null && <p class="wrong">{STOPPED[known.stopped]}</p>}
      {known.stopped === null && known.next_at !== null && (
        <p class="hint">
          The next one comes <RelativeTime at={known.next_at} />.
        </p>
      )}
    </Form>
  );
}
