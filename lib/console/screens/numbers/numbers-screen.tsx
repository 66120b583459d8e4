import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Empty, Notice } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';
import { SiteFrame } from '../../site/site-frame.tsx';

type Published = Extract<Output<'getPublicNumbers'>, { publicado: true }>;

/** How much this copy is used, in the numbers that it publishes once a day. */
export function Screen() {
  const numbers = useRemote('getPublicNumbers', {}, { isPolled: false });
  return (
    <SiteFrame>
      <h1 tabIndex={-1}>Statistics</h1>
      <Shown of={numbers}>
        {(value) => (value.publicado ? <Numbers numbers={value} /> : <Unpublished />)}
      </Shown>
    </SiteFrame>
  );
}

function Unpublished() {
  return (
    <Empty title="Nothing is published yet">
      <p>The first numbers appear after the first full day.</p>
    </Empty>
  );
}

function Numbers({ numbers }: { numbers: Published }) {
  const { d7, d30 } = numbers.janelas;
  const rows = [
    ['Pings received', d7.uso.pings, d30.uso.pings],
    ['Alerts delivered', d7.uso.alertas, d30.uso.alertas],
    ['Active monitors', d7.uso.monitores, d30.uso.monitores],
    ['API calls', d7.api, d30.api],
    ['of these by agents', d7.api_ia, d30.api_ia],
    ['Page visits', d7.paginas, d30.paginas],
    ['Daily visitors', d7.visitantes, d30.visitantes],
  ] as const;
  const { verificacoes_em_dia_pct: checks, alertas_na_primeira_tentativa_pct: first } =
    numbers.confiabilidade;
  return (
    <>
      {numbers.stale && <Notice>These numbers are older than a day.</Notice>}
      <p class="lead">
        Rounded to two digits, published once a day, <RelativeTime at={numbers.atualizado_em} />. No money,
        names or addresses.
      </p>
      <section class="step">
        <Table
          name="Use"
          columns={[
            { label: 'What' },
            { label: '7 days', isNumber: true },
            { label: '30 days', isNumber: true },
          ]}
        >
          {rows.map(([what, week, month]) => (
            <tr key={what}>
              <td>{what}</td>
              <td class="number">{shown(week)}</td>
              <td class="number">{shown(month)}</td>
            </tr>
          ))}
        </Table>
        <p>
          Checks in time: {percent(checks)}. Alerts delivered at the first try: {percent(first)}.
        </p>
        <p class="hint">
          The same as JSON: <a href="/api/vitrine">/api/vitrine</a>. A dash means not measured.
        </p>
      </section>
    </>
  );
}

const COUNT = new Intl.NumberFormat('en');

function shown(count: number | null): string {
  return count === null ? '–' : COUNT.format(count);
}

function percent(value: number | null): string {
  return value === null ? 'not measured yet' : `${value} %`;
}
