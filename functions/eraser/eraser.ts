import { HOUR_MS, MINUTE_MS } from '../../lib/domain/calendar.ts';
import type { Context } from 'aws-lambda';
import { endErasure, noteSwept, openErasures, type Erasure } from '../../lib/data/accounts/erasures.ts';
import type { EraserDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { eraseAccount, eraseMembers } from './erase-account.ts';
import { eraseDevices } from './erase-devices.ts';
import { eraseMonitors, eraseSpaces } from './erase-spaces.ts';
import { OutOfTime, type EraserRun } from './eraser-run.ts';
import { apiKeyCredentialKey } from '../../lib/data/keys.ts';
import { partitionOf } from '../../lib/data/partitions.ts';
import { deleteItems, partitionPages } from '../../lib/data/delete-items.ts';

/** Time kept back to end in order. */
const RESERVE_MS = 10_000;
/** Longer than any function may run: what was under way when the owner went has been written, or never will be. */
const SETTLED_MS = 10 * MINUTE_MS;
/** Two runs end most erasures; what a dozen have not ended is worth a look. */
const LATE_MS = 6 * HOUR_MS;

/**
 * The Lambda handler that erases what belonged to owners who are gone. Each step removes what is there and nothing else, so
 * a run that ends anywhere, or runs beside another, is finished by the next one.
 */
export function eraserHandler(deps: EraserDeps) {
  return (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
    rethrowRedacted(deps.log, () => eraseAll(deps, context));
}

async function eraseAll(deps: EraserDeps, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const inTime = () => {
    if (context.getRemainingTimeInMillis() <= RESERVE_MS) throw new OutOfTime();
  };
  let failed = 0;
  for await (const erasures of openErasures(deps.table))
    for (const erasure of erasures) if (!(await isDone({ ...deps, erasure, inTime }))) failed += 1;
  if (failed > 0) throw new Error(`${failed} erasures failed or are late; they are tried again.`);
}

/** False for a failure, which holds up no other, and for one that more and more runs leave to the next. */
async function isDone(run: EraserRun): Promise<boolean> {
  try {
    await erase(run);
    return true;
  } catch (error) {
    if (!(error instanceof OutOfTime)) run.log.error('erasure_failed', error);
    else if (run.clock.now() < run.erasure.startedAt + LATE_MS) return true;
    else run.log.warn('erasure_late');
    return false;
  }
}

/**
 * Erases twice: at once, and when nothing can be under way any more. Until then the lists of monitors and devices are
 * kept, by which what was written meanwhile is found.
 */
async function erase(run: EraserRun): Promise<void> {
  const { table, clock, erasure } = run;
  const now = clock.now();
  if (erasure.sweptAt !== null && now < erasure.sweptAt + SETTLED_MS) return;
  await eraseOnce(run, { isLast: erasure.sweptAt !== null });
  await (erasure.sweptAt === null ? noteSwept(table, erasure, now) : endErasure(table, erasure));
}

/** Monitors go first, so that nobody is alerted any more; the person goes last, since another service is asked. */
async function eraseOnce(run: EraserRun, { isLast }: { isLast: boolean }): Promise<void> {
  const { account }: Erasure = run.erasure;
  await eraseMonitors(run);
  await eraseDevices(run);
  await eraseSpaces(run, { isLast });
  await eraseKeys(run);
  await eraseMembers(run);
  if (account) await eraseAccount(run, account);
}

/** Erases the API keys of the owner, and those that it made for organizations: what they are known by before their records. */
export async function eraseKeys({ table, erasure, inTime }: EraserRun): Promise<void> {
  const { ownerId, account } = erasure;
  for (const holder of [ownerId, ...(account?.organizations ?? [])])
    for await (const records of partitionPages(table, partitionOf('apiKeyRecords', holder), [
      'hash',
      'createdBy',
    ])) {
      inTime();
      const own = records.filter(({ createdBy }) => holder === ownerId || createdBy === ownerId);
      await deleteItems(
        table,
        own.map(({ hash }) => apiKeyCredentialKey(String(hash))),
      );
      await deleteItems(table, own);
    }
}
