import { usdText } from '../../../render/billing/usd-text.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Shown } from '../../parts/shown.tsx';
import { Table } from '../../parts/table.tsx';
import { Title } from '../../parts/title.tsx';
import { BuyCredit, token } from './buy-credit.tsx';
import { Purchases } from './purchases.tsx';

type Billing = Output<'getBilling'>;

/** What is free, what is used, what was paid, and how to pay. */
export function Screen() {
  const billing = useRemote('getBilling', {});
  return (
    <>
      <Title text="Billing" />
      <Shown of={billing}>
        {(value) => (
          <>
            <Allowance billing={value} />
            <Trial trial={value.trial} />
            <HowToPay billing={value} onBought={billing.reload} />
            {/* Another purchase is another list, which is read anew. */}
            {value.usage && <Purchases key={token.value} />}
          </>
        )}
      </Shown>
    </>
  );
}

function Allowance({ billing }: { billing: Billing }) {
  const { usage, prices, gratis } = billing;
  const rows = [
    ['Monitors', 'endpoints', billing.free_max_endpoints, 'extra_endpoint'],
    [`Intervals under ${billing.free_min_interval_sec} s`, 'fast_intervals', 0, 'fast_interval'],
    ['Alert addresses', 'email_alerts', billing.free_email_alerts, 'email_alert'],
  ] as const;
  return (
    <section class="step">
      <Table
        name="Allowance"
        columns={[
          { label: 'What' },
          { label: 'In use', isNumber: true },
          { label: 'Free', isNumber: true },
          { label: 'Bought', isNumber: true },
          { label: 'One more', isNumber: true },
        ]}
      >
        {rows.map(([what, counted, free, sku]) => (
          <tr key={what}>
            <td>{what}</td>
            <td class="number">{usage?.[counted] ?? '–'}</td>
            <td class="number">{free}</td>
            <td class="number">{usage?.slots[counted] ?? '–'}</td>
            <td class="number">
              {gratis?.includes(sku) ? 'free for now' : `${usdText(prices[`${sku}_usd`])} USD`}
            </td>
          </tr>
        ))}
      </Table>
      <p class="hint">Pings, webhook alerts and the status page have no quota. A paid slot stays yours.</p>
    </section>
  );
}

function Trial({ trial }: { trial: Billing['trial'] }) {
  if (!trial?.active) return null;
  return (
    <p class="banner ok">
      Your trial has {trial.days_left} of {trial.days} days left: monitors and fast intervals are free until
      then, and nothing stops when it ends.
    </p>
  );
}

function HowToPay({ billing, onBought }: { billing: Billing; onBought: () => unknown }) {
  if (billing.dev) return <p class="banner notice">Nothing is charged here: paid calls go through unpaid.</p>;
  return (
    <section class="step">
      <h2>How to pay</h2>
      <p>
        A call that costs something first shows its price. You pay in {billing.asset} on {billing.network}{' '}
        with a browser wallet, a program pays through <a href="/api/pricing">the same offer</a>, or both use
        prepaid credit.
      </p>
      {billing.homolog && <p class="banner notice">This is a rehearsal: no money moves.</p>}
      <BuyCredit onBought={onBought} />
    </section>
  );
}
