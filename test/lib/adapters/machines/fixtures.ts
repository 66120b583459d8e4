import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What collectors sent. Recorded of real programs (Debian 12): `collectd-first.json` and `collectd.json` (collectd 5.12,
 * write_http with StoreRates; its first interval, and one of minutes later), `snmp.txt` and `snmp-later.txt` (snmpd 5.9 by
 * snmpget and snmpbulkwalk -Oqn, 359 s apart), `node-exporter.txt` and `node-exporter-later.txt` (node_exporter 1.5, the
 * metrics that we keep, 359 s apart). Written after the documentation, canned: `telegraf.txt`, `otel-collector.json`,
 * `ncpa.xml`, `windows-exporter.txt`, `exporters.txt` (mysqld_exporter and Asterisk).
 */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'fixtures', name));
}
