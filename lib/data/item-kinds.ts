import { LIVE_PREFIX } from './keys.ts';
import { CALM_NAMES } from './monitors/calm-pings.ts';
import { numbersIn } from './machines/snapshots.ts';
import type { Item } from './table.ts';

/** What an item is, by how its sort key begins. */
const KINDS: readonly [RegExp, string][] = [
  [/^SPACE$/, 'space'],
  [/^SPACE\+CHANNEL#/, 'alert_channel'],
  [/^SPACE\+MAINTENANCE$/, 'maintenance'],
  [/^AWS$/, 'unknown_pings'],
  [/^PAGES$/, 'status_pages'],
  [/^MAIL#/, 'address'],
  [/^REPORTS#/, 'reports'],
  [/^TOKEN#/, 'token'],
  [/^PINGKEY#/, 'ping_key'],
  [/^(TOLD|BLIND)#/, 'notice'],
  [/^MON$/, 'monitor'],
  [/^EV#/, 'event'],
  [/^OUT#/, 'output'],
  [/^CHG#/, 'change'],
  [/^INC#/, 'incident'],
  [/^INCIDENTS$/, 'earlier_incidents'],
  [/^AL#/, 'alert'],
  [/^CHANNEL#/, 'failing_channel'],
  [/^MONTH#/, 'month'],
  [/^PURCHASE#/, 'purchase'],
  [/^DEVICE$/, 'device'],
  [/^INPUT#/, 'channel'],
  [/^[MH]#/, 'reading'],
  [/^LIVE#/, 'last_numbers'],
];

/** How the table finds an item and when it removes it, and what tokens are known by: nothing about anybody. */
const UNSHOWN = new Set([
  'pk', 'sk', 'duePk', 'ttl', 'claimedUntil', 'hash', 'hashes', 'salt', 'spelledBy', 'reportHash', 'credentialHash',
  ...CALM_NAMES,
]); // prettier-ignore

/** An item of a space, a monitor or a device, without how it is kept and found. */
export interface ExportedRecord {
  kind: string;
  /** The id of the space, the monitor or the device. */
  of: string;
  /** What it is known by there. */
  key: string;
  data: Item;
}

/** What an item holds for its owner. */
export function exportedRecord(item: Item): ExportedRecord {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  return {
    kind: KINDS.find(([begins]) => begins.test(sk))?.[1] ?? 'other',
    of: pk.slice(pk.indexOf('#') + 1),
    key: sk.slice(sk.indexOf('#') + 1),
    data: Object.fromEntries(
      Object.entries(plain(withoutSecrets(item))).filter(([name]) => !UNSHOWN.has(name)),
    ),
  };
}

/** Keys and headers of other systems are shown as in the API: that they are set. */
function withoutSecrets(item: Item): Item {
  const { sending } = item as { sending?: { key?: unknown; headers?: object } | null };
  if (!sending) return item;
  const { key, headers, ...rest } = sending;
  return {
    ...item,
    sending: { ...rest, keySet: typeof key === 'string', headersSet: Object.keys(headers ?? {}) },
  };
}

/** An item with nothing packed in it. */
function plain(item: Item): Item {
  if (!String(item['sk']).startsWith(LIVE_PREFIX)) return item;
  const { packed, ...rest } = item;
  return { ...rest, ...numbersIn(String(packed)) };
}
