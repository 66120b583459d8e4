import { usdText } from '../../../render/billing/usd-text.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import type { Page } from '../../api/pages.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';

type Purchase = Output<'listPurchases'>['purchases'][number];

/** What was paid for, newest first. */
export function Purchases() {
  const newest = useRemote('listPurchases', {}, { isPolled: false });
  return (
    <section class="step">
      <h2>Paid so far</h2>
      <Shown of={newest}>{(page) => <List newest={pageOf(page)} />}</Shown>
    </section>
  );
}

function List({ newest }: { newest: Page<Purchase> }) {
  const { all, more } = usePages(newest, { keyOf: ({ id }) => id }, async (cursor) =>
    pageOf(await call('listPurchases', { query: { cursor } })),
  );
  if (all.length === 0) return <Empty title="Nothing yet" />;
  return (
    <>
      <Table
        name="Paid so far"
        columns={[{ label: 'When' }, { label: 'What' }, { label: 'USD', isNumber: true }, { label: 'With' }]}
      >
        {all.map(({ id, at, items, total_usd: total, paid_with: by, explorer }) => (
          <tr key={id}>
            <td>
              <RelativeTime at={at} />
            </td>
            <td>{items.map(({ what, count }) => `${count} × ${what}`).join(', ')}</td>
            <td class="number">{usdText(total)}</td>
            <td>{explorer === null ? by : <a href={explorer}>{by}</a>}</td>
          </tr>
        ))}
      </Table>
      {more && <Button onClick={more}>Show older ones</Button>}
    </>
  );
}

function pageOf({ purchases, next_cursor: next }: Output<'listPurchases'>): Page<Purchase> {
  return { entries: purchases, next };
}
