/** What this is, as every document says it. */
export const PRODUCT = {
  name: 'Rollcall',
  /** In names for programs. */
  slug: 'rollcall',
  summary: 'A dead-man switch for cron jobs and webhooks.',
  description:
    'A dead-man switch for cron jobs and webhooks: every job answers the roll call, and you hear about the one that does not.',
  tags: ['monitoring', 'cron', 'dead-man-switch', 'heartbeat', 'webhooks'],
  license: { name: 'MIT', identifier: 'MIT' },
  /** Days on which what describes it was first and last written. */
  described: { first: '2026-11-20', last: '2026-11-22' },
} as const;
