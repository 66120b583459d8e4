import { startingWith } from '../query-pages.ts';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MaintenanceWindow } from '../../domain/monitors/maintenance.ts';
import {
  speaksFor,
  type ChannelHealth,
  type LastDelivery,
  type OwnerChannel,
  leadsElsewhere,
} from '../../domain/alerts/owner-channel.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { duePartition } from '../due-index.ts';
import { conditionally, getItem, newItem } from '../items.ts';
import { MAINTENANCE_SK, OWNER_CHANNEL_PREFIX, ownerChannelKey, SPACE_SK, spaceKey } from '../keys.ts';
import { maintenanceOf } from '../monitors/maintenance.ts';
import { getOwner } from '../owners.ts';
import { always, recordKind, sparse } from '../record.ts';
import { spaceOf, type Space } from '../spaces.ts';
import type { Item, Table, TransactItem } from '../table.ts';
import type { Untold } from './consents.ts';

/** A channel as it is kept: with what is owed to it, and how it does. */
export interface KeptChannel extends OwnerChannel, ChannelHealth {
  /** When what is open is to be told it, until all is. */
  dueAt: Instant | null;
  /** How far that is. */
  untold: Untold | null;
  /** When something that was open was last told it for that. */
  toldOpenAt: Instant | null;
  /** When a test was last sent by it. */
  testedAt: Instant | null;
}

type Place = Pick<OwnerChannel, 'spaceId' | 'id'>;

/** How a channel is stored. */
const channels = recordKind<KeptChannel>({
  key: ({ spaceId, id }) => ownerChannelKey(spaceId, id),
  inKey: {},
  fields: {
    id: always,
    spaceId: always,
    name: always,
    url: always,
    to: null,
    toOwn: sparse(false),
    sending: null,
    hears: always,
    tags: always,
    isOn: always,
    createdAt: always,
    movedAt: always,
    revision: always,
    dueAt: null,
    untold: null,
    toldOpenAt: null,
    last: null,
    testedAt: null,
    failingSince: null,
  },
});

export async function getOwnerChannel(
  table: Table,
  spaceId: string,
  id: string,
): Promise<KeptChannel | undefined> {
  const item = await getItem(table, ownerChannelKey(spaceId, id));
  return item && channels.fromItem(item);
}

function isReadable({ url, sending, hears, tags }: KeptChannel): boolean {
  const isSent = sending === null || typeof sending.headers === 'object';
  return typeof url === 'string' && isSent && Array.isArray(hears) && Array.isArray(tags);
}

/** What decides who hears of the monitors of a space, and when. */
export interface Alerting {
  channels: KeptChannel[];
  windows: MaintenanceWindow[];
}

/** A space with the channels that were made in it, oldest first, and its windows of maintenance. */
export async function spaceWithChannels(
  table: Table,
  spaceId: string,
): Promise<{ space: Space | undefined } & Alerting> {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...startingWith(spaceKey(spaceId).pk, SPACE_SK),
      ConsistentRead: true,
    }),
  );
  const space = items.find(({ sk }) => sk === SPACE_SK);
  const made = items.filter(({ sk }) => String(sk).startsWith(OWNER_CHANNEL_PREFIX));
  // One that is damaged keeps no alert back that others tell.
  const readable = made.map(channels.fromItem).filter(isReadable);
  const inOrder = readable.toSorted((one, other) => one.createdAt - other.createdAt);
  const maintenance = items.find(({ sk }) => sk === MAINTENANCE_SK);
  const windows = maintenance ? [...maintenanceOf(maintenance).windows] : [];
  return { space: space && spaceOf(space), channels: inOrder, windows };
}

/** The channels that were made in some spaces, in the order of those. */
export async function listOwnerChannels(table: Table, spaceIds: readonly string[]): Promise<KeptChannel[]> {
  const found = await Promise.all(spaceIds.map((spaceId) => spaceWithChannels(table, spaceId)));
  return found.flatMap((each) => each.channels);
}

/** The channels of its owner that speak for a monitor, whatever they hear. */
export async function channelsOfMonitor(table: Table, monitor: Monitor): Promise<KeptChannel[]> {
  const { channels } = await alertingOf(table, monitor.spaceId);
  return channels.filter((channel) => speaksFor(channel, monitor));
}

/**
 * The channels and windows that may be for the monitors of a space: those that were made in it, and those of its owner's
 * first space. Two reads, of a space that was claimed by an older release three.
 */
export async function alertingOf(table: Table, spaceId: string): Promise<Alerting> {
  const { space, ...own } = await spaceWithChannels(table, spaceId);
  const homeId = space && (space.homeId ?? (await firstSpaceOf(table, space.ownerId)));
  if (homeId === undefined || homeId === spaceId) return own;
  const home = await spaceWithChannels(table, homeId);
  return { channels: [...home.channels, ...own.channels], windows: [...home.windows, ...own.windows] };
}

/** An owner that cannot be read keeps no alert back: its first space is the one asked for, unless an older release claimed that. */
async function firstSpaceOf(table: Table, ownerId: string): Promise<string | undefined> {
  const owner = await getOwner(table, ownerId).catch(() => undefined);
  return owner?.spaces[0];
}

/**
 * New channels of one space, as part of a transaction; refused when the space is another's by now, or would have more than it
 * may. Where a name says that there is none yet, also when others were made since so many were seen.
 */
export function newOwnerChannelItems(
  table: Table,
  made: readonly KeptChannel[],
  ownerId: string,
  seen?: number,
): TransactItem[] {
  const [first] = made;
  if (!first) return [];
  return [
    countItem(table, { spaceId: first.spaceId, ownerId }, { change: made.length, seen }),
    ...made.map((channel) => newItem(table, channels.toItem(channel, table))),
  ];
}

