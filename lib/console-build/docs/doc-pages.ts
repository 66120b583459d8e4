/** A page of the documentation: the name of its file in `docs/`, what leads to it is called, and what it answers. */
export type DocPage = readonly [slug: string, label: string, about: string];

/** What users read, in the order in which it is listed. What operators and contributors read stays in the repository. */
export const DOC_GROUPS: readonly { name: string; pages: readonly DocPage[] }[] = [
  {
    name: 'Watch jobs',
    pages: [
      [
        'monitors',
        'Monitors, pings and schedules',
        'What a job calls, exit codes, output, schedules, grace, and when you are told.',
      ],
      ['day', 'The day of your jobs', 'What runs at 02:00, what overlaps, and where the gaps are.'],
      [
        'rollcall',
        'The command rollcall',
        'One word before a job tells its start, end, exit code and output, and watches a whole crontab.',
      ],
      [
        'rhythm',
        'Learned schedules',
        'A schedule, a grace and a limit, proposed from how a job really runs.',
      ],
      [
        'switch',
        'Switch from another service',
        'From Healthchecks, Uptime Kuma, Cronitor and Dead Man’s Snitch, without editing a job.',
      ],
      ['compare', 'How it compares', 'Beside Healthchecks and Uptime Kuma, with what each does better.'],
      ['aws-jobs', 'Jobs of AWS', 'Step Functions, Batch, Glue, ECS and others, without a line of code.'],
      [
        'monitors-as-code',
        'Monitors as code',
        'Monitors in files, applied by a pipeline, or moved to another Rollcall.',
      ],
    ],
  },
  {
    name: 'Be told',
    pages: [
      ['channels', 'Channels', 'Slack, Teams, PagerDuty, a webhook or mail for all jobs: say it once.'],
      ['reports', 'Reports by mail', 'How the week or the month went, for you or for an organization.'],
      [
        'status-pages',
        'Status pages and badges',
        'How monitors stand, for others: pages by tags, a wall, RSS, Prometheus, badges.',
      ],
    ],
  },
  {
    name: 'Watch machines',
    pages: [
      ['devices', 'Machines', 'Load, memory, disk and more, each minute, by one line of cron.'],
      ['collectors', 'Collectors', 'collectd, Prometheus, Telegraf and others that run already.'],
    ],
  },
  {
    name: 'Programs and agents',
    pages: [
      ['api', 'The API by example', 'Calls and answers to copy.'],
      ['agents', 'Agents (MCP)', 'Add Rollcall to an agent; the API is its tools.'],
    ],
  },
  {
    name: 'You',
    pages: [
      ['accounts', 'Accounts and teams', 'Sign in, API keys, teams, a second factor.'],
      ['billing', 'Billing', 'What is free, what is bought once, and how a call is paid.'],
      ['privacy', 'Privacy', 'What is kept, how to take it along, and how to end it.'],
    ],
  },
];

export const DOC_PAGES: readonly DocPage[] = DOC_GROUPS.flatMap(({ pages }) => pages);

export const DOCS = '/docs';
/** Everything that only the documentation answers, in the syntax of CloudFront. */
export const BELOW_DOCS = `${DOCS}/*`;

/** The file at each path of the documentation. */
export const DOC_FILES: ReadonlyMap<string, string> = new Map([
  [DOCS, `${DOCS}/index.html`],
  [`${DOCS}/`, `${DOCS}/index.html`],
  ...DOC_PAGES.map(([slug]) => [`${DOCS}/${slug}`, `${DOCS}/${slug}.html`] as const),
]);
