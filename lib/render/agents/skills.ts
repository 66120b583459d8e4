import type { OperationName } from '../../contract/catalogue.ts';

/** What an agent can have done here, and by which operations. */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  operations: OperationName[];
}

export const SKILLS: readonly Skill[] = [
  {
    id: 'watch-a-job',
    name: 'Watch a job',
    description:
      'Create a monitor for a cron job or webhook, by interval or cron schedule, and be notified by e-mail or webhook when it goes silent, fails or runs too long.',
    tags: ['monitoring', 'cron', 'alerts'],
    operations: [
      'createMonitor',
      'patchMonitor',
      'putMonitor',
      'deleteMonitor',
      'listMonitors',
      'getMonitor',
    ],
  },
  {
    id: 'check-in',
    name: 'Check in',
    description: 'Report that a job is alive, has started, has failed or has ended with an exit code.',
    tags: ['heartbeat', 'cron'],
    operations: ['pingMonitor', 'startRun', 'failRun', 'reportExitCode', 'logRun'],
  },
  {
    id: 'set-up-a-fleet',
    name: 'Set up a fleet',
    description:
      'Let machines register their jobs by their first ping, import a crontab or a file of monitors, and export one.',
    tags: ['fleet', 'crontab', 'monitors-as-code'],
    operations: ['getIngestKey', 'pingByKey', 'importCrontab', 'importMonitors', 'exportMonitors'],
  },
  {
    id: 'explain-an-incident',
    name: 'Explain an incident',
    description:
      'Find out what is down, since when and why: the open incident with the last signals, output, deliveries and changes, and the history before it.',
    tags: ['incidents', 'history'],
    operations: ['listIncidents', 'getIncident', 'listEvents', 'listRuns', 'listChanges', 'getStats'],
  },
  {
    id: 'prove-delivery',
    name: 'Prove that alerts arrive',
    description: 'Read every delivery attempt of an alert, send it again, and try the channels of a monitor.',
    tags: ['alerts', 'webhooks'],
    operations: ['listAlerts', 'resendAlert', 'sendTestAlert'],
  },
  {
    id: 'keep-quiet',
    name: 'Keep quiet during maintenance',
    description: 'Pause a monitor, or all monitors with a tag, until an instant.',
    tags: ['maintenance'],
    operations: ['pauseByTag', 'patchMonitor'],
  },
  {
    id: 'show-status',
    name: 'Show status',
    description:
      'Publish a dashboard at a secret address, as a page, JSON, RSS, Prometheus metrics and badges.',
    tags: ['status', 'dashboard', 'prometheus'],
    operations: [
      'getStatusFeed',
      'showFeedPage',
      'showFeedJson',
      'showFeedRss',
      'showFeedMetrics',
      'showBadge',
    ],
  },
  {
    id: 'preview-a-schedule',
    name: 'Preview a schedule',
    description:
      'See the next runs and deadlines of a cron expression in a time zone, and what looks wrong with it.',
    tags: ['cron', 'schedule'],
    operations: ['previewSchedule'],
  },
];
