import { readSnmp } from '../../../lib/adapters/machines/snmp.ts';
import { snmpNames } from '../../../lib/domain/machines/collectors/names/snmp.ts';
import { unpackedBody } from '../input-body.ts';
import { TAKEN_JSON, type Wire } from '../wire.ts';

/** What `snmpget -Oqn` printed, sent by curl, which calls it a form. */
export const wire: Wire = {
  kind: 'snmp',
  read: (call, nowSec) => snmpNames(readSnmp(unpackedBody(call)), nowSec),
  taken: () => TAKEN_JSON,
};
