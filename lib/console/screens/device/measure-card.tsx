import { call } from '../../api/call.ts';
import { useRemote } from '../../api/use-remote.ts';
import type { Reading } from '../../charts/chart-data.ts';
import { Menu } from '../../parts/menu.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { leave } from '../../state/leaving.ts';
import { showError } from '../../state/toasts.ts';
import { measureText, type Measure } from '../../words/measure-text.ts';
import type { Collection, Detected } from './machine.ts';

interface CardProps {
  of: Detected;
  collection: Collection;
  measure: Measure;
  /** Newest first; null before they came, undefined where the answer for all has none, as for a paused one. */
  readings: readonly Reading[] | null | undefined;
}

/** One measure of a machine: what it says now, over time, and what can be done with it. */
export function MeasureCard({ of, collection, measure, readings }: CardProps) {
  const { id, ativa } = collection;
  return (
    <figure class="gauge">
      <figcaption>
        <h3 title={measure.desc}>{measure.rotulo}</h3>
        {!ativa && <StateBadge standing="paused" />}
        <Menu
          name={`More for ${measure.rotulo}`}
          items={[
            {
              label: ativa ? 'Pause' : 'Resume',
              icon: ativa ? 'pause' : 'play',
              run: () => turn(of, id, !ativa).catch(showError),
            },
            { label: 'Delete', icon: 'trash', isDanger: true, run: () => remove(of, collection, measure) },
          ]}
        />
      </figcaption>
      {readings === undefined && <Alone id={id} measure={measure} />}
      {readings && <Drawn measure={measure} readings={readings} />}
    </figure>
  );
}

async function turn({ collections, remote }: Detected, id: string, ativa: boolean): Promise<void> {
  const coletas = collections.coletas.map((each) => (each.id === id ? { ...each, ativa } : each));
  remote.value.value = { ...collections, coletas };
  try {
    await call('patchCollection', { params: { id }, body: { ativa } });
  } finally {
    await remote.reload();
  }
}

function remove({ device, remote }: Detected, { id }: Collection, { rotulo }: Measure): void {
  leave(id, {
    text: `${rotulo} of “${device.nome}” is deleted. Run its line again to stop reading it.`,
    send: () => call('deleteCollection', { params: { id } }, { keepalive: true }),
    done: () => void remote.reload(),
  });
}

/** A series by itself, read once. */
function Alone({ id, measure }: { id: string; measure: Measure }) {
  const one = useRemote('getSeries', { params: { id }, query: { n: 120 } }, { isPolled: false });
  return <Shown of={one}>{({ leituras }) => <Drawn measure={measure} readings={leituras} />}</Shown>;
}

function Drawn({ measure, readings }: { measure: Measure; readings: readonly Reading[] }) {
  const [now] = readings;
  const Chart = useLoaded(readings.length > 1, loadChart);
  if (!now) return <p class="hint">No reading yet.</p>;
  const said = measure.painel.filter(({ c }) => now[c] !== undefined);
  if (said.length === 0) return <p class="hint">Not in the last reading.</p>;
  const words = said.map(({ c, r, f }) => `${r} ${measureText(now[c], f)}`).join(', ');
  return (
    <>
      <dl class="now">
        {said.map(({ c, r, f }) => (
          <div key={c}>
            <dt>{r}</dt>
            <dd>
              <bdi>{measureText(now[c], f)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {Chart && <Chart measure={measure} readings={readings} name={`${measure.rotulo}: ${words}`} />}
    </>
  );
}

/** Its numbers stand there without the chart. */
const loadChart = async () => (await import('../../charts/measure-chart.tsx')).MeasureChart;
