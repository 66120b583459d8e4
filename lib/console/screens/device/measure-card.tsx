import { useSignal } from '@preact/signals';
import type { Period } from '../../../domain/machines/collections/periods.ts';
import { call } from '../../api/call.ts';
import { useRemote } from '../../api/use-remote.ts';
import type { Reading } from '../../charts/chart-data.ts';
import type { ThresholdLines } from '../../charts/measure-chart.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { inQuery } from '../../router.ts';
import { leave } from '../../state/leaving.ts';
import { showError } from '../../state/toasts.ts';
import { measureText, type Measure } from '../../words/measure-text.ts';
import type { Collection, Detected } from './machine.ts';
import { NewThreshold, numbersOf, Thresholds } from './thresholds.tsx';

interface CardProps {
  of: Detected;
  collection: Collection;
  measure: Measure;
  /** Newest first; null before they came, undefined where the answer for all has none, as for a paused one. */
  readings: readonly Reading[] | null | undefined;
  /** The thresholds are others. */
  onChange: () => void;
}

/** One measure of a machine: what it says now, over time, and what can be done with it. */
export function MeasureCard({ of, collection, measure, readings, onChange }: CardProps) {
  const { id, ativa, medida } = collection;
  const isAsking = useSignal(false);
  const thresholds = of.device.avisos?.filter((each) => each.medida === medida) ?? [];
  const drawn = { id, measure, thresholds, forecasts: ativa && medida === 'disco' };
  const period = inQuery('period').value;
  return (
    <figure class="gauge">
      <figcaption>
        <h3 title={measure.desc}>{measure.rotulo}</h3>
        {!ativa && <StateBadge standing="paused" />}
        <Menu
          name={`More for ${measure.rotulo}`}
          items={[
            ...(numbersOf(measure).length === 0
              ? []
              : [{ label: 'Notify me…', run: () => void (isAsking.value = true) }]),
            {
              label: ativa ? 'Pause' : 'Resume',
              icon: ativa ? 'pause' : 'play',
              run: () => turn(of, id, !ativa).catch(showError),
            },
            { label: 'Delete', icon: 'trash', isDanger: true, run: () => remove(of, collection, measure) },
          ]}
        />
      </figcaption>
      {period === '' && readings ? (
        <Drawn {...drawn} readings={readings} />
      ) : (
        (period !== '' || readings === undefined) && <Alone key={period} {...drawn} period={period} />
      )}
      <Thresholds thresholds={thresholds} measure={measure} />
      {isAsking.value && (
        <NewThreshold
          device={of.device.id}
          collection={collection}
          measure={measure}
          onClose={() => void (isAsking.value = false)}
          onMade={onChange}
        />
      )}
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

interface DrawnProps {
  id: string;
  measure: Measure;
  thresholds: ThresholdLines;
  /** Whether what is drawn says when it is full. */
  forecasts: boolean;
}

/** A series by itself, read once: of one that is paused, or of a longer time. */
function Alone({ period, ...drawn }: DrawnProps & { period: string }) {
  const query = period === '' ? { n: 120 } : { periodo: period as Period };
  const one = useRemote('getSeries', { params: { id: drawn.id }, query }, { isPolled: false });
  return <Shown of={one}>{({ leituras }) => <Drawn {...drawn} readings={leituras} />}</Shown>;
}

function Drawn({
  id,
  measure,
  readings,
  thresholds,
  forecasts,
}: DrawnProps & { readings: readonly Reading[] }) {
  const [now] = readings;
  const charts = useLoaded(readings.length > 1, loadCharts);
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
      {charts && (
        <charts.MeasureChart
          measure={measure}
          readings={readings}
          thresholds={thresholds}
          name={`${measure.rotulo}: ${words}`}
        />
      )}
      {charts && forecasts && <charts.Forecast id={id} measure={measure} />}
    </>
  );
}

/** Its numbers stand there without the chart. */
const loadCharts = () => import('../../charts/measure-chart.tsx');
