import type { WireField } from './wire-words.ts';

/** Where the documentation explains a field, as `page#section`. */
export const HELP: Partial<Record<WireField, string>> = {
  interval_sec: 'monitors#interval',
  cron: 'monitors#schedule',
  grace_sec: 'monitors#grace',
  max_duration_sec: 'monitors#the-limit-of-a-run',
  alert_after_failures: 'monitors#incidents',
  tags: 'monitors#tags-pauses-and-maintenance',
  hears: 'channels#which-alerts',
  alert_to: 'channels#by-mail',
  alert_url: 'channels#kinds',
  collector: 'collectors',
  guest_token: 'accounts#take-over-what-a-guest-made',
};
