import { useSignalEffect } from '@preact/signals';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Title } from '../../parts/title.tsx';
import { attention } from '../../state/tab.ts';
import { attentionOf } from '../../words/attention-of.ts';
import { runText } from '../../words/run-text.ts';
import { standingOfMonitor } from '../../words/standing-of-monitor.ts';

type Monitor = Output<'listMonitors'>['endpoints'][number];

const COLUMNS: readonly Column[] = [
  { label: 'State' },
  { label: 'Name' },
  { label: 'Last ping' },
  { label: 'Next due', isWide: true },
  { label: 'Last run', isWide: true, isNumber: true },
];

/** The list of monitors. */
export function Screen() {
  const list = useRemote(
    'listMonitors',
    {},
    { isAwaited: ({ endpoints }) => endpoints.some((each) => each.state === 'waiting') },
  );
  useSignalEffect(() => {
    attention.value = list.value.value && attentionOf(list.value.value.endpoints.map(standingOfMonitor));
  });
  return (
    <>
      <Title text="Monitors">
        <a class="button main" href="/app/new">
          Watch something
        </a>
      </Title>
      <Shown of={list} nobody={<None />}>
        {({ endpoints }) => (endpoints.length === 0 ? <None /> : <List monitors={endpoints} />)}
      </Shown>
    </>
  );
}

function None() {
  return (
    <Empty title="Nothing is watched yet">
      <p>A monitor hears from a job by its ping URL, and tells you when the job goes silent.</p>
      <a class="button main" href="/app/new">
        What do you want to watch?
      </a>
    </Empty>
  );
}

function List({ monitors }: { monitors: readonly Monitor[] }) {
  return (
    <Table name="Monitors" columns={COLUMNS}>
      {monitors.map((monitor) => (
        <tr key={monitor.id}>
          <td>
            <StateBadge standing={standingOfMonitor(monitor)} />
          </td>
          <td>
            <a href={`/app/monitors/${monitor.id}`}>
              <bdi>{monitor.name}</bdi>
            </a>
          </td>
          <td>
            <RelativeTime at={monitor.last_event_at} />
          </td>
          <td class="wide">
            <RelativeTime at={monitor.next_expected_at} none="–" />
          </td>
          <td class="wide number">
            {monitor.last_duration_ms !== null && runText(monitor.last_duration_ms)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