/** A channel with other settings, as part of a transaction; refused when it changed meanwhile, or is gone. */
export function changedChannelItem(table: Table, before: KeptChannel, after: OwnerChannel): TransactItem {
  const { name, url, to, toOwn, sending, hears, tags, isOn, movedAt } = after;
  const isMoved = movedAt !== before.movedAt;
  const isElsewhere = leadsElsewhere(before, after);
  // What the former address took says nothing of the new one.
  const ended = [
    ...(isMoved ? ['untold'] : []),
    ...(isMoved || isElsewhere ? ['failingSince'] : []),
    ...(isElsewhere ? ['#last'] : []),
  ];
  const key = ownerChannelKey(before.spaceId, before.id);
  return {
    Update: {
      TableName: table.name,
      Key: { ...key },
      UpdateExpression: `SET #name = :name, #url = :url, sending = :sending, hears = :hears, tags = :tags, isOn = :on, movedAt = :moved, revision = :next${to === null ? '' : ', #to = :to, toOwn = :own'}${isMoved ? ', dueAt = :moved, duePk = :shard' : ''}${ended.length > 0 ? ` REMOVE ${ended.join(', ')}` : ''}`,
      ConditionExpression: 'revision = :seen',
      ExpressionAttributeNames: {
        '#name': 'name',
        '#url': 'url',
        ...(to !== null && { '#to': 'to' }),
        ...(isElsewhere && { '#last': 'last' }),
      },
      ExpressionAttributeValues: {
        ':name': name,
        ':url': url,
        ...(to !== null && { ':to': to, ':own': toOwn }),
        ':sending': sending,
        ':hears': hears,
        ':tags': tags,
        ':on': isOn,
        ':moved': movedAt,
        ':next': before.revision + 1,
        ':seen': before.revision,
        ...(isMoved && { ':shard': duePartition(table, key.pk) }),
      },
    },
  };
}

/**
 * That a channel is no more, as part of a transaction; refused when it is gone or changed meanwhile, or its space is another's. The
 * space keeps when it last lost one that was told what was open.
 */
export function goneChannelItems(
  table: Table,
  { spaceId, id, revision, toldOpenAt }: Place & Pick<KeptChannel, 'revision' | 'toldOpenAt'>,
  { ownerId, now }: { ownerId: string; now: Instant },
): TransactItem[] {
  return [
    countItem(table, { spaceId, ownerId }, { change: -1, ...(toldOpenAt !== null && { toldGoneAt: now }) }),
    {
      Delete: {
        TableName: table.name,
        Key: { ...ownerChannelKey(spaceId, id) },
        // What it takes of an allowance is given back by what it was.
        ConditionExpression: 'revision = :seen',
        ExpressionAttributeValues: { ':seen': revision },
      },
    },
  ];
}

interface Count {
  change: number;
  /** So many there were. */
  seen?: number | undefined;
  toldGoneAt?: Instant;
}

function countItem(
  table: Table,
  { spaceId, ownerId }: { spaceId: string; ownerId: string },
  { change, seen, toldGoneAt }: Count,
): TransactItem {
  const isAbsent = (others: string) => ` AND (attribute_not_exists(channels) OR channels ${others})`;
  const hasRoom = change > 0 ? isAbsent('<= :room') : '';
  const isAsSeen = seen === undefined ? '' : seen === 0 ? isAbsent('= :had') : ' AND channels = :had';
  return {
    Update: {
      TableName: table.name,
      Key: { ...spaceKey(spaceId) },
      UpdateExpression: `${toldGoneAt === undefined ? '' : 'SET toldGoneAt = :gone '}ADD channels :change`,
      ConditionExpression: `ownerId = :owner${hasRoom}${isAsSeen}`,
      ExpressionAttributeValues: {
        ':change': change,
        ':owner': ownerId,
        ...(toldGoneAt !== undefined && { ':gone': toldGoneAt }),
        ...(change > 0 && { ':room': LIMITS.channelsMax - change }),
        ...(seen !== undefined && { ':had': seen }),
      },
    },
  };
}

/** Notes that a test is sent by a channel, as part of a transaction; refused when one was less than so many milliseconds before. */
export function testedItem(table: Table, { spaceId, id }: Place, now: Instant, gapMs: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...ownerChannelKey(spaceId, id) },
      UpdateExpression: 'SET testedAt = :now',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(testedAt) OR testedAt <= :before)',
      ExpressionAttributeValues: { ':now': now, ':before': now - gapMs },
    },
  };
}

/** Notes what became of a delivery by a channel. Throws `WriteConflict` when that is gone, or leads elsewhere by now. */
export async function noteDelivery(
  table: Table,
  channel: Place & Pick<OwnerChannel, 'url' | 'to'>,
  last: LastDelivery,
): Promise<void> {
  const leads = channel.to === null ? 'url' : 'to';
  await updateChannel(table, channel, {
    UpdateExpression: last.delivered
      ? 'SET #last = :last REMOVE failingSince'
      : 'SET #last = :last, failingSince = if_not_exists(failingSince, :at)',
    ConditionExpression: '#leads = :there',
    ExpressionAttributeNames: { '#last': 'last', '#leads': leads },
    ExpressionAttributeValues: {
      ':last': last,
      ':there': channel[leads],
      ...(!last.delivered && { ':at': last.at }),
    },
  });
}

async function updateChannel(table: Table, { spaceId, id }: Place, change: Item): Promise<void> {
  const Key = { ...ownerChannelKey(spaceId, id) };
  await conditionally(table.client.send(new UpdateCommand({ TableName: table.name, Key, ...change })));
}
