import { useRemote } from '../../api/use-remote.ts';
import { Notice } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Title } from '../../parts/title.tsx';
import type { ScreenProps } from '../../screen.ts';
import { place } from '../../router.ts';
import { clock } from '../../state/clock.ts';
import { leaving } from '../../state/leaving.ts';
import { standingOfMachine } from '../../words/machine-standing.ts';
import { activeOf, lastAtOf, type Device } from '../devices/machines.ts';
import { Collectors } from './collectors.tsx';
import { DeviceActions } from './device-actions.tsx';
import { FactList } from './fact-list.tsx';
import { detectedOf, type Detected, type Equipment } from './machine.ts';
import { Measured } from './measured.tsx';
import { Probe } from './probe.tsx';
import { CodeBlock } from '../../parts/copy.tsx';

/** As many readings as a chart is wide enough for: two hours. */
const SHOWN_READINGS = 120;

/** One machine: what it is, what it tells, and what sends that. */
export function Screen({ params: { id = '' } }: ScreenProps) {
  const device = useRemote(
    'getDevice',
    { params: { id } },
    { isAwaited: ({ ambiente }) => ambiente.estado === 'pending' },
  );
  return (
    <Shown of={device} title="Machine">
      {({ ambiente }) => {
        const set = (changed: Device) => {
          device.value.value = { ambiente: { ...ambiente, ...changed } };
          void device.reload();
        };
        if (ambiente.estado === 'detected') return <Told device={ambiente} set={set} />;
        return <Untold device={ambiente} set={set} onTold={device.reload} />;
      }}
    </Shown>
  );
}

interface DeviceProps {
  device: Device;
  set: (changed: Device) => void;
}

function Untold({ device, set, onTold }: DeviceProps & { onTold: () => Promise<void> }) {
  const standing = standingOfMachine({ ...device, areActive: [], lastAt: null }, clock.value);
  return (
    <>
      <Title text={device.nome}>
        <StateBadge {...standing} />
        <DeviceActions device={device} set={set} lines={null} />
      </Title>
      {device.estado === 'pending' ? (
        <Probe device={device} onTold={onTold} />
      ) : (
        <Notice>
          Its hour to report what it is has passed. <a href="/app/devices/new">Add it again</a>and delete this
          one.
        </Notice>
      )}
    </>
  );
}

function Told({ device, set }: DeviceProps) {
  const remote = useRemote('listCollections', {}, { isWhole: true });
  const series = useRemote(
    'listSeries',
    { query: { n: SHOWN_READINGS } },
    {
      isAwaited: ({ coletas }) => coletas.some(({ ativa, leituras }) => ativa && leituras?.length === 0),
      isWhole: true,
      atLeastSec: ({ poll_after_sec: sec }) => sec,
    },
  );
  return (
    <Shown of={remote} title={device.nome}>
      {(collections) => (
        <Shown of={series} title={device.nome}>
          {(read) => {
            const told = { collections, remote, series: read, leaving: leaving.value };
            return <Sections of={detectedOf(device, told)} set={set} onPicked={series.reload} />;
          }}
        </Shown>
      )}
    </Shown>
  );
}

interface SectionsProps {
  of: Detected;
  set: (changed: Device) => void;
  onPicked: () => Promise<void>;
}

function Sections({ of, set, onPicked }: SectionsProps) {
  const { device, own, channels, series, lines } = of;
  const facts = {
    ...device,
    areActive: activeOf(own, channels),
    lastAt: lastAtOf(series ?? [], channels),
  };
  const isForCollector = place.value.query.get('for') === 'collector';
  return (
    <>
      <Title text={device.nome}>
        <StateBadge {...standingOfMachine(facts, clock.value)} />
        <DeviceActions device={device} set={set} lines={lines} />
      </Title>
      <FactList device={device} lastAt={facts.lastAt} />
      {isForCollector && <Collectors of={of} />}
      <Measured of={of} onPicked={onPicked} onChange={() => set(device)} />
      {own.length > 0 && <Lines lines={lines} />}
      {!isForCollector && <Collectors of={of} />}
    </>
  );
}

/** What is pasted on the machine later on. */
export function Lines({ lines }: { lines: Equipment['comandos'] }) {
  if (!lines) return null;
  const shown = [
    ['comecar', 'Send the readings', 'Run it again after each change: it replaces its own line.'],
    ['conferir', 'Check it', 'Shows whether the line is there and cron is running.'],
    ['remover', 'Remove it', 'This restores the crontab byte for byte.'],
  ] as const;
  return (
    <section class="step">
      <details>
        <summary>Lines for the machine</summary>
        {shown.map(([name, label, what]) => {
          const line = lines[name];
          if (line === null) return null;
          return (
            <div key={name} class="address">
              <h3>{label}</h3>
              <p class="hint">{what}</p>
              <CodeBlock text={line} name={`line: ${label.toLowerCase()}`} />
            </div>
          );
        })}
      </details>
    </section>
  );
}
