import type { Instant } from '../../domain/instant.ts';
import { ERROR_LIMITS } from '../../domain/statistics/browser-errors/browser-error.ts';
import { changeItem } from '../items.ts';
import { errorPlacesKey } from './statistics-keys.ts';
import { WriteConflict, type Table } from '../table.ts';

/** Longer than the hour that the item is of. */
const KEPT_SEC = 2 * 3_600;

/** That a report may be counted, or what is full: the minute of the whole service, or the hour of its network. */
export type ReportRoom = 'free' | 'minute full' | 'network full';

/** The hour that an instant lies in: `2027-03-31T06`. */
export function hourOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 13);
}

/** Takes a place for a report of a network, by a name that leads back to none: one write, however many come at once. */
export async function takePlace(table: Table, network: string, now: Instant): Promise<ReportRoom> {
  const hour = hourOf(now);
  const minute = `m${new Date(now).toISOString().slice(14, 16)}`;
  try {
    await changeItem(table, errorPlacesKey(hour), {
      UpdateExpression: 'ADD #minute :one, #network :one SET #ttl = :ttl',
      ConditionExpression:
        '(attribute_not_exists(#minute) OR #minute < :minute) AND (attribute_not_exists(#network) OR #network < :network)',
      ExpressionAttributeNames: { '#minute': minute, '#network': `n${network}`, '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':minute': ERROR_LIMITS.perMinute,
        ':network': ERROR_LIMITS.perNetworkHour,
        ':ttl': Math.ceil(now / 1000) + KEPT_SEC,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return 'free';
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const taken = Number(error.current?.[minute] ?? 0);
    return taken < ERROR_LIMITS.perMinute ? 'network full' : 'minute full';
  }
}
