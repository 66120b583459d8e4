import { deriveToken, newId } from '../../lib/adapters/ids.ts';
import { DELAY_MAX_SEC } from '../../lib/adapters/queue.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { takeLineTurn } from '../../lib/data/site/contact-lines.ts';
import { countedItem } from '../../lib/data/counted-items.ts';
import { recordContact } from '../../lib/data/site/contact-messages.ts';
import { MINUTE_MS, dayOf } from '../../lib/domain/calendar.ts';
import {
  NETWORK_LINE,
  outAtOf,
  SERVICE_LINE,
  withoutEnd,
  type ContactLine,
} from '../../lib/domain/site/contact-line.ts';
import type { ContactForm, ContactMessage } from '../../lib/domain/site/contact-message.ts';
import { networkOf } from '../../lib/domain/site/network.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import type { OfferedId } from '../../lib/domain/site/placements.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { charged } from '../../lib/flows/billing/pay.ts';
import type { Receipt } from '../../lib/flows/billing/payment.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import { required } from '../../lib/config/config.ts';
import type { Ctx, Handle, Input } from '../../lib/runtime/context.ts';
import { debitFrom, fundOf, isSpent, priceOf, type Fund } from './pay-message.ts';

type Body = Input<typeof catalogue.contactTeam>['body'];

/** Until the checker looks after a message that the queue has. */
const UNDER_WAY_MS = 10 * MINUTE_MS;

/** Records a message with its turn in the line, and has the notifier mail it then. */
export const contactTeam: Handle<typeof catalogue.contactTeam> = async (ctx, { body }) => {
  refuseUnset(ctx);
  const charges = priceOf(ctx);
  const fund = await fundOf(ctx, charges);
  if (fund && (await isSpent(fund))) return { ok: true };
  const message = await inTurn(ctx, formOf(body), fund?.isForThisAlone === true);
  const receipt = await record(ctx, message, fund);
  const delaySec = Math.ceil((message.outAt - ctx.now) / 1000);
  if (delaySec <= DELAY_MAX_SEC) await sendOrLeave(ctx, [{ kind: 'contact', id: message.id }], delaySec);
  return charged({ ok: true as const }, { charges: fund ? [] : charges, receipt });
};

/**
 * A message with its place in the line, and when the checker looks after it: at its turn where the queue
 * cannot hold it so long.
 */
async function inTurn(ctx: Ctx, form: ContactForm, isPaid: boolean): Promise<ContactMessage> {
  const outAt = await turnOf(ctx, isPaid);
  const isQueued = outAt - ctx.now <= DELAY_MAX_SEC * 1000;
  const dueAt = isQueued ? outAt + UNDER_WAY_MS : outAt;
  return { id: newId(), ...form, receivedAt: ctx.now, outAt, dueAt };
}

/** Of a message that costs nothing. */
const NOTHING = { items: [], receipt: null };

/** Records and counts a message with what pays for it, once for each payment. Returns what the answer says of that. */
async function record(ctx: Ctx, message: ContactMessage, fund: Fund | null): Promise<Receipt | null> {
  const counted = countedItem(ctx.table, message.id, dayOf(message.receivedAt), { contacts: 1 });
  return retryOnConflict(async (conflict) => {
    if (conflict && fund && (await isSpent(fund))) return fund.receipt;
    const { items, receipt } = fund ? await debitFrom(ctx, fund) : NOTHING;
    await recordContact(ctx.table, message, [...items, counted]);
    return receipt;
  });
}

function refuseUnset({ config }: Ctx): void {
  if (required(config.operator, 'who runs it').contactTo !== null) return;
  throw new Refusal('indisponivel', 'Contact is not configured here.');
}

/** When a message of a caller goes out. Throws 429 where a line is full, which protects the mailbox of the team. */
async function turnOf({ table, from, secret, now }: Ctx, isPaid: boolean): Promise<Instant> {
  const as = isPaid ? withoutEnd : (line: ContactLine) => line;
  // By a name that leads back to no address.
  const name = deriveToken(await secret(), 'contact-line', networkOf(from?.address ?? ''));
  const network = await takeLineTurn(table, { name, ...as(NETWORK_LINE) }, now);
  if (network === null) throw full('your network', LIMITS.contactGapSec);
  const service = await takeLineTurn(table, { name: 'ALL', ...as(SERVICE_LINE) }, now);
  if (service === null) throw full('the team', SERVICE_LINE.gapMs / 1000);
  return outAtOf({ network, service }, now);
}

function full(whose: string, waitSec: number): Refusal {
  const detail = `The message queue of ${whose} is full; wait ${waitSec} s.`;
  return new Refusal('muitos_envios', detail.replace('of the team', 'to the team'), {}, waitSec);
}

function formOf(body: Body): ContactForm {
  return {
    name: body.name,
    email: body.email,
    message: body.message.replaceAll(/\r\n?/g, '\n'),
    kind: body.tipo ?? null,
    company: body.empresa ?? null,
    site: body.site ?? null,
    budget: body.orcamento ?? null,
    placements: [...new Set<OfferedId>(body.espaco ?? [])],
    days: body.duracao === undefined ? null : (Number(body.duracao) as ContactForm['days']),
    payment: body.pagamento ?? null,
  };
}
