import { inQuery, place } from '../../router.ts';
import { measureText } from '../../words/measure-text.ts';
import type { Detected, Equipment } from './machine.ts';
import { MeasureCard } from './measure-card.tsx';
import { PickMeasures } from './pick-measures.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notices.tsx';

interface MeasuredProps {
  of: Detected;
  onPicked: () => Promise<void>;
  /** Something of the machine itself is another. */
  onChange: () => void;
}

/** Of how long the charts are: of what comes in, or of single readings of a longer time. */
const PERIODS = [
  ['', 'Hours'],
  ['dia', 'Day'],
  ['semana', 'Week'],
  ['mes', 'Month'],
] as const;

function Periods() {
  const period = inQuery('period');
  return (
    <div class="presets" role="group" aria-label="Of how long">
      {PERIODS.map(([id, words]) => (
        <Button key={id} pressed={period.value === id} onClick={() => void (period.value = id)}>
          {words}
        </Button>
      ))}
    </div>
  );
}

/** What is measured of a machine: at first what shall be, then the line that sends it, then charts. */
export function Measured({ of, onPicked, onChange }: MeasuredProps) {
  const { own, channels, series, collections, lines } = of;
  if (own.length === 0 && (channels.length > 0 || place.value.query.get('for') === 'collector'))
    return <More of={of} onPicked={onPicked} />;
  if (own.length === 0)
    return (
      <section class="step wide-step">
        <h2>What should be measured?</h2>
        <PickMeasures of={of} onPicked={onPicked} />
      </section>
    );
  const isSilent = own.some(({ ativa }) => ativa) && series?.every(({ leituras }) => !leituras?.length);
  return (
    <section class="step wide-step">
      {isSilent && <FirstReading lines={lines} />}
      <h2>Measures</h2>
      <Periods />
      <div class="charts">
        {own.map((collection) => {
          const measure = collections.medidas[collection.medida];
          if (!measure) return null;
          return (
            <MeasureCard
              key={collection.id}
              of={of}
              collection={collection}
              measure={measure}
              readings={readingsOf(series, collection.id)}
              onChange={onChange}
            />
          );
        })}
      </div>
      <More of={of} onPicked={onPicked} />
    </section>
  );
}

/** Null before they came; undefined where the answer for all has none, as for a paused one. */
function readingsOf(series: Detected['series'], of: string) {
  if (series === null) return null;
  const found = series.find(({ id }) => id === of);
  return found ? found.leituras : [];
}

function More({ of, onPicked }: { of: Detected; onPicked: () => Promise<void> }) {
  const measured = new Set(of.own.map(({ medida }) => medida));
  const left = of.device.medidas.filter((id) => !measured.has(id));
  if (left.length === 0) return null;
  return (
    <details>
      <summary>Measure more ({measureText(left.length, 'int')})</summary>
      <PickMeasures of={of} onPicked={onPicked} />
    </details>
  );
}

/** The start line, until something came. */
export function FirstReading({ lines }: { lines: Equipment['comandos'] }) {
  const line = lines?.comecar ?? lines?.agora ?? null;
  if (line === null)
    return (
      <Notice>
        The machine has nothing to send with. Install curl or wget there, then add it here again: a machine's
        report does not change.
      </Notice>
    );
  return (
    <>
      <h2>Start sending</h2>
      <p>
        {lines?.instalar === null
          ? 'It has no crontab, so run this line every minute another way.'
          : 'Run this in its terminal. It adds one line to your crontab and sends at once.'}
      </p>
      <CodeBlock text={line} name="start line" />
      <div class="heard waiting">
        <p role="status">
          <span class="pulse" aria-hidden="true" /> Waiting for the first reading. Charts appear by
          themselves.
        </p>
      </div>
    </>
  );
}
