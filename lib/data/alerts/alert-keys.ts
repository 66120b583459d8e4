import type { Instant } from '../../domain/instant.ts';
import { ALERT_PREFIX } from '../keys.ts';

/** The key of the same alert on another channel. */
export const alertSkOn = (sk: string, channel: string): string => sk.replace(/[a-z]+$/, channel);

/** The time in the key of an alert. */
export const alertTimeOf = (sk: string): Instant => Number(sk.slice(ALERT_PREFIX.length).split('#', 1)[0]);

const SHOWN_ALERT_ID = /^\d{14}-\d{3}-\d{10}-[a-z_]{1,20}-(email|webhook|none|c[hm][a-z]{18})$/;

/** The id by which the owner names an alert: the place where it is kept. */
export const shownAlertId = (sk: string): string => sk.slice(ALERT_PREFIX.length).replaceAll('#', '-');

/** Where the alert of an id is kept, or null for what cannot be one. */
export const alertSkOf = (shownId: string): string | null =>
  SHOWN_ALERT_ID.test(shownId) ? ALERT_PREFIX + shownId.replace('-', '#').replace('-', '#') : null;
