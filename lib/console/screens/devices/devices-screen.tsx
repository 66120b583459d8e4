import { useRemote } from '../../api/use-remote.ts';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Title } from '../../parts/title.tsx';
import { clock } from '../../state/clock.ts';
import { leaving } from '../../state/leaving.ts';
import { systemText } from '../../words/machine-facts.ts';
import { standingOfMachine } from '../../words/machine-standing.ts';
import { machinesOf, type Device, type Machine } from './machines.ts';

const COLUMNS: readonly Column[] = [
  { label: 'State' },
  { label: 'Machine' },
  { label: 'System', isWide: true },
  { label: 'Last reading' },
  { label: 'Now', isWide: true },
];

/** The machines of the owner, and what each last told. */
export function Screen() {
  const devices = useRemote('listDevices', {}, { isWhole: true });
  return (
    <>
      <Title text="Machines">
        <a class="button main" href="/app/devices/new">
          Add a machine
        </a>
      </Title>
      <Shown of={devices} nobody={<None />}>
        {({ ambientes }) => {
          const there = ambientes.filter(({ id }) => !leaving.value.has(id));
          return there.length === 0 ? <None /> : <List devices={there} />;
        }}
      </Shown>
    </>
  );
}

function None() {
  return (
    <Empty title="No machines yet">
      <p>
        A machine reports its load, memory, disks and more every minute through one line in its crontab: no
        agent, no root, and one line removes it. If you like, you are notified when it goes silent.
      </p>
      <a class="button main" href="/app/devices/new">
        Add a machine
      </a>
    </Empty>
  );
}

function List({ devices }: { devices: readonly Device[] }) {
  const collections = useRemote('listCollections', {}, { isWhole: true });
  const series = useRemote(
    'listSeries',
    { query: { n: 1 } },
    { isWhole: true, atLeastSec: ({ poll_after_sec: sec }) => sec },
  );
  // Without both, a machine that sends would be said to be silent.
  return (
    <Shown of={collections}>
      {(collected) => (
        <Shown of={series}>
          {({ coletas }) => (
            <Table name="Machines" columns={COLUMNS}>
              {machinesOf(devices, collected, coletas).map((machine) => (
                <Row key={machine.device.id} machine={machine} />
              ))}
            </Table>
          )}
        </Shown>
      )}
    </Shown>
  );
}

function Row({ machine: { device, areActive, lastAt, live } }: { machine: Machine }) {
  const standing = standingOfMachine({ ...device, areActive, lastAt }, clock.value);
  return (
    <tr>
      <td>
        <StateBadge {...standing} />
      </td>
      <td>
        <a class="named" href={`/app/devices/${device.id}`}>
          <bdi>{device.nome}</bdi>
        </a>
        {device.grupo !== null && (
          <span class="soft group">
            <bdi>{device.grupo}</bdi>
          </span>
        )}
      </td>
      <td class="wide">{device.dados && systemText(device.dados)}</td>
      <td>
        <RelativeTime at={lastAt === null ? null : new Date(lastAt).toISOString()} />
      </td>
      <td class="wide">
        <span class="live">
          {live.map(({ label, words }) => (
            <span key={label}>
              <span class="soft">{label}</span> {words}
            </span>
          ))}
        </span>
      </td>
    </tr>
  );
}
