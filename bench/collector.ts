import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { hashOf, newId, newToken } from '../lib/adapters/ids.ts';
import { newChannelItems } from '../lib/data/machines/collector-channels.ts';
import { transact, type Table } from '../lib/data/table.ts';
import { pushEvent } from './push-event.ts';

/** A collectd that has a channel, put into the table; returns its credential. */
export async function putCollector(table: Table, deviceId: string): Promise<string> {
  const [credential, now] = [newToken('hpc_'), Date.now()];
  await transact(
    table,
    newChannelItems(table, {
      deviceId,
      collector: 'collectd',
      id: newId(),
      monitoring: ['system', 'mysql'],
      version: 1,
      credentialHash: hashOf(credential),
      createdAt: now,
      updatedAt: now,
      rotatedAt: now,
      setupAt: now,
      isPaused: false,
      rev: 1,
    }),
  );
  return credential;
}

/** What API Gateway hands to the function when collectd sends. */
export function collectdEvent(credential: string, text: string): APIGatewayProxyEventV2 {
  const event = pushEvent('', text);
  const { requestContext, headers } = event;
  const [path, routeKey] = ['/i/collectd', 'ANY /i/{proxy+}'];
  return {
    ...event,
    routeKey,
    rawPath: path,
    headers: { ...headers, authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    pathParameters: { proxy: 'collectd' },
    requestContext: { ...requestContext, routeKey, http: { ...requestContext.http, path } },
  };
}

/** What a machine with some processors and disks, and a database, says in a minute: as much as fits one write unit. */
export function collectdText(): string {
  const list = (plugin: string, type: string, dsnames: string[], [of, kind] = ['', '']) => ({
    values: dsnames.map((_, at) => 1234.5678 + at),
    dstypes: dsnames.map(() => 'gauge'),
    dsnames,
    time: 1_795_176_000.123,
    interval: 60,
    host: 'web-1',
    plugin,
    plugin_instance: of,
    type,
    type_instance: kind,
  });
  const value = ['value'];
  const each = (plugin: string, type: string, kinds: string, of = '') =>
    kinds.split(' ').map((kind) => list(plugin, type, value, [of, kind]));
  return JSON.stringify([
    ...['0', '1', '2', '3'].flatMap((of) =>
      each('cpu', 'cpu', 'user system wait nice interrupt steal idle', of),
    ),
    list('load', 'load', ['shortterm', 'midterm', 'longterm']),
    ...each('memory', 'memory', 'used free cached buffered slab_recl'),
    ...each('swap', 'swap', 'used free cached'),
    list('uptime', 'uptime', value),
    list('users', 'users', value),
    ...each('processes', 'ps_state', 'running sleeping blocked zombies'),
    ...each('df', 'df_complex', 'used free reserved', 'root'),
    ...['sda', 'sdb'].map((of) => list('disk', 'disk_octets', ['read', 'write'], [of, ''])),
    ...['eth0', 'eth1'].map((of) => list('interface', 'if_octets', ['rx', 'tx'], [of, ''])),
    ...each('mysql', 'threads', 'connected running'),
    ...each('mysql', 'mysql_commands', 'select insert update'),
  ]);
}
