import { faviconOf } from '../../render/mark.ts';
import { markup, type Markup } from '../../render/markup.ts';
import { bundle } from '../bundle.ts';
import type { ConsoleFile } from '../console-file.ts';
import { headOf, type SiteDocument, type SiteSettings } from '../documents.ts';
import { limits } from '../plugins.ts';
import { siteFoot, siteTop } from './site-frame.ts';

const SCRIPT = 'landing/landing.ts';

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

/** A guest with a monitor, and its first ping; the page names its own address in it. */
const COMMANDS = `TOKEN=$(curl -s -X POST http://localhost:8787/api/guest | sed 's/.*:"//;s/".*//')
curl -s http://localhost:8787/api/endpoints -H "X-Guest-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"nightly backup","interval_sec":86400}' > monitor.json
curl -s "$(sed 's/.*"ingest_url":"//;s/".*//' monitor.json)"`;

/** What the page loads, and what of the console it fetches ahead: most go on to it. */
export interface LandingAssets {
  style: string;
  script: string;
  ahead: readonly string[];
}

/** The script of the page, and where it is. */
export async function buildLandingScript(): Promise<{ assets: ConsoleFile[]; script: string }> {
  const { assets, addressOf } = await bundle({
    entryPoints: [{ in: SCRIPT, out: 'landing' }],
    plugins: [limits],
  });
  return { assets, script: addressOf(SCRIPT) };
}

/** The page for whoever has not been here: what it is, one command to try it, what it costs. It is read without a script. */
export function landingHtml(
  document: SiteDocument,
  { arePublicPagesShown }: SiteSettings,
  { style, script, ahead }: LandingAssets,
): string {
  return String(markup`${headOf(document)}
<meta name="public-pages" content="${arePublicPagesShown ? 'on' : 'off'}">
<link rel="icon" href="${faviconOf('plain')}">
<link rel="stylesheet" href="${style}">
<script type="module" blocking="render" src="${script}"></script>
</head>
<body>
${siteTop()}
<main id="main" class="site" tabindex="-1">
${HERO}
${CHANNELS_PART}
${SHELL_PART}
<ul class="features">${FEATURES.map(([title, text]) => markup`<li><h3>${title}</h3><p>${text}</p></li>`)}</ul>
${ELSEWHERE_PART}
${PRICES_PART}
</main>
${siteFoot(arePublicPagesShown)}
${ahead.map((href) => markup`<link rel="modulepreload" fetchpriority="low" href="${href}">\n`)}</body>
</html>
`);
}

const HERO: Markup = markup`<div class="hero">
<h1 tabindex="-1">Know when a job goes silent</h1>
<p class="lead">Your cron jobs, webhooks and machines answer the roll call. You hear about the one that does not, by e-mail or webhook, and again when it is back.</p>
<p class="actions"><a class="button main" href="/app/new">Create monitor</a> <a class="button" href="/app">Open the console</a></p>
<p class="hint">No account needed: your first monitor makes you a guest.</p>
</div>
<div class="pictured" role="img" aria-label="The list of monitors: one is late, one is failing, each with its last runs and who is notified."></div>`;

const CHANNELS_PART: Markup = markup`<section class="step wide-step">
<h2>Alerts where you are</h2>
<ul class="named">${CHANNELS.map((name) => markup`<li>${name}</li>`)}</ul>
<p>Set it up once, for every monitor, present and future. <a href="/docs/channels">Channels</a></p>
</section>`;

const SHELL_PART: Markup = markup`<section class="step">
<h2>Or try it from a shell</h2>
<div class="code"><pre tabindex="0" role="region" aria-label="commands to try it"><code>${COMMANDS}</code></pre><button class="button quiet copy" type="button" aria-label="Copy commands to try it" title="Copy commands to try it" hidden><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 6h7v7H6zM10 6V3H3v7h3"/></svg><span role="status"></span></button></div>
<noscript><p class="hint">Put the address of this site in the place of http://localhost:8787.</p></noscript>
</section>`;

const ELSEWHERE_PART: Markup = markup`<section class="step">
<h2>Coming from elsewhere</h2>
<p>Jobs that ping Healthchecks, Uptime Kuma, Cronitor or Dead Man’s Snitch keep working: their paths and answers are the same here. <a href="/docs/switch">How to switch</a></p>
<p>What Rollcall does that others do not, and what they do that it does not: <a href="/docs/compare">a comparison</a></p>
</section>`;

/** A deployment's prices are read by the script: the build does not know them. */
const PRICES_PART: Markup = markup`<section class="step">
<h2>What it costs</h2>
<div id="prices"></div>
<p><a href="/api/pricing">All prices</a></p>
</section>`;
