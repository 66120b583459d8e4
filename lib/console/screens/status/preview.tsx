import { useSignal } from '@preact/signals';
import { countsOf, headlineOf, moodOf } from '../../../render/feed/headline.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { standingOfMonitor } from '../../words/attention-of.ts';

type Row = Output<'showFeedJson'>['endpoints'][number];

const COLUMNS = [
  { label: 'State' },
  { label: 'Monitor' },
  { label: 'Last success', isWide: true },
  { label: 'Badge' },
];
/** Each has a picture, which the service draws. */
const SHOWN_AT_FIRST = 20;

/** What whoever has the address is told, and the badge of each monitor. */
export function Preview({ token }: { token: string }) {
  const status = useRemote('showFeedJson', { params: { token } });
  return (
    <section class="step">
      <h2>What others see</h2>
      <Shown of={status}>{({ endpoints }) => <Rows rows={endpoints} />}</Shown>
    </section>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const isWhole = useSignal(rows.length <= SHOWN_AT_FIRST);
  const stands = rows.map(({ status, incident }) => standingOfMonitor({ state: status, incident }));
  const counts = countsOf(stands);
  return (
    <>
      <p class={`summary ${moodOf(counts)}`}>{headlineOf(counts)}</p>
      <Table name="Preview" columns={COLUMNS}>
        {(isWhole.value ? rows : rows.slice(0, SHOWN_AT_FIRST)).map((row, at) => (
          <tr key={row.id}>
            <td>
              <StateBadge standing={stands[at] ?? row.status} />
            </td>
            <td class="words">
              <bdi>{row.name}</bdi>
            </td>
            <td class="wide">
              <RelativeTime at={row.last_event_at} />
            </td>
            <td class="badge">
              <img
                class="wide"
                src={new URL(row.badge).pathname}
                alt={`Badge of ${row.name}`}
                height={20}
                loading="lazy"
              />
              <Copy text={`![${row.name}](${row.badge})`} name={`Copy badge of ${row.name}`} />
            </td>
          </tr>
        ))}
      </Table>
      {!isWhole.value && (
        <Button
          onClick={() => {
            isWhole.value = true;
          }}
        >
          Show all {rows.length}
        </Button>
      )}
    </>
  );
}
