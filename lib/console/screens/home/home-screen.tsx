import { useRemote } from '../../api/use-remote.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Shown } from '../../parts/shown.tsx';
import { SiteFrame } from '../../site/site-frame.tsx';
import { priceWords } from './price-words.ts';

const FEATURES = [
  [
    'Silence is the alarm',
    'A job pings when it is done. When it does not, on its own schedule and in its own time zone, you are notified.',
  ],
  [
    'Failures and hangs too',
    'Exit codes, start and end, the last output with the alert, and a run that takes too long.',
  ],
  [
    'Never a lost alert',
    'Each alert is recorded together with its incident, retried until it arrives, and can be looked up.',
  ],
  [
    'Our own outages raise no alarm',
    'When pings could not reach us we say so, instead of claiming that all your jobs died.',
  ],
  [
    'Machines as well',
    'Load, memory, disk and more through one line of cron, or from your existing collector.',
  ],
  ['For agents', 'The whole API is an MCP server. An agent can be a guest, and pay by itself.'],
] as const;

const CHANNELS = [
  'e-mail',
  'Slack',
  'Teams',
  'Discord',
  'Telegram',
  'Google Chat',
  'Mattermost',
  'Matrix',
  'PagerDuty',
  'Opsgenie',
  'Pushover',
  'ntfy',
  'Gotify',
  'Alertmanager',
  'any webhook',
];

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
            Create monitor
          </a>
          <a class="button" href="/app">
            Open the console
          </a>
        </p>
        <p class="hint">No account needed: your first monitor makes you a guest.</p>
      </div>
      <div
        class="pictured"
        role="img"
        aria-label="The list of monitors: one is late, one is failing, each with its last runs and who is notified."
      />
      <Channels />
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
      <Elsewhere />
      <Prices />
    </SiteFrame>
  );
}

function Channels() {
  return (
    <section class="step wide-step">
      <h2>Alerts where you are</h2>
      <ul class="named">
        {CHANNELS.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        Set it up once, for every monitor, present and future. <a href="/docs/channels">Channels</a>
      </p>
    </section>
  );
}

function Elsewhere() {
  return (
    <section class="step">
      <h2>Coming from elsewhere</h2>
      <p>
        Jobs that ping Healthchecks, Uptime Kuma, Cronitor or Dead Man’s Snitch keep working: their paths and
        answers are the same here. <a href="/docs/switch">How to switch</a>
      </p>
      <p>
        What Rollcall does that others do not, and what they do that it does not:{' '}
        <a href="/docs/compare">a comparison</a>
      </p>
    </section>
  );
}

function Prices() {
  const pricing = useRemote('getPricing', {}, { isPolled: false });
  return (
    <section class="step">
      <h2>What it costs</h2>
      <Shown of={pricing}>
        {(value) => (
          <>
            {priceWords(value).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </>
        )}
      </Shown>
      <p>
        <a href="/api/pricing">All prices</a>
      </p>
    </section>
  );
}

/** A guest with a monitor, and its first ping. */
function commandOf(origin: string): string {
  return `TOKEN=$(curl -s -X POST ${origin}/api/guest | sed 's/.*:"//;s/".*//')
curl -s ${origin}/api/endpoints -H "X-Guest-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"nightly backup","interval_sec":86400}' > monitor.json
curl -s "$(sed 's/.*"ingest_url":"//;s/".*//' monitor.json)"`;
}
