import { readNrdp } from '../../../lib/adapters/machines/nrdp.ts';
import { WireError } from '../../../lib/adapters/machines/wire.ts';
import { nrdpNames } from '../../../lib/domain/machines/collectors/names/nrdp.ts';
import type { Call } from '../../../lib/runtime/call.ts';
import { contentEncodingOf, refuseOtherTypes, unsupported } from '../input-body.ts';
import type { WireAnswer, Wire } from '../wire.ts';

/** NRDP as NCPA sends it: a form, answered with a result in XML whose status is 0 where it was taken. */
export const wire: Wire = {
  kind: 'nrdp',
  credentialIn: (call) => {
    try {
      return fieldIn(call, 'token');
    } catch {
      return '';
    }
  },
  read: (call, nowSec) => {
    refuseOtherTypes(call, 'application/x-www-form-urlencoded');
    if (contentEncodingOf(call) !== '') throw unsupported('A form must have no Content-Encoding.');
    const command = fieldIn(call, 'cmd');
    if (command !== 'submitcheck') throw new WireError('malformed', 'cmd must be submitcheck.');
    const xml = fieldIn(call, 'XMLDATA');
    if (!xml) throw new WireError('malformed', 'XMLDATA must contain check results.');
    return nrdpNames(readNrdp(xml), nowSec);
  },
  taken: () => result(0, 'OK', 'The check results were accepted.'),
  refused: ({ detail = '' }) => result(-1, detail, ''),
};

/** A field of the form, or undefined; nothing else of it is taken apart. Throws `WireError` for a broken escape. */
function fieldIn({ body }: Call, name: string): string | undefined {
  const form = `&${body.bytes().toString('utf8')}`;
  const start = form.indexOf(`&${name}=`);
  if (start < 0) return undefined;
  const from = start + name.length + 2;
  const end = form.indexOf('&', from);
  try {
    return decodeURIComponent(form.slice(from, end < 0 ? undefined : end).replaceAll('+', ' '));
  } catch {
    throw new WireError('malformed', `${name} must be UTF-8, escaped as a form is.`);
  }
}

function result(status: number, message: string, output: string): WireAnswer {
  return {
    type: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="utf-8"?>
<result><status>${status}</status><message>${escaped(message)}</message><meta><output>${escaped(output)}</output></meta></result>
`,
  };
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replaceAll(/[^\t -~]/gu, '?').replaceAll(/[&<>]/g, (each) => REFERENCES[each] ?? '');
}
