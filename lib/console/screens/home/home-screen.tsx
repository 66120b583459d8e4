import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Shown } from '../../parts/shown.tsx';
import { SiteFrame } from '../../site/site-frame.tsx';

const FEATURES = [
  [
    'Silence is the alarm',
    'A job pings when it is done. When it does not, on its own schedule and in its own time zone, you are told.',
  ],
  [
    'Failures and hangs too',
    'Exit codes, start and end, the last output with the alert, and a run that takes too long.',
  ],
  [
    'Never a lost alert',
    'Each alert is recorded in the same breath as what it tells, tried until it arrives, and can be looked up.',
  ],
  [
    'Our own outages are no alarm',
    'When pings could not reach us we say so, instead of telling you that all your jobs died.',
  ],
  [
    'Machines as well',
    'Load, memory, disk and more by one line of cron, or from the collector that runs already.',
  ],
  ['For agents', 'The whole API is an MCP server. An agent can be a guest, and pay by itself.'],
] as const;

/** The page for whoever has not been here: what it is, one command to try it, what it costs. */
export function Screen() {
  return (
    <SiteFrame>
      <div class="hero">
        <h1 tabIndex={-1}>Know when a job goes silent</h1>
        <p class="lead">
          Your cron jobs, webhooks and machines answer the roll call. You hear about the one that does not, by
          e-mail or webhook, and again when it is back.
        </p>
        <p class="actions">
          <a class="button main" href="/app/new">
            Watch something
          </a>
          <a class="button" href="/app">
            Open the console
          </a>
        </p>
        <p class="hint">No account needed: what you watch first makes you a guest.</p>
      </div>
      <section class="step">
        <h2>Or try it from a shell</h2>
        <CodeBlock text={commandOf(location.origin)} name="commands to try it" />
      </section>
      <ul class="features">
        {FEATURES.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Prices />
    </SiteFrame>
  );
}

function Prices() {
  const pricing = useRemote('getPricing', {}, { isPolled: false });
  return (
    <section class="step">
      <h2>What it costs</h2>
      <Shown of={pricing}>{(value) => <Free pricing={value} />}</Shown>
    </section>
  );
}

function Free({ pricing: { quota, prices } }: { pricing: Output<'getPricing'> }) {
  return (
    <>
      <ul>
        {quota.free.map(({ o_que: what, limite: limit }) => (
          <li key={what}>
            {limit} free: {what}
          </li>
        ))}
        {prices.map(({ sku, what, price_usd: usd, gratis }) => (
          <li key={sku}>
            {what}: {gratis ? 'nothing for now' : `${usd.toFixed(2)} USD, once`}
          </li>
        ))}
      </ul>
      {quota.trial && (
        <p>
          {quota.trial.days} days of trial: {quota.trial.how}
        </p>
      )}
    </>
  );
}

/** A guest with a monitor, and its first ping. */
function commandOf(origin: string): string {
  return `TOKEN=$(curl -s -X POST ${origin}/api/guest | sed 's/.*:"//;s/".*//')
curl -s ${origin}/api/endpoints -H "X-Guest-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"nightly backup","interval_sec":86400}' > monitor.json
curl -s "$(sed 's/.*"ingest_url":"//;s/".*//' monitor.json)"`;
}
